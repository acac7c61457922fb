/**
 * `npm run bench -- store-calls DIR [--symbol NAME] [--rounds 40] [--write]`: how often a question asks the store, by the tools,
 * on an index of the tree, which is made first where there is none. Each call would be a round trip where the store is on another
 * machine. Besides, the CPU time of the questions asked again and again.
 */
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { SqliteTexts } from '../../src/store/sqlite/tables/text-tables.ts';
import { SqliteVectors } from '../../src/store/sqlite/tables/vector-tables.ts';
import { tools } from '../../src/tools/registry.ts';
import { protocolWording } from '../../src/tools/wording.ts';
import { median } from '../lib/measure.ts';
import { recordResults } from '../lib/results.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    symbol: { type: 'string', default: 'createRouter' },
    rounds: { type: 'string', default: '40' },
    /** Prints which calls each question makes. */
    names: { type: 'boolean' },
    write: { type: 'boolean' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('name the tree: npm run bench -- store-calls DIR');
const root = resolve(folder);
const rounds = Number(values.rounds);

/** Calls that only ask in which state the index is. */
const stateCalls: ReadonlySet<string> = new Set(['state', 'generation', 'getMeta']);

const calls = new Map<string, number>();

/** Counts the calls of a class's methods. */
function count(prototype: object, prefix: string): void {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const described = Object.getOwnPropertyDescriptor(prototype, name)!;
    if (name === 'constructor' || typeof described.value !== 'function') continue;
    const original = described.value as (...args: unknown[]) => unknown;
    function counted(this: unknown, ...args: unknown[]): unknown {
      calls.set(prefix + name, (calls.get(prefix + name) ?? 0) + 1);
      return original.apply(this, args);
    }
    Object.defineProperty(prototype, name, { ...described, value: counted });
  }
}
count(SqliteStore.prototype, '');
count(SqliteVectors.prototype, 'vectors.');
count(SqliteTexts.prototype, 'texts.');

const { symbol } = values;
const questions: readonly [tool: string, args: Record<string, unknown>][] = [
  ['explore', { query: 'how is a subscription ended when the client disconnects' }],
  ['explore', { query: 'batch link splits requests that are too long' }],
  ['search_repo', { query: 'retry link waits before it asks again' }],
  ['search_repo', { query: 'where are errors formatted' }],
  ['get_callers', { symbol }],
  ['get_callees', { symbol }],
  ['get_impact', { symbol }],
  ['search', { pattern: 'create*' }],
  ['search_code', { query: 'abortController' }],
];

type Engine = Awaited<ReturnType<typeof openEngine>>;

async function open(cacheSize: number): Promise<Engine> {
  const { config } = loadConfig({
    root,
    flags: { 'search.cacheSize': cacheSize },
    env: new Map(),
    userConfigDir: null,
  });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  return engine;
}

async function ask(engine: Engine, [name, args]: (typeof questions)[number]): Promise<void> {
  const context = { signal: new AbortController().signal, progress: null, say: protocolWording };
  await tools.find((one) => one.name === name)!.run(engine, args, context);
}

function counts(): string {
  let [all, ofState] = [0, 0];
  for (const [name, number] of calls) {
    all += number;
    if (stateCalls.has(name)) ofState += number;
  }
  if (values.names === true)
    console.log(
      `  ${[...calls]
        .toSorted((a, b) => b[1] - a[1])
        .map(([name, number]) => `${name} ${number}`)
        .join(', ')}`,
    );
  return `${all} (${ofState})`;
}

/** The calls of each question the first time and the second, and the CPU time of the later ones (ms). */
async function measured(
  cacheSize: number,
): Promise<{ first: string[]; again: string[]; cpu: string[]; files: number }> {
  const engine = await open(cacheSize);
  const [first, again, cpu]: [string[], string[], string[]] = [[], [], []];
  for (const into of [first, again]) {
    for (const question of questions) {
      calls.clear();
      await ask(engine, question);
      if (values.names === true) console.log(`${question[0]}, answers ${cacheSize === 0 ? 'not ' : ''}kept`);
      into.push(counts());
    }
  }
  for (const question of questions) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = process.cpuUsage();
      await ask(engine, question);
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
    }
    cpu.push(median(times).toFixed(2));
  }
  const { filesIndexed: files } = await engine.status();
  await engine.close();
  return { first, again, cpu, files };
}

const made = await measured(0);
const kept = await measured(256);
const { files } = kept;
const rows = questions.map(([name, args], at) => {
  const row = [made.first[at], made.again[at], made.cpu[at], kept.again[at], kept.cpu[at]];
  return `| \`${name}\` ${Object.values(args).join(' ')} | ${row.join(' | ')} |`;
});
const body = [
  `The tree is ${basename(root)}, of ${files} files. Calls of the store for one question, in brackets those that ask for the state of the`,
  `index; milliseconds of CPU at the median of ${rounds} times. "Made" is an answer that is made anew, "kept" one that comes from the cache of answers.`,
  '',
  '| question | first time | made again | CPU | kept | CPU |',
  '|---|---|---|---|---|---|',
  ...rows,
];
console.log(body.join('\n'));
if (values.write === true)
  recordResults('store-calls', 'Calls of the store a question', 'npm run bench -- store-calls DIR --write', body);
