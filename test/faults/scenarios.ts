/**
 * Every fault except kills, once: the program's message and exit code, and that the index is sound and correct
 * afterwards.
 * Scenarios that need mounts run in a process with its own mount namespace (in-namespace.ts), which removes the mounts
 * when it ends.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Database } from '../../src/store/sqlite/file/driver.ts';
import { editProject, makeProject } from './project-edits.ts';
import type { Outcome } from './program.ts';
import { askServer, assertDone, assertWhole, call, type Scene } from './scene.ts';
import { seededRandom } from './random.ts';
import { clockJumps, littleMemory } from './system/clock-and-memory.ts';
import { eachDowngrade, eachUpgrade, upgradedByMany } from './schemas.ts';

export interface Scenario {
  name: string;
  /** `library`: a C library that is loaded before the program. */
  needs: 'mounts' | 'library' | 'nothing';
  act: (scene: Scene) => Promise<void>;
  /** Takes seconds, not minutes, so it also runs in the test suite. The others run only in the bench. */
  isShort?: true;
}

/** A user who has no rights of root. Where the tests do not run as root, their own user is such a user. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {};

/** The exit code, a sentence that names the cause and one that says what to do; no internals of the program. */
function assertRefused(outcome: Outcome, code: number, ...messages: RegExp[]): void {
  const text = `${outcome.stdout}${outcome.stderr}`;
  assert.equal(outcome.code, code, text);
  for (const words of messages) assert.match(outcome.stderr, words);
  assert.doesNotMatch(text, /\n\s+at |node:internal|InternalError|\.ts:\d+/);
}

/** It answers from the index that it has, and says that it could not update it. */
function assertAnsweredAnyway(outcome: Outcome, cause: RegExp): void {
  assert.equal(outcome.code, 0, `${outcome.stdout}${outcome.stderr}`);
  assert.match(outcome.stdout, /^[1-9]\d* files?\n/);
  assert.match(outcome.stderr, /^Warning: the index could not be brought up to date/m);
  assert.match(outcome.stderr, cause);
}

function fillDisk(folder: string): () => void {
  const path = join(folder, 'filler');
  try {
    for (let size = 1 << 20; size >= 1; size >>= 1) {
      try {
        for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' });
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
      }
    }
  } finally {
    assert.ok(statSync(path).size > 0);
  }
  return () => rmSync(path);
}

function mountDisk(folder: string, megabytes: number): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder]);
}

function makeReadOnly(folder: string): void {
  execFileSync('mount', ['--bind', folder, folder]);
  execFileSync('mount', ['-o', 'remount,bind,ro', folder]);
}

async function fullDisk(scene: Scene): Promise<void> {
  const disk = join(scene.folder, 'disk');
  mountDisk(disk, 4);
  const database = join(disk, 'index.db');
  assertDone(await call(scene, ['index', '--db', database]));
  const free = fillDisk(disk);
  makeProject(join(scene.root, 'more'), 120, seededRandom(8));
  const full = /The disk is full: free some space/;
  assertRefused(await call(scene, ['index', '--db', database]), 3, /^Error: The index at .* failed: /m, full);
  assertAnsweredAnyway(await call(scene, ['tags', 'order', '--db', database]), full);
  free();
  await assertWhole(scene, database);
}

/** The disk of the project, which also has the index, is full. */
async function fullProject(scene: Scene): Promise<void> {
  const disk = join(scene.folder, 'disk');
  mountDisk(disk, 6);
  cpSync(scene.root, disk, { recursive: true });
  const there = { ...scene, root: disk, database: join(disk, '.code-scout', 'database.db') };
  assertDone(await call(there, ['index']));
  makeProject(join(disk, 'more'), 120, seededRandom(8));
  const free = fillDisk(disk);
  assertAnsweredAnyway(await call(there, ['tags', 'order']), /The disk is full/);
  const [answer] = await askServer(there, ['order']);
  assert.match(answer!, /Total files:\*\* [1-9]/);
  free();
  await assertWhole(there);
}

async function readOnlyProject(scene: Scene): Promise<void> {
  makeReadOnly(scene.root);
  assertRefused(await call(scene, ['index']), 3, /read-only file system/, /--db PATH.*--db :memory:/);
  assertDone(await call(scene, ['index', '--db', ':memory:']));
  assertDone(await call(scene, ['index', '--db', join(scene.folder, 'elsewhere.db')]));
  execFileSync('umount', [scene.root]);
  assertDone(await call(scene, ['index']));
  makeReadOnly(scene.root);
  assertRefused(await call(scene, ['index']), 3, /cannot be written|read-only/, /--db PATH/);
  assertAnsweredAnyway(await call(scene, ['tags', 'order']), /--db PATH/);
  assertDone(await call(scene, ['status']));
  const [answer] = await askServer(scene, ['order']);
  assert.match(answer!, /Total files:\*\* [1-9]/);
  execFileSync('umount', [scene.root]);
  await assertWhole(scene);
}

/** Questions about files that have changed since, with an index that cannot be written. */
async function editsUnderReadOnlyIndex(scene: Scene): Promise<void> {
  assertDone(await call(scene, ['index']));
  makeReadOnly(dirname(scene.database));
  const edited = readdirSync(join(scene.root, 'src')).filter((name) => name.endsWith('.ts'));
  assert.ok(edited.length > 0);
  for (const name of edited) appendFileSync(join(scene.root, 'src', name), '\n// order\n');
  const tags = await call(scene, ['tags', 'order']);
  assertAnsweredAnyway(tags, /--db PATH/);
  assert.match(tags.stdout, /changed, and the index cannot be written/);
  const symbols = await call(scene, ['symbols', 'make*']);
  assert.equal(symbols.code, 0, `${symbols.stdout}${symbols.stderr}`);
  assert.match(symbols.stdout, /changed, and the index cannot be written/);
  const doctor = await call(scene, ['doctor']);
  assert.equal(doctor.code, 1, doctor.stdout);
  assert.match(doctor.stdout, /^!! +index .*takes in no changes/m);
  assert.match(doctor.stdout, /-> The file system is read-only: put the index elsewhere/);
  execFileSync('umount', [dirname(scene.database)]);
  await assertWhole(scene);
}

async function unwritableIndex(scene: Scene): Promise<void> {
  assertDone(await call(scene, ['index']));
  const folder = join(scene.root, '.code-scout');
  chmodSync(scene.folder, 0o755);
  for (const [path, mode] of [[folder, 0o555] as const, [scene.database, 0o444] as const]) {
    const before = statSync(path).mode;
    chmodSync(path, mode);
    assertRefused(
      await call(scene, ['index'], nobody),
      3,
      /^Error: The index at /m,
      /cannot be written: check its permissions/,
    );
    assertAnsweredAnyway(await call(scene, ['tags', 'order'], nobody), /check its permissions/);
    chmodSync(path, before);
  }
  await assertWhole(scene);
  renameSync(folder, `${folder}-aside`);
  chmodSync(scene.root, 0o555);
  assertRefused(await call(scene, ['index'], nobody), 3, /EACCES|permission denied/, /check its permissions/);
  chmodSync(scene.root, 0o755);
  writeFileSync(folder, 'a file');
  assertRefused(await call(scene, ['index']), 2, /\.code-scout/, /--db/);
}

async function unreadableSources(scene: Scene): Promise<void> {
  const { root } = scene;
  chmodSync(scene.folder, 0o777);
  chmodSync(root, 0o777);
  assertDone(await call(scene, ['index'], nobody));
  const [file, folder] = [join(root, 'src', 'file0.ts'), join(root, 'lib')];
  chmodSync(file, 0);
  chmodSync(folder, 0);
  const ended = await call(scene, ['index'], nobody);
  assertDone(ended);
  assert.match(ended.stdout, /Skipped: .*unreadable/);
  chmodSync(file, 0o644);
  chmodSync(folder, 0o755);
  await assertWhole(scene);
}

async function fewOpenFiles(scene: Scene): Promise<void> {
  for (const openFiles of [25, 48]) {
    const ended = await call(scene, ['index'], { openFiles });
    if (openFiles < 40) {
      assertRefused(ended, 3, /^Error: .*EMFILE/m, /raise the limit/);
      continue;
    }
    assertDone(ended);
    const answers = await askServer(scene, ['order', 'walk'], { openFiles });
    for (const answer of answers) assert.match(answer, /Total files:\*\* [1-9]/);
  }
  await assertWhole(scene);
}

async function lockedByAnother(scene: Scene): Promise<void> {
  assertDone(await call(scene, ['index']));
  for (const lock of ['BEGIN IMMEDIATE', 'BEGIN EXCLUSIVE']) {
    editProject(scene.root, 5, seededRandom(9));
    const other = new Database(scene.database);
    other.exec(lock);
    const waiting = call(scene, ['index']);
    const [answer] = await askServer(scene, ['order']);
    assert.match(answer!, /Total files:\*\* [1-9]/);
    other.exec('ROLLBACK');
    other.close();
    assertDone(await waiting);
    await assertWhole(scene);
  }
}

/** The lock is held longer than a run waits. */
async function lockedForLong(scene: Scene): Promise<void> {
  assertDone(await call(scene, ['index']));
  makeProject(join(scene.root, 'more'), 5, seededRandom(9));
  const other = new Database(scene.database);
  other.exec('BEGIN IMMEDIATE');
  const lockMessage = /Another process is writing the index: wait until it is done/;
  const [refused, answered] = await Promise.all([call(scene, ['index']), call(scene, ['tags', 'order'])]);
  assertRefused(refused, 3, lockMessage);
  assertAnsweredAnyway(answered, lockMessage);
  other.exec('ROLLBACK');
  other.close();
  await assertWhole(scene);
}

async function changedWhileRead(scene: Scene): Promise<void> {
  const path = join(scene.root, 'src', 'file0.ts');
  const text = readFileSync(path, 'utf8');
  let isOver = false;
  const writing = (async () => {
    for (let round = 0; !isOver; round++) {
      writeFileSync(path, text + `export const round${round} = ${round};\n`.repeat(1 + (round % 400)));
      await turn();
    }
  })();
  for (let round = 0; round < 3; round++) assertDone(await call(scene, ['index']));
  isOver = true;
  await writing;
  await assertWhole(scene);
}

async function jumpingClock(scene: Scene): Promise<void> {
  const paths = ['src/file0.ts', 'src/file1.ts', 'src/file2.ts', 'src/file8.ts'].map((path) => join(scene.root, path));
  const [day, now] = [86_400, Math.floor(Date.now() / 1000)];
  const times = [now + 3650 * day, now + 60, 0, -1000 * day];
  const ahead = paths.slice(0, 2);
  for (const [at, path] of paths.entries()) utimesSync(path, times[at]!, times[at]!);
  assertDone(await call(scene, ['index']));
  // Writes other content with the same size and time, into files whose time is not well before the run.
  for (const [at, path] of ahead.entries()) {
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll('make', 'fake'));
    utimesSync(path, times[at]!, times[at]!);
    assert.equal(statSync(path).mtimeMs, times[at]! * 1000);
  }
  await assertWhole(scene);
}

export const scenarios: readonly Scenario[] = [
  { name: 'a full disk under the index', needs: 'mounts', act: fullDisk },
  { name: 'a full disk under project and index', needs: 'mounts', act: fullProject, isShort: true },
  { name: 'a project on a read-only medium', needs: 'mounts', act: readOnlyProject },
  { name: 'edits under a read-only index', needs: 'mounts', act: editsUnderReadOnlyIndex, isShort: true },
  { name: 'an index that the user may not write', needs: 'nothing', act: unwritableIndex },
  { name: 'sources that cannot be read for a while', needs: 'nothing', act: unreadableSources },
  { name: 'few open files', needs: 'nothing', act: fewOpenFiles, isShort: true },
  { name: 'another program that locks the index', needs: 'nothing', act: lockedByAnother },
  { name: 'a file that changes while it is read', needs: 'nothing', act: changedWhileRead },
  { name: 'a clock that changes suddenly', needs: 'nothing', act: jumpingClock, isShort: true },
  { name: 'a clock that jumps between runs and while a server runs', needs: 'library', act: clockJumps },
  { name: 'little memory', needs: 'nothing', act: littleMemory },
  { name: 'an upgrade by several processes at once', needs: 'nothing', act: upgradedByMany },
  { name: 'an upgrade from each schema', needs: 'nothing', act: eachUpgrade },
  { name: 'a downgrade to each schema, and back', needs: 'nothing', act: eachDowngrade },
  { name: 'another program that locks the index for long', needs: 'nothing', act: lockedForLong },
];
