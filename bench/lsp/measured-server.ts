/** A language server with a measurement of its event loop. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LspClient } from '../../test/lsp/lsp-client.ts';

export interface Hold {
  number: number;
  p95: number;
  max: number;
}

/** The longest holds during requests, by method (CPU ms). */
export class Holds {
  readonly #byMethod = new Map<string, number[]>();

  add(method: string, ms: number): void {
    const known = this.#byMethod.get(method);
    if (known === undefined) this.#byMethod.set(method, [ms]);
    else known.push(ms);
  }

  table(): [method: string, hold: Hold][] {
    return [...this.#byMethod].map(([method, all]) => {
      const sorted = all.toSorted((a, b) => a - b);
      const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1]!;
      return [method, { number: sorted.length, p95, max: sorted.at(-1)! }];
    });
  }

  longest(): number {
    return Math.max(...this.table().map(([, { max }]) => max));
  }
}

export class MeasuredServer {
  readonly holds = new Holds();
  readonly #client: LspClient;

  private constructor(client: LspClient) {
    this.#client = client;
  }

  /** Starts it on a root with an index, and waits until it rests. */
  static async start(root: string, entry: string): Promise<MeasuredServer> {
    const preload = join(import.meta.dirname, 'loop-hold.ts');
    const client = new LspClient({ cwd: root, entry: ['--import', preload, entry], hasChannel: true });
    await client.initialize([root]);
    const server = new MeasuredServer(client);
    await client.request('workspace/symbol', { query: 'start' });
    await sleep(5000);
    await client.longestHold();
    return server;
  }

  async ask<T>(method: string, params: object): Promise<T> {
    await this.#client.longestHold();
    const result = await this.#client.request<T>(method, params);
    this.holds.add(method, await this.#client.longestHold());
    return result;
  }

  /** Resident memory of the process, now and at most (MB); 0 where the system does not say. */
  memory(): { mb: number; peakMb: number } {
    try {
      const status = readFileSync(`/proc/${this.#client.pid}/status`, 'utf8');
      const mb = (field: string): number =>
        Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
      return { mb: mb('VmRSS'), peakMb: mb('VmHWM') };
    } catch {
      return { mb: 0, peakMb: 0 };
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
