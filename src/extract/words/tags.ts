/**
 * A file's tags: terms from nine kinds of text, each counted in its own column. These are the file's name, its path, definitions, imports,
 * decorators, symbols, docstrings, comments, and the text itself.
 * Invariant: the same file gives the same terms in the same order, whatever was extracted before it.
 */
import type { Language } from '../../languages/language.ts';
import type { Definition, DefinitionKind } from '../../model/definition.ts';
import type { Extraction } from '../../model/extraction.ts';
import { numberedTexts, type NumberedTexts } from '../../model/text-list.ts';
import { TextPieces, WordKernel } from '../../kernels/words.ts';

/** Columns of a row of counts, in the order of the store's `tagFields`. */
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

export interface FileTags {
  /** Distinct, in the order of first appearance. */
  terms: NumberedTexts;
  /** `terms.length * 9` counts (0 to 255), row by row. */
  counts: Uint8Array;
  /** Sum of each column. */
  fieldLengths: number[];
}

/** The kinds of definitions whose names count in the column `definitions`; the others count in `symbols`. */
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

const noKeywords: readonly string[] = [];

/** Extracts tags with a kernel: a WebAssembly module that splits texts into terms and counts them. */
export class TagExtractor {
  readonly #kernel: WordKernel;

  /** @param kernel may be shared: a `ChunkWordsReader` with the same kernel need not count the last file again */
  constructor(kernel = new WordKernel()) {
    this.#kernel = kernel;
  }

  extract(language: Language | null, path: string, text: string, extraction: Extraction): FileTags {
    const keywords = language?.keywords ?? noKeywords;
    const { ids, counts, sums } = this.#kernel.countFile(tagPieces(path, extraction), text, keywords);
    return { terms: numberedTexts(this.#kernel.terms, ids), counts, fieldLengths: sums };
  }
}

/** Everything that is counted for a file besides its text. */
function tagPieces(path: string, extraction: Extraction): TextPieces {
  const pieces = new TextPieces();
  addPath(pieces, path);
  for (const definition of extraction.definitions) addDefinition(pieces, definition);
  for (const item of extraction.imports) {
    pieces.addWords(item.module, tagColumns.imports);
    for (const name of item.names) pieces.addWhole(name.name, tagColumns.imports);
  }
  for (const comment of extraction.comments) pieces.addWords(comment.source ?? comment.text, tagColumns.comments);
  return pieces;
}

function addPath(pieces: TextPieces, path: string): void {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  const dot = name.indexOf('.', 1);
  pieces.addWhole(dot === -1 ? name : name.slice(0, dot), tagColumns.filename);
  if (dot !== -1) pieces.addWords(name.slice(dot + 1), tagColumns.filename);
  addFolders(pieces, path.slice(0, Math.max(0, slash)));
}

function addFolders(pieces: TextPieces, path: string): void {
  if (path !== '') for (const folder of path.split('/')) pieces.addWhole(folder, tagColumns.path);
}

/** What folders above a file add to its path, for each of some paths of folders: how often each term occurs, and all together. */
export function folderTerms(paths: readonly string[]): { counts: ReadonlyMap<string, number>; length: number }[] {
  const kernel = new WordKernel();
  return paths.map((path) => {
    const pieces = new TextPieces();
    addFolders(pieces, path);
    const { ids, counts, sums } = kernel.countFile(pieces, '', noKeywords);
    const width = sums.length;
    const entries = [...ids].map((id, at): [string, number] => [
      kernel.terms[id]!,
      counts[at * width + tagColumns.path]!,
    ]);
    return { counts: new Map(entries), length: sums[tagColumns.path]! };
  });
}

function addDefinition(pieces: TextPieces, definition: Definition): void {
  pieces.addWhole(definition.name, elementKinds.has(definition.kind) ? tagColumns.definitions : tagColumns.symbols);
  for (const decorator of definition.decorators) pieces.addWhole(decorator, tagColumns.decorators);
  if (definition.docstring !== null) pieces.addWords(definition.docstring, tagColumns.docstrings);
}
