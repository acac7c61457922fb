/**
 * `node scripts/refresh-examples.ts PAGE FOLDER`: runs the commands of a page's `console` blocks in FOLDER, a checkout of the project that the
 * page is about, and writes what they print into the page; `--check` only says which blocks differ. A comment `<!-- lines 1-9 -->` before a block
 * keeps these lines of the output. The index in FOLDER is removed first. It runs what the page says in a shell, so run it on pages of this repository alone.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { blockWith, exampleBlocks, isSameBlock } from './lib/examples.ts';
import { at, start } from './lib/repository.ts';

/** Runs a command with `code-scout` on its PATH and in an empty home folder. Returns its output, in which paths of this machine are replaced. */
async function outputOf(command: string, folder: string): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), 'examples-'));
  try {
    const script = `#!/bin/sh\nexec "${process.execPath}" "${at('dist', 'bin.js')}" "$@"\n`;
    writeFileSync(join(home, 'code-scout'), script, { mode: 0o755 });
    const path = `PATH=${home}:${process.env['PATH'] ?? ''}`;
    const { stdout, output } = await start('env', [path, 'sh', '-c', command], { cwd: folder, env: { HOME: home } });
    if (stdout === '' && output.includes('not found')) throw new Error(output);
    return stdout
      .replaceAll(folder, `/home/you/${basename(folder)}`)
      .replaceAll(at(), '/home/you/code-scout')
      .replaceAll(home, '/home/you')
      .replaceAll(process.execPath, '/usr/bin/node')
      .trimEnd()
      .split('\n');
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const [path = '', folder = ''] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const isCheck = process.argv.includes('--check');
const before = readFileSync(path, 'utf8');
rmSync(join(folder, '.code-scout'), { recursive: true, force: true });
let after = before;
let differing = 0;
for (const block of exampleBlocks(before)) {
  const outputs: string[][] = [];
  for (const command of block.commands) outputs.push(await outputOf(command, resolve(folder)));
  const now = blockWith(block, outputs);
  if (isSameBlock(now, block.whole)) continue;
  differing++;
  console.log(`differs: ${block.commands.join('; ')}`);
  after = after.replace(block.whole, () => now);
}
if (!isCheck) writeFileSync(path, after);
console.log(`${differing} blocks ${isCheck ? 'differ' : 'written'}`);
process.exitCode = isCheck && differing > 0 ? 1 : 0;
