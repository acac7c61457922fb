/**
 * Changes bytes of an index at random, in each kind of page, and says what comes of it: whether the next reading is refused or reports it, whether
 * `doctor` finds it, whether anything that is read differs, and whether the next runs make it good.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../src/model/error.ts';
import { Database } from '../../../src/store/sqlite/file/driver.ts';
import { readSource } from '../../../src/source/read/read-source.ts';
import { differences, indexContent, withStore } from '../index-content.ts';
import { editProject, makeProject } from '../project-edits.ts';
import { pick, type Random } from '../random.ts';
import { KeptIndex } from './kept-index.ts';
import { pagesByKind, type PageKind } from './page-kinds.ts';
import { askAll, wrongAnswers } from './project-questions.ts';
import { rebuilt, rowsDigest, withEngine } from './recording.ts';

export const damages = [
  'a bit',
  'a byte',
  'a zeroed sector',
  'a sector of rubbish',
  'a page of another place',
  'an older page',
  'a shorter file',
] as const;
export type Damage = (typeof damages)[number];

/**
 * `refused`: set aside when it was opened. `reported`: an error with advice when it was read, and set aside by the next use. `harmless`: all that is read
 * is as before. `earlier`: an earlier committed state, which the next run brings up to date. `checked`: what is read differs, and only the check of the
 * whole index tells, which a server makes by itself once, and `doctor` when it is asked. `unnoticed`: what is read differs, and nothing tells.
 */
export const outcomes = ['refused', 'reported', 'harmless', 'earlier', 'checked', 'unnoticed'] as const;
export type CorruptionOutcome = (typeof outcomes)[number];

export interface Corruption {
  kind: PageKind;
  damage: Damage;
  outcome: CorruptionOutcome;
  /** Questions with an answer that is wrong without a word, before the check of the whole index. */
  wrong: string[];
  problems: string[];
}

/** An index that is damaged over and over, and an older state of it. */
export interface Patient {
  root: string;
  database: string;
  index: KeptIndex;
  /** All that was committed; nothing is in the log. */
  bytes: Buffer;
  /** The database before the commits that are in the log. */
  beforeLog: Buffer;
  log: Buffer;
  older: Buffer;
  /** The digests of the states that were committed in the log. */
  committed: ReadonlySet<string>;
  pages: Map<PageKind, number[]>;
  content: string[];
  /** The content and the answers of an index made from nothing. */
  expected: string[];
  answers: ReadonlyMap<string, string | null>;
}

const pageBytes = 8192;
const [logHeaderBytes, frameHeaderBytes] = [32, 24];
const env = { CODE_SCOUT_INDEXING_BATCH_SIZE: '10', CODE_SCOUT_EMBEDDING_PROVIDER: 'off' };

/** A file whose contents take pages of their own, which are free after it is removed. */
const passing = 'passing.ts';

/** @param folder an empty folder */
export async function makePatient(folder: string, files: number, random: Random): Promise<Patient> {
  const root = join(folder, 'project');
  const database = join(root, '.code-scout', 'database.db');
  makeProject(root, files, random);
  await withEngine({ root, env: { CODE_SCOUT_INDEXING_BATCH_SIZE: '10' } }, (engine) =>
    engine.index({ embeddings: true }),
  );
  const older = readFileSync(database);
  // Pages that overflow, indexes of several levels, free pages, and a segment with dead postings.
  const functions = Array.from(
    { length: 500 },
    (_, at) => `export function part${at}(a: number) { return part${at - 1}(a); }\n`,
  );
  for (const name of ['large.ts', passing]) writeFileSync(join(root, 'src', name), functions.join(''));
  const many = Array.from({ length: 60 }, (_, at) => join(root, 'lib', `${'a long name '.repeat(15)}${at}.ts`));
  for (const [at, path] of many.entries()) writeFileSync(path, `export const value${at} = ${at};\n`.repeat(20));
  await update(root);
  for (const path of many.slice(0, 8)) rmSync(path);
  editProject(root, 4, random);
  await update(root);
  await writeTrigrams(database, root);
  const { beforeLog, log } = await commitsInLog(database, root, random);
  const bytes = readFileSync(database);
  const pages = pagesByKind(database, bytes);
  const index = new KeptIndex(database, join(folder, 'kept.db'));
  const { content: expected, answers } = await rebuilt(root, join(folder, 'rebuilt.db'), env);
  const content = await withStore(database, indexContent);
  const committed = new Set<string>();
  for (let end = logHeaderBytes; end <= log.length; end += frameHeaderBytes + pageBytes) {
    index.put(beforeLog, log.subarray(0, end));
    committed.add(rowsDigest(database));
  }
  return { root, database, index, bytes, beforeLog, log, older, committed, pages, content, expected, answers };
}

async function update(root: string): Promise<string | null> {
  return withEngine({ root, env }, async (engine) => (await engine.index()).notice ?? null);
}

async function writeTrigrams(database: string, root: string): Promise<void> {
  await withStore(database, async (store) => {
    const { files } = await store.listFiles({ offset: 0, limit: Number.MAX_SAFE_INTEGER });
    const texts = files.map((file) => {
      const { text } = readSource(root, file, { maxFileSize: 1_000_000, ignorePatterns: [] });
      return { fileId: file.id, text: text ?? '' };
    });
    await store.texts.write(texts);
  });
}

/** The log of an index with commits that are not in the database yet, and that database. */
async function commitsInLog(
  database: string,
  root: string,
  random: Random,
): Promise<{ beforeLog: Buffer; log: Buffer }> {
  // While another connection is open, the last one does not copy the log into the database.
  const other = new Database(database);
  try {
    other.get('SELECT count(*) FROM files');
    editProject(root, 4, random);
    rmSync(join(root, 'src', passing));
    await update(root);
    return { beforeLog: readFileSync(database), log: readFileSync(`${database}-wal`) };
  } finally {
    other.close();
  }
}

export async function corrupt(patient: Patient, kind: PageKind, random: Random): Promise<Corruption | null> {
  const isLog = kind === 'log header' || kind === 'log frame';
  const file = Buffer.from(isLog ? patient.log : patient.bytes);
  const span = placeOf(patient, kind, random);
  if (span === null) return null;
  const damage = pick(damages, random);
  const changed = damaged({ patient, file, span, isLog, kind }, damage, random);
  if (changed === null || changed.equals(isLog ? patient.log : patient.bytes)) return null;
  const damageIt = (): void => (isLog ? patient.index.put(patient.beforeLog, changed) : patient.index.put(changed));
  const problems: string[] = [];
  damageIt();
  const outcome = await read(patient, problems);
  // Reading may have noted the damage, and the check notes it.
  damageIt();
  const wrong = await use(patient, outcome, problems);
  if (wrong.length > 0) {
    damageIt();
    problems.push(...(await wrongAfterCheck(patient)));
  }
  return { kind, damage, outcome, wrong, problems: problems.map((problem) => `${kind}, ${damage}: ${problem}`) };
}

interface Span {
  start: number;
  end: number;
}

function placeOf({ pages, log }: Patient, kind: PageKind, random: Random): Span | null {
  if (kind === 'log header' || kind === 'log frame') {
    const frame = random(Math.floor((log.length - logHeaderBytes) / (frameHeaderBytes + pageBytes)));
    const start = logHeaderBytes + frame * (frameHeaderBytes + pageBytes);
    if (kind === 'log frame') return { start: start + frameHeaderBytes, end: start + frameHeaderBytes + pageBytes };
    return random(4) === 0 ? { start: 0, end: logHeaderBytes } : { start, end: start + frameHeaderBytes };
  }
  const found = pages.get(kind);
  if (found === undefined) return null;
  const start = (pick(found, random) - 1) * pageBytes;
  return { start, end: start + (kind === 'header' ? 100 : pageBytes) };
}

interface Changing {
  patient: Patient;
  file: Buffer;
  span: Span;
  isLog: boolean;
  kind: PageKind;
}

/** Null where the damage cannot be done there. */
function damaged({ patient, file, span, isLog, kind }: Changing, damage: Damage, random: Random): Buffer | null {
  const { start, end } = span;
  const at = start + random(end - start);
  const sector = start + 512 * random(Math.ceil((end - start) / 512));
  const page = (place: number): number => (Math.floor(place / pageBytes) * pageBytes); // prettier-ignore
  switch (damage) {
    case 'a bit':
      file[at]! ^= 1 << random(8);
      return file;
    case 'a byte':
      file[at] = random(256);
      return file;
    case 'a zeroed sector':
      return file.fill(0, sector, Math.min(sector + 512, end));
    case 'a sector of rubbish':
      for (let place = sector; place < Math.min(sector + 512, end); place++) file[place] = random(256);
      return file;
    case 'a page of another place': {
      if (isLog) return null;
      const other = pick(patient.pages.get(kind)!, random);
      patient.bytes.copy(file, page(start), (other - 1) * pageBytes, other * pageBytes);
      return file;
    }
    case 'an older page':
      if (isLog || start >= patient.older.length) return null;
      patient.older.copy(file, page(start), page(start), page(start) + pageBytes);
      return file;
    case 'a shorter file':
      return file.subarray(0, at);
  }
}

/** An error that no user should see, with the first places of our code that it came through. */
function placeOfError(error: unknown): string {
  const frames = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => line.includes('/src/')) : [];
  return [
    String(error),
    ...frames.slice(0, 3).map((line) => line.trim().replace(/\(?[^ ]*\/(src\/[^)]*)\)?/, '$1')),
  ].join(' ');
}

/** Reads all that the index has, as the next process would. */
async function read(patient: Patient, problems: string[]): Promise<CorruptionOutcome> {
  const { database, content, committed } = patient;
  try {
    return await withStore(database, async (store) => {
      if (store.notice !== null) return 'refused';
      const found = await indexContent(store).catch((error: unknown) => {
        // What these tests decode, and their comparison of what the index has twice.
        if (error instanceof RangeError || (error instanceof Error && error.name === 'AssertionError')) return [];
        throw error;
      });
      if (differences(found, content).length === 0) return 'harmless';
      if (committed.has(rowsDigest(database))) return 'earlier';
      return (await store.check()).length > 0 ? 'checked' : 'unnoticed';
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.hint === undefined)
      problems.push(`reading failed: ${placeOfError(error)}`);
    return 'reported';
  }
}

/** The next runs and questions. Returns the questions with wrong answers. */
async function use(patient: Patient, outcome: CorruptionOutcome, problems: string[]): Promise<string[]> {
  const { root } = patient;
  const wrong: string[] = [];
  try {
    await withEngine({ root, env }, async (engine) => {
      await engine.index();
      wrong.push(...wrongAnswers(await askAll(engine), patient.answers));
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.hint === undefined) problems.push(`a run failed: ${placeOfError(error)}`);
  }
  // What was noted meanwhile is mended by the next run; what nothing noticed by a run that reads all files again, as `doctor` advises.
  const force = outcome === 'checked' || outcome === 'unnoticed' || outcome === 'harmless';
  problems.push(...(await mended(patient, { force, mayReport: true })));
  return wrong;
}

/** Checks the index as a server does beside its questions. Returns the questions whose answers are wrong without a word after that, as problems. */
async function wrongAfterCheck({ root, database, answers }: Patient): Promise<string[]> {
  const wrong: string[] = [];
  const damage = await withStore(database, (store) => store.check());
  await withEngine({ root, env }, async (engine) => {
    wrong.push(...wrongAnswers(await askAll(engine), answers));
  });
  return wrong.map((name) => `wrong without a word after the check found ${damage.length} problems: ${name}`);
}

/** What is wrong after the next run, and where reading reports more damage, after the one that follows. */
async function mended(
  patient: Patient,
  { force, mayReport }: { force: boolean; mayReport: boolean },
): Promise<string[]> {
  try {
    await withEngine({ root: patient.root, env }, (engine) => engine.index({ force }));
    return (await unequal(patient)).map((what) => `after the next run: ${what}`);
  } catch (error) {
    const isReported = error instanceof AppError && error.code === 'DatabaseError' && error.hint !== undefined;
    return isReported && mayReport
      ? mended(patient, { force: false, mayReport: false })
      : [`the next run failed: ${placeOfError(error)}`];
  }
}

async function unequal({ database, expected }: Patient): Promise<string[]> {
  // The index from nothing has no vectors.
  const plain = (lines: readonly string[]): string[] => lines.filter((line) => !/^(?:vectors|counts) /.test(line));
  return withStore(database, async (store) => [
    ...(await store.check()).map(({ what }) => what),
    ...differences(plain(await indexContent(store)), plain(expected))
      .slice(0, 3)
      .map((line) => line.slice(0, 200)),
  ]);
}
