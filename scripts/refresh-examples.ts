/**
 * `node scripts/refresh-examples.ts PAGE FOLDER`: runs the commands of a page's `console` blocks in FOLDER, a checkout of the project that the
 * page is about, and writes what they print into the page; `--check` only says which blocks differ. A comment `<!-- lines 1-9 -->` before a block
 * keeps these lines of the output. It runs what the page says in a shell, so run it on pages of this repository alone.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { at, start } from './lib/repository.ts';

/** What varies from run to run and from machine to machine: durations and rates. */
const measured = /\b[\d.,]+ (?:ms|s|[KM]B\/s)(?!\w)/g;

interface Block {
  whole: string;
  /** First and last line of the output that is shown, from 1. */
  from: number;
  to: number;
  commands: string[];
}

function blocksOf(page: string): Block[] {
  const pattern = /(?:<!-- lines (?<from>\d+)-(?<to>\d+) -->\n)?```console\n(?<body>[\s\S]*?)\n```/g;
  return Array.from(page.matchAll(pattern), ({ 0: whole, groups }) => ({
    ...{ whole, from: Number(groups!['from'] ?? 1), to: Number(groups!['to'] ?? Infinity) },
    commands: groups!['body']!.split('\n').flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : [])),
  }));
}

async function outputOf(command: string, folder: string): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), 'examples-'));
  try {
    const own = join(home, 'code-scout');
    writeFileSync(own, `#!/bin/sh\nexec "${process.execPath}" "${at('dist', 'bin.js')}" "$@"\n`, { mode: 0o755 });
    const env = { HOME: home, PATH: `${home}:${process.env['PATH'] ?? ''}` };
    const { stdout, output } = await start('env', [`PATH=${env.PATH}`, 'sh', '-c', command], { cwd: folder, env });
    if (stdout === '' && output.includes('not found')) throw new Error(output);
    const shown = stdout.replaceAll(folder, '/home/you/hono').replaceAll(at(), '/home/you/code-scout');
    return shown.replaceAll(home, '/home/you').replaceAll(process.execPath, '/usr/bin/node').trimEnd().split('\n');
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function refreshed({ from, to, commands }: Block, folder: string): Promise<string> {
  const parts: string[] = [];
  let isCut = false;
  for (const command of commands) {
    const lines = await outputOf(command, folder);
    const shown = lines.slice(from - 1, to);
    isCut ||= shown.length < lines.length;
    parts.push(`$ ${command}`, ...(from > 1 ? ['…'] : []), ...shown.filter((line, row) => line !== '' || row > 0));
    if (to < lines.length) parts.push('…');
  }
  const text = parts.join('\n').trimEnd();
  return `${isCut ? `<!-- lines ${from}-${to} -->\n` : ''}\`\`\`console\n${text}\n\`\`\``;
}

const [path = '', folder = ''] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const before = readFileSync(path, 'utf8');
const isCheck = process.argv.includes('--check');
let after = before;
let differing = 0;
for (const block of blocksOf(before)) {
  const now = await refreshed(block, resolve(folder));
  const isSame = now.replaceAll(measured, '') === block.whole.replaceAll(measured, '');
  if (isSame) continue;
  differing++;
  console.log(`differs: ${block.commands.join('; ')}`);
  after = after.replace(block.whole, () => now);
}
if (!isCheck) writeFileSync(path, after);
console.log(`${differing} blocks ${isCheck ? 'differ' : 'written'}`);
process.exitCode = isCheck && differing > 0 ? 1 : 0;
