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
 * Bytes of work for which one more worker is used: about a second for one. A further worker costs 0.2 to 0.3 s of CPU, nearly all of it before V8
 * has compiled its code, whatever the tree: with 8 workers instead of one hono took 1.8 s more, trpc 1.9 and playwright 1.4 (2026-11-28, two
 * cores, processes not pinned).
 */
const bytesOfWorker = 4 * 1024 * 1024;

/**
 * One worker for each 4 MB of work, and one core left to the thread that writes and to V8's threads: on two cores a second worker cost trpc and
 * hono 1.1 of the CPU for no less time.
 * @param cores that the process may use
 */
export function usefulWorkers(sum: BytesByParser, cores: number): number {
  return Math.max(1, Math.min(cores - 1, 1 + Math.floor(bytesOfWork(sum) / bytesOfWorker)));
}
