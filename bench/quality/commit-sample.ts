/**
 * Commits of real repositories that change code and tests together: the same sample for the same history and seed.
 * A commit is eligible when it is not a merge, changes at least one file of code other than tests and at least one
 * existing test file, and changes at most `maxFiles` files.
 */
import { execFileSync } from 'node:child_process';
import { languageTable } from '../../src/extract/detect-language.ts';
import { languages } from '../../src/languages/registry.ts';
import { hasTrait } from '../../src/model/file.ts';
import { classifyPath } from '../../src/source/walk/classify.ts';

export interface SampledCommit {
  id: string;
  /** Test code files that it changes and that existed before it. */
  tests: string[];
}

const maxFiles = 50;
/** The number of latest commits that are considered. */
const maxCommits = 2000;
/** Data that tests read; not tests themselves. */
const testData = /(^|\/)(fixtures?|__fixtures__|testdata|test[-_]data|__mocks__|mocks|snapshots|__snapshots__)\//i;

const table = languageTable(languages, { extensions: new Map(), disabled: new Set() });

function isCode(path: string): boolean {
  return table.candidates(path, '')[0]?.nature === 'code';
}

function isTest(path: string): boolean {
  return hasTrait(classifyPath(path), 'test');
}

export function git(folder: string, args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** All eligible commits, oldest first. */
function eligible(folder: string): SampledCommit[] {
  const log = git(folder, [
    ...['log', '--no-merges', `--max-count=${maxCommits}`, '--reverse', '--topo-order', '--no-renames'],
    ...['--name-status', '-z', '--format=%x01%H'],
  ]);
  return log
    .split('\x01')
    .slice(1)
    .flatMap((entry) => {
      const [id = '', ...parts] = entry.split('\0').map((part) => part.trim());
      const changes: { status: string; path: string }[] = [];
      const words = parts.filter((part) => part !== '');
      for (let at = 0; at + 1 < words.length; at += 2) changes.push({ status: words[at]!, path: words[at + 1]! });
      if (changes.length > maxFiles) return [];
      const code = changes.filter(({ path }) => isCode(path));
      const tests = code.filter(({ status, path }) => status === 'M' && isTest(path) && !testData.test(path));
      const sources = code.filter(({ path }) => !isTest(path));
      return tests.length === 0 || sources.length === 0 ? [] : [{ id, tests: tests.map(({ path }) => path) }];
    });
}

/** Numbers of a linear congruential generator (Numerical Recipes), from 0 to 1. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** Up to `count` of them, oldest first, so that consecutive commits have similar files. */
export function sampleCommits(folder: string, count: number, seed: number): SampledCommit[] {
  const all = eligible(folder);
  const random = randomNumbers(seed);
  const chosen = all
    .map((commit, at) => ({ commit, at, lot: random() }))
    .sort((a, b) => a.lot - b.lot)
    .slice(0, count);
  return chosen.sort((a, b) => a.at - b.at).map(({ commit }) => commit);
}
