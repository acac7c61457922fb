/**
 * Asks `changes` about commits of a repository, each checked out and indexed, and compares the tests that it names with
 * those that the commit changed.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import type { Engine } from '../../src/engine/types.ts';
import { isSupport, namedAfter, testName } from '../../src/engine/changes/test-names.ts';
import { git, sampleCommits, type SampledCommit } from './commit-sample.ts';

export interface CommitResult {
  id: string;
  /** Tests that the commit changed and that existed before. */
  tests: string[];
  /** The first tests that `changes` names. */
  named: string[];
  /** The first tests by name similarity alone. */
  baseline: string[];
  definitions: number;
  firstMs: number;
  warmMs: number;
}

export interface RepositoryResult {
  name: string;
  commits: CommitResult[];
  /** Skipped, because no definition changed. */
  skipped: number;
}

export interface RunOptions {
  commits: number;
  seed: number;
  /** Restores tests to their state before the commit, so that changes and links in them are not visible. */
  earlierTests: boolean;
  /** How many of the named tests count. */
  first: number;
}

/** The baseline: tests by the similarity of their names to those of the changed files. */
function byName(sources: readonly string[], tests: readonly string[]): string[] {
  const fits = sources.map(namedAfter);
  return tests
    .map((path) => ({
      path,
      fit: Math.max(0, ...fits.map((fit) => fit(testName(path)))) * (isSupport(path) ? 0.3 : 1),
    }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/** Large files without code, which are not needed and may be missing from clones. */
const assets = ['gif', 'png', 'jpg', 'jpeg', 'svg', 'ico', 'mp4', 'webm', 'pdf', 'zip', 'woff', 'woff2'];

/** Leaves the work tree as the commit has it, or with the earlier tests. */
function checkOut(folder: string, { id, tests }: SampledCommit, earlierTests: boolean): void {
  git(folder, ['checkout', '--quiet', '--force', '--detach', id]);
  if (earlierTests) git(folder, ['checkout', '--quiet', `${id}^`, '--', ...tests]);
}

export async function runRepository(source: string, options: RunOptions): Promise<RepositoryResult> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-changes-')));
  const folder = join(top, 'tree');
  git(top, ['clone', '--quiet', '--shared', '--no-checkout', source, folder]);
  git(folder, ['sparse-checkout', 'set', '--no-cone', '/*', ...assets.map((ending) => `!*.${ending}`)]);
  const name = basename(source) === 'repo' ? basename(join(source, '..')) : basename(source);
  const result: RepositoryResult = { name, commits: [], skipped: 0 };
  const { config } = loadConfig({ root: folder, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root: folder, config, indexing: 'inline' });
  try {
    for (const commit of sampleCommits(folder, options.commits, options.seed)) {
      checkOut(folder, commit, options.earlierTests);
      await engine.index();
      const one = await askFor(engine, commit, options);
      if (one === null) result.skipped++;
      else result.commits.push(one);
    }
  } finally {
    await engine.close();
    rmSync(top, { recursive: true, force: true });
  }
  return result;
}

/** Null where no definition has changed. */
async function askFor(engine: Engine, commit: SampledCommit, options: RunOptions): Promise<CommitResult | null> {
  const asked = {
    ...(options.earlierTests ? { base: `${commit.id}^` } : { revision: commit.id }),
    withoutTests: true,
  };
  const from = performance.now();
  const answer = await engine.changes.of(asked);
  const firstMs = performance.now() - from;
  const again = performance.now();
  await engine.changes.of(asked);
  const warmMs = performance.now() - again;
  const definitions = answer.files.reduce((sum, file) => sum + file.definitions.length, 0);
  if (definitions === 0) return null;
  const sources = answer.files.filter(({ unread }) => unread === null).map(({ path }) => path);
  return {
    id: commit.id,
    tests: commit.tests,
    named: answer.tests.slice(0, options.first).map(({ path }) => path),
    baseline: byName(sources, await testFiles(engine)).slice(0, options.first),
    definitions,
    firstMs,
    warmMs,
  };
}

async function testFiles(engine: Engine): Promise<string[]> {
  const { files } = await engine.listFiles({ limit: 1_000_000 });
  return files.filter(({ traits }) => traits.includes('test')).map(({ path }) => path);
}
