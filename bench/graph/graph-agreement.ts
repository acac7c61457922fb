/**
 * `npm run bench -- graph-agreement DIR [--samples 200] [--show 20]`: whether `callers` and `callees` agree on the index of a tree, which is made first
 * where there is none. A seeded random choice of pairs that `callees` names is asked of `callers`, and as many the other way round.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { randomFrom } from '../../src/source/testing/random.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { samples: { type: 'string', default: '200' }, show: { type: 'string', default: '20' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('name the tree: npm run bench -- graph-agreement DIR');
const root = resolve(folder);
const samples = Number(values.samples);
const { config } = loadConfig({ root });
const engine = await openEngine({ root, config, indexing: 'inline' });
if (!existsSync(join(root, '.code-scout', 'database.db'))) await engine.index();

const pageSize = 1000;
const ids: string[] = [];
for (let offset = 0, total = 1; offset < total; offset += pageSize) {
  const page = await engine.graph.search({ pattern: '*', limit: pageSize, offset });
  ({ total } = page);
  for (const { id, kind } of page.symbols) if (kind === 'function' || kind === 'method') ids.push(id);
}

type Direction = 'callers' | 'callees';
const opposite = { callers: 'callees', callees: 'callers' } as const;

async function reachedBy(direction: Direction, symbol: string): Promise<string[]> {
  const { reached } = await engine.graph[direction]({ symbol, maxDepth: 1 });
  return reached.map(({ node }) => node.id);
}

/** Asks about random functions until there are enough pairs; returns those that the opposite question does not have. */
async function disagreements(direction: Direction): Promise<{ pairs: number; differing: string[] }> {
  const random = randomFrom(20_261_129);
  const differing: string[] = [];
  let pairs = 0;
  for (let asked = 0; pairs < samples && asked < 20 * samples; asked++) {
    const id = ids[random(ids.length)]!;
    const reached = await reachedBy(direction, id);
    const one = reached[random(Math.max(1, reached.length))];
    if (one === undefined) continue;
    pairs++;
    if (!(await reachedBy(opposite[direction], one)).includes(id)) differing.push(`${direction} of ${id}: ${one}`);
  }
  return { pairs, differing };
}

for (const direction of ['callees', 'callers'] as const) {
  const { pairs, differing } = await disagreements(direction);
  for (const line of differing.slice(0, Number(values.show))) console.log(line);
  console.log(`${pairs - differing.length} of ${pairs} pairs of ${direction} are known to ${opposite[direction]}`);
}
await engine.close();
