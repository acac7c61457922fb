/**
 * Standard output and standard error. Node's streams for them are loaded only if needed: loading takes three milliseconds, a sixth of the
 * time of `index` without changes.
 * Invariants: output is complete and in order; otherwise the program reports why, and fails. If the reader is gone (`| head`), the rest is dropped
 * silently. A failure of standard error does not end the program. A slow reader never blocks signals.
 */
import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import type { WriteStream } from 'node:tty';
import { exitCode } from '../exit-codes.ts';

const usualColumns = 80;

export class Output {
  readonly #descriptor: 1 | 2;
  readonly #kind: OutputKind;
  #stream: WriteStream | null = null;
  #isGone = false;

  constructor(descriptor: 1 | 2) {
    this.#descriptor = descriptor;
    this.#kind = kindOf(descriptor);
  }

  write(text: string): void {
    if (this.#isGone) return;
    if (this.#stream === null && this.#mayWriteNow()) this.#writeNow(Buffer.from(text));
    else this.#openStream().write(text);
  }

  /** Resolves when everything is written, or cannot be written. */
  written(): Promise<void> {
    const stream = this.#stream;
    // The error event of the stream may not have been emitted yet.
    if (stream !== null && stream.errored !== null) this.#fail(stream.errored);
    return new Promise((done) => {
      if (stream === null || this.#isGone || stream.writableLength === 0) done();
      else stream.write('', () => done());
    });
  }

  get isTerminal(): boolean {
    return this.#kind === 'other' && this.#openStream().isTTY;
  }

  /** Null if it is not a terminal. */
  get columns(): number | null {
    // A terminal may not know its size, and say 0.
    return this.isTerminal ? this.#openStream().columns || usualColumns : null;
  }

  /** Null if it is not a terminal. */
  get rows(): number | null {
    return this.isTerminal ? this.#openStream().rows : null;
  }

  /** Signals are not handled while a write waits for the reader of a full pipe; a signal without a handler still ends the process. */
  #mayWriteNow(): boolean {
    return this.#kind === 'file' || (this.#kind === 'pipe' && process.listenerCount('SIGINT') === 0);
  }

  #writeNow(bytes: Buffer): void {
    for (let left = bytes; left.length > 0;) {
      try {
        left = left.subarray(writeSync(this.#descriptor, left));
      } catch (error) {
        // The pipe is non-blocking and full: the stream waits for its reader.
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') this.#openStream().write(left);
        else this.#fail(error as NodeJS.ErrnoException);
        return;
      }
    }
  }

  #openStream(): WriteStream {
    if (this.#stream === null) {
      this.#stream = this.#descriptor === 1 ? process.stdout : process.stderr;
      this.#stream.on('error', (error: NodeJS.ErrnoException) => this.#fail(error));
    }
    return this.#stream;
  }

  #fail({ code = 'unknown error' }: NodeJS.ErrnoException): void {
    if (this.#isGone) return;
    this.#isGone = true;
    if (this.#descriptor === 2 || code === 'EPIPE') return;
    report(`Error: Standard output cannot be written (${code})\nFree some space, or write to another place.\n`);
    process.exit(exitCode.failed);
  }
}

/** Last message of a process that cannot write its output. */
function report(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // The exit code still shows the failure.
  }
}

/** `other` may be a terminal; Node's stream knows whether it is. */
type OutputKind = 'file' | 'pipe' | 'other';

function kindOf(descriptor: number): OutputKind {
  if (process.platform === 'win32') return 'other';
  const stats = fstatSync(descriptor);
  if (stats.isCharacterDevice()) {
    return stats.rdev === statSync(devNull, { throwIfNoEntry: false })?.rdev ? 'file' : 'other';
  }
  return stats.isFile() ? 'file' : 'pipe';
}
