/**
 * Standard output and standard error. Node's streams for them are loaded only where they are needed: they take three milliseconds, a sixth of what
 * `index` takes where nothing has changed.
 * Invariants: what is written comes out whole and in order, or the program says why not and fails; where nobody reads any more (`| head`) the rest is
 * dropped without a word, and what is lost on standard error ends nothing; a slow reader never keeps a signal from being heard.
 */
import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import type { WriteStream } from 'node:tty';
import { exitCode } from '../exit-codes.ts';

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
    else this.#opened().write(text);
  }

  /** Resolves once what was written has left the process, or cannot. */
  written(): Promise<void> {
    const stream = this.#stream;
    // Its event may come too late.
    if (stream !== null && stream.errored !== null) this.#fail(stream.errored);
    return new Promise((done) => {
      if (stream === null || this.#isGone || stream.writableLength === 0) done();
      else stream.write('', () => done());
    });
  }

  get isTerminal(): boolean {
    return this.#kind === 'other' && this.#opened().isTTY;
  }

  /** Null of what is no terminal. */
  get columns(): number | null {
    return this.isTerminal ? this.#opened().columns : null;
  }

  /** While a write waits for the reader of a full pipe nobody hears of a signal. Where nobody has asked to, it ends the process all the same. */
  #mayWriteNow(): boolean {
    return this.#kind === 'file' || (this.#kind === 'pipe' && process.listenerCount('SIGINT') === 0);
  }

  #writeNow(bytes: Buffer): void {
    for (let left = bytes; left.length > 0;) {
      try {
        left = left.subarray(writeSync(this.#descriptor, left));
      } catch (error) {
        // Of a pipe that does not wait for its reader: the stream does.
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') this.#opened().write(left);
        else this.#fail(error as NodeJS.ErrnoException);
        return;
      }
    }
  }

  #opened(): WriteStream {
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
    tell(`Error: Standard output cannot be written (${code})\nMake room, or write elsewhere.\n`);
    process.exit(exitCode.failed);
  }
}

/** Where nothing else can be told any more. */
function tell(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // The exit code says it.
  }
}

/** What is neither may be a terminal, which the stream tells. */
type OutputKind = 'file' | 'pipe' | 'other';

function kindOf(descriptor: number): OutputKind {
  if (process.platform === 'win32') return 'other';
  const stats = fstatSync(descriptor);
  if (stats.isCharacterDevice()) {
    return stats.rdev === statSync(devNull, { throwIfNoEntry: false })?.rdev ? 'file' : 'other';
  }
  return stats.isFile() ? 'file' : 'pipe';
}
