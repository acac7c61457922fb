/** What is answered by the repositories that a question is about is what all repositories together answer, however they are split, whoever asks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openUnion, type NamedEngine } from '../engine.ts';
import type { Engine } from '../types.ts';
import { answerOf, type EngineQuestion } from '../union/testing/questions.ts';
import { indexAll, narrowed, overWire } from './testing/narrowed-engine.ts';
import { filesOf, makes, nameOf, symbolsOf, words, type Made } from './testing/linked-repositories.ts';

const base = mkdtempSync(join(tmpdir(), 'code-scout-concerned-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let runs = 0;

function opened(files: readonly Map<string, string>[]): Promise<NamedEngine[]> {
  const all = files.map((one, at) => [nameOf(at), Object.fromEntries(one)] as const);
  return indexAll(join(base, String(++runs)), Object.fromEntries(all));
}

const depth = { maxDepth: 4 };

function questionsAbout(symbol: string, other: string): EngineQuestion[] {
  const asked = { symbol };
  const of = (name: string, ask: EngineQuestion['ask']): EngineQuestion => ({ name: `${name} ${symbol}`, ask });
  return [
    of('resolve', ({ graph }) => graph.resolve(asked)),
    of('callers', ({ graph }) => graph.callers({ ...asked, ...depth })),
    of('callees', ({ graph }) => graph.callees({ ...asked, ...depth })),
    of('callees in one step', ({ graph }) => graph.callees({ ...asked, maxDepth: 1 })),
    of('impact', ({ graph }) => graph.impact({ ...asked, ...depth })),
    of('usage', ({ graph }) => graph.usage({ ...asked, limit: 30 })),
    of('neighbours', ({ graph }) => graph.neighbours({ ...asked, maxDepth: 2, direction: 'both' })),
    of('implementers', ({ graph }) => graph.implementers({ ...asked, direction: 'implementers', account: true })),
    of('implements', ({ graph }) => graph.implementers({ ...asked, direction: 'implements' })),
    of('resolve in a file', ({ graph }) => graph.resolve({ ...asked, file: 'use.ts' })),
    of('callers in a package', ({ graph }) => graph.callers({ ...asked, package: '@acme/packc', ...depth })),
    of('outline', ({ graph }) => graph.outline(asked)),
    // Patterns are asked of all repositories.
    ...(`${symbol}${other}`.includes('*') ? [] : [of(`paths to ${other} from`, ({ graph }) => graph.paths({ from: asked, to: { symbol: other }, maxDepth: 6, maxPaths: 3 }))]), // prettier-ignore
  ];
}

function explores(word: string): EngineQuestion[] {
  const explore = (query: string, chosen: number): EngineQuestion => ({
    name: `explore ${query}`,
    ask: (engine) => engine.explore({ query, files: 6, chosen, seen: new Set() }),
  });
  const named = `make${word[0]!.toUpperCase()}${word.slice(1)}`;
  return [explore(`how is a ${word} kept`, 3), explore(`from \`${named}\` to \`${word}Rate\``, 2), explore(named, 4)];
}

function questionsAt(path: string): EngineQuestion[] {
  const short = path.slice(path.indexOf('/') + 1);
  return [path, short].flatMap((file): EngineQuestion[] => [
    { name: `outline ${file}`, ask: ({ graph }) => graph.outline({ symbol: file }) },
    { name: `links ${file}`, ask: ({ graph }) => graph.fileLinks(file) },
    { name: `code ${file}`, ask: (engine) => engine.code({ file, startLine: 1, endLine: 40 }) },
    ...[[1, 12], [4, 20], [9, 40], [3, 85]].map(([line, column]): EngineQuestion => ({ name: `definition ${file}:${line}:${column}`, ask: ({ graph }) => graph.definitionAt({ file, line: line!, column: column! }) })), // prettier-ignore
    { name: `read ${file}`, ask: ({ files }) => files.read({ path: file, startLine: 1, startColumn: 1, endLine: 20, maxChars: 2000 }) }, // prettier-ignore
    { name: `chunks ${file}`, ask: ({ chunks }) => chunks.file(file) },
    { name: `folder ${file}`, ask: ({ files }) => files.list({ path: file.slice(0, Math.max(0, file.lastIndexOf('/'))) || '.', offset: 0, limit: 20 }) }, // prettier-ignore
  ]);
}

/** An answer whose walk was not ended by its limit of time: asked again, a question has what was linked for it. */
async function unhurried(engine: Engine, question: EngineQuestion): Promise<unknown> {
  for (;;) {
    const answer = await answerOf(engine, question);
    if (!JSON.stringify(answer).includes('"reason":"time"')) return answer;
  }
}

/** For each repository the share that it is in; null: the sender may not see it. */
const splits = fc
  .array(fc.option(fc.integer({ min: 0, max: 2 }), { freq: 4 }), { minLength: 8, maxLength: 8 })
  .filter((split) => split.some((share) => share !== null));

it('answers as all repositories together', { timeout: 900_000 }, async () => {
  let [asked, narrow] = [0, 0];
  await fc.assert(
    fc.asyncProperty(makes, splits, fc.nat(), async (made: Made[], split, seed) => {
      const files = filesOf(made);
      const all = await opened(files);
      const seen = all.filter((_, at) => split[at] !== null).sort((a, b) => (a.name < b.name ? -1 : 1));
      const union = await openUnion(seen);
      const groups = Map.groupBy(seen, (one) => split[all.indexOf(one)]!);
      const shares = await Promise.all([...groups.values()].map((group) => openUnion(group)));
      const links = shares.map(overWire);
      const symbols = made.flatMap((one, at) => (at % 2 === seed % 2 ? symbolsOf(one, at) : []));
      const paths = files.flatMap((one, at) => [...one.keys()].map((path) => `${nameOf(at)}/${path}`)).filter((_, at) => at % 4 === seed % 4); // prettier-ignore
      const questions = [
        ...symbols.flatMap((symbol, at) => questionsAbout(symbol, symbols[(at + 3) % symbols.length]!)),
        ...paths.flatMap(questionsAt),
        ...words.flatMap(explores),
      ];
      for (const question of questions) {
        const { engine, opened: opens } = narrowed(seen, links);
        const answer = await unhurried(engine, question);
        const expected = await unhurried(union, question);
        expect([question.name, answer]).toEqual([question.name, expected]);
        asked++;
        if ((opens.at(-1)?.length ?? 0) < seen.length) narrow++;
      }
      for (const one of [union, ...shares]) await one.close();
      for (const { engine } of all) await engine.close();
    }),
    { numRuns: 3, endOnFailure: true },
  );
  // Most questions open fewer than all.
  expect(narrow).toBeGreaterThan(asked / 2);
});
