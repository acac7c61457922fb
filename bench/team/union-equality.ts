/** Whether a union of indexes answers as one index of the same files in folders. */
import { cpSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openUnion, type Engine, type NamedEngine } from '../../src/engine/engine.ts';
import { answerOf, questionsAbout, type EngineQuestion } from '../../src/engine/union/testing/questions.ts';
import { indexPath, namesOf, openAt, wordsOf } from './union-engines.ts';

export interface Equality {
  repositories: readonly string[];
  files: number;
  questions: number;
  /** Questions with another answer, and where it first differs. */
  different: readonly { name: string; where: string }[];
}

function evenly<T>(list: readonly T[], count: number): T[] {
  return Array.from({ length: Math.min(count, list.length) }, (_, at) => list[Math.floor((at * list.length) / count)]!);
}

async function askedOf(one: Engine, engines: readonly NamedEngine[], count: number): Promise<EngineQuestion[]> {
  const names = await namesOf(engines, 60);
  const symbols: string[] = [];
  for (const pattern of names.slice(0, 40)) {
    const found = await one.graph.search({ pattern, offset: 0, limit: 1 });
    symbols.push(...found.symbols.map(({ id }) => id));
  }
  const { total } = await one.listFiles({ limit: 1 });
  const files: string[] = [];
  for (let at = 0; at < 12; at++) {
    const page = await one.listFiles({ offset: Math.floor((at * total) / 12), limit: 1 });
    files.push(...page.files.map(({ path }) => path));
  }
  const all = questionsAbout({ words: wordsOf(names).slice(0, 14), names: names.slice(0, 20), symbols, files });
  return evenly(all, count);
}

/** @param roots the repositories; they are copied to `work` and indexed there */
export async function compareWithOneIndex(
  roots: readonly string[],
  work: string,
  { count, embeddings }: { count: number; embeddings: boolean },
): Promise<Equality> {
  const base = join(work, 'folders');
  const engines: NamedEngine[] = [];
  mkdirSync(join(work, 'indexes'), { recursive: true });
  for (const root of roots) {
    const name = basename(root).replace(/^.*\+/, '');
    const copy = join(base, name);
    cpSync(root, copy, { recursive: true, filter: (path) => !/\/\.(?:code-scout|git)$/.test(path) });
    engines.push({ name, engine: await openAt(copy, { database: indexPath(work, name), embeddings }) });
  }
  const one = await openAt(base, { database: indexPath(work, 'one'), embeddings });
  for (const { engine } of [...engines, { engine: one }]) await engine.index({ embeddings });
  const union = await openUnion(engines);
  const questions = await askedOf(one, engines, count);
  const different: { name: string; where: string }[] = [];
  for (const question of questions) {
    const where = await differenceOf(one, union, question, embeddings);
    // An answer that had no time to compare all files with the disk says so once.
    const again = where === null ? null : await differenceOf(one, union, question, embeddings);
    if (again !== null) different.push({ name: question.name, where: again });
  }
  const { filesIndexed } = await one.status();
  await union.close();
  for (const { engine } of [...engines, { engine: one }]) await engine.close();
  return { repositories: engines.map(({ name }) => name), files: filesIndexed, questions: questions.length, different };
}

/** Values that follow from vectors. */
const ofVectors: ReadonlySet<string> = new Set(['score', 'similarity', 'likelihood', 'strength']);

/** Null for equal answers. With vectors the order counts, and not the scores. */
async function differenceOf(
  one: Engine,
  union: Engine,
  question: EngineQuestion,
  embeddings: boolean,
): Promise<string | null> {
  const leftOut = embeddings ? ofVectors : new Set<string>();
  const [expected, found] = [await answerOf(one, question, leftOut), await answerOf(union, question, leftOut)];
  return isDeepStrictEqual(expected, found) ? null : firstDifference(expected, found, '');
}

/** The path to the first value that differs, with both values. */
function firstDifference(expected: unknown, found: unknown, path: string): string {
  if (isObject(expected) && isObject(found))
    for (const key of new Set([...Object.keys(expected), ...Object.keys(found)]))
      if (!isDeepStrictEqual(expected[key], found[key]))
        return firstDifference(expected[key], found[key], `${path}.${key}`);
  return `${path}: ${shown(expected)} / ${shown(found)}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 100);
}
