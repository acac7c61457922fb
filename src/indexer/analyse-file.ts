/**
 * Analyses one file, from disk to the row that the store writes: read, detect the language, classify, extract, count words. Runs in parse workers
 * and, for a few files, in the caller's thread.
 * Invariant: never rejects because of a file's content; a file that cannot be indexed is returned as `leftOut`.
 */
import { ChunkWordsReader } from '../extract/words/chunk-words.ts';
import { chunkText } from '../extract/chunks/chunks.ts';
import type { LanguageDetector } from '../extract/language-detector.ts';
import type { Extractor } from '../extract/extract.ts';
import { TagExtractor } from '../extract/words/tags.ts';
import { dropLargeThreadKernel, renewThreadKernel, threadKernel } from '../kernels/words.ts';
import type { ChunkSpan } from '../model/chunk.ts';
import { emptyExtraction, type Extraction } from '../model/extraction.ts';
import { fileTraits, hasTrait } from '../model/file.ts';
import type { OutsideMacros } from '../model/macros.ts';
import { classifyPath, classifyText } from '../source/walk/classify.ts';
import type { WalkOptions } from '../source/source.ts';
import { siteWidth } from '../model/file-summary.ts';
import { linkHeader } from '../model/link-header.ts';
import { packChunkWords } from '../store/packed/packed-chunk-words.ts';
import { packChunks } from '../store/packed/packed-chunks.ts';
import { packDefinitions } from '../store/packed/packed-definitions.ts';
import { encodeSummary, compressSummary, type EncodedSummary } from '../store/packed/packed-summary.ts';
import { packImports } from '../store/packed/packed-imports.ts';
import { packReferences } from '../store/packed/packed-references.ts';
import type { FileWrite } from '../store/store.ts';
import type { FileOutcome } from './file-outcome.ts';
import { indexedMacros } from './macro-digests.ts';
import { readFile, type AnalyseTask, type ReadFile } from './read-file.ts';

/** Of longer texts only the words are indexed: they are mostly generated, and their syntax trees would not fit the memory limit (UTF-16 units). */
const maxParsedLength = 4_000_000;

/**
 * Whether a parser has failed in this thread. Tree-sitter has one memory in each thread, which cannot be trusted after a trap. A worker then has to
 * end, and any other thread must leave parsing to workers.
 */
let hasParserFailed = false;

const noBytes = new Uint8Array(0);

/** A trap of a WebAssembly module, as where its memory cannot grow; a limit of V8, as for the length of a text or the size of a table. */
function isLimit(error: unknown): error is Error {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');
}

/** Owns the parsers and tables that one thread needs to analyse files. */
export class FileAnalyser {
  readonly #root: string;
  readonly #options: WalkOptions;
  readonly #languages: LanguageDetector;
  readonly #extractor: Extractor;

  constructor(root: string, options: WalkOptions, languages: LanguageDetector, extractor: Extractor) {
    this.#root = root;
    this.#options = options;
    this.#languages = languages;
    this.#extractor = extractor;
  }

  /** Whether this thread must not parse any more. */
  get failed(): boolean {
    return hasParserFailed;
  }

  async analyse(task: AnalyseTask): Promise<FileOutcome> {
    const read = await readFile(this.#root, task, this.#options);
    if (read.kind !== 'read') return read;
    try {
      return await this.#analyseText(read, task.outside ?? []);
    } catch (error) {
      if (!isLimit(error)) throw error;
      // The modules of this thread cannot be trusted any more.
      hasParserFailed = true;
      renewThreadKernel();
      const detail = `it is too much for this machine or this program: ${error.message}`.slice(0, 200);
      return { kind: 'leftOut', leftOut: { path: read.path, reason: 'failed', detail } };
    } finally {
      dropLargeThreadKernel();
    }
  }

  /** @param outside macros of other files that the file may call */
  async #analyseText(read: ReadFile, outside: readonly OutsideMacros[]): Promise<FileOutcome> {
    const { path, rawPath, size, mtimeMs, hash, readAtMs, encoding, text } = read;
    const language = await this.#languages.detect(path, text);
    let traits = traitsOf(path, text, language);
    const extraction = await this.#extract(path, text, { language, traits, outside });
    const { definitions } = extraction;
    if (definitions.some(({ exported }) => exported)) traits |= fileTraits.exports;
    const chunks = chunkText(text, extraction, language?.nature === 'prose');
    const encodedSummary = summaryOf(path, extraction);
    const file: FileWrite = {
      ...{ path, rawPath, size, mtimeMs, hash, verifiedAtMs: readAtMs, encoding },
      language: language?.id ?? 'text',
      // Chunks cover the whole file.
      lines: chunks.at(-1)?.endLine ?? 0,
      traits,
      definitions: packDefinitions(definitions),
      definitionCount: definitions.length,
      definitionNames: [...new Set(definitions.map(({ name }) => name))],
      imports: packImports(extraction.imports),
      importCount: extraction.imports.length,
      references: packReferences(encodedSummary === null ? extraction.references : []),
      referenceCount: countReferences(extraction),
      summary: encodedSummary === null ? noBytes : compressSummary(encodedSummary),
      chunks: packChunks(chunks),
      chunkCount: chunks.length,
      issues: extraction.issues,
      macros: extraction.macros === null ? null : indexedMacros(extraction.macros, outside),
      ...this.#countWords(read, extraction, { language, traits, chunks }),
    };
    return { kind: 'indexed', file, text, encodedSummary };
  }

  async #extract(
    path: string,
    text: string,
    { language, traits, outside }: FileDescription & { outside: readonly OutsideMacros[] },
  ): Promise<Extraction> {
    const extraction = emptyExtraction();
    if (text.length > maxParsedLength || hasTrait(traits, 'minified')) {
      if (language?.nature === 'code') {
        const message = hasTrait(traits, 'minified')
          ? 'minified: indexed by its words alone'
          : 'too long to parse: indexed by its words alone';
        extraction.issues.push({ code: 'tooLong', message, line: null });
      }
    } else if (language !== null) {
      try {
        const extracted = await this.#extractor.extract(language, path, text, outside);
        hasParserFailed ||= this.#extractor.isSpoiled;
        return extracted;
      } catch (error) {
        hasParserFailed = true;
        const message = `extraction failed: ${String(error)}`.slice(0, 300);
        extraction.issues.push({ code: 'internal', message, line: null });
      }
    }
    return extraction;
  }

  /** Counts the words of the file and of each of its chunks. */
  #countWords(
    { path, text }: Pick<FileWrite, 'path'> & { text: string },
    extraction: Extraction,
    { language, traits, chunks }: FileDescription & { chunks: readonly ChunkSpan[] },
  ): Pick<FileWrite, 'terms' | 'termCounts' | 'fieldLengths' | 'chunkWords'> {
    const kernel = threadKernel();
    const { terms, counts, fieldLengths } = new TagExtractor(kernel).extract(language, path, text, extraction);
    // Data, minified files and files of an unknown language rarely answer questions. So the words of their chunks are not stored, but read when a question
    // needs them.
    const mayAnswer = language !== null && (traits & (fileTraits.data | fileTraits.minified)) === 0;
    const chunkWords = mayAnswer
      ? packChunkWords(new ChunkWordsReader(kernel).read({ text, spans: chunks, definitions: extraction.definitions }))
      : noBytes;
    return { terms, termCounts: counts, fieldLengths, chunkWords };
  }

  close(): void {
    this.#extractor.close();
  }
}

/** Null if the language is not known. */
type FileLanguage = Awaited<ReturnType<LanguageDetector['detect']>>;

interface FileDescription {
  language: FileLanguage;
  /** Bits of `fileTraits`. */
  traits: number;
}

/** Bits of `fileTraits`, except `exports`, which depends on the definitions. */
function traitsOf(path: string, text: string, language: FileLanguage): number {
  let traits = classifyPath(path) | classifyText(path, text);
  if (language?.nature === 'prose') traits |= fileTraits.documentation;
  if (language?.nature === 'data') traits |= fileTraits.data;
  return traits;
}

function summaryOf(path: string, { summary, definitions }: Extraction): EncodedSummary | null {
  return summary === null ? null : encodeSummary({ header: linkHeader(path, summary), summary }, definitions);
}

/** If a file has a summary, its references are the reference sites in the summary. */
function countReferences({ references, summary }: Extraction): number {
  return summary !== null ? summary.sites.length / siteWidth : references.length;
}
