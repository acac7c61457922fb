/** A folder to walk, newly made for each test, and git without any user's or system's settings. For tests only. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { pathWithGit } from '../../util/testing/git-here.ts';
import type { WalkOptions, WalkResult } from '../source.ts';
import { walk } from '../walk/walk.ts';

/** An environment without git. */
export const noGit = { PATH: '/nowhere', HOME: '/nowhere' };

export interface WalkFixture {
  /** Contains the root, and whatever must be outside of it. */
  top: string;
  root: string;
  gitEnvironment: Record<string, string>;
  git: (folder: string, ...args: string[]) => string;
  /** Walks the root (or another folder) with files of up to 1,000 bytes. */
  list: (options?: Partial<WalkOptions>, folder?: string) => Promise<WalkResult>;
}

const settings = '[user]\nname = t\nemail = t@t\n[init]\ndefaultBranch = main\n[protocol "file"]\nallow = always\n';

export function useWalkFixture(): WalkFixture {
  const fixture: WalkFixture = {
    top: '',
    root: '',
    gitEnvironment: {},
    git: (folder, ...args) => {
      const env = { ...fixture.gitEnvironment, GIT_CONFIG_NOSYSTEM: '1' };
      return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    },
    list: (options = {}, folder = fixture.root) =>
      walk(folder, { maxFileSize: 1000, ignorePatterns: [], gitEnvironment: fixture.gitEnvironment, ...options }),
  };
  beforeEach(() => {
    fixture.top = mkdtempSync(join(tmpdir(), 'code-scout-walk-'));
    fixture.root = join(fixture.top, 'root');
    mkdirSync(fixture.root);
    fixture.gitEnvironment = { PATH: pathWithGit, HOME: fixture.top };
    writeFileSync(join(fixture.top, '.gitconfig'), settings);
  });
  afterEach(() => rmSync(fixture.top, { recursive: true, force: true }));
  return fixture;
}

/** Writes files below `folder` by path. The value is the content, or a link's target. A path that ends in `/` is a folder. */
export function write(folder: string, files: Record<string, string | Buffer | { link: string }>): void {
  for (const [path, content] of Object.entries(files)) {
    const location = join(folder, path);
    mkdirSync(path.endsWith('/') ? location : dirname(location), { recursive: true });
    if (path.endsWith('/')) continue;
    if (typeof content === 'object' && 'link' in content) symlinkSync(content.link, location);
    else writeFileSync(location, content);
  }
}

export const paths = (result: WalkResult): string[] => result.files.map(({ path }) => path);
export const reasons = (result: WalkResult): string[] => result.leftOut.map(({ path, reason }) => `${path}: ${reason}`);
