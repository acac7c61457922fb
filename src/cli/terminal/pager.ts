/** Shows a text with the user's pager. */
import { spawn, spawnSync } from 'node:child_process';
import { displayWidth } from './display-width.ts';
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

function keepsLinks(program: string): boolean {
  if (!/(?:^|\/)less$/.test(program)) return false;
  const version = /^less (\d+)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
  return Number(version) >= lessWithLinks;
}

/**
 * False if the pager does not exist: the text is then to be printed. Resolves when the user leaves the pager.
 * @param pager the program with its options, as in PAGER; a shell runs it if it has characters of the shell
 */
export async function showInPager(pager: string, text: string): Promise<boolean> {
  const needsShell = /["'\\$|&;<>()*?~#=%`]/.test(pager);
  const [program = '', ...options] = pager.split(/\s+/);
  const shown = !needsShell && keepsLinks(program) ? text : text.replaceAll(osc8, '');
  const child = needsShell
    ? spawn(pager, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] })
    : spawn(program, options, { stdio: ['pipe', 'inherit', 'inherit'] });
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
