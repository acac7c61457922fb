/**
 * `npm run screenshots:terminal -- FOLDER`: every command on the project in FOLDER, on terminals of 80 and 120 columns, for somebody who looks at
 * them. Options: `--out DIR` (default: a new folder below the system's temporary one), `--columns 80,120`, `--only NAME,…` (`callers`, `help-*`),
 * `--pictures` for a .png of each besides the text with its colours (`less -R`; needs Chromium). Needs tmux. Writes the index of FOLDER, nothing else there.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { commandGuides } from '../src/cli/help/command-guide.ts';
import { findBrowser, noBrowser } from './lib/browser.ts';
import { at, start } from './lib/repository.ts';
import { commandLines, subjectsIn } from './lib/terminal-commands.ts';
import type { CommandLine, Subjects, SymbolGraph } from './lib/terminal-commands.ts';
import { screensPage } from './lib/terminal-screen.ts';

/** As most windows have. */
const rows = 40;
/** A longer answer is cut in its picture; its text is whole. */
const picturedRows = 70;
/** The terminal stays as it is when the command has ended. */
const settings = `set -g remain-on-exit on
set -g history-limit 20000
set -g default-terminal tmux-256color
set -g status off
`;
/** Between two looks at whether a command has ended (ms). */
const lookEveryMs = 50;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    columns: { type: 'string', default: '80,120' },
    only: { type: 'string' },
    pictures: { type: 'boolean', default: false },
  },
});
if (positionals.length !== 1) throw new Error('Name one folder: npm run screenshots:terminal -- FOLDER');
const folder = realpathSync(positionals[0]!);
const out = resolve(values.out ?? mkdtempSync(join(tmpdir(), 'terminal-')));
const columns = values.columns.split(',').map(Number);
/** Holds the home folder and the socket of tmux, so that no settings of a person count. */
const own = mkdtempSync(join(tmpdir(), 'terminal-'));
const environment = {
  HOME: own,
  PATH: `${own}:${process.env['PATH'] ?? ''}`,
  PAGER: '',
  NO_COLOR: undefined,
  FORCE_COLOR: undefined,
  TMUX: undefined,
};

async function answerOf(...args: string[]): Promise<string> {
  const { code, stdout, output } = await start(process.execPath, [at('dist', 'bin.js'), ...args], {
    cwd: folder,
    env: environment,
  });
  if (code > 1) throw new Error(`code-scout ${args.join(' ')}:\n${output}`);
  return stdout;
}

async function findSubjects(): Promise<Subjects> {
  await answerOf('index');
  const graph = await answerOf('graph', '--level', 'symbols', '--format', 'json', '--max-nodes', '2000');
  const found = subjectsIn(JSON.parse(graph) as SymbolGraph);
  if (found === null) throw new Error(`No function of ${folder} is called by another`);
  const chunk = /\bchunk_\w+/.exec(await answerOf('chunks', found.file))?.[0] ?? '';
  return { ...found, chunk };
}

function tmux(...args: string[]): string {
  return execFileSync('tmux', ['-f', join(own, 'tmux.conf'), '-S', join(own, 'tmux'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...environment, TERM: 'xterm-256color' },
    maxBuffer: 1 << 28,
  });
}

function quoted(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** What the terminal shows once the command has ended, with colours, from its first line on. */
async function screenOf({ args }: CommandLine, width: number): Promise<string> {
  const command = ['code-scout', ...args].map(quoted).join(' ');
  const size = ['-x', String(width), '-y', String(rows)];
  tmux('new-session', '-d', '-s', 'look', ...size, `${command}; printf '[exit %s]' $?`);
  while (tmux('list-panes', '-t', 'look', '-F', '#{pane_dead}').trim() !== '1') await pause(lookEveryMs);
  const screen = tmux('capture-pane', '-e', '-p', '-S', '-', '-t', 'look');
  tmux('kill-session', '-t', 'look');
  return `$ ${command}\n${screen.replace(/\n*Pane is dead[^\n]*\n*$/, '\n').trimEnd()}\n`;
}

function cut(screen: string): string {
  const lines = screen.split('\n');
  if (lines.length <= picturedRows) return screen;
  return [
    ...lines.slice(0, picturedRows - 10),
    `\u001b[0m… ${lines.length - picturedRows} lines …`,
    ...lines.slice(-10),
  ].join('\n');
}

async function pictures(pages: ReadonlyMap<string, string>): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error(noBrowser);
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 100, height: 100 } });
  for (const [name, html] of pages) {
    await page.setContent(html);
    await page.locator('body').screenshot({ path: join(out, `${name}.png`) });
  }
  await browser.close();
}

const wanted = values.only?.split(',').map((pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`));
mkdirSync(out, { recursive: true });
writeFileSync(join(own, 'code-scout'), `#!/bin/sh\nexec "${process.execPath}" "${at('dist', 'bin.js')}" "$@"\n`, {
  mode: 0o755,
});
writeFileSync(join(own, 'tmux.conf'), settings);
try {
  // Keeps the server of tmux between two commands.
  tmux('new-session', '-d', '-s', 'stay');
  const subjects = await findSubjects();
  const lines = commandLines(subjects, Object.keys(commandGuides)).filter(
    ({ name }) => wanted === undefined || wanted.some((pattern) => pattern.test(name)),
  );
  const pages = new Map<string, string>();
  for (const line of lines) {
    const screens: { title: string; columns: number; rows: number; lines: string }[] = [];
    for (const width of columns) {
      const screen = await screenOf(line, width);
      writeFileSync(join(out, `${line.name}-${width}.txt`), screen);
      const count = stripVTControlCharacters(screen).split('\n').length - 1;
      console.log(`${line.name} at ${width}: ${count} lines`);
      screens.push({
        title: `${line.name}, ${width} columns, ${count} lines`,
        columns: width,
        rows,
        lines: cut(screen),
      });
    }
    pages.set(line.name, screensPage(screens));
  }
  if (values.pictures) await pictures(pages);
  console.log(`written to ${out}`);
} finally {
  tmux('kill-server');
  rmSync(own, { recursive: true, force: true });
}
