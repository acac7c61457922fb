/**
 * `npm run bench -- both-directions DIR… [--count 200] [--seed 1] [--show 10] [--write]`: whether callers and callees agree. For random symbols of a
 * tree, every place at which the answer of `get_callees` says that the symbol calls another must be in the answer of `get_callers` for that other
 * symbol, and every place in `get_callers` in the `get_callees` of the caller. Callees count the calls in definitions inside of the symbol, which callers
 * list under these definitions; so a place is compared, not the definition that contains it. Of a construction, callees have the constructor, where there
 * is one, and callers have it and the class.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine, type Engine } from '../../src/engine/engine.ts';
import type { CallsAnswer } from '../../src/model/graph.ts';
import { seededRandom } from '../../test/faults/random.ts';
import { recordResults } from '../lib/results.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '10' },
    write: { type: 'boolean' },
  },
});
if (positionals.length === 0) throw new Error('name trees: npm run bench -- both-directions DIR DIR DIR');

const kinds: ReadonlySet<string> = new Set(['function', 'method', 'class', 'component']);
/** A symbol with more callers is left out as a callee: its answer would be cut. */
const maxReached = 2000;

type Direction = 'callers' | 'callees';

/** Asks each question once. */
class Answers {
  readonly #engine: Engine;
  readonly #known = new Map<string, CallsAnswer>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async of(direction: Direction, symbol: string): Promise<CallsAnswer> {
    const key = `${direction} ${symbol}`;
    let answer = this.#known.get(key);
    if (answer === undefined)
      this.#known.set(key, (answer = await this.#engine.graph[direction]({ symbol, maxDepth: 1 })));
    return answer;
  }
}

async function sampleOf(engine: Engine): Promise<string[]> {
  const { total } = await engine.graph.search({ pattern: '*', offset: 0, limit: 1 });
  const { symbols } = await engine.graph.search({ pattern: '*', offset: 0, limit: total });
  const candidates = symbols.filter(({ kind }) => kinds.has(kind)).map(({ id }) => id);
  const random = seededRandom(Number(values.seed));
  const chosen: string[] = [];
  while (candidates.length > 0 && chosen.length < Number(values.count))
    chosen.push(...candidates.splice(random(candidates.length), 1));
  return chosen;
}

/** The places of the edges to a symbol, or to a member of it: its constructor. Each is a path with line and column. */
function placesTo({ reached }: CallsAnswer, to: string): Set<string> {
  const edges = reached.flatMap((one) => one.edges).filter(({ to: { id } }) => id === to || id.startsWith(`${to}.`));
  return new Set(edges.flatMap(({ from, sites }) => sites.map(({ line, column }) => `${from.path}:${line}:${column}`)));
}

interface Disagreement {
  direction: Direction;
  text: string;
}

interface Compared {
  places: number;
  wrong: Disagreement[];
}

/** Compares the answer about a symbol in one direction with the answers about what it leads to, in the other. */
async function compare(answers: Answers, symbol: string, direction: Direction): Promise<Compared> {
  const compared: Compared = { places: 0, wrong: [] };
  const answer = await answers.of(direction, symbol);
  const other: Direction = direction === 'callers' ? 'callees' : 'callers';
  for (const { node, edges } of answer.reached) {
    if (node.kind === 'file') continue;
    const back = await answers.of(other, node.id);
    if (back.reached.length >= maxReached) continue;
    for (const { from, to, sites } of edges) {
      const known = placesTo(back, to.id);
      for (const { line, column } of sites) {
        compared.places++;
        const place = `${from.path}:${line}:${column}`;
        if (!known.has(place)) compared.wrong.push({ direction, text: `${from.id} -> ${to.id} at ${place}` });
      }
    }
  }
  return compared;
}

async function compareTree(root: string, database: string): Promise<{ symbols: number } & Compared> {
  const { config } = loadConfig({ root, flags: { 'database.path': database }, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  try {
    await engine.index();
    const sample = await sampleOf(engine);
    const answers = new Answers(engine);
    const all = { symbols: sample.length, places: 0, wrong: [] as Disagreement[] };
    for (const symbol of sample)
      for (const direction of ['callees', 'callers'] as const) {
        const { places, wrong } = await compare(answers, symbol, direction);
        all.places += places;
        all.wrong.push(...wrong);
      }
    return all;
  } finally {
    await engine.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'code-scout-directions-'));
const rows: string[] = [];
try {
  for (const [at, tree] of positionals.entries()) {
    const { symbols, places, wrong } = await compareTree(resolve(tree), join(folder, `${at}.db`));
    const only = (direction: Direction): number => wrong.filter((one) => one.direction === direction).length;
    rows.push(`| ${[basename(resolve(tree)), symbols, places, only('callees'), only('callers')].join(' | ')} |`);
    for (const { direction, text } of wrong.slice(0, Number(values.show)))
      console.log(`${basename(resolve(tree))}: only ${direction} say ${text}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const lines = [
  '| tree | symbols | places | only callees have it | only callers have it |',
  '|---|---|---|---|---|',
  ...rows,
];
console.log(lines.join('\n'));
if (values.write === true)
  recordResults('both-directions', 'Whether callers and callees agree', 'npm run bench -- both-directions', lines);
