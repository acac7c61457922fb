/**
 * The costs of questions to a number of repositories, in a process of their own: `union-growth.ts QUESTIONS vectors|words ROOT…` prints them as JSON.
 * CPU is user and system time of the whole process, in ms.
 */
import { openUnion, type UnionEngine } from '../../src/engine/engine.ts';
import { median, percentile } from '../lib/measure.ts';
import { isCopy } from './copied-repositories.ts';
import { namesOf, openMany, wordQuestions, wordsOf } from './union-engines.ts';

export interface Spread {
  median: number;
  p95: number;
}

export interface GrowthFigures {
  repositories: number;
  files: number;
  lines: number;
  /** The first question: opens all indexes. */
  firstMs: number;
  residentMb: number;
  /** By kind of question. */
  costs: Record<string, Spread>;
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function costOf(ask: () => Promise<unknown>): Promise<number> {
  const before = cpuMs();
  await ask();
  return cpuMs() - before;
}

async function spreadOf<T>(items: readonly T[], ask: (item: T) => Promise<unknown>): Promise<Spread> {
  const costs: number[] = [];
  for (const item of items) costs.push(await costOf(() => ask(item)));
  return { median: median(costs), p95: percentile(costs, 0.95) };
}

const symbolIn = async (union: UnionEngine, name: string): Promise<string | null> =>
  (await union.graph.search({ pattern: name, offset: 0, limit: 1 })).symbols[0]?.id ?? null;

const [asked, kind, ...roots] = process.argv.slice(2);
const distinct = roots.filter((root) => !isCopy(root)).length;
const engines = await openMany(roots, { embeddings: kind === 'vectors' });
const union = await openUnion(engines);
const firstMs = await costOf(() => union.searchRepo({ query: 'first question of all', limit: 10 }));
const names = await namesOf(engines.slice(0, distinct), 6 * Number(asked));
const { fresh, again } = wordQuestions(wordsOf(names), Number(asked));
const some = names.slice(0, Number(asked));
const costs: GrowthFigures['costs'] = {};
costs['search_repo, new words'] = await spreadOf(fresh, (query) => union.searchRepo({ query, limit: 10 }));
costs['search_repo, known words'] = await spreadOf(again, (query) => union.searchRepo({ query, limit: 10 }));
costs['tags, new words'] = await spreadOf(fresh, (query) => union.searchTags({ tags: query.split(' '), limit: 10 }));
costs['tags, known words'] = await spreadOf(again, (query) => union.searchTags({ tags: query.split(' '), limit: 10 }));
// Loads what the questions about the graph need: the links, all names, and the code that answers.
await union.graph.search({ pattern: `${some[0]!}Unknown`, offset: 0, limit: 1 });
costs['find_symbol'] = await spreadOf(some, (pattern) => union.graph.search({ pattern, offset: 0, limit: 20 }));
const symbols = (await Promise.all(some.map((name) => symbolIn(union, name)))).filter((id) => id !== null);
await Promise.allSettled(symbols.slice(0, 2).map((symbol) => union.graph.callers({ symbol, maxDepth: 1 })));
costs['callers'] = await spreadOf(symbols, (symbol) => union.graph.callers({ symbol, maxDepth: 1 }));
costs['search_code'] = await spreadOf(some.slice(0, 20), (query) => union.text.search({ query, limit: 20 }));
const { filesIndexed } = await union.status();
const lines: number[] = [];
for (const { engine } of engines.slice(0, distinct)) {
  const { files } = await engine.listFiles({ limit: 1_000_000 });
  lines.push(files.reduce((sum, one) => sum + one.lines, 0));
}
const figures: GrowthFigures = {
  repositories: engines.length,
  files: filesIndexed,
  lines: engines.reduce((sum, _, at) => sum + lines[at % lines.length]!, 0),
  firstMs,
  residentMb: Math.round(process.memoryUsage().rss / 2 ** 20),
  costs,
};
console.log(JSON.stringify(figures));
await union.close();
for (const { engine } of engines) await engine.close();
