/**
 * Loses the power at random moments of recorded runs, and checks the index that the disk may hold then.
 * An index is a write-ahead log of SQLite with `synchronous = NORMAL`: a commit is on the disk with the next sync of the log, which happens when the
 * log is copied into the database. So what is promised after a power loss is a whole committed state, not older than the last sync, and an update that
 * makes of it what an index from nothing would be.
 */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { differences, indexContent, lostTexts, withStore } from '../index-content.ts';
import { isKnownInIndexFolder } from '../kill-rounds.ts';
import { allRows } from '../old-index.ts';
import { run } from '../program.ts';
import type { Random } from '../random.ts';
import { LoggedDisk } from './disk-log.ts';
import { askAll, wrongAnswers } from './project-questions.ts';
import {
  nothingCommitted,
  rowsDigest,
  unreadable,
  withEngine,
  writeDisk,
  type RecordedKind,
  type Recording,
} from './recording.ts';

export interface PowerLoss {
  kind: RecordedKind;
  /** What the disk held: the last commit, an earlier one, nothing, or a file that is set aside. */
  left: string;
  next: Next;
  problems: string[];
}

/** What comes after a power loss: nothing, or the next run, in this process or in one of its own. */
export type Next = 'nothing' | 'here' | 'process';

export async function losePower(recording: Recording, random: Random, next: Next): Promise<PowerLoss> {
  const { kind, database, records, kept } = recording;
  const moment = random(records.length + 1);
  const disk = new LoggedDisk(recording.start);
  for (const record of records.slice(0, moment)) disk.replay(record);
  writeDisk(disk.afterPowerLoss(random), dirname(database), kept);
  const problems: string[] = [];
  const left = leftState(database, allowedStates(recording, moment), problems);
  if (next !== 'nothing') {
    problems.push(...(await (next === 'here' ? update(recording) : updateByProcess(recording))));
    problems.push(...(await unequal(recording)), ...lostBackup(recording));
  }
  return {
    kind,
    left,
    next,
    problems: problems.map((problem) => `${kind}, record ${moment} of ${records.length}: ${problem}`),
  };
}

/** The next run and questions, in this process. */
async function update({ root, env, answers }: Recording): Promise<string[]> {
  try {
    return await withEngine({ root, env }, async (engine) => {
      await engine.index({ embeddings: true });
      return wrongAnswers(await askAll(engine), answers).map((name) => `wrong and without a word: ${name}`);
    });
  } catch (error) {
    return [`the update or a question failed: ${String(error)}`];
  }
}

async function updateByProcess({ root, env, entry }: Recording): Promise<string[]> {
  const { code, stderr } = await run(['index'], { cwd: root, entry, env });
  return code === 0 ? [] : [`the next run ended with ${code}: ${stderr.slice(0, 500)}`];
}

/** The states that the disk may have: those since the last sync of the log or of the database, and the last one before it. */
function allowedStates({ records, commits, start }: Recording, moment: number): string[] {
  const disk = new LoggedDisk(start);
  let [synced, syncedWithoutName] = [0, 0];
  for (const [at, record] of records.slice(0, moment).entries()) {
    disk.replay(record);
    if (record.kind === 'sync' && /^database\.db(?:-wal)?$/.test(disk.nameOf(record.inode) ?? '')) {
      syncedWithoutName = at + 1;
      if (disk.isNameSynced(record.inode)) synced = at + 1;
    }
    // Until then the name of a new file may be lost, and with it the file.
    if (record.kind === 'syncFolder') synced = syncedWithoutName;
  }
  const before = commits.filter((commit) => commit.moment <= synced).slice(-1);
  const since = commits.filter((commit) => commit.moment > synced && commit.moment <= moment);
  const allowed = [...before, ...since].map(({ rows }) => rows);
  // An index in which nothing is committed yet may be torn: it is set aside with a message.
  return allowed.every((rows) => rows === nothingCommitted) ? [unreadable, ...allowed] : allowed;
}

function leftState(database: string, allowed: readonly string[], problems: string[]): string {
  const rows = rowsDigest(database);
  if (!allowed.includes(rows))
    problems.push(
      rows === unreadable
        ? 'the index cannot be read'
        : `the index has a state that was not committed, or one from before the last sync (${rows})`,
    );
  if (rows === unreadable) return 'a file that cannot be read';
  if (rows === nothingCommitted) return 'nothing yet';
  return rows === allowed.at(-1) ? 'the last commit' : 'an earlier commit';
}

/** What differs from an index that is made from nothing. */
async function unequal({ root, database, expected }: Recording): Promise<string[]> {
  // The journal of creating an index may outlast its removal. SQLite knows that it is over.
  const isKnown = (name: string): boolean =>
    isKnownInIndexFolder(name, 'database.db') || /\.(?:damaged|unusable-.*)$|^database\.db-journal$/.test(name);
  const strange = readdirSync(dirname(database)).filter((name) => !isKnown(name));
  return withStore(database, async (store) => {
    const different = differences(await indexContent(store), expected);
    return [
      ...strange.map((name) => `an unknown file beside the index: ${name}`),
      ...(store.notice === null ? [] : [store.notice]),
      ...(await store.check()).map(({ what }) => `check after the next run: ${what}`),
      ...(await lostTexts(store, root)).map((path) => `the text of ${path} is not found`),
      ...different.slice(0, 6).map((line) => line.slice(0, 300)),
    ];
  });
}

/** An upgrade that is on the disk has its copy of the index before it. */
function lostBackup({ database, upgraded }: Recording): string[] {
  if (upgraded === null) return [];
  const copy = join(dirname(database), `database.db.backup-v${upgraded.version}`);
  if (!existsSync(copy)) return ['there is no copy of the index before the upgrade'];
  return allRows(copy) === upgraded.rows ? [] : ['the copy differs from the index before the upgrade'];
}
