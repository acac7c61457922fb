/**
 * A file's tags: the terms of 002's nine sources, counted by field.
 * Invariant: the same file gives the same terms in the same order, whatever was extracted before it.
 */
import type { Language } from '../languages/language.ts';
import type { Definition, DefinitionKind } from '../model/definition.ts';
import type { Extraction } from '../model/extraction.ts';
import { identifierTerms, WordCounter, wordHash, type PlacedWord } from '../util/words.ts';

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

export interface FileTags {
  /** Distinct, sorted by code unit. */
  terms: string[];
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

/** Identifiers and terms remembered between files; emptied between two files when there are more. */
const rememberedIdentifiers = 200_000;

/** Numbers for terms: an identifier that was seen before costs one look-up, without a string made for it. */
class TermTable {
  readonly #ids = new Map<string, number>();
  /** Open addressing by `wordHash`; an entry is its place in the parallel arrays plus one. */
  readonly #slots = new Int32Array(2 ** Math.ceil(Math.log2(rememberedIdentifiers * 2)));
  readonly #hashes = new Int32Array(rememberedIdentifiers);
  #identifiers: string[] = [];
  #idsOf: Int32Array[] = [];
  readonly terms: string[] = [];

  /** The numbers of the word's terms. */
  of({ text, offset, length, hash }: PlacedWord): Int32Array {
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let entry = this.#slots[slot]!; entry !== 0; entry = this.#slots[slot]!) {
      const known = this.#identifiers[entry - 1]!;
      if (this.#hashes[entry - 1] === hash && known.length === length && text.startsWith(known, offset)) {
        return this.#idsOf[entry - 1]!;
      }
      slot = (slot + 1) & mask;
    }
    return this.#remember(text.slice(offset, offset + length), hash, slot);
  }

  #remember(identifier: string, hash: number, slot: number): Int32Array {
    const { parts, whole } = identifierTerms(identifier);
    const ids = Int32Array.from(whole === null ? parts : [...parts, whole], (term) => this.#id(term));
    if (this.#identifiers.length === rememberedIdentifiers) return ids;
    this.#hashes[this.#identifiers.length] = hash;
    this.#identifiers.push(identifier);
    this.#idsOf.push(ids);
    this.#slots[slot] = this.#identifiers.length;
    return ids;
  }

  #id(term: string): number {
    let id = this.#ids.get(term);
    if (id === undefined) {
      id = this.terms.length;
      this.#ids.set(term, id);
      this.terms.push(term);
    }
    return id;
  }

  /** Between files only: numbers change. */
  trim(): void {
    if (this.#identifiers.length < rememberedIdentifiers && this.terms.length < rememberedIdentifiers * 2) return;
    this.#slots.fill(0);
    this.#identifiers = [];
    this.#idsOf = [];
    this.#ids.clear();
    this.terms.length = 0;
  }
}

/** Owns the tables of one thread. */
export class TagExtractor {
  readonly #table = new TermTable();
  /** Row of each term of the file at hand, by the term's number; -1 for none. */
  #rowOf = new Int32Array(1024).fill(-1);
  /** The terms of the file at hand, by row. */
  #ids: number[] = [];
  #counts = new Uint16Array(1024 * columnCount);
  readonly #words = new WordCounter();

  extract(language: Language | null, path: string, text: string, extraction: Extraction): FileTags {
    this.#table.trim();
    this.#ids = [];
    this.#addPath(path);
    for (const definition of extraction.definitions) this.#addDefinition(definition);
    for (const item of extraction.imports) {
      this.#addWords(item.module, tagColumns.imports);
      for (const name of item.names) this.#addIdentifier(name.name, 1, tagColumns.imports);
    }
    for (const comment of extraction.comments) this.#addWords(comment.text, tagColumns.comments);
    const keywords = keywordsOf(language);
    this.#words.count(text, (word, count) => {
      const { offset, length } = word;
      if (keywords.hashes.has(word.hash) && keywords.words.has(text.slice(offset, offset + length))) return;
      this.#addTerms(this.#table.of(word), count, tagColumns.derived);
    });
    return this.#take();
  }

  #addPath(path: string): void {
    const slash = path.lastIndexOf('/');
    const name = path.slice(slash + 1);
    const dot = name.indexOf('.', 1);
    this.#addIdentifier(dot === -1 ? name : name.slice(0, dot), 1, tagColumns.filename);
    if (dot !== -1) this.#addWords(name.slice(dot + 1), tagColumns.filename);
    if (slash !== -1) for (const part of path.slice(0, slash).split('/')) this.#addIdentifier(part, 1, tagColumns.path);
  }

  #addDefinition(definition: Definition): void {
    const column = elementKinds.has(definition.kind) ? tagColumns.definitions : tagColumns.symbols;
    this.#addIdentifier(definition.name, 1, column);
    for (const decorator of definition.decorators) this.#addIdentifier(decorator, 1, tagColumns.decorators);
    if (definition.docstring !== null) this.#addWords(definition.docstring, tagColumns.docstrings);
  }

  #addWords(text: string, column: number): void {
    this.#words.count(text, (word, count) => this.#addTerms(this.#table.of(word), count, column));
  }

  #addIdentifier(identifier: string, count: number, column: number): void {
    const word = { text: identifier, offset: 0, length: identifier.length, hash: wordHash(identifier) };
    this.#addTerms(this.#table.of(word), count, column);
  }

  #addTerms(ids: Int32Array, count: number, column: number): void {
    for (const id of ids) {
      if (id >= this.#rowOf.length) this.#widenRows(id);
      let row = this.#rowOf[id]!;
      if (row === -1) row = this.#addRow(id);
      const cell = row * columnCount + column;
      this.#counts[cell] = Math.min(0xffff, this.#counts[cell]! + count);
    }
  }

  #addRow(id: number): number {
    const row = this.#ids.length;
    this.#ids.push(id);
    this.#rowOf[id] = row;
    if ((row + 1) * columnCount > this.#counts.length) {
      const wider = new Uint16Array(this.#counts.length * 2);
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

  /** The file's tags; the tables are clean for the next one after it. */
  #take(): FileTags {
    const { terms: all } = this.#table;
    const order = this.#ids.sort((a, b) => (all[a]! < all[b]! ? -1 : 1));
    const counts = new Uint8Array(order.length * columnCount);
    const fieldLengths = Array.from({ length: columnCount }, () => 0);
    const terms = order.map((id, i) => {
      const from = this.#rowOf[id]! * columnCount;
      for (let column = 0; column < columnCount; column++) {
        const count = Math.min(255, this.#counts[from + column]!);
        counts[i * columnCount + column] = count;
        fieldLengths[column]! += count;
      }
      return all[id]!;
    });
    for (const id of order) this.#rowOf[id] = -1;
    this.#counts.fill(0, 0, order.length * columnCount);
    return { terms, counts, fieldLengths };
  }
}

interface Keywords {
  words: ReadonlySet<string>;
  /** Their `wordHash`es: most words are told apart without a string. */
  hashes: ReadonlySet<number>;
}

const keywordSets = new Map<string, Keywords>();

function keywordsOf(language: Language | null): Keywords {
  const id = language?.id ?? '';
  let keywords = keywordSets.get(id);
  if (keywords === undefined) {
    const words = language?.keywords ?? [];
    keywords = { words: new Set(words), hashes: new Set(words.map(wordHash)) };
    keywordSets.set(id, keywords);
  }
  return keywords;
}
