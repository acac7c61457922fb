/**
 * A file's tags: the terms of 002's nine sources, counted by field.
 * Invariant: the same file gives the same terms in the same order, whatever was extracted before it.
 */
import type { Language } from '../languages/language.ts';
import type { Definition, DefinitionKind } from '../model/definition.ts';
import type { Extraction } from '../model/extraction.ts';
import { placeWhole, type PlacedWord } from '../util/word-table.ts';
import { FileWords } from './file-words.ts';

/** Columns of a count row, as `tagFields` of the store names them. */
export const tagColumns = {
  filename: 0,
  path: 1,
  definitions: 2,
  imports: 3,
  decorators: 4,
  symbols: 5,
  docstrings: 6,
  comments: 7,
  derived: 8,
} as const;
const columnCount = 9;
/** What a `FileWords` counts by for a `TagExtractor`. */
export const wordColumns = columnCount;

/** What the thread's lexicon calls a file's terms. */
export interface TermNumbers {
  /** Numbers of different generations have nothing in common. */
  generation: number;
  /** Of each term. */
  ids: readonly number[];
}

export interface FileTags {
  /** Distinct, in the order of first appearance. */
  terms: string[];
  numbers: TermNumbers;
  /** `terms.length * 9` counts (0 to 255), row by row. */
  counts: Uint8Array;
  /** Sum of each column. */
  fieldLengths: number[];
}

/** 002's "code elements"; what is left are its "symbols". */
const elementKinds = new Set<DefinitionKind>([
  'class',
  'interface',
  'typeAlias',
  'enum',
  'function',
  'method',
  'component',
  'module',
  'macro',
]);

/** Room for a file's terms that is kept between files. */
const keptRows = 4096;

/** Owns the tables of one thread. */
export class TagExtractor {
  readonly #words: FileWords;
  /** Row of each term of the file at hand, by the term's number; -1 for none. */
  #rowOf = new Int32Array(1024).fill(-1);
  /** The terms of the file at hand, by row. */
  #ids: number[] = [];
  #counts = new Int32Array(keptRows * columnCount);

  /** @param words of `wordColumns`; who shares it finds the last file's there */
  constructor(words = new FileWords(wordColumns)) {
    this.#words = words;
  }

  extract(language: Language | null, path: string, text: string, extraction: Extraction): FileTags {
    this.#words.begin();
    this.#ids = [];
    const words = this.#words.table;
    this.#addPath(path);
    for (const definition of extraction.definitions) this.#addDefinition(definition);
    for (const item of extraction.imports) {
      words.addWords(item.module, tagColumns.imports);
      for (const name of item.names) words.addWhole(name.name, tagColumns.imports);
    }
    for (const comment of extraction.comments) words.addWords(comment.source ?? comment.text, tagColumns.comments);
    this.#words.addText(text, tagColumns.derived);
    const keywords = keywordsOf(language);
    this.#words.settle((word, number, counts, from) => {
      if (keywords.has(word)) counts[from + tagColumns.derived] = 0;
      this.#addTerms(number, counts, from);
    });
    return this.#take();
  }

  #addPath(path: string): void {
    const words = this.#words.table;
    const slash = path.lastIndexOf('/');
    const name = path.slice(slash + 1);
    const dot = name.indexOf('.', 1);
    words.addWhole(dot === -1 ? name : name.slice(0, dot), tagColumns.filename);
    if (dot !== -1) words.addWords(name.slice(dot + 1), tagColumns.filename);
    if (slash !== -1) for (const part of path.slice(0, slash).split('/')) words.addWhole(part, tagColumns.path);
  }

  #addDefinition(definition: Definition): void {
    const words = this.#words.table;
    words.addWhole(definition.name, elementKinds.has(definition.kind) ? tagColumns.definitions : tagColumns.symbols);
    for (const decorator of definition.decorators) words.addWhole(decorator, tagColumns.decorators);
    if (definition.docstring !== null) words.addWords(definition.docstring, tagColumns.docstrings);
  }

  #addTerms(word: number, counts: Int32Array, from: number): void {
    const { lexicon } = this.#words;
    const end = lexicon.start(word + 1);
    for (let at = lexicon.start(word); at < end; at++) {
      const id = lexicon.term(at);
      if (id >= this.#rowOf.length) this.#widenRows(id);
      let row = this.#rowOf[id]!;
      if (row === -1) row = this.#addRow(id);
      const own = this.#counts;
      const to = row * columnCount;
      for (let column = 0; column < columnCount; column++) own[to + column]! += counts[from + column]!;
    }
  }

  #addRow(id: number): number {
    const row = this.#ids.length;
    this.#ids.push(id);
    this.#rowOf[id] = row;
    if ((row + 1) * columnCount > this.#counts.length) {
      const wider = new Int32Array(this.#counts.length * 2);
      wider.set(this.#counts);
      this.#counts = wider;
    }
    return row;
  }

  #widenRows(id: number): void {
    const wider = new Int32Array(Math.max(id + 1, this.#rowOf.length * 2)).fill(-1);
    wider.set(this.#rowOf);
    this.#rowOf = wider;
  }

  /** The file's tags; the tables are clean for the next one after it. Terms of keywords alone count nothing and are left out. */
  #take(): FileTags {
    const { terms: all, generation } = this.#words.lexicon;
    const terms: string[] = [];
    const ids: number[] = [];
    const counts = new Uint8Array(this.#ids.length * columnCount);
    const fieldLengths = Array.from({ length: columnCount }, () => 0);
    let to = 0;
    for (let row = 0; row < this.#ids.length; row++) {
      const id = this.#ids[row]!;
      this.#rowOf[id] = -1;
      if (!this.#takeRow(row, counts, to, fieldLengths)) continue;
      terms.push(all[id]!);
      ids.push(id);
      to += columnCount;
    }
    if (this.#ids.length > keptRows) this.#counts = new Int32Array(keptRows * columnCount);
    else this.#counts.fill(0, 0, this.#ids.length * columnCount);
    return { terms, numbers: { generation, ids }, counts: counts.slice(0, to), fieldLengths };
  }

  /** Copies a row to `counts` at `to`; false where it counts nothing. */
  #takeRow(row: number, counts: Uint8Array, to: number, fieldLengths: number[]): boolean {
    const own = this.#counts;
    const from = row * columnCount;
    let sum = 0;
    for (let column = 0; column < columnCount; column++) {
      const found = own[from + column]!;
      const count = found > 255 ? 255 : found;
      counts[to + column] = count;
      if (count === 0) continue;
      sum += count;
      fieldLengths[column]! += count;
    }
    return sum > 0;
  }
}

const endingMask = (1 << 12) - 1;

/** A language's keywords, which say nothing about a file. */
class Keywords {
  readonly #words: ReadonlySet<string>;
  /** Whether one has a hash that ends like this: most words are told apart without a string. */
  readonly #endings = new Uint8Array(endingMask + 1);

  constructor(words: readonly string[]) {
    this.#words = new Set(words);
    for (const word of words) this.#endings[placeWhole(word).hashA & endingMask] = 1;
  }

  has({ text, offset, length, hashA }: PlacedWord): boolean {
    return this.#endings[hashA & endingMask] === 1 && this.#words.has(text.slice(offset, offset + length));
  }
}

const keywordSets = new Map<string, Keywords>();

function keywordsOf(language: Language | null): Keywords {
  const id = language?.id ?? '';
  let keywords = keywordSets.get(id);
  if (keywords === undefined) {
    keywords = new Keywords(language?.keywords ?? []);
    keywordSets.set(id, keywords);
  }
  return keywords;
}
