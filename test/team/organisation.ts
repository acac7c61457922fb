/** An organisation for tests: a catalogue, a page store, repositories of git, and workers as processes. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { createKeyFile, pullInto } from '../../src/engine/team/snapshots.ts';
import type { Catalogue, JobState } from '../../src/team/catalogue/catalogue.ts';
import { openCatalogue } from '../../src/team/catalogue/open-catalogue.ts';
import { until } from '../../src/util/testing/until.ts';
import { differences } from '../faults/index-content.ts';
import { makeProject } from '../faults/project-edits.ts';
import { seededRandom } from '../faults/random.ts';
import { environmentOf, runProgram, startWorker, type StartedWorker } from './programs.ts';
import { contentFromNothing, contentOf, git, index } from './team-repository.ts';

export const everyState: readonly JobState[] = ['waiting', 'taken', 'done', 'failed', 'superseded'];

/** An organisation with a catalogue, a page store and repositories, in a folder that is removed after the test. */
export class Organisation {
  readonly top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-workers-')));
  readonly key: string;
  readonly location: string;
  readonly store: string;
  catalogue!: Catalogue;
  #workers = 0;

  constructor(places: { catalogue: string; store: string } | null) {
    onTestFinished(() => rmSync(this.top, { recursive: true, force: true, maxRetries: 5 }));
    this.key = createKeyFile(join(this.top, 'key.pem'));
    this.location = places?.catalogue ?? join(this.top, 'catalogue.db');
    this.store = places?.store ?? join(this.top, 'store');
  }

  async open(): Promise<void> {
    this.catalogue = await openCatalogue({
      location: this.location,
      tenant: 'main',
      creates: true,
      allowsPlain: false,
    });
    onTestFinished(() => this.catalogue.close());
  }

  /** A new repository with one commit; not registered yet. */
  repository(name: string, files: number, seed: number): string {
    const root = join(this.top, name);
    mkdirSync(root);
    makeProject(root, files, seededRandom(seed));
    git(root, 'init', '--quiet', '-b', 'main');
    this.commit(root);
    return root;
  }

  /** The same of given files. */
  written(name: string, files: Readonly<Record<string, string>>): string {
    const root = join(this.top, name);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    git(root, 'init', '--quiet', '-b', 'main');
    this.commit(root);
    return root;
  }

  commit(root: string): string {
    git(root, 'add', '-A', '.');
    git(root, 'commit', '--quiet', '--allow-empty', '-m', 'next');
    return git(root, 'rev-parse', 'HEAD');
  }

  environment(): Record<string, string> {
    return environmentOf(this);
  }

  run(...args: string[]): Promise<{ code: number | null; output: string }> {
    return runProgram(this, ...args);
  }

  worker(...options: string[]): StartedWorker {
    return startWorker(this, `worker${++this.#workers}`, ...options);
  }

  /** When nothing waits and nobody works. */
  async settled(): Promise<void> {
    await until(async () => {
      const { jobs, repositories, behind } = await this.catalogue.counts();
      return repositories > 0 && behind === 0 && jobs.waiting + jobs.taken === 0;
    });
  }

  /** That the snapshot of a commit makes the index that is made from nothing. */
  async verify(root: string, name: string, commit: string): Promise<void> {
    const clone = join(this.top, `clone-${commit.slice(0, 12)}-${readdirSync(this.top).length}`);
    git(this.top, 'clone', '--quiet', `file://${root}`, clone);
    git(clone, 'checkout', '--quiet', commit);
    const flags = { 'team.url': this.store, 'team.keys': [this.key], 'team.repository': name };
    const { config } = loadConfig({ root: clone, flags, env: new Map(), userConfigDir: null });
    const pulled = await pullInto(
      { root: clone, config },
      { location: this.store, workingDirectory: clone, waitMs: null },
    );
    expect(pulled!.manifest.tree).toBe(git(clone, 'rev-parse', `${commit}^{tree}`));
    expect(await index(clone, config)).toMatchObject({ indexedFiles: 0, removedFiles: 0 });
    const seeded = await contentOf(clone);
    expect(differences(seeded, await contentFromNothing(clone))).toEqual([]);
  }
}
