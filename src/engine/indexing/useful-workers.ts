/** Computes how many parse workers are worth starting for a run, by the bytes to parse. */
import type { LanguageTable } from '../../extract/detect-language.ts';
import type { LanguageEntry } from '../../languages/language.ts';
import type { SourceFile } from '../../model/file.ts';

export interface BytesByParser extends Record<LanguageEntry['parser'], number> {
  /** Those bytes of `tree-sitter` that a grammar parses, and not an own parser. */
  grammar: number;
}

/** Sums the bytes of files by the parser that reads them. */
export function bytesByParser(
  files: readonly Pick<SourceFile, 'path' | 'size'>[],
  table: LanguageTable<LanguageEntry>,
): BytesByParser {
  const sum: BytesByParser = { ecmascript: 0, 'tree-sitter': 0, grammar: 0, text: 0 };
  for (const file of files) addFile(sum, file, table);
  return sum;
}

/** A separate function, because V8 would compile one long loop in the middle of its run, with each of its compilers in turn. */
function addFile(
  sum: BytesByParser,
  { path, size }: Pick<SourceFile, 'path' | 'size'>,
  table: LanguageTable<LanguageEntry>,
): void {
  const language = table.candidates(path, '')[0];
  sum[language?.parser ?? 'text'] += size;
  if (language?.parser === 'tree-sitter' && !language.isPlain) sum.grammar += size;
}

/** Cost per byte of a file without a parser, relative to a parsed one. */
const shareOfText = 0.25;

/** The bytes to parse, plus the weighted bytes of files without a parser. */
export function bytesOfWork({ ecmascript, 'tree-sitter': treeSitter, text }: BytesByParser): number {
  return ecmascript + treeSitter + text * shareOfText;
}

/**
 * Bytes of work for each worker, which take it about a second. Each further worker costs 0.2 to 0.3 s of CPU in any project, nearly all of it until
 * V8 has compiled the worker's code. With 8 workers instead of one hono took 1.8 s more, trpc 1.9 and playwright 1.4 (2026-11-28, two cores, processes not
 * pinned).
 */
const bytesOfWorker = 4 * 1024 * 1024;

/**
 * One worker for each 4 MB of work. One core is left to the writing thread and V8's threads: on two cores a second worker cost trpc and hono 1.1
 * times the CPU and saved no time.
 * @param cores cores that the process may use
 */
export function usefulWorkers(sum: BytesByParser, cores: number): number {
  return Math.max(1, Math.min(cores - 1, 1 + Math.floor(bytesOfWork(sum) / bytesOfWorker)));
}
