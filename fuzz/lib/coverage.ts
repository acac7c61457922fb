/**
 * Coverage of our own JavaScript, from V8's precise coverage of blocks. It sees neither WebAssembly nor native code: there the inputs are
 * chosen by mutation alone.
 */
import { Session } from 'node:inspector/promises';

const ownCode = new URL('../../src/', import.meta.url).href;

/** Must exist before the code that it is to cover is loaded. */
export class Coverage {
  readonly #session = new Session();
  /** For each script, which offsets have run: 1. */
  readonly #covered = new Map<string, Uint8Array>();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The offsets of code that has run since the last call, and was never added. */
  async newCode(): Promise<Map<string, number[]>> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const found = new Map<string, number[]>();
    for (const { url, functions } of result) {
      if (!url.startsWith(ownCode)) continue;
      const offsets = functions.flatMap(({ ranges }) => this.#newIn(url, ranges));
      if (offsets.length > 0) found.set(url, offsets);
    }
    return found;
  }

  add(code: ReadonlyMap<string, readonly number[]>): void {
    for (const [url, offsets] of code) {
      const covered = this.#coveredOf(url, offsets.reduce((most, one) => Math.max(most, one), 0) + 1);
      for (const offset of offsets) covered[offset] = 1;
    }
  }

  /** Bytes of code that have been added. */
  get size(): number {
    let sum = 0;
    for (const covered of this.#covered.values()) for (const one of covered) sum += one;
    return sum;
  }

  #coveredOf(url: string, length: number): Uint8Array {
    const covered = this.#covered.get(url) ?? new Uint8Array(0);
    if (covered.length >= length) return covered;
    const longer = new Uint8Array(length * 2);
    longer.set(covered);
    this.#covered.set(url, longer);
    return longer;
  }

  #newIn(url: string, ranges: readonly { startOffset: number; endOffset: number; count: number }[]): number[] {
    const [whole] = ranges;
    if (whole === undefined || whole.count === 0) return [];
    const start = whole.startOffset;
    // Inner ranges stand after the outer ones: each overwrites a part.
    const ran = new Uint8Array(whole.endOffset - start);
    for (const { startOffset, endOffset, count } of ranges)
      ran.fill(count > 0 ? 1 : 0, startOffset - start, endOffset - start);
    const covered = this.#coveredOf(url, whole.endOffset);
    const offsets: number[] = [];
    for (let at = 0; at < ran.length; at++) if (ran[at] === 1 && covered[start + at] !== 1) offsets.push(start + at);
    return offsets;
  }
}
