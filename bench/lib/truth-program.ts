/** Programs in other languages that print the truth for a bench: a place or a question a line, its fields apart by tabs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a program that gets the root of a tree and a file with paths in it. @returns what it prints */
export function runTruthProgram(root: string, paths: readonly string[], [command, ...args]: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-truth-'));
  try {
    const list = join(folder, 'paths');
    writeFileSync(list, paths.join('\n'));
    return execFileSync(command!, [...args, root, list], {
      encoding: 'utf8',
      maxBuffer: 1e9,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The fields of each line. Lines that begin with `#` are comments. */
export function truthRows(output: string): string[][] {
  return output
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => row.split('\t'));
}
