/**
 * Kills the program at random moments and checks the index that it left. The index opens and is sound, nothing
 * committed is lost, the next run succeeds, and the index then equals one that is made from nothing.
 * Invariant: the killed program is a real process, and every check follows each kill.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { allMigrations } from '../../src/store/sqlite/migrations/migrate.ts';
import { Database } from '../../src/store/sqlite/file/driver.ts';
import { differences, indexContent, lostTexts, withStore } from './index-content.ts';
import { committedFiles, hashOnDisk, killKinds, momentOf, untilBackup, untilMoment } from './kill-moments.ts';
import type { Committed, KillKind } from './kill-moments.ts';
import { allRows, keepsContents, newestSchema, writeOldIndex } from './old-index.ts';
import { editProject, makeProject } from './project-edits.ts';
import { run, start, type Outcome, type Started } from './program.ts';
import { pick, seededRandom, type Random } from './random.ts';
import { programEntry } from '../program-entry.ts';

export interface KillOptions {
  /** An empty folder for this series of kills. */
  folder: string;
  seed: number;
  /** The number of files in the project. */
  files: number;
  /** Used in turn; default: all. */
  kinds?: readonly KillKind[];
  /** Default: the built program where it is current. */
  entry?: string;
}

/** A kill, and the problems that it caused. */
export interface KillResult {
  kind: KillKind;
  moment: string;
  /** Milliseconds after the start. */
  afterMs: number;
  problems: string[];
}

const environment = { CODE_SCOUT_INDEXING_BATCH_SIZE: '10' };
const withoutVectors = { ...environment, CODE_SCOUT_EMBEDDING_PROVIDER: 'off' };
/** Schema versions from which indexes are upgraded. */
const oldSchemas = allMigrations
  .map(({ version }) => version)
  .filter((version) => version >= 5 && version < newestSchema);

interface Lane extends Required<KillOptions> {
  root: string;
  database: string;
  random: Random;
  /** The last known duration of a run of each kind (ms). */
  durations: Map<KillKind, number>;
  /** The content of an index made from nothing of the current tree; null when the tree was edited since. */
  rebuilt: string[] | null;
  /** How many indexes were made from nothing; part of their file names. */
  rebuilds: number;
}

/** Kills until the caller stops reading results. A run that ended before it was killed gives no result. */
export async function* killRounds(options: KillOptions): AsyncGenerator<KillResult> {
  const { folder, seed, entry = programEntry, kinds = killKinds } = options;
  const root = join(folder, 'project');
  const database = join(root, '.code-scout', 'database.db');
  const random = seededRandom(seed);
  const lane: Lane = {
    ...{ ...options, entry, kinds, root, database, random },
    ...{ durations: new Map(), rebuilt: null, rebuilds: 0 },
  };
  makeProject(root, options.files, random);
  for (let round = 0; ;) {
    const result = await killOnce(lane, kinds[round % kinds.length]!);
    if (result === null) continue;
    yield result;
    round++;
  }
}

async function killOnce(lane: Lane, kind: KillKind): Promise<KillResult | null> {
  const { database, random } = lane;
  const version = kind === 'migration' ? pick(oldSchemas, random) : null;
  const original = await prepare(lane, kind, version);
  if (kind === 'incremental' || kind === 'forced' || kind === 'server') edit(lane, 1 + random(20));
  const began = performance.now();
  const killed = kind === 'server' ? serve(lane) : start(argumentsOf(kind), programOptions(lane));
  if (kind !== 'server') killed.process.stdin?.end();
  await untilKill(lane, { kind, version, killed });
  const before = version === null ? committedFiles(database) : new Map<string, string>();
  const afterMs = performance.now() - began;
  killed.process.kill('SIGKILL');
  const { signal, stderr, code } = await killed.ended;
  if (signal !== 'SIGKILL') {
    lane.durations.set(kind, Math.min(afterMs, lane.durations.get(kind) ?? Infinity));
    if (code !== 0) throw new Error(`A run that was not killed (${kind}) ended with ${code}: ${stderr}`);
    return null;
  }
  lane.durations.set(kind, Math.max((lane.durations.get(kind) ?? 0) * 0.98, afterMs));
  const problems: string[] = [];
  const step = version === null ? null : migrationStep(lane, { version, original: original!, problems });
  if (random(4) === 0) problems.push(...(await doctorProblems(lane)));
  const left = await checkIndex(lane, before, problems);
  const moment = step ?? left;
  // In one of four rounds the next run meets what two kills left.
  if (random(4) > 0) problems.push(...(await recoveryProblems(lane)));
  return { kind, moment, afterMs, problems: problems.map((problem) => `${kind}, ${moment}: ${problem}`) };
}

function programOptions(lane: Lane): { cwd: string; entry: string; env: Record<string, string> } {
  return { cwd: lane.root, entry: lane.entry, env: environment };
}

function argumentsOf(kind: KillKind): string[] {
  return kind === 'forced' ? ['index', '--force'] : ['index'];
}

/** Brings the index into the state from which the run begins. For a migration, gives the rows of the old index. */
async function prepare(lane: Lane, kind: KillKind, version: number | null): Promise<string | null> {
  const { database } = lane;
  if (kind === 'first') rmSync(dirname(database), { recursive: true, force: true });
  if (kind === 'vectors') {
    rmSync(dirname(database), { recursive: true, force: true });
    expectDone(await run(['index'], { ...programOptions(lane), env: withoutVectors }));
  }
  if (version === null) return null;
  const today = join(lane.folder, 'today.db');
  if (lane.rebuilt === null || !existsSync(today)) {
    await rebuild(lane);
    renameSync(join(lane.folder, `rebuilt${lane.rebuilds}.db`), today);
  }
  rmSync(dirname(database), { recursive: true, force: true });
  mkdirSync(dirname(database), { recursive: true });
  await writeOldIndex(today, database, version);
  return allRows(database);
}

function expectDone({ code, stderr }: Outcome): void {
  if (code !== 0) throw new Error(`It ended with ${code}: ${stderr}`);
}

function edit(lane: Lane, edits: number): void {
  editProject(lane.root, edits, lane.random);
  lane.rebuilt = null;
}

/** Starts a server with a client that asks questions while files change. */
function serve(lane: Lane): Started {
  const server = start(['serve', '--no-compiler'], programOptions(lane));
  const send = (message: object): void =>
    void server.process.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'faults', version: '1' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'code-scout_search', arguments: { tags: ['user'] } } });
  return server;
}

/**
 * Waits for a random moment of the run. Most of a short run is the start of Node, in which nothing can break, so few
 * kills happen there.
 */
async function untilKill(
  lane: Lane,
  { kind, version, killed }: { kind: KillKind; version: number | null; killed: Started },
): Promise<void> {
  const { random } = lane;
  if (version !== null && random(8) > 0) {
    await untilBackup(lane.database, version, killed);
    await untilMoment(random(3) === 0 ? 0 : random(60), killed);
    return;
  }
  const whole = kind === 'server' ? 2_500 : (lane.durations.get(kind) ?? 1_500);
  const from = random(10) === 0 ? 0 : startMs;
  if (kind !== 'server') return untilMoment(from + random(Math.max(1, whole - from)), killed);
  await untilMoment(from + random(1_000), killed);
  edit(lane, 1 + random(10));
  await untilMoment(random(1_500), killed);
}

/** How long a process takes to load the program (ms). */
const startMs = 150;

/**
 * What a killed upgrade left: the index has one of the intermediate schemas, and the backup copy is complete or
 * missing. Null where the upgrade had ended.
 */
function migrationStep(
  { database }: Lane,
  { version, original, problems }: { version: number; original: string; problems: string[] },
): string | null {
  const connection = new Database(database);
  const now = Number(connection.get('PRAGMA user_version')?.[0]);
  connection.close();
  if (now < version || now > newestSchema) problems.push(`the schema is ${now}, but was ${version}`);
  const backup = `${database}.backup-v${version}`;
  if (now > version && !existsSync(backup)) problems.push(`the schema is ${now}, and there is no copy of ${version}`);
  if (existsSync(backup) && allRows(backup) !== original)
    problems.push(`the copy ${backup} differs from the old index`);
  if (now === version && allRows(database) !== original) problems.push('the index changed without a new schema');
  if (keepsContents({ from: version, to: now })) {
    const paths = committedFiles(database).size;
    const rows = (JSON.parse(original) as [unknown, unknown, [string, string[]][]])[2];
    const expected = rows.find(([table]) => table === 'files')?.[1].length;
    if (paths !== expected) problems.push(`${paths} of ${expected} files are left`);
  }
  if (now === newestSchema) return null;
  if (now > version) return 'between the steps of an upgrade';
  const isCopying = readdirSync(dirname(database)).some((name) => /\.backup-v\d+/.test(name));
  return isCopying ? 'during the copy of the old index, or just after' : 'before the upgrade';
}

/** Runs `doctor` in its own process, before any other process has opened the index. */
async function doctorProblems(lane: Lane): Promise<string[]> {
  if (!existsSync(lane.database)) return [];
  const { stdout, stderr } = await run(['doctor', '--json'], programOptions(lane));
  try {
    const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; detail: string }[] };
    const unfinished = /never completed|file.* without vectors|no vectors|vectors yet/;
    // A machine without git is no damage.
    const bad = checks.filter(({ name, ok, detail }) => !ok && name !== 'git' && !unfinished.test(detail));
    return bad.map(({ name, detail }) => `doctor: ${name}: ${detail}`);
  } catch {
    return [`doctor: ${stdout.slice(0, 200)}${stderr.slice(0, 200)}`];
  }
}

async function checkIndex({ database, root }: Lane, before: Committed, problems: string[]): Promise<string> {
  if (!existsSync(database)) {
    if (before.size > 0) problems.push('the index was removed');
    return 'before there was an index';
  }
  return withStore(database, async (store) => {
    if (store.notice !== null) problems.push(store.notice);
    problems.push(...(await store.check()).map(({ what }) => `check: ${what}`));
    const now = new Map((await store.fileStates()).map(({ path, hash }) => [path, hash]));
    for (const [path, hash] of before) {
      const found = now.get(path) ?? null;
      if (found !== hash && found !== hashOnDisk(root, path))
        problems.push(`${path} was committed and is ${found ?? 'gone'}`);
    }
    problems.push(...(await lostTexts(store, root)).map((path) => `the text of ${path} is not found`));
    return momentOf(store, root);
  });
}

/** The next run, and a comparison with an index made from nothing. */
async function recoveryProblems(lane: Lane): Promise<string[]> {
  const { database, root } = lane;
  const { code, stdout, stderr } = await run(['index'], programOptions(lane));
  const problems: string[] = [];
  if (code !== 0) problems.push(`the next run ended with ${code}: ${stderr.slice(0, 500)}`);
  if ((stdout + stderr).includes('moved to')) problems.push(`the next run set the index aside: ${stdout}${stderr}`);
  if (!existsSync(database)) return [...problems, 'the next run made no index'];
  const strange = readdirSync(dirname(database)).filter((name) => !isKnownInIndexFolder(name, basename(database)));
  if (strange.length > 0) problems.push(`unknown files beside the index: ${strange.join(', ')}`);
  const expected = lane.rebuilt ?? (await rebuild(lane));
  await withStore(database, async (store) => {
    problems.push(...(await store.check()).map(({ what }) => `check after the next run: ${what}`));
    problems.push(
      ...(await lostTexts(store, root)).map((path) => `the text of ${path} is not found after the next run`),
    );
    const different = differences(await indexContent(store), expected);
    if (different.length > 0)
      problems.push(
        `${different.length} lines differ from a rebuild: ${different.slice(0, 6).join('\n    ').slice(0, 1500)}`,
      );
  });
  return problems;
}

/**
 * Files that may stay in the index folder after a kill. The next upgrade removes the copy of a killed upgrade once it
 * is a minute old. The process in which a server analyses edits lives a moment longer than its server; its journal
 * stays until the run after the next one.
 */
export function isKnownInIndexFolder(name: string, database: string): boolean {
  const rest = name.startsWith(database) ? name.slice(database.length) : null;
  if (rest !== null) return /^(?:|-wal|-shm|\.analysing-\d+-\d+|\.backup-v\d+(?:\.\d+(?:-journal)?)?)$/.test(rest);
  return /^(?:\.gitignore|usage\.db.*|writer\.lock|requests\.db.*)$/.test(name);
}

async function rebuild(lane: Lane): Promise<string[]> {
  const { root, folder } = lane;
  for (const name of readdirSync(folder)) if (name.startsWith('rebuilt')) rmSync(join(folder, name));
  const path = join(folder, `rebuilt${++lane.rebuilds}.db`);
  const { config } = loadConfig({ root, flags: { 'database.path': path }, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  try {
    await engine.index({ embeddings: true });
  } finally {
    await engine.close();
  }
  rmSync(join(folder, 'today.db'), { force: true });
  lane.rebuilt = await withStore(path, indexContent);
  return lane.rebuilt;
}
