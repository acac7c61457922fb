/** The lines of a file, asked for where the reader looks. */
import type { CodeTarget } from '../../src/explorer/contract.ts';
import type { Source } from '../source.ts';
import { SourceError } from '../source.ts';

export interface CodeLine {
  text: string;
  /** Whether the line is longer than the server sends. */
  isCut: boolean;
  /** As `CodeAnswer.spans` and `links`. */
  spans: readonly number[];
  links: readonly number[];
  targets: readonly CodeTarget[];
}

/** Lines that are asked for beyond those on the screen. */
const ahead = 100;
/** Lines are asked for in blocks: a reader who scrolls asks for a few lines more at every step. */
const blockLines = 200;

/** The lines of whole blocks. */
function blocksOf(from: number, to: number): { from: number; to: number } {
  return { from: from - ((from - 1) % blockLines), to: Math.ceil(to / blockLines) * blockLines };
}

export class CodeLines {
  readonly #source: Source;
  readonly #path: string;
  readonly #changed: () => void;
  /** Shown until the line is there: the same line of the file before it has changed. */
  readonly #before: ReadonlyMap<number, CodeLine>;
  readonly #lines = new Map<number, CodeLine>();
  readonly #controller = new AbortController();
  #isAsking = false;
  #wanted: { from: number; to: number } | null = null;
  #isTotalKnown = false;
  /** Null until the first answer. */
  total: number | null = null;
  error: SourceError | null = null;
  note: string | null = null;

  constructor(source: Source, path: string, { changed, before }: { changed: () => void; before: CodeLines | null }) {
    this.#source = source;
    this.#path = path;
    this.#changed = changed;
    const isSame = before !== null && before.#path === path;
    // A copy: what was before it is of no use any more.
    this.#before = isSame ? new Map([...before.#before, ...before.#lines]) : new Map();
    this.total = isSame ? before.total : null;
  }

  at(line: number): CodeLine | null {
    return this.#lines.get(line) ?? this.#before.get(line) ?? null;
  }

  /** Says which lines are on the screen. */
  want(from: number, to: number): void {
    this.#wanted = blocksOf(Math.max(1, from - ahead), to + ahead);
    void this.#ask();
  }

  close(): void {
    this.#controller.abort();
  }

  /** The first wanted lines that are not there; null for none. */
  #missing(): { start: number; end: number } | null {
    if (this.#wanted === null) return null;
    const { from } = this.#wanted;
    const to = Math.min(this.#wanted.to, this.#isTotalKnown ? (this.total ?? Infinity) : Infinity);
    let start = from;
    while (start <= to && this.#lines.has(start)) start++;
    if (start > to) return null;
    let end = start;
    while (end < to && !this.#lines.has(end + 1)) end++;
    return { start, end };
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.error !== null) return;
    this.#isAsking = true;
    const { signal } = this.#controller;
    try {
      for (let missing = this.#missing(); missing !== null && !signal.aborted; missing = this.#missing()) {
        const answer = await this.#source.get('code', { path: this.#path, ...missing }, signal);
        const { startLine, totalLines, lines, spans, links, targets, cutLines, note } = answer;
        for (const [at, text] of lines.entries()) {
          const isCut = cutLines.includes(startLine + at);
          this.#lines.set(startLine + at, { text, isCut, spans: spans[at] ?? [], links: links[at] ?? [], targets });
        }
        this.total = totalLines;
        this.#isTotalKnown = true;
        this.note = note;
        this.#changed();
        if (lines.length === 0) break;
      }
    } catch (error) {
      if (signal.aborted) return;
      this.error = error instanceof SourceError ? error : new SourceError('refused', String(error));
      this.#changed();
    } finally {
      this.#isAsking = false;
    }
  }
}
