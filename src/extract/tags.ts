/**
 * A file's tags: the terms of 002's nine sources, counted by field.
 * Invariant: the same file gives the same terms in the same order, whatever was extracted before it.
 */
import type { Language } from '../languages/language.ts';
import type { Definition, DefinitionKind } from '../model/definition.ts';
import type { Extraction } from '../model/extraction.ts';
import { identifierTerms, WordCounter } from '../util/words.ts';

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

/** Owns the tables of one thread. */
export class TagExtractor {
  readonly #rows = new Map<string, number>();
  #counts = new Uint16Array(1024 * columnCount);
  readonly #words = new WordCounter();

  extract(language: Language | null, path: string, text: string, extraction: Extraction): FileTags {
    this.#rows.clear();
    this.#counts.fill(0);
    this.#addPath(path);
    for (const definition of extraction.definitions) this.#addDefinition(definition);
    for (const item of extraction.imports) {
      this.#addWords(item.module, tagColumns.imports);
      for (const name of item.names) this.#addIdentifier(name.name, 1, tagColumns.imports);
    }
    for (const comment of extraction.comments) this.#addWords(comment.text, tagColumns.comments);
    const keywords = keywordSet(language);
    this.#words.count(text, (word, count) => {
      if (!keywords.has(word)) this.#addIdentifier(word, count, tagColumns.derived);
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
    this.#words.count(text, (word, count) => this.#addIdentifier(word, count, column));
  }

  #addIdentifier(identifier: string, count: number, column: number): void {
    const { parts, whole } = identifierTerms(identifier);
    for (const part of parts) this.#add(part, count, column);
    if (whole !== null) this.#add(whole, count, column);
  }

  #add(term: string, count: number, column: number): void {
    let row = this.#rows.get(term);
    if (row === undefined) {
      row = this.#rows.size;
      this.#rows.set(term, row);
      if ((row + 1) * columnCount > this.#counts.length) {
        const wider = new Uint16Array(this.#counts.length * 2);
        wider.set(this.#counts);
        this.#counts = wider;
      }
    }
    const cell = row * columnCount + column;
    this.#counts[cell] = Math.min(0xffff, this.#counts[cell]! + count);
  }

  #take(): FileTags {
    const terms = [...this.#rows.keys()].sort();
    const counts = new Uint8Array(terms.length * columnCount);
    const fieldLengths = Array.from({ length: columnCount }, () => 0);
    terms.forEach((term, i) => {
      const from = this.#rows.get(term)! * columnCount;
      for (let column = 0; column < columnCount; column++) {
        const count = Math.min(255, this.#counts[from + column]!);
        counts[i * columnCount + column] = count;
        fieldLengths[column]! += count;
      }
    });
    return { terms, counts, fieldLengths };
  }
}

const keywordSets = new Map<string, ReadonlySet<string>>();

function keywordSet(language: Language | null): ReadonlySet<string> {
  const id = language?.id ?? '';
  let set = keywordSets.get(id);
  if (set === undefined) {
    set = new Set(language?.keywords ?? []);
    keywordSets.set(id, set);
  }
  return set;
}
