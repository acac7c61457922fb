/** The files outside a tree that determine git's answers about it: its index, its rules and its settings. */
import { dirname, join, resolve } from 'node:path';
import { pathBytes } from '../../util/bytes/path-bytes.ts';
import type { GitCommand } from '../git/find-git.ts';
import { runGit } from '../git/git-command.ts';
import { findRepository } from '../git/git-folders.ts';
import type { LeftOut } from '../../model/file.ts';

export interface GitInputs {
  root: string;
  git: GitCommand;
  signal?: AbortSignal | undefined;
}

/** Absolute paths, whether the files exist or not. Null where the root is not the top of a repository, or git fails. */
export async function filesOfGit(inputs: GitInputs): Promise<string[] | null> {
  const { root, git } = inputs;
  const repository = findRepository(root);
  if (repository?.top !== root) return null;
  const { gitDir, commonDir } = repository;
  const [settings, excludes, system] = await Promise.all([
    ask(inputs, ['config', '--list', '--show-origin', '-z']),
    ask(inputs, ['config', '--type=path', '-z', '--get', 'core.excludesfile'], { accepts: [1] }),
    // Older versions of git do not know the variable.
    ask(inputs, ['var', 'GIT_CONFIG_SYSTEM'], { accepts: [1, 128, 129] }),
  ]);
  if (settings === null || excludes === null || system === null) return null;
  const { HOME: home = '/', XDG_CONFIG_HOME } = git.environment;
  const configHome = XDG_CONFIG_HOME === undefined || XDG_CONFIG_HOME === '' ? join(home, '.config') : XDG_CONFIG_HOME;
  const configuredPaths = [...textsOf(excludes), system.toString().trim()].filter((path) => path !== '');
  return [
    ...new Set([
      // In a linked work tree `.git` is a file.
      ...(gitDir === join(root, '.git') ? [] : [join(root, '.git')]),
      ...[join(gitDir, 'index'), join(gitDir, 'HEAD'), join(gitDir, 'config.worktree'), join(commonDir, 'config')],
      ...[join(commonDir, 'info', 'exclude'), join(gitDir, 'info', 'exclude'), '/etc/gitconfig'],
      ...[join(home, '.gitconfig'), join(configHome, 'git', 'config'), join(configHome, 'git', 'ignore')],
      ...originsOf(settings, root, home),
      ...configuredPaths.map((path) => resolve(root, path)),
    ]),
  ];
}

/**
 * Ignored folders that no rule of git matches: all files in them are ignored, but a new file may not be. Returns displayed paths; null where git
 * fails.
 */
export async function foldersWithoutRule(inputs: GitInputs, leftOut: readonly LeftOut[]): Promise<string[] | null> {
  const folders = leftOut.filter(
    ({ path, reason, detail }) => reason === 'ignored' && detail === null && path.endsWith('/'),
  );
  if (folders.length === 0) return [];
  // With a final slash git would apply the rules inside the folder.
  const bytesOf = (path: string): Buffer => Buffer.from(pathBytes(path.slice(0, -1)));
  const input = Buffer.concat(folders.flatMap(({ path }) => [bytesOf(path), Buffer.from([0])]));
  const matched = await ask(inputs, ['check-ignore', '-z', '--stdin'], { accepts: [1], input });
  if (matched === null) return null;
  const names = new Set(matched.toString('latin1').split('\0'));
  return folders.map(({ path }) => path).filter((path) => !names.has(bytesOf(path).toString('latin1')));
}

/** @param accepts exit codes besides 0 that count as an answer */
async function ask(
  { root, git, signal }: GitInputs,
  args: readonly string[],
  { accepts = [], input }: { accepts?: readonly number[]; input?: Buffer } = {},
): Promise<Buffer | null> {
  const output = await runGit(git, { folder: root, args, accepts, signal, ...(input && { input }) });
  return output?.stdout ?? null;
}

/**
 * The files that settings come from, and the files that they include, existing or not.
 * @param settings output of `git config --list --show-origin -z`: an origin, then a setting's name and value, and so on
 */
function originsOf(settings: Buffer, root: string, home: string): string[] {
  const files = new Set<string>();
  const parts = textsOf(settings);
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const origin = parts[at]!;
    if (!origin.startsWith('file:')) continue;
    const file = resolve(root, origin.slice('file:'.length));
    files.add(file);
    const included = /^include(?:if\..*)?\.path\n(.+)$/s.exec(parts[at + 1]!)?.[1];
    if (included === undefined) continue;
    files.add(included.startsWith('~/') ? join(home, included.slice(2)) : resolve(dirname(file), included));
  }
  return [...files];
}

function textsOf(output: Buffer): string[] {
  return output.toString().split('\0');
}
