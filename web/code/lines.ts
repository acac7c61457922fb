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
const ahead = 150;

export class CodeLines {
  readonly #source: Source;
  readonly #path: string;
  readonly #changed: () => void;
  /** Shown until the line is there: the same line of the file before it has changed. */
  readonly #before: CodeLines | null;
  readonly #lines = new Map<number, CodeLine>();
  readonly #controller = new AbortController();
  #isAsking = false;
  #wanted: { from: number; to: number } | null = null;
  /** Null until the first answer. */
  total: number | null = null;
  error: SourceError | null = null;
  note: string | null = null;

  constructor(source: Source, path: string, { changed, before }: { changed: () => void; before: CodeLines | null }) {
    this.#source = source;
    this.#path = path;
    this.#changed = changed;
    this.#before = before !== null && before.#path === path ? before : null;
    this.total = this.#before?.total ?? null;
  }

  at(line: number): CodeLine | null {
    return this.#lines.get(line) ?? this.#before?.at(line) ?? null;
  }

  /** Says which lines are on the screen. */
  want(from: number, to: number): void {
    this.#wanted = { from: Math.max(1, from - ahead), to: to + ahead };
    void this.#ask();
  }

  close(): void {
    this.#controller.abort();
  }

  /** The first wanted line that is not there; null for none. */
  #firstMissing(): number | null {
    if (this.#wanted === null) return null;
    const last = Math.min(this.#wanted.to, this.#lines.size === 0 ? Infinity : (this.total ?? Infinity));
    for (let line = this.#wanted.from; line <= last; line++) if (!this.#lines.has(line)) return line;
    return null;
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.error !== null) return;
    this.#isAsking = true;
    const { signal } = this.#controller;
    try {
      for (let start = this.#firstMissing(); start !== null && !signal.aborted; start = this.#firstMissing()) {
        const end = Math.max(start, this.#wanted?.to ?? start);
        const answer = await this.#source.get('code', { path: this.#path, start, end }, signal);
        const { startLine, totalLines, lines, spans, links, targets, cutLines, note } = answer;
        for (const [at, text] of lines.entries()) {
          const isCut = cutLines.includes(startLine + at);
          this.#lines.set(startLine + at, { text, isCut, spans: spans[at] ?? [], links: links[at] ?? [], targets });
        }
        this.total = totalLines;
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
