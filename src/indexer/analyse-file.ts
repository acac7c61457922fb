/**
 * One file from disk to the row the store writes: read, detect, classify, extract, tag. Runs in parse workers and, for a few files, in
 * the caller's thread.
 * Invariant: never rejects for a file's content; a file that cannot be indexed comes back as `leftOut`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { chunkText } from '../extract/chunks.ts';
import type { LanguageDetector } from '../extract/detect-language.ts';
import type { Extractor } from '../extract/extract.ts';
import { ChunkWordsReader } from '../extract/chunk-words.ts';
import { TagExtractor } from '../extract/tags.ts';
import { threadKernel } from '../extract/word-kernel.ts';
import { emptyExtraction, type Extraction } from '../model/extraction.ts';
import { fileTraits, hasTrait, type LeftOut, type SourceFile } from '../model/file.ts';
import { classifyPath, classifyText } from '../source/classify.ts';
import { isPassing, readSource } from '../source/read-source.ts';
import type { SourceContent, WalkOptions } from '../source/source.ts';
import { siteWidth } from '../model/link-facts.ts';
import { linkHeader } from '../model/link-header.ts';
import { packChunkWords } from '../store/packed-chunk-words.ts';
import { packChunks } from '../store/packed-chunks.ts';
import { packDefinitions } from '../store/packed-definitions.ts';
import { packFacts } from '../store/packed-facts.ts';
import { packImports } from '../store/packed-imports.ts';
import { packReferences } from '../store/packed-references.ts';
import type { FileWrite } from '../store/store.ts';

/** Longer texts are indexed by their words alone: no hand wrote them, and their trees would not fit the memory bound (UTF-16 units). */
const maxParsedLength = 4_000_000;

/** What passes is waited for, longer each time (ms). */
const firstPauseMs = 10;
const lastPauseMs = 160;

const noWords = new Uint8Array(0);

export type FileOutcome =
  /** `text`: what was analysed, where it is at hand; null from a thread that was not asked for it. */
  | { kind: 'indexed'; file: FileWrite; text: string | null }
  | { kind: 'touched'; path: string; size: number; mtimeMs: number; verifiedAtMs: number }
  | { kind: 'leftOut'; leftOut: LeftOut };

export interface AnalyseTask extends Pick<SourceFile, 'path' | 'rawPath'> {
  /** The hash in the index; equal content is not parsed again. Null: parse in any case. */
  knownHash: string | null;
  /** What is analysed instead of what is on disk: an earlier content of the file. */
  text?: string;
}

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
  readonly #tags: TagExtractor;
  readonly #chunkWords: ChunkWordsReader;

  constructor(root: string, options: WalkOptions, languages: LanguageDetector, extractor: Extractor) {
    this.#root = root;
    this.#options = options;
    this.#languages = languages;
    this.#extractor = extractor;
    const words = threadKernel();
    this.#tags = new TagExtractor(words);
    this.#chunkWords = new ChunkWordsReader(words);
  }

  /** Whether this thread may parse no more. */
  get failed(): boolean {
    return parserFailed;
  }

  async analyse(task: AnalyseTask): Promise<FileOutcome> {
    const content = await this.#read(task);
    if (content.text === null) {
      const leftOut = content.leftOut ?? { path: task.path, reason: 'unreadable', detail: null };
      // Within two seconds of its change a file may change again without its time changing: such a look is not remembered.
      const settled = content.hash !== '' && content.readAtMs - content.mtimeMs > 2000;
      return {
        kind: 'leftOut',
        leftOut: settled ? { ...leftOut, seen: { size: content.size, mtimeMs: content.mtimeMs } } : leftOut,
      };
    }
    if (content.hash === task.knownHash) {
      return {
        kind: 'touched',
        path: task.path,
        size: content.size,
        mtimeMs: content.mtimeMs,
        verifiedAtMs: content.readAtMs,
      };
    }
    return this.#index(task, content, content.text);
  }

  async #read(task: AnalyseTask): Promise<SourceContent> {
    if (task.text !== undefined) return givenContent(task.text);
    for (let pause = firstPauseMs; ; pause *= 4) {
      const content = readSource(this.#root, task, this.#options);
      if (pause > lastPauseMs || content.leftOut === null || !isPassing(content.leftOut)) return content;
      await sleep(pause);
    }
  }

  async #index(task: AnalyseTask, content: SourceContent, text: string): Promise<FileOutcome> {
    const language = await this.#languages.detect(task.path, text);
    let traits = classifyPath(task.path) | classifyText(task.path, text);
    if (language?.nature === 'prose') traits |= fileTraits.documentation;
    if (language?.nature === 'data') traits |= fileTraits.data;
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
        extraction = await this.#extractor.extract(language, task.path, text);
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
    const tags = this.#tags.extract(language, task.path, text, extraction);
    const { definitions } = extraction;
    // Text that answers rarely is read when a question comes to it.
    const answers = language !== null && (traits & (fileTraits.data | fileTraits.minified)) === 0;
    const chunkWords = answers ? packChunkWords(this.#chunkWords.read({ text, spans: chunks, definitions })) : noWords;
    const facts = packedFacts(task.path, extraction);
    const file: FileWrite = {
      path: task.path,
      rawPath: task.rawPath,
      size: content.size,
      mtimeMs: content.mtimeMs,
      hash: content.hash,
      verifiedAtMs: content.readAtMs,
      language: language?.id ?? 'text',
      encoding: content.encoding ?? 'utf-8',
      // Chunks tile the file.
      lines: chunks.at(-1)?.endLine ?? 0,
      traits,
      definitions: packDefinitions(definitions),
      definitionCount: definitions.length,
      definitionNames: [...new Set(definitions.map(({ name }) => name))],
      imports: packImports(extraction.imports),
      importCount: extraction.imports.length,
      references: packReferences(facts.length > 0 ? [] : extraction.references),
      referenceCount: countReferences(extraction),
      facts,
      chunks: packChunks(chunks),
      chunkCount: chunks.length,
      chunkWords,
      issues: extraction.issues,
      terms: tags.terms,
      termCounts: tags.counts,
      fieldLengths: tags.fieldLengths,
    };
    return { kind: 'indexed', file, text };
  }

  close(): void {
    this.#extractor.close();
  }
}

function givenContent(text: string): SourceContent {
  const never = { mtimeMs: 0, readAtMs: 0, hash: '' };
  return { size: text.length, ...never, text, encoding: 'utf-8', leftOut: null };
}

function packedFacts(path: string, { facts, definitions }: Extraction): Uint8Array {
  if (facts === null) return new Uint8Array(0);
  return packFacts({ header: linkHeader(path, facts), facts }, definitions);
}

/** A file with facts has its references in them. */
function countReferences({ references, facts }: Extraction): number {
  return facts !== null ? facts.sites.length / siteWidth : references.length;
}
