/** Random edits under a watcher: whoever applies its events has, in the end, what a walk finds. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { plainFileCheck } from '../walk/plain-files.ts';
import { randomFrom, type Random } from '../testing/random.ts';
import { noGit, useWalkFixture, write } from '../testing/walk-fixture.ts';
import { until } from '../../util/testing/until.ts';
import { quickWatch } from '../testing/watch-fixture.ts';
import { walk } from '../walk/walk.ts';
import { watchTree, type Watcher, type WatchEvent, type WatchOptions } from './watch.ts';

const fixture = useWalkFixture();
let watcher: Watcher | null = null;
afterEach(async () => watcher?.close());

/** A small index: content by path. It applies the events one after the other. */
class Follower {
  readonly files = new Map<string, string>();
  readonly #root: string;
  readonly #options: WatchOptions;
  #work: Promise<void> = Promise.resolve();

  constructor(root: string, options: WatchOptions) {
    this.#root = root;
    this.#options = options;
  }

  follow(event: WatchEvent): void {
    if (event.kind === 'changes') {
      const { paths, folders } = event;
      this.#work = this.#work.then(() => this.#read([...paths, ...this.#below([...paths, ...folders])]));
    }
    if (event.kind === 'rescan') this.#work = this.#work.then(() => this.list());
  }

  async list(): Promise<void> {
    const { files } = await walk(this.#root, this.#options);
    this.files.clear();
    this.#read(files.map(({ path }) => path));
  }

  async idle(): Promise<void> {
    await this.#work;
  }

  /** Known files below paths that are, or were, folders. */
  #below(folders: readonly string[]): string[] {
    return [...this.files.keys()].filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)));
  }

  #read(paths: readonly string[]): void {
    const isPlain = plainFileCheck(this.#root);
    for (const path of paths) {
      this.files.delete(path);
      try {
        if (isPlain(path)) this.files.set(path, readFileSync(join(this.#root, path), 'utf8'));
      } catch {
        // The file is gone meanwhile: another event will come.
      }
    }
  }
}

const names = ['a', 'b', 'c', 'd', 'x.ts', 'y.ts', 'z.log', 'dist', 'node_modules'];

function somePath(random: Random, root: string): string {
  let folder = root;
  for (let depth = random(4); depth > 0; depth--) {
    const below = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name !== '.git',
    );
    if (below.length === 0) break;
    folder = join(folder, below[random(below.length)]?.name ?? '');
  }
  return join(folder, names[random(names.length)] ?? '');
}

/** Makes one edit. Edits of rules lead to rescans that repair everything, so they are made only where `withRules` is set. */
function edit(random: Random, root: string, step: number, withRules: boolean): void {
  const path = somePath(random, root);
  const kind = random(withRules ? 12 : 11);
  if (kind < 5) writeFileSync(path, `${step}`);
  else if (kind < 7) rmSync(path, { recursive: true, force: true });
  else if (kind < 9) renameSync(path, somePath(random, root));
  else if (kind === 9) {
    mkdirSync(path, { recursive: true });
    for (let index = random(5); index >= 0; index--) write(path, { [`n${index % 3}/f${index}.ts`]: `${step}` });
  } else if (kind === 10) symlinkSync(random(2) === 0 ? '.' : 'x.ts', path);
  else writeFileSync(join(dirname(path), '.gitignore'), ['*.log\n', 'dist/\n', 'a\n!b\n', ''][random(4)] ?? '');
}

const ways: { seed: number; mode: WatchOptions['mode']; withGit: boolean }[] = [
  ...[1, 2, 3, 4].map((seed) => ({ seed, mode: 'native' as const, withGit: seed % 2 === 0 })),
  ...[5, 6].map((seed) => ({ seed, mode: 'polling' as const, withGit: seed % 2 === 0 })),
];

it.each(ways)('seed $seed, $mode, git: $withGit', async ({ seed, mode, withGit }) => {
  const { root, git } = fixture;
  const random = randomFrom(seed);
  write(root, { '.gitignore': '*.log\n', 'a/b/x.ts': '0', 'a/c/y.ts': '0', 'b/z.log': '0', 'd/dist/x.ts': '0' });
  if (withGit) {
    git(root, 'init', '-q');
    git(root, 'add', '-A', '-f');
    git(root, 'commit', '-q', '-m', 'x');
  }
  const options = { ...quickWatch, mode, gitEnvironment: withGit ? fixture.gitEnvironment : noGit };
  const follower = new Follower(root, options);
  watcher = watchTree(root, options, (event) => follower.follow(event));
  const ready = watcher.ready.then(() => follower.list());
  for (let step = 0; step < 250; step++) {
    try {
      edit(random, root, step, seed % 3 === 0);
    } catch {
      // Not possible with the present files: try the next one.
    }
    if (random(20) === 0) await sleep(random(120));
  }
  await ready;
  const expected = new Follower(root, options);
  await expected.list();
  const differences = (): string[] =>
    [...new Set([...expected.files.keys(), ...follower.files.keys()])].filter(
      (path) => expected.files.get(path) !== follower.files.get(path),
    );
  await until(() => differences().length === 0, differences);
  // And it stays so.
  await sleep(200);
  await follower.idle();
  expect(differences()).toEqual([]);
});
