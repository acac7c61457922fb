/** A corpus as each stage of indexing gets it: the results of the previous stages for every file, in memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { options } from '../../src/config/options.ts';
import { createLanguageDetector } from '../../src/engine/indexing/language-detector.ts';
import { Extractor } from '../../src/extract/extract.ts';
import { FileAnalyser } from '../../src/indexer/analyse-file.ts';
import { emptyExtraction, type Extraction } from '../../src/model/extraction.ts';
import type { ChunkSpan } from '../../src/model/chunk.ts';
import { fileTraits, type SourceFile } from '../../src/model/file.ts';
import type { Language } from '../../src/languages/language.ts';
import { decodeText } from '../../src/source/read/decode-text.ts';
import type { WalkOptions } from '../../src/source/source.ts';
import { walk } from '../../src/source/walk/walk.ts';
import { unpackChunks } from '../../src/store/packed/packed-chunks.ts';
import type { FileWrite } from '../../src/store/store.ts';
import { assetUrl } from '../../src/util/assets.ts';
import type { StageCorpus } from '../lib/stage-corpora.ts';
import { StageParsers, type FileParsing } from './stage-parsers.ts';

/** The defaults of the product. */
export const walkOptions: WalkOptions = {
  maxFileSize: options['indexing.maxFileSize'].default,
  ignorePatterns: options['watching.ignorePatterns'].default,
  gitEnvironment: process.env,
};

/** An indexed file. */
export interface StageFile {
  source: SourceFile;
  bytes: Buffer;
  text: string;
  language: Language | null;
  /** If present, the file's bytes count as parsed. */
  parsing: FileParsing | null;
  /** Without references and file summaries, which only the index has. */
  extraction: Extraction;
  chunks: ChunkSpan[];
  /** Whether the words of its chunks are stored. */
  hasChunkWords: boolean;
  hasVectors: boolean;
  /** The row that is written. */
  write: FileWrite;
}

export interface StageFiles extends StageCorpus {
  /** The files that the walk lists, including those that are skipped later. */
  listed: readonly SourceFile[];
  files: readonly StageFile[];
  extractor: Extractor;
  analyser: () => FileAnalyser;
  close: () => void;
}

const withoutVectors = fileTraits.minified | fileTraits.generated | fileTraits.data;

export async function openStageFiles(corpus: StageCorpus): Promise<StageFiles> {
  const { root } = corpus;
  const languages = createLanguageDetector({ extensions: [], disabled: [] });
  const extractor = new Extractor((wasm) => assetUrl(`grammars/${wasm}`));
  const parsers = new StageParsers();
  // One for each pass, because it remembers words during a run.
  const analyser = (): FileAnalyser => new FileAnalyser(root, walkOptions, languages, extractor);
  const { files: listed } = await walk(root, walkOptions);
  const files: StageFile[] = [];
  const first = analyser();
  for (const source of listed) {
    const outcome = await first.analyse({ path: source.path, rawPath: source.rawPath, knownHash: null });
    if (outcome.kind !== 'indexed') continue;
    const { file: write } = outcome;
    const bytes = readFileSync(join(root, source.path));
    const { text } = decodeText(bytes) ?? { text: '' };
    const language = await languages.detect(source.path, text.slice(0, 4096));
    // Only the words of texts that are too long or minified are indexed.
    const isParsed = language !== null && !write.issues.some(({ code }) => code === 'tooLong');
    const {
      references: _,
      summary: __,
      ...kept
    } = isParsed ? await extractor.extract(language, source.path, text) : emptyExtraction();
    files.push({
      source,
      bytes,
      text,
      language,
      parsing: isParsed ? await parsers.open(language, source.path, text) : null,
      extraction: { ...kept, references: [], summary: null },
      chunks: unpackChunks(write.chunks),
      hasChunkWords: write.chunkWords.length > 0,
      hasVectors: (write.traits & withoutVectors) === 0,
      write,
    });
  }
  if (files.length === 0) throw new Error(`${root} has no files to index`);
  const close = (): void => {
    extractor.close();
    parsers.close();
  };
  return { ...corpus, listed, files, extractor, analyser, close };
}

export function bytesOf(files: readonly Pick<StageFile, 'bytes'>[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
