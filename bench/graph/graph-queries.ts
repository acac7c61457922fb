/**
 * `npm run bench -- graph-queries DIR [--samples N] [--write]`: how long questions about the code graph take on the
 * index of a tree, which is made first where there is none. Every run asks about the same symbols: a seeded random
 * choice among all functions, methods and classes, and separately the most used ones, which are the worst cases.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { unpackLinks } from '../../src/store/packed/packed-links.ts';
import { openStore } from '../../src/store/registry.ts';
import { qualifiedName, symbolKey } from '../../src/model/link.ts';
import { recordResults } from '../lib/results.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { samples: { type: 'string', default: '300' }, write: { type: 'boolean' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('name the tree: npm run bench -- graph-queries DIR');
const root = resolve(folder);
const samples = Number(values.samples);
const warmUp = 100;
/** The slowest of the questions that are asked before the measurement (ms). */
let slowestFirst = 0;

const { config } = loadConfig({ root });
const engine = await openEngine({ root, config, indexing: 'inline' });
const database = join(root, '.code-scout', 'database.db');
if (!existsSync(database)) await engine.index();

/** A symbol, and the number of links to it. */
interface Counted {
  id: string;
  uses: number;
}

async function countSymbols(): Promise<{
  symbols: Counted[];
  links: number;
  unresolvedSites: number;
  references: number;
}> {
  const store = await openStore({ file: database });
  try {
    const places = await store.linkPlaces();
    const symbols: Counted[] = [];
    let links = 0;
    for (const { id, path, fileId } of places) {
      const uses = new Map<number, number>();
      for (const { data } of await store.linksInto([id])) {
        for (const { target } of unpackLinks(data)) {
          links++;
          uses.set(target, (uses.get(target) ?? 0) + 1);
        }
      }
      const seen = new Set<string>();
      for (const definition of (await store.definitions([fileId])).get(fileId) ?? []) {
        if (!['function', 'method', 'class', 'interface'].includes(definition.kind)) continue;
        const qualified = qualifiedName(definition);
        if (seen.has(qualified)) continue;
        seen.add(qualified);
        symbols.push({ id: `${path}#${qualified}`, uses: uses.get(symbolKey(qualified)) ?? 0 });
      }
    }
    const { references } = await store.statistics();
    return { symbols, links, unresolvedSites: 0, references };
  } finally {
    await store.close();
  }
}

/** A pseudo-random sequence that is the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function percentile(sorted: readonly number[], share: number): string {
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return (sorted[at] ?? 0).toFixed(1);
}

const { symbols, links, references } = await countSymbols();
const random = seeded(20_261_122);
const chosen = Array.from({ length: samples }, () => symbols[Math.floor(random() * symbols.length)]!);
/** Symbols that are asked about before the measurement, because the first questions of a process warm it up. */
const others = Array.from({ length: warmUp }, () => symbols[Math.floor(random() * symbols.length)]!);
const used = symbols.toSorted((a, b) => b.uses - a.uses).slice(0, Math.ceil(samples / 10));

const questions: [name: string, ask: (symbol: string) => Promise<unknown>][] = [
  ['get_callers', (symbol) => engine.graph.callers({ symbol, maxDepth: 1 })],
  ['get_callees', (symbol) => engine.graph.callees({ symbol, maxDepth: 1 })],
  ['get_impact, depth 5', (symbol) => engine.graph.impact({ symbol, maxDepth: 5 })],
  ['get_neighbors', (symbol) => engine.graph.neighbours({ symbol, maxDepth: 1, direction: 'both' })],
  ['explain_usage', (symbol) => engine.graph.usage({ symbol, limit: 20 })],
];

async function times(ask: (symbol: string) => Promise<unknown>, list: readonly Counted[]): Promise<number[]> {
  const taken: number[] = [];
  for (const { id } of list) {
    const start = performance.now();
    await ask(id);
    taken.push(performance.now() - start);
  }
  return taken.sort((a, b) => a - b);
}

const rows: string[] = [];
for (const [name, ask] of questions) {
  const [first = 0] = (await times(ask, others)).toReversed();
  slowestFirst = Math.max(slowestFirst, first);
  for (const [which, list] of [
    ['any symbol', chosen],
    ['the most used', used],
  ] as const) {
    const taken = await times(ask, list);
    rows.push(
      `| ${name} | ${which} | ${list.length} | ${percentile(taken, 0.5)} | ${percentile(taken, 0.95)} | ${percentile(taken, 1)} |`,
    );
  }
}
await engine.close();

const body = [
  `${symbols.length} symbols, ${references} references, ${links} links; ms of wall time, each question asked once, after ${warmUp} others of its kind (the slowest of these took ${slowestFirst.toFixed(0)} ms: the first opens the index), including freshness checks of the files in the answer.`,
  '',
  '| question | asked for | asked | p50 | p95 | most |',
  '|---|---|---|---|---|---|',
  ...rows,
];
console.log(body.join('\n'));
if (values.write === true)
  recordResults('graph-queries', 'Questions about the code graph', 'npm run bench -- graph-queries DIR --write', body);
