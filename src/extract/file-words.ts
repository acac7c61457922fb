/**
 * The words of the file at hand, found once for all who count them: its tags by field, its chunks by place.
 * Owned by one thread; what it says of one file holds until the next.
 */
import { WordTable, type PlacedWord, type WordRun } from '../util/word-table.ts';
import { Lexicon } from './lexicon.ts';

const keptWords = 1 << 13;

export class FileWords {
  readonly lexicon = new Lexicon();
  readonly table: WordTable;
  #text: string | null = null;
  /** The lexicon's number of each word of the file, by the table's number. */
  #known = new Int32Array(keptWords);

  /** @param columns what words are counted by */
  constructor(columns = 1) {
    this.table = new WordTable(columns);
  }

  /** Before the words of another file. */
  begin(): void {
    this.lexicon.trim();
    this.#text = null;
  }

  /** Counts the words of the file's whole text. */
  addText(text: string, column: number): void {
    this.#text = text;
    this.table.addText(text, column);
  }

  /**
   * Behind all that is counted: makes each word known to the lexicon.
   * @param visit gets each word, its number there, and all words' counts with the place where this one's begin
   */
  settle(visit: (word: PlacedWord, number: number, counts: Int32Array, from: number) => void): void {
    let at = 0;
    this.table.drain((word, counts, from) => {
      const number = this.lexicon.number(word);
      if (at === this.#known.length) this.#widen();
      this.#known[at++] = number;
      visit(word, number, counts, from);
    });
  }

  #widen(): void {
    const wider = new Int32Array(this.#known.length * 2);
    wider.set(this.#known);
    this.#known = wider;
  }

  /** The words of `text` in order, and the lexicon's number of each: those of the file at hand, or found now. */
  runOf(text: string): { run: WordRun; known: Int32Array } {
    if (this.#text !== text) {
      this.begin();
      this.addText(text, 0);
      this.settle(() => {});
    }
    return { run: this.table.run, known: this.#known };
  }
}
