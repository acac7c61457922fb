/** Random changes of random trees: where the fingerprint is unchanged, a walk finds the same files. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { takeFingerprint } from './take-fingerprint.ts';
import type { WalkResult } from '../source.ts';
import { randomFrom, type Random } from '../testing/random.ts';
import { useWalkFixture } from '../testing/walk-fixture.ts';
import { isUnchanged } from './fingerprint.ts';

const fixture = useWalkFixture();
const histories = Number(process.env['FINGERPRINT_HISTORIES'] ?? 3);
const steps = 14;
/** Two writes within one tick of the file system's clock have the same time. */
const tickMs = 12;

const folders = ['', 'a', 'a/b', 'a/b/c', 'logs', 'logs/old', 'dist', 'dist/in', 'kept', 'é'];
const names = ['one.ts', 'two.log', 'three.md', '.gitignore', '.code-scoutignore', 'x'];
const rules = ['*.log', 'dist/', 'dist', '/logs/*', '!one.ts', 'kept/', 'a/b/', '*', 'x', 'é', ''];

function oneOf<T>(of: readonly T[], random: Random): T {
  return of[random(of.length)]!;
}

/** Makes one change, and returns its name. */
function change(root: string, random: Random): string {
  const one = <T>(of: readonly T[]): T => oneOf(of, random);
  const there = folders.slice(1).filter((folder) => existsSync(join(root, folder)));
  const path = join(one(folders), one(names));
  const place = join(root, path);
  const put = (text: string): void => {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  };
  const git = (...args: string[]): void => void fixture.git(root, ...args);
  const actions: Record<string, () => void> = {
    write: () => put(path.endsWith('ignore') ? `${one(rules)}\n${one(rules)}\n` : `${random(1000)}`),
    'write again': () => put(`${one(rules)}\n`),
    'write anew': () => put(''),
    'write rules': () => writeFileSync(join(root, one(folders.slice(0, 4)), '.gitignore'), `${one(rules)}\n`),
    remove: () => rmSync(place),
    'remove a folder': () => rmSync(join(root, one(there)), { recursive: true }),
    'make a folder': () => mkdirSync(join(root, one(there), `fresh${random(1e6)}`)),
    'rename a folder': () => renameSync(join(root, one(there)), join(root, one(there), `moved${random(1e6)}`)),
    'make a link': () => symlinkSync(one(folders), place),
    stage: () => git('add', path),
    'stage by force': () => git('add', '-f', path),
    'stage all': () => git('add', '-A'),
    commit: () => git('commit', '-q', '-m', 'x'),
    forget: () => git('rm', '-r', '-q', '-f', '--cached', one(there)),
    exclude: () => writeFileSync(join(root, '.git/info/exclude'), `${one(rules)}\n`),
    'exclude everywhere': () => git('config', 'core.excludesFile', join(root, one(['a/x', 'x']))),
    'begin a repository': () => fixture.git(join(root, one(there)), 'init', '-q'),
    status: () => git('status'),
    stash: () => git('stash', '-q'),
  };
  const name = one(Object.keys(actions));
  try {
    actions[name]!();
    return `${name} ${path}`;
  } catch {
    return `${name} failed`;
  }
}

test.each(Array.from({ length: histories }, (_, at) => at))('history %i', { timeout: 120_000 }, async (seed) => {
  const root = realpathSync(fixture.root);
  const random = randomFrom(seed + 1);
  const options = { maxFileSize: 1000, ignorePatterns: [], gitEnvironment: fixture.gitEnvironment };
  const indexFolder = join(root, '.code-scout');
  mkdirSync(indexFolder);
  if (seed % 4 !== 3) fixture.git(root, 'init', '-q');
  for (const folder of folders) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const name of names) if (random(10) < 4) writeFileSync(join(root, folder, name), `${oneOf(rules, random)}\n`);
  }
  for (let at = 0; at < 8; at++) change(root, random);
  const made: string[] = [];
  for (let step = 0; step < steps && readdirSync(root).length > 0; step++) {
    const before: WalkResult = await fixture.list(options, root);
    await sleep(tickMs);
    const taken = await takeFingerprint({ root, options, walked: before, beganMs: Date.now() + 60_000, indexFolder });
    await sleep(tickMs);
    if (typeof taken === 'object') expect(await isUnchanged(root, options, taken.fingerprint)).toBe(true);
    made.push(change(root, random));
    if (typeof taken === 'object' && (await isUnchanged(root, options, taken.fingerprint))) {
      expect(await fixture.list(options, root), made.join(', ')).toEqual(before);
    }
  }
});
