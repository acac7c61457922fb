/**
 * Coverage of our own JavaScript, from V8's precise coverage of blocks. It sees neither WebAssembly nor native code: there the inputs are
 * chosen by mutation alone.
 */
import { Session } from 'node:inspector/promises';

const ownCode = new URL('../../src/', import.meta.url).href;

/** Offsets of code that has run, by the address of the script. */
export type CoveredCode = ReadonlyMap<string, Uint32Array>;

/** Code that has run, added up. */
export class CodeSet {
  /** For each script, which offsets have run: 1. */
  readonly #scripts = new Map<string, Uint8Array>();
  /** Bytes of code. */
  size = 0;

  has(url: string, offset: number): boolean {
    return this.#scripts.get(url)?.[offset] === 1;
  }

  add(code: CoveredCode): void {
    for (const [url, offsets] of code) {
      const marks = this.#marksOf(url, offsets.reduce((most, one) => Math.max(most, one), 0) + 1);
      for (const offset of offsets) {
        this.size += 1 - marks[offset]!;
        marks[offset] = 1;
      }
    }
  }

  all(): CoveredCode {
    const offsetsOf = (marks: Uint8Array): Uint32Array =>
      Uint32Array.from([...marks.keys()].filter((offset) => marks[offset] === 1));
    return new Map([...this.#scripts].map(([url, marks]) => [url, offsetsOf(marks)]));
  }

  #marksOf(url: string, length: number): Uint8Array {
    const marks = this.#scripts.get(url) ?? new Uint8Array(0);
    if (marks.length >= length) return marks;
    const longer = new Uint8Array(length * 2);
    longer.set(marks);
    this.#scripts.set(url, longer);
    return longer;
  }
}

/** Must exist before the code that it is to cover is loaded. */
export class Coverage {
  readonly #session = new Session();
  readonly #covered = new CodeSet();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The offsets of code that has run since the last call, and was never added. */
  async newCode(): Promise<CoveredCode> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const found = new Map<string, Uint32Array>();
    for (const { url, functions } of result) {
      if (!url.startsWith(ownCode)) continue;
      const offsets = functions.flatMap(({ ranges }) => this.#newIn(url, ranges));
      if (offsets.length > 0) found.set(url, Uint32Array.from(offsets));
    }
    return found;
  }

  add(code: CoveredCode): void {
    this.#covered.add(code);
  }

  #newIn(url: string, ranges: readonly { startOffset: number; endOffset: number; count: number }[]): number[] {
    const [whole] = ranges;
    if (whole === undefined || whole.count === 0) return [];
    const start = whole.startOffset;
    // Inner ranges stand after the outer ones: each overwrites a part.
    const ran = new Uint8Array(whole.endOffset - start);
    for (const { startOffset, endOffset, count } of ranges)
      ran.fill(count > 0 ? 1 : 0, startOffset - start, endOffset - start);
    const offsets: number[] = [];
    for (let at = 0; at < ran.length; at++)
      if (ran[at] === 1 && !this.#covered.has(url, start + at)) offsets.push(start + at);
    return offsets;
  }
}
