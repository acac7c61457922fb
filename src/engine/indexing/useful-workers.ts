/** How many parse workers a run is worth, by the bytes that it has to parse. */
import type { LanguageTable } from '../../extract/detect-language.ts';
import type { LanguageEntry } from '../../languages/language.ts';
import type { SourceFile } from '../../model/file.ts';

export interface BytesByParser extends Record<LanguageEntry['parser'], number> {
  /** Of `tree-sitter`, what a grammar reads. */
  grammar: number;
}

/** The bytes of files by which parser reads them. */
export function bytesByParser(
  files: readonly Pick<SourceFile, 'path' | 'size'>[],
  table: LanguageTable<LanguageEntry>,
): BytesByParser {
  const sum: BytesByParser = { ecmascript: 0, 'tree-sitter': 0, grammar: 0, text: 0 };
  for (const file of files) addFile(sum, file, table);
  return sum;
}

/** A function of its own: V8 compiles a long loop as it runs, once by each of its compilers. */
function addFile(
  sum: BytesByParser,
  { path, size }: Pick<SourceFile, 'path' | 'size'>,
  table: LanguageTable<LanguageEntry>,
): void {
  const language = table.candidates(path, '')[0];
  sum[language?.parser ?? 'text'] += size;
  if (language?.parser === 'tree-sitter' && !language.isPlain) sum.grammar += size;
}

/** Files without a parser take about so much of the work. */
const shareOfText = 0.25;

/** What a parser has to read, and what reading the rest is worth of it. */
export function bytesOfWork({ ecmascript, 'tree-sitter': treeSitter, text }: BytesByParser): number {
  return ecmascript + treeSitter + text * shareOfText;
}

/**
 * Bytes for a parser from which one more worker is used where all cores have something to do anyway. Each takes about a second of CPU before its
 * code is compiled: two instead of one cost django 1.16 and 1.10 of the CPU, with vectors and without, for 0.91 and 0.88 of the time (2026-11-25, two cores).
 */
const bytesOfWorker = 24 * 1024 * 1024;
/**
 * Share of this work in TypeScript and JavaScript from which one worker is used there whatever the size: V8's threads fill a core
 * beside it (playwright: two cost 1.16 and 1.06 of the CPU for 0.94 and 0.84 of the time; trpc 1.31 and 1.17 for the same time).
 */
const singleWorkerShare = 0.6;

/** Cores of which one worker, the thread that writes and V8's threads leave some idle. */
const manyCores = 4;
/** Bytes for a parser from which one more worker is used there: about two seconds of one. */
const bytesOnManyCores = 12 * 1024 * 1024;

/** @param cores that the process may use */
export function usefulWorkers(sum: BytesByParser, cores: number): number {
  const bytes = bytesOfWork(sum);
  if (cores >= manyCores) return 1 + Math.floor(bytes / bytesOnManyCores);
  return sum.ecmascript >= bytes * singleWorkerShare ? 1 : 1 + Math.floor(bytes / bytesOfWorker);
}
