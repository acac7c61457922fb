/**
 * Runs of the real program whose changes to the folder of the index are recorded, and every state that was committed in them.
 * Invariant: the kept files have the inodes of the recorded run, because an index that is another file is not trusted (origin.ts).
 */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../../src/config/load.ts';
import { openEngine } from '../../../src/engine/engine.ts';
import type { Engine } from '../../../src/engine/types.ts';
import { noteDamage } from '../../../src/store/sqlite/file/noted-damage.ts';
import { indexContent, withStore } from '../index-content.ts';
import { allRows, newestSchema, writeOldIndex } from '../old-index.ts';
import { editProject, makeProject } from '../project-edits.ts';
import { run, start, type Outcome } from '../program.ts';
import type { Random } from '../random.ts';
import { LoggedDisk, readDiskLog, type Disk, type DiskRecord, type DiskStart } from './disk-log.ts';
import { askAll } from './project-questions.ts';
import { SystemFaults } from './system-faults.ts';

/**
 * A first run, runs after edits, a forced run of a larger project (whose log is copied into the index meanwhile), a run that makes vectors, a server,
 * an upgrade, and an index that is set aside.
 */
export const recordedKinds = ['first', 'incremental', 'forced', 'vectors', 'server', 'upgrade', 'damaged'] as const;
export type RecordedKind = (typeof recordedKinds)[number];

/** What was committed before the record with the number `moment`; `none` where there was no index yet. */
interface Commit {
  moment: number;
  rows: string;
}

export interface Recording {
  kind: RecordedKind;
  root: string;
  database: string;
  entry: string;
  env: Readonly<Record<string, string>>;
  start: DiskStart;
  records: DiskRecord[];
  commits: Commit[];
  /** The files of the run that still exist, by their number. */
  kept: Map<number, string>;
  /** The content of an index made from nothing of the tree as it is now, and its answers. */
  expected: string[];
  answers: ReadonlyMap<string, string | null>;
  /** Of an upgrade: the rows and the schema of the index before. */
  upgraded: { rows: string; version: number } | null;
}

export interface RecordingOptions {
  /** An empty folder. */
  folder: string;
  kind: RecordedKind;
  random: Random;
  files: number;
  entry: string;
}

const small = { CODE_SCOUT_INDEXING_BATCH_SIZE: '10' };
const withoutVectors = { ...small, CODE_SCOUT_EMBEDDING_PROVIDER: 'off' };

export const nothingCommitted = 'none';
export const unreadable = 'unreadable';

/** A digest of every row; `none` for an index that is missing or empty. */
export function rowsDigest(database: string): string {
  if ((statSync(database, { throwIfNoEntry: false })?.size ?? 0) === 0) return nothingCommitted;
  try {
    const rows = allRows(database);
    return rows === '[["ok"],0,[]]' ? nothingCommitted : hash('sha1', rows);
  } catch {
    return unreadable;
  }
}

export async function record(options: RecordingOptions): Promise<Recording> {
  const { folder, kind, random, entry } = options;
  const root = join(folder, 'project');
  const own = join(root, '.code-scout');
  const database = join(own, 'database.db');
  const env = kind === 'vectors' ? small : withoutVectors;
  const program = { cwd: root, entry, env };
  const files = kind === 'forced' ? options.files * 8 : options.files;
  makeProject(root, files, random);
  mkdirSync(own);
  const upgraded = await prepare(options, { database, program: { ...program, env: withoutVectors } });
  const begin = snapshot(own);
  const work = join(folder, 'recorder');
  mkdirSync(work);
  const faults = new SystemFaults({ work, folder: own, record: true });
  await act(kind, { root, random, program: { ...program, env: { ...env, ...faults.env } } });
  faults.close();
  const records = readDiskLog(faults.log);
  rmSync(work, { recursive: true });
  const disk = new LoggedDisk(begin);
  for (const one of records) disk.replay(one);
  const kept = keepFiles(join(folder, 'kept'), own, disk.names);
  const commits = committedStates(begin, records, join(folder, 'commits'));
  const { content, answers } = await rebuilt(root, join(folder, 'rebuilt.db'), env);
  return {
    kind,
    root,
    database,
    entry,
    env,
    start: begin,
    records,
    commits,
    kept,
    expected: content,
    answers,
    upgraded,
  };
}

interface Acting {
  root: string;
  random: Random;
  program: { cwd: string; entry: string; env: Record<string, string> };
}

async function prepare(
  { kind, folder }: RecordingOptions,
  { database, program }: Pick<Acting, 'program'> & { database: string },
): Promise<Recording['upgraded']> {
  if (kind === 'first') return null;
  expectDone(await run(['index'], program));
  if (kind === 'damaged') {
    const size = statSync(database).size;
    truncateSync(database, size - (size % 8192) - 8192 * 4);
    noteDamage(database);
  }
  if (kind !== 'upgrade') return null;
  const today = join(folder, 'today.db');
  renameSync(database, today);
  rmSync(dirname(database), { recursive: true });
  mkdirSync(dirname(database));
  const version = newestSchema - 3;
  await writeOldIndex(today, database, version);
  return { rows: allRows(database), version };
}

async function act(kind: RecordedKind, { root, random, program }: Acting): Promise<void> {
  if (kind === 'server') return serve({ root, random, program });
  if (kind === 'forced') expectDone(await run(['index', '--force'], program));
  else if (kind === 'incremental') {
    for (let round = 0; round < 3; round++) {
      editProject(root, 6, random);
      expectDone(await run(['index'], program));
    }
  } else expectDone(await run(['index'], program));
}

/** A server with a client that asks questions while files change; it makes trigrams and merges segments besides. */
async function serve({ root, random, program }: Acting): Promise<void> {
  const server = start(['serve', '--no-compiler'], program);
  const send = (message: object): void =>
    void server.process.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'faults', version: '1' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  send({ method: 'notifications/initialized' });
  for (let round = 0; round < 5; round++) {
    const question = { name: 'code-scout_search', arguments: { tags: ['order'] } };
    send({ id: 2 + round, method: 'tools/call', params: question });
    await sleep(600);
    editProject(root, 3, random);
  }
  await sleep(600);
  server.process.stdin?.end();
  await server.ended;
}

function expectDone({ code, stderr }: Outcome): void {
  if (code !== 0) throw new Error(`It ended with ${code}: ${stderr}`);
}

function snapshot(folder: string): DiskStart {
  const begin: DiskStart = { names: new Map(), contents: new Map(), inodes: new Map() };
  for (const [at, name] of readdirSync(folder).entries()) {
    begin.names.set(name, at + 1);
    begin.contents.set(at + 1, readFileSync(join(folder, name)));
    begin.inodes.set(statSync(join(folder, name)).ino, at + 1);
  }
  return begin;
}

function keepFiles(kept: string, folder: string, names: ReadonlyMap<string, number>): Map<number, string> {
  mkdirSync(kept);
  const paths = new Map<number, string>();
  for (const [name, id] of names) {
    if (!existsSync(join(folder, name)) || paths.has(id)) continue;
    linkSync(join(folder, name), join(kept, String(id)));
    paths.set(id, join(kept, String(id)));
  }
  return paths;
}

/** Makes the folder what the disk has. Files of the recorded run keep their inodes. */
export function writeDisk(disk: Disk, folder: string, kept: ReadonlyMap<number, string> = new Map()): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  for (const [id, content] of disk.contents) {
    const names = [...disk.names].filter(([, one]) => one === id).map(([name]) => join(folder, name));
    const path = kept.get(id) ?? names.shift()!;
    writeFileSync(path, content);
    for (const name of names) linkSync(path, name);
  }
}

/** The records after which a transaction is committed: the last frame of one in a log, or the end of a journal. */
function commitMoments(begin: DiskStart, records: readonly DiskRecord[]): number[] {
  const disk = new LoggedDisk(begin);
  const moments: number[] = [];
  let isLast = false;
  for (const [at, record] of records.entries()) {
    disk.replay(record);
    if (record.kind === 'remove' && record.from === 'database.db-journal') moments.push(at + 1);
    if (record.kind === 'rename' || record.kind === 'link') moments.push(at + 1);
    if (record.kind !== 'write' || disk.nameOf(record.inode) !== 'database.db-wal') continue;
    if (isLast && record.bytes.length > 24) moments.push(at + 1);
    // The header of a frame: the size of the database after the commit, 0 in other frames.
    isLast = record.bytes.length === 24 && record.bytes.readUInt32BE(4) > 0;
  }
  return moments;
}

function committedStates(begin: DiskStart, records: readonly DiskRecord[], folder: string): Commit[] {
  mkdirSync(folder);
  const moments = new Set([0, ...commitMoments(begin, records)]);
  const disk = new LoggedDisk(begin);
  const commits: Commit[] = [];
  for (let moment = 0; moment <= records.length; moment++) {
    if (moments.has(moment)) {
      writeDisk(disk.whole(), folder);
      commits.push({ moment, rows: rowsDigest(join(folder, 'database.db')) });
    }
    if (moment < records.length) disk.replay(records[moment]!);
  }
  return commits;
}

/** An index that is made from nothing. */
export async function rebuilt(
  root: string,
  path: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ content: string[]; answers: Map<string, string | null> }> {
  const answers = await withEngine({ root, env: environment, path }, async (engine) => {
    await engine.index({ embeddings: true });
    return askAll(engine);
  });
  return { content: await withStore(path, indexContent), answers };
}

/** An engine in this process, as commands have it. @param path of the index; default: the usual one */
export async function withEngine<T>(
  { root, env, path }: { root: string; env: Readonly<Record<string, string>>; path?: string },
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  const flags = path === undefined ? {} : { 'database.path': path };
  const { config } = loadConfig({ root, flags, env: new Map(Object.entries(env)), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}
