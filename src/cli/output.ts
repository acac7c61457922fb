/**
 * Standard output and standard error. Node's streams for them are loaded only where they are needed: they take three milliseconds, a sixth of what
 * `index` takes where nothing has changed.
 * Invariants: what is written comes out whole and in order, or the program fails; a reader that goes away (`| head`) ends it without a word, one that
 * is slow never keeps it from hearing a signal.
 */
import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import type { WriteStream } from 'node:tty';
import { exitCode } from './exit-codes.ts';

/** Less than what a pipe takes before anybody reads it (bytes). */
const mostAtOnce = 8192;

export class Output {
  readonly #descriptor: 1 | 2;
  readonly #isPlain: boolean;
  #written = 0;
  #stream: WriteStream | null = null;

  constructor(descriptor: 1 | 2) {
    this.#descriptor = descriptor;
    this.#isPlain = process.platform !== 'win32' && isNoTerminal(descriptor);
  }

  write(text: string): void {
    this.#written += text.length;
    if (this.#stream === null && this.#isPlain && this.#written <= mostAtOnce) this.#writeNow(Buffer.from(text));
    else this.#opened().write(text);
  }

  /** Resolves once what was written has left the process, or cannot. */
  written(): Promise<void> {
    const stream = this.#stream;
    // Its event may come too late.
    if (stream !== null && stream.errored !== null) this.#fail(stream.errored);
    return new Promise((done) => {
      if (stream === null || stream.writableLength === 0) done();
      else stream.write('', () => done());
    });
  }

  get isTerminal(): boolean {
    return !this.#isPlain && this.#opened().isTTY;
  }

  /** Null of what is no terminal. */
  get columns(): number | null {
    return this.isTerminal ? this.#opened().columns : null;
  }

  #writeNow(bytes: Buffer): void {
    for (let left = bytes; left.length > 0;) {
      try {
        left = left.subarray(writeSync(this.#descriptor, left));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') this.#fail(error as NodeJS.ErrnoException);
        // Of a pipe that does not wait for its reader: the stream does.
        this.#opened().write(left);
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

  #fail({ code = 'unknown error' }: NodeJS.ErrnoException): never {
    if (code === 'EPIPE') process.exit();
    if (this.#descriptor === 1)
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

function isNoTerminal(descriptor: number): boolean {
  const stats = fstatSync(descriptor);
  return !stats.isCharacterDevice() || stats.rdev === statSync(devNull, { throwIfNoEntry: false })?.rdev;
}
