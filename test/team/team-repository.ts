/** A repository with a page store and clones, for tests of snapshots. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { createKeyFile, pushIndex, type PushReport } from '../../src/engine/team/snapshots.ts';
import type { EngineConfig, IndexReport } from '../../src/engine/types.ts';
import { workerData } from '../../src/engine/indexing/indexing.ts';
import { indexTexts } from '../../src/engine/live/text-index.ts';
import { indexContent, lostTexts, withStore } from '../faults/index-content.ts';
import { makeProject } from '../faults/project-edits.ts';
import type { Random } from '../faults/random.ts';

const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };
export const repositoryName = 'example.org/team/shop';

/** The path of a clone's index. */
export const indexOf = (root: string): string => join(root, '.code-scout', 'database.db');

export function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, '-c', 'protocol.file.allow=always', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

export class TeamRepository {
  readonly top: string;
  readonly origin: string;
  /** The page store. */
  readonly store: string;
  readonly keyFile: string;
  /** The public key of `keyFile`. */
  readonly key: string;
  #clones = 0;

  /** Removed after the test. */
  constructor(files: number, random: Random) {
    this.top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-team-')));
    onTestFinished(() => rmSync(this.top, { recursive: true, force: true }));
    [this.origin, this.store, this.keyFile] = [
      join(this.top, 'origin'),
      join(this.top, 'store'),
      join(this.top, 'key.pem'),
    ];
    this.key = createKeyFile(this.keyFile);
    mkdirSync(this.origin);
    makeProject(this.origin, files, random);
    git(this.origin, 'init', '--quiet', '-b', 'main');
    this.commit();
  }

  /** Commits what is in the origin, and returns the commit. */
  commit(): string {
    git(this.origin, 'add', '-A', '.', ':!.code-scout');
    git(this.origin, 'commit', '--quiet', '--allow-empty', '-m', 'next');
    return git(this.origin, 'rev-parse', 'HEAD');
  }

  clone(commit: string | null = null, ...options: string[]): string {
    const root = join(this.top, `clone${++this.#clones}`);
    git(this.top, 'clone', '--quiet', ...options, `file://${this.origin}`, root);
    if (commit !== null) git(root, 'checkout', '--quiet', commit);
    return root;
  }

  /** As the user's settings would be. @param more further settings, by name */
  config(root: string, more: Readonly<Record<string, string | readonly string[]>> = {}): EngineConfig {
    // A starved machine is no reason to make the index from nothing.
    const waitMs = { 'team.waitMs': '600000' };
    const flags = {
      ...waitMs,
      'team.url': this.store,
      'team.keys': [this.key],
      'team.repository': repositoryName,
      ...more,
    };
    return loadConfig({ root, flags, env: new Map(), userConfigDir: null }).config;
  }

  async push(root: string): Promise<PushReport> {
    const config = this.config(root);
    await index(root, config);
    return pushIndex(
      { root, config },
      { location: this.store, workingDirectory: root, keyFile: this.keyFile, branch: null },
    );
  }
}

/** Brings the index up to date, with its vectors and trigrams. */
export async function index(root: string, config: EngineConfig): Promise<IndexReport> {
  const engine = await openEngine({ root, config, indexing: 'inline' });
  let report: IndexReport;
  try {
    report = await engine.index({ embeddings: true });
  } finally {
    await engine.close();
  }
  await withStore(indexOf(root), (store) => indexTexts(store, workerData(root, config)));
  return report;
}

/** Everything that answers come from, as lines: also what each text is found by. */
export async function contentOf(root: string): Promise<string[]> {
  return withStore(indexOf(root), async (store) => {
    const lines = await indexContent(store);
    const { files } = await store.listFiles(everything);
    const pathOf = new Map(files.map(({ id, path }) => [id, path]));
    for (const piece of ['import', 'function', 'session', 'Render', '// ', 'limit: number', 'no such text']) {
      const found = [...(await store.texts.candidates([[piece]]))].map((id) => pathOf.get(id) ?? `row ${id}`);
      lines.push(`text ${piece}: ${found.toSorted().join()}`);
    }
    lines.push(
      `texts lost: ${(await lostTexts(store, root)).join()}`,
      `texts missing: ${(await store.texts.missing()).length}`,
    );
    lines.push(...(await store.check()).map(({ what }) => `damage: ${what}`));
    return lines;
  });
}

/** The content of an index that is made from nothing in the same folder. The present index is removed. */
export async function contentFromNothing(root: string): Promise<string[]> {
  rmSync(join(root, '.code-scout'), { recursive: true, force: true });
  const config = loadConfig({ root, flags: {}, env: new Map(), userConfigDir: null }).config;
  await index(root, config);
  return contentOf(root);
}

/** What a pull that was broken off could leave. */
export function remains(root: string): string[] {
  return readdirSync(join(root, '.code-scout')).filter((name) => /\.(?:pull|seal|verify|copy)-/.test(name));
}
