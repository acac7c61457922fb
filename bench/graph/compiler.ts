/**
 * `npm run bench -- compiler [REPO_PART…] [--eval DIR] [--work DIR]`: what the second tier adds to the links of the
 * evaluation pack's `calls` in TypeScript, and what it costs: seconds, and the memory of the compiler. A folder in the
 * place of a repository is indexed and linked without a score.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config/load.ts';
import { askIndex, storeAnswers } from '../../src/engine/live/compiler-tier.ts';
import { openEngine } from '../../src/engine/engine.ts';
import type { ProgramFile } from '../../src/graph/program/program-file.ts';
import { entityFlags, entityKinds, siteWidth } from '../../src/model/file-summary.ts';
import { unpackSummary } from '../../src/store/packed/packed-summary.ts';
import { unpackPreciseAnswers } from '../../src/store/packed/packed-precise-links.ts';
import { openStore } from '../../src/store/registry.ts';
import type { Store } from '../../src/store/store.ts';
import { EvaluationPack } from '../lib/evaluation.ts';
import { openLanguages } from './graph-languages.ts';
import { callsCollector, readRows, scoreAnswers, type CallsRow } from './graph-sets.ts';
import { openTree, type LinkedTree } from './graph-tree.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { eval: { type: 'string' }, work: { type: 'string' } },
});
const work = values.work ?? join(tmpdir(), 'code-scout-graph');
mkdirSync(work, { recursive: true });

/** Samples the memory of this process's children. Returns a function that ends the sampling, and returns their largest resident memory (bytes). */
function watchChildren(): () => number {
  let most = 0;
  const timer = setInterval(() => {
    try {
      const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
      for (const pid of children.filter((one) => one !== ''))
        most = Math.max(most, Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096);
    } catch {
      // The process has ended, or this system has no such file.
    }
  }, 50);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** CPU seconds of this process and of its ended children. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  let children = 0;
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
    children = (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    // This system has no such file.
  }
  return (user + system) / 1e6 + children;
}

async function bothTiers(root: string): Promise<Store> {
  const database = join(root, '.code-scout', 'compiler-bench.db');
  for (const name of existsSync(join(root, '.code-scout')) ? readdirSync(join(root, '.code-scout')) : [])
    if (name.startsWith('compiler-bench.db')) rmSync(join(root, '.code-scout', name));
  const { config } = loadConfig({ root, flags: { 'database.path': database } });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  const started = { ms: Date.now(), cpu: cpuSeconds() };
  await engine.index();
  await engine.close();
  const indexed = { ms: Date.now(), cpu: cpuSeconds() };
  const store = await openStore({ file: database });
  const memory = watchChildren();
  const answers = await askIndex(root, store);
  const asked = { ms: Date.now(), cpu: cpuSeconds() };
  if (answers !== null) await storeAnswers(root, store, answers);
  const kept = { ms: Date.now(), cpu: cpuSeconds() };
  const cost = (a: typeof started, b: typeof started): string =>
    `${((b.ms - a.ms) / 1000).toFixed(1)} s, ${(b.cpu - a.cpu).toFixed(1)} CPU s`;
  console.log(`index ${cost(started, indexed)}; ask ${cost(indexed, asked)}; keep ${cost(asked, kept)}`);
  console.log(`memory of the compiler: ${Math.round(memory() / 1e6)} MB; ${JSON.stringify(answers?.report ?? null)}`);
  return store;
}

/** The entities of a file by the key of their symbol: implementations first, then functions. */
function entitiesByKey(file: ProgramFile, keys: readonly number[]): Map<number, number> {
  const found = new Map<number, number>();
  const weight = (entity: number): number =>
    (file.has(entity, entityFlags.implemented) ? 2 : 0) +
    (file.kind(entity) === entityKinds.function || file.kind(entity) === entityKinds.method ? 1 : 0);
  for (let entity = 0; entity < file.entityCount; entity++) {
    const key = keys[file.definition(entity)];
    if (key === undefined) continue;
    const known = found.get(key);
    if (known === undefined || weight(entity) > weight(known)) found.set(key, entity);
  }
  return found;
}

async function addAnswers(
  store: Store,
  tree: LinkedTree,
  visit: ReturnType<typeof callsCollector>['visit'],
): Promise<void> {
  const records = await store.filesByPath(tree.program.files.map(({ path }) => path));
  const packed = await store.summaries(records.map(({ id }) => id));
  const entities = new Map<string, Map<number, number>>();
  for (const { path, id } of records) {
    const bytes = packed.get(id);
    const file = tree.program.file(path);
    if (bytes !== undefined && file !== undefined) entities.set(path, entitiesByKey(file, unpackSummary(bytes).keys));
  }
  for (const { path, data } of await store.preciseLinks(records.map((one) => one.path))) {
    const file = tree.program.file(path);
    if (file === undefined) continue;
    const places = Map.groupBy(unpackPreciseAnswers(data).links, ({ line, column }) => `${line}:${column}`);
    for (let site = 0; site < file.siteCount; site++) {
      const at = site * siteWidth;
      const targets = (places.get(`${file.summary.sites[at + 2]}:${file.summary.sites[at + 3]}`) ?? []).flatMap(
        (link) => {
          const entity = entities.get(link.path)?.get(link.target);
          return entity === undefined ? [] : [{ file: tree.program.file(link.path)!, entity }];
        },
      );
      const isBuilt = targets.length > 1 && targets.some((one) => one.file.name(one.entity) === 'constructor');
      const callees = isBuilt ? targets.filter((one) => one.file.name(one.entity) === 'constructor') : targets;
      if (targets.length > 0) visit(file, site, { targets, callees, resolution: 'type', unlinked: null });
    }
  }
}

const folders = positionals.filter((one) => existsSync(one));
for (const folder of folders) await (await bothTiers(resolve(folder))).close();
if (folders.length > 0) process.exit(0);

const pack = new EvaluationPack(values.eval);
const languages = await openLanguages();
const all = readRows<CallsRow>(pack.folder, 'calls').filter(({ row }) => row.lang === 'typescript');
for (const { row, text } of all) {
  if (positionals.length > 0 && !positionals.some((part) => row.repo.includes(part))) continue;
  const root = await pack.checkout(row.repo, row.commit, work);
  if (root === null) continue;
  console.log(`## ${row.repo} (${execFileSync('du', ['-sh', root], { encoding: 'utf8' }).split('\t')[0]})`);
  const store = await bothTiers(root);
  const tree = openTree(root, languages);
  const first = callsCollector([row]);
  const both = callsCollector([row]);
  tree.linkAll((file, site, links) => {
    first.visit(file, site, links);
    both.visit(file, site, links);
  });
  await addAnswers(store, tree, both.visit);
  for (const [name, collector] of [
    ['first', first],
    ['both', both],
  ] as const) {
    const out = join(work, `compiler-${row.id.replace('/', '-')}-${name}`);
    const { precision, recall } = scoreAnswers({ pack: pack.folder, set: 'calls', out }, [text], collector.answers());
    console.log(`${name}: precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`);
  }
  await store.close();
}
