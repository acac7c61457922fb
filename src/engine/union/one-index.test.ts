/**
 * A union of indexes answers as one index of the same files in folders, at every place.
 * One index may truly differ where it links from one repository into another. The repositories here give it no reason to: each name that is used is
 * imported by a path within the repository, packages have names of their own, and there are no settings above the repositories.
 */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine, openUnion } from '../engine.ts';
import type { Engine } from '../types.ts';
import { answerOf, questionsAbout, type Material } from './testing/questions.ts';
import { modules, repositories, words, writeAll, type Repository } from './testing/repositories.ts';

const base = mkdtempSync(join(tmpdir(), 'code-scout-union-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function indexed(root: string, provider: 'off' | 'static' = 'off'): Promise<Engine> {
  const flags = { 'embedding.provider': provider, 'database.path': ':memory:' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index({ embeddings: provider !== 'off' });
  return engine;
}

async function materialOf(engine: Engine): Promise<Material> {
  const { symbols } = await engine.graph.search({ pattern: '*', offset: 0, limit: 200 });
  const { files } = await engine.listFiles({ limit: 200 });
  const every = <T>(list: readonly T[], count: number): T[] =>
    list.filter((_, at) => at % Math.max(1, Math.floor(list.length / count)) === 0);
  return {
    words: [...words.slice(0, 3), 'a', 'team'],
    names: [...new Set(every(symbols, 5).map(({ name }) => name))],
    symbols: every(symbols, 6).map(({ id }) => id),
    files: every(files, 4).map(({ path }) => path),
  };
}

async function expectSameAnswers(union: Engine, one: Engine): Promise<void> {
  const material = await materialOf(one);
  expect(await materialOf(union)).toEqual(material);
  for (const question of questionsAbout(material))
    expect({ asked: question.name, answer: await answerOf(union, question) }).toEqual({
      asked: question.name,
      answer: await answerOf(one, question),
    });
}

let trees = 0;

it('answers as one index', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(repositories, async (all) => {
      const root = join(base, String(trees++));
      writeAll(root, all);
      const parts = [];
      for (const { name } of all) parts.push({ name, engine: await indexed(join(root, name)) });
      const one = await indexed(root);
      const union = await openUnion(parts);
      try {
        await expectSameAnswers(union, one);
        // A file that has changed is read again by its own engine.
        const [{ name, files }] = all as [Repository];
        const [path] = files.keys();
        appendFileSync(join(root, name, path!), path!.endsWith('.mod') ? '\n// more\n' : '\n');
        await expectSameAnswers(union, one);
      } finally {
        await union.close();
        for (const { engine } of [...parts, { engine: one }]) await engine.close();
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
});

// A passage begins with the last folder of its file, so no file is at the top of a repository here.
it('answers by meaning as one index, also after a change', { timeout: 300_000 }, async () => {
  const root = join(base, String(trees++));
  const languages = ['typescript', 'python', 'markdown'] as const;
  const all = ['a', 'a-b', 'team/web'].map((name, at): Repository => {
    const [word, to] = [words[at]!, words[at + 1]!];
    return { name, files: new Map(languages.flatMap((language) => modules[language]!(word, to, name))) };
  });
  writeAll(root, all);
  const parts = [];
  for (const { name } of all) parts.push({ name, engine: await indexed(join(root, name), 'static') });
  const one = await indexed(root, 'static');
  const union = await openUnion(parts);
  const questions = questionsAbout({ words: words.slice(0, 3), names: [], symbols: [], files: [] }).filter(({ name }) =>
    /^(?:search_repo|search_by_embedding|explore)/.test(name),
  );
  const expectSame = async (): Promise<void> => {
    for (const question of questions) {
      const expected = await answerOf(one, question);
      if (question.name.startsWith('search_by_embedding'))
        expect(expected).toMatchObject({ state: 'ready', note: null });
      expect({ asked: question.name, answer: await answerOf(union, question) }).toEqual({ asked: question.name, answer: expected }); // prettier-ignore
    }
  };
  await expectSame();
  const path = 'docs/parcel.md';
  writeFileSync(join(root, 'a', path), '# Something else\n\nThe ledger of a signal in the harbor.\n');
  for (const engine of [parts[0]!.engine, one]) await engine.index({ embeddings: true });
  await expectSame();
  const { hits } = await union.semantic.search({ query: 'ledger of a signal in the harbor', k: 1 });
  expect(hits.map(({ file }) => file.path)).toEqual([`a/${path}`]);
  await union.close();
  for (const { engine } of [...parts, { engine: one }]) await engine.close();
});
