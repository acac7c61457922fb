/**
 * One file from disk to the row the store writes: read, detect, classify, extract, tag. Runs in parse workers and, for a few files, in
 * the caller's thread.
 * Invariant: never rejects for a file's content; a file that cannot be indexed comes back as `leftOut`.
 */
import { nameChunks } from '../extract/words/chunk-words.ts';
import { chunkText } from '../extract/chunks/chunks.ts';
import type { LanguageDetector } from '../extract/language-detector.ts';
import type { Extractor } from '../extract/extract.ts';
import { keywordsOf, tagPieces } from '../extract/words/tags.ts';
import { threadKernel } from '../kernels/words.ts';
import { emptyExtraction, type Extraction } from '../model/extraction.ts';
import { fileTraits, hasTrait } from '../model/file.ts';
import type { WalkOptions } from '../source/source.ts';
import { siteWidth } from '../model/link-facts.ts';
import { linkHeader } from '../model/link-header.ts';
import { packChunks } from '../store/packed/packed-chunks.ts';
import { packDefinitions } from '../store/packed/packed-definitions.ts';
import { encodeFacts, type OpenFacts } from '../store/packed/packed-facts.ts';
import { packImports } from '../store/packed/packed-imports.ts';
import { packReferences } from '../store/packed/packed-references.ts';
import { indexedFile, type ExtractedFields, type ExtractedFile, type FileOutcome } from './file-outcome.ts';
import { WordCounter } from './file-words.ts';
import { describeFile, type DescribedText } from './describe-file.ts';
import { readFile, type AnalyseTask } from './read-file.ts';

/** Longer texts are indexed by their words alone: no hand wrote them, and their trees would not fit the memory bound (UTF-16 units). */
const maxParsedLength = 4_000_000;

/**
 * Set when a parser failed in this thread: tree-sitter's memory is one for the thread and cannot be trusted after a trap, so that a
 * worker has to end and any other thread must leave parsing to workers.
 */
let parserFailed = false;

/** Owns what one thread needs to analyse files. */
export class FileAnalyser {
  readonly #root: string;
  readonly #options: WalkOptions;
  readonly #languages: LanguageDetector;
  readonly #extractor: Extractor;
  readonly #words = new WordCounter(threadKernel());

  constructor(root: string, options: WalkOptions, languages: LanguageDetector, extractor: Extractor) {
    this.#root = root;
    this.#options = options;
    this.#languages = languages;
    this.#extractor = extractor;
  }

  /** Whether this thread may parse no more. */
  get failed(): boolean {
    return parserFailed;
  }

  async analyse(task: AnalyseTask): Promise<FileOutcome> {
    const read = await readFile(this.#root, task, this.#options);
    if (read.kind !== 'read') return read;
    const { file, words } = await this.extract({ ...read, ...(await describeFile(read, this.#languages)) });
    return indexedFile(read, file, this.#words.count(read.text, words));
  }

  async extract({ path, text, language: id, traits: described }: DescribedText): Promise<ExtractedFile> {
    const language = id === null ? null : await this.#languages.load(id);
    let traits = described;
    let extraction: Extraction = emptyExtraction();
    if (text.length > maxParsedLength || hasTrait(traits, 'minified')) {
      if (language?.nature === 'code') {
        const message = hasTrait(traits, 'minified')
          ? 'minified: indexed by its words alone'
          : 'too long to parse: indexed by its words alone';
        extraction.issues.push({ code: 'tooLong', message, line: null });
      }
    } else if (language !== null) {
      try {
        extraction = await this.#extractor.extract(language, path, text);
      } catch (error) {
        parserFailed = true;
        extraction.issues.push({
          code: 'internal',
          message: `extraction failed: ${String(error)}`.slice(0, 300),
          line: null,
        });
      }
    }
    if (extraction.definitions.some((definition) => definition.exported)) traits |= fileTraits.exports;
    const chunks = chunkText(text, extraction, language?.nature === 'prose');
    const { definitions } = extraction;
    // Text that answers rarely is read when a question comes to it.
    const answers = language !== null && (traits & (fileTraits.data | fileTraits.minified)) === 0;
    const facts = openFacts(path, extraction);
    const file: ExtractedFields = {
      language: language?.id ?? 'text',
      // Chunks tile the file.
      lines: chunks.at(-1)?.endLine ?? 0,
      traits,
      definitions: packDefinitions(definitions),
      definitionCount: definitions.length,
      definitionNames: [...new Set(definitions.map(({ name }) => name))],
      imports: packImports(extraction.imports),
      importCount: extraction.imports.length,
      references: packReferences(facts === null ? extraction.references : []),
      referenceCount: countReferences(extraction),
      facts,
      chunks: packChunks(chunks),
      chunkCount: chunks.length,
      issues: extraction.issues,
    };
    const pieces = tagPieces(path, extraction);
    const words = { pieces, keywords: keywordsOf(language), chunks: answers ? nameChunks(chunks, definitions) : null };
    return { kind: 'extracted', file, words };
  }

  close(): void {
    this.#extractor.close();
  }
}

function openFacts(path: string, { facts, definitions }: Extraction): OpenFacts | null {
  return facts === null ? null : encodeFacts({ header: linkHeader(path, facts), facts }, definitions);
}

/** A file with facts has its references in them. */
function countReferences({ references, facts }: Extraction): number {
  return facts !== null ? facts.sites.length / siteWidth : references.length;
}
