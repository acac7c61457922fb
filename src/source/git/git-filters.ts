/**
 * Keeps git from running the content filters that a repository's configuration names. If a file was written within the same second as the index,
 * git must decide whether it has changed, and passes its content through `filter.NAME.clean` for that.
 * Invariant: every filter that any configuration names is switched off, or git is not called at all.
 */
import { AppError } from '../../model/error.ts';
import { runGit } from './git-command.ts';
import type { GitPlace } from './git-revision.ts';

const maxFilters = 100;

/** Options that switch all filters off, to be put before git's command. */
export async function filtersOff({ git, root, signal }: GitPlace): Promise<string[]> {
  const args = ['config', '--name-only', '-z', '--get-regexp', '^filter\\.'];
  // Exit code 1: there are no filters.
  const output = await runGit(git, { folder: root, args, signal, accepts: [1] });
  if (output === null) throw refused('its configuration cannot be read');
  const names = new Set<string>();
  for (const key of output.stdout.toString('utf8').split('\0')) {
    const name = /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1];
    if (name !== undefined) names.add(name);
  }
  if (names.size > maxFilters) throw refused(`it names ${names.size} filters`);
  return [...names].flatMap((name) => {
    // A setting of a filter with one of these characters in its name cannot be written on the command line.
    if (/[=\n\ufffd]/.test(name)) throw refused(`it names the filter ${JSON.stringify(name.slice(0, 100))}`);
    const settings = ['clean=', 'smudge=', 'process=', 'required=false'];
    return settings.flatMap((setting) => ['-c', `filter.${name}.${setting}`]);
  });
}

function refused(why: string): AppError {
  return new AppError('ConfigurationError', `git is not asked for the working tree of this repository: ${why}`, {
    hint: 'Ask for a commit or a range instead, or correct the configuration (git config --list --show-origin).',
  });
}
