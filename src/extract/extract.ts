/**
 * One file's text to its definitions, imports, references and comments, by whichever parser its language names.
 * Invariant: never rejects for a file's content.
 */
import type { Language } from '../languages/language.ts';
import { emptyExtraction, type Extraction } from '../model/extraction.ts';
import { TreeSitterExtractor } from './tree-sitter.ts';

/** Owns the parsers of one thread. */
export class Extractor {
  readonly #treeSitter: TreeSitterExtractor;

  /** @param grammarUrl where a grammar's `.wasm` is */
  constructor(grammarUrl: (wasm: string) => URL) {
    this.#treeSitter = new TreeSitterExtractor(grammarUrl);
  }

  /** @param path relative path; only its extension matters (`.tsx`, `.d.ts`) */
  async extract(language: Language, path: string, text: string): Promise<Extraction> {
    void path;
    if (language.parser === 'text' || language.grammar === undefined) return emptyExtraction();
    return this.#treeSitter.extract(language, language.grammar, text);
  }

  close(): void {
    this.#treeSitter.close();
  }
}
