/** What the graph says of a change: circles of imports that it made, symbols that it left without a use, definitions that no test reaches. */
import type { CycleStep, SymbolNode } from '../../../model/graph.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { answerUnused } from '../unused/unused.ts';
import { newCircles, type EarlierFile } from './new-circles.ts';
import { reachedByTests, type AskedDefinition } from './untested.ts';

export interface GraphReviewRequest {
  /** The commit with the earlier state, which identifies the request. */
  from: string;
  /** Changed files by their present path. */
  changed: ReadonlyMap<string, EarlierFile>;
  /** Definitions that a test should reach. */
  asked: readonly AskedDefinition[];
  /** Names that changed files mention less often than before. */
  fewer: readonly string[];
}

export interface GraphReview {
  circles: CycleStep[][];
  /** By path, then by line. */
  unused: SymbolNode[];
  /** For each of `asked`. */
  reached: ('yes' | 'no' | 'unknown')[];
}

/** The most symbols without a use that are returned. */
const maxUnused = 200;

/** @param readText returns the text of a file of the project; null when it cannot be read */
export async function answerReview(
  index: LinkIndex,
  { changed, asked, fewer }: GraphReviewRequest,
  readText: (path: string) => string | null,
): Promise<GraphReview> {
  const circles = await newCircles(index, changed);
  const unused: SymbolNode[] = [];
  if (fewer.length > 0)
    for (const exported of [true, false]) {
      const found = await answerUnused(index, { exported, names: fewer, limit: maxUnused }, readText);
      unused.push(...found.symbols);
    }
  unused.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
  return { circles, unused, reached: await reachedByTests(index, asked) };
}
