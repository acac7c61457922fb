/**
 * Lets the calls by which the program changes the folder of its index fail (a full disk, a fault of the disk), and allocations of SQLite: the run says
 * what was wrong or succeeds, the index is whole, and the next run makes of it what an index from nothing would be.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { differences, indexContent, withStore } from '../index-content.ts';
import { editProject, makeProject } from '../project-edits.ts';
import { run, type Outcome } from '../program.ts';
import type { Random } from '../random.ts';
import { emptyFolder, KeptIndex } from './kept-index.ts';
import { rebuilt, withEngine } from './recording.ts';
import { sqliteAllocations, SystemFaults } from './system-faults.ts';

/** `full`: from some call on all fail, as on a full disk. `fault`: one call fails. `memory`: one allocation fails, or all from then on. */
export const failureKinds = ['full', 'fault', 'memory'] as const;
export type FailureKind = (typeof failureKinds)[number];

export interface Failure {
  kind: FailureKind;
  outcome: 'succeeded' | 'refused' | 'ended by a signal';
  problems: string[];
}

/** A project with an index of an earlier state, or without an index. */
export interface FailingProject {
  root: string;
  database: string;
  entry: string;
  faults: Map<FailureKind, SystemFaults>;
  /** Puts the index back to what it was before the run. */
  restore: () => void;
  /** The content of an index made from nothing. */
  expected: string[];
  /** How many calls or allocations a run has that nothing disturbs. */
  counts: Map<FailureKind, number>;
}

const env = { CODE_SCOUT_INDEXING_BATCH_SIZE: '10', CODE_SCOUT_EMBEDDING_PROVIDER: 'off' };
const all = Number.MAX_SAFE_INTEGER;

export interface FailingOptions {
  /** An empty folder. */
  folder: string;
  files: number;
  entry: string;
  random: Random;
  /** Whether there is no index yet. */
  isFirst: boolean;
}

export async function makeFailingProject({
  folder,
  files,
  entry,
  random,
  isFirst,
}: FailingOptions): Promise<FailingProject> {
  const root = join(folder, 'project');
  const database = join(root, '.code-scout', 'database.db');
  makeProject(root, files, random);
  let restore = (): void => emptyFolder(dirname(database));
  if (!isFirst) {
    expectDone(await run(['index'], { cwd: root, entry, env }));
    const bytes = readFileSync(database);
    const index = new KeptIndex(database, join(folder, 'kept.db'));
    restore = () => index.put(bytes);
    editProject(root, 8, random);
  }
  const { content: expected } = await rebuilt(root, join(folder, 'rebuilt.db'), env);
  const counts = new Map<FailureKind, number>();
  const project = { root, database, entry, faults: faultsOf(folder, dirname(database)), restore, expected, counts };
  for (const [kind, faults] of project.faults) {
    restore();
    faults.fail(0, 0);
    expectDone(await run(['index'], { cwd: root, entry, env: { ...env, ...faults.env } }));
    counts.set(kind, kind === 'memory' ? faults.allocations : faults.calls);
  }
  return project;
}

function faultsOf(folder: string, own: string): Map<FailureKind, SystemFaults> {
  const { ENOSPC, EIO } = constants.errno;
  const allocations = sqliteAllocations();
  const options = [
    ['full', { error: ENOSPC }],
    ['fault', { error: EIO }],
    ...(allocations === null ? [] : [['memory', { allocations }] as const]),
  ] as const;
  return new Map(
    options.map(([kind, some]) => {
      const work = join(folder, kind);
      mkdirSync(work);
      return [kind, new SystemFaults({ work, folder: own, ...some })];
    }),
  );
}

function expectDone({ code, stderr }: Outcome): void {
  if (code !== 0) throw new Error(`It ended with ${code}: ${stderr}`);
}

/** Lets the call with this number (from 1) fail. Null where this machine cannot do that. */
export async function failAt(
  project: FailingProject,
  kind: FailureKind,
  number: number,
  toTheEnd: boolean,
): Promise<Failure | null> {
  const { root, entry, faults: byKind, restore } = project;
  const faults = byKind.get(kind);
  if (faults === undefined) return null;
  restore();
  faults.fail(number, toTheEnd ? all : number);
  const ended = await run(['index'], { cwd: root, entry, env: { ...env, ...faults.env } });
  const problems = [...problemsOf(ended, kind), ...(await unequal(project))];
  const outcome = ended.signal !== null ? 'ended by a signal' : ended.code === 0 ? 'succeeded' : 'refused';
  const name = `${kind} ${toTheEnd ? 'from' : 'at'} ${number} of ${project.counts.get(kind) ?? 0}`;
  return { kind, outcome, problems: problems.map((problem) => `${name}: ${problem}`) };
}

/** A failed run names the cause and says what to do, without internals. */
function problemsOf({ code, signal, stdout, stderr }: Outcome, kind: FailureKind): string[] {
  if (signal !== null) return kind === 'memory' ? [] : [`it ended with ${signal}: ${stderr.slice(0, 300)}`];
  if (code === 0) return [];
  const isPlain =
    /^Error: /m.test(stderr) && !/\n\s+at |node:internal|InternalError|\.ts:\d+|This is a defect/.test(stdout + stderr);
  return code === 3 && isPlain ? [] : [`it ended with ${code}: ${stderr.slice(0, 500)}`];
}

async function unequal({ root, database, expected }: FailingProject): Promise<string[]> {
  try {
    const damage = existsSync(database) ? await damageOf(database) : [];
    const notice = await withEngine({ root, env }, async (engine) => (await engine.index()).notice);
    const different = await withStore(database, async (store) => differences(await indexContent(store), expected));
    return [
      ...damage,
      ...(notice === undefined ? [] : [notice]),
      ...(await damageOf(database)).map((what) => `after the next run: ${what}`),
      ...different.slice(0, 4).map((line) => line.slice(0, 300)),
    ];
  } catch (error) {
    return [`the next run failed: ${String(error)}`];
  }
}

function damageOf(database: string): Promise<string[]> {
  return withStore(database, async (store) => [
    ...(store.notice === null ? [] : [store.notice]),
    ...(await store.check()).map(({ what }) => what),
  ]);
}
