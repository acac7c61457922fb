/** A small project in a real repository of git, without the settings of the person who runs the test. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface GitProject {
  root: string;
  /** @param files texts by path; null removes the file */
  put(files: Readonly<Record<string, string | null>>): void;
  /** Returns what git prints. */
  git(...args: string[]): string;
  /** Puts the files and commits everything. Returns the id of the commit. */
  commit(files: Readonly<Record<string, string | null>>): string;
  remove(): void;
}

/** The branch is `main`; there is no commit yet. */
export function openGitProject(): GitProject {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-changes-')));
  const root = join(top, 'shop');
  mkdirSync(root);
  writeFileSync(join(top, '.gitconfig'), '[user]\nname = t\nemail = t@t\n[init]\ndefaultBranch = main\n');
  const git = (...args: string[]): string => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: top, GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', args, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  };
  const put: GitProject['put'] = (files) => {
    for (const [path, text] of Object.entries(files)) {
      const place = join(root, path);
      if (text === null) rmSync(place);
      else {
        mkdirSync(join(place, '..'), { recursive: true });
        writeFileSync(place, text);
      }
    }
  };
  git('init', '--quiet');
  return {
    root,
    put,
    git,
    commit: (files) => {
      put(files);
      git('add', '--all');
      git('commit', '--quiet', '-m', 'change');
      return git('rev-parse', 'HEAD');
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}
