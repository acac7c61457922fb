/** Shows a text with the user's pager. */
import { displayWidth } from './display-width.ts';
import { outputOf, startAtTerminal, startInShell } from '../../runtime/start-program.ts';
import { findProgramHere } from '../../util/find-program.ts';
import { isFullPath } from '../../util/paths/system-paths.ts';
import { osc8 } from './links.ts';

/** Escape sequences that this program writes: colours and links. */
const sequences = new RegExp(`${osc8.source}|\\u001b\\[[0-9;]*m`, 'g');

/** How many lines of a screen the text takes. */
export function screenLines(text: string, columns: number): number {
  return text
    .replaceAll(sequences, '')
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / columns)), 0);
}

/** The first version of `less` that shows links. */
const lessWithLinks = 566;

type Environment = Readonly<Record<string, string>>;

async function keepsLinks(program: string, environment: Environment): Promise<boolean> {
  if (!/(?:^|[\\/])less(?:\.exe)?$/.test(program)) return false;
  const request = { program, args: ['--version'], environment, timeoutMs: 2000 };
  const stdout = await outputOf(request).then(
    (output) => output.stdout,
    () => '',
  );
  return Number(/^less (\d+)/.exec(stdout)?.[1]) >= lessWithLinks;
}

/** A pager by its absolute path, or by its name in PATH. No name is looked up in the current folder, which may be that of a repository. */
function findPager(name: string, environment: Environment): string | null {
  return isFullPath(name) ? name : /[\\/]/.test(name) ? null : findProgramHere({ name, environment, root: null });
}

/**
 * False if the pager does not exist: the text is then to be printed. Resolves when the user leaves the pager.
 * @param pager the program with its options, as in PAGER; a shell runs it if it has characters of the shell
 * @param environment of the pager
 */
export async function showInPager(pager: string, text: string, environment: Environment): Promise<boolean> {
  const needsShell = /["'\\$|&;<>()*?~#=%`]/.test(pager);
  const [name = '', ...options] = pager.split(/\s+/);
  const program = needsShell ? null : findPager(name, environment);
  if (!needsShell && program === null) return false;
  const shown = program !== null && (await keepsLinks(program, environment)) ? text : text.replaceAll(osc8, '');
  const child = program === null ? startInShell(pager, environment) : startAtTerminal(program, options, environment);
  // Ctrl-C is for the pager; this process must outlive it, or the shell would read from the terminal at the same time.
  process.removeAllListeners('SIGINT').on('SIGINT', () => {});
  return new Promise((done) => {
    child.on('error', () => done(false));
    // 126 and 127: the shell found no such program.
    child.on('close', (code) => done(!(needsShell && (code === 126 || code === 127))));
    // The user may leave before all is read.
    child.stdin.on('error', () => {});
    child.stdin.end(shown);
  });
}
