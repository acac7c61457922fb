/** Real editors, headless: each asks the language server the same questions through its own client. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface EditorQuestion {
  method: string;
  path: string;
  /** Both from 1, the column in bytes; absent for a question about the whole file. */
  line?: number;
  column?: number;
  /** Lines that are put before the first, and not saved. */
  insert?: readonly string[];
}

export interface EditorAnswer {
  /** Places as `path:line:column`, the column in bytes; or names. */
  found?: string[];
  text?: string;
  error?: string;
}

export interface Editor {
  name: string;
  program: string;
  /** Arguments that print its version. */
  version: readonly string[];
  /** Packages of Debian that bring it. */
  packages: readonly string[];
  args: (home: string) => readonly string[];
}

const script = (name: string): string => join(import.meta.dirname, name);

export const editors: readonly Editor[] = [
  {
    name: 'Neovim',
    program: 'nvim',
    version: ['--version'],
    packages: ['neovim'],
    args: () => ['--headless', '--clean', '-u', 'NONE', '-i', 'NONE', '-n', '-c', `luafile ${script('neovim.lua')}`],
  },
  {
    name: 'Emacs',
    program: 'emacs',
    version: ['--version'],
    packages: ['emacs-nox', 'elpa-eglot'],
    args: () => ['--batch', '--no-init-file', '--load', script('emacs.el')],
  },
];

/** The first line of the editor's version; null where it is not installed. */
export function versionOf({ program, version }: Editor): string | null {
  const { status, stdout } = spawnSync(program, version, { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n')[0]! : null;
}

/** Asks the questions one after the other. Throws where the editor does not answer. */
export async function askEditor(
  editor: Editor,
  { root, command, questions }: { root: string; command: readonly string[]; questions: readonly EditorQuestion[] },
): Promise<EditorAnswer[]> {
  const home = mkdtempSync(join(tmpdir(), 'editor-'));
  const [asked, answers] = [join(home, 'questions.json'), join(home, 'answers.json')];
  try {
    writeFileSync(asked, JSON.stringify({ root, command, questions }));
    const environment = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', TERM: 'dumb' };
    const child = spawn(editor.program, editor.args(home), {
      cwd: root,
      env: { ...environment, SCOUT_QUESTIONS: asked, SCOUT_ANSWERS: answers },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const code = await new Promise<number | null>((done) => child.on('close', done));
    try {
      return JSON.parse(readFileSync(answers, 'utf8')) as EditorAnswer[];
    } catch {
      throw new Error(`${editor.name} ended with ${code} and gave no answers:\n${output.slice(0, 3000)}`);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
