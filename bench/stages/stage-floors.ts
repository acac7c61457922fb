/** Lower bounds for the stages of indexing: touching the same data in the plainest way. */
import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { measure } from '../lib/measure.ts';
import type { StageCost } from './stage-timing.ts';
import { timed } from './stage-timing.ts';

/** Reads files one by one into the same memory. */
export function readBytes(paths: readonly string[], buffer: Buffer): void {
  for (const path of paths) {
    const file = openSync(path, 'r');
    for (let left = fstatSync(file).size; left > 0;) {
      const read = readSync(file, buffer, 0, buffer.length, null);
      if (read === 0) break;
      left -= read;
    }
    closeSync(file);
  }
}

/** Reads each UTF-16 unit once. Gives their sum, so that the compiler cannot remove the loop. */
export function readCharacters(texts: readonly string[]): number {
  let sum = 0;
  for (const text of texts) for (let at = 0; at < text.length; at++) sum = (sum + text.charCodeAt(at)) | 0;
  return sum;
}

/** The cost of starting a program varies. */
const gitRounds = 5;

/** `git ls-files`, and a stat of each file. */
export async function listByGit(root: string, paths: readonly string[]): Promise<StageCost> {
  const loop = `for ((i = 0; i < ${gitRounds}; i++)); do git ls-files -z > /dev/null; done`;
  const git = measure(['bash', '-c', loop], root);
  const stats = await timed(() => statFiles(root, paths));
  return { cpuS: git.cpuS / gitRounds + stats.cpuS, wallS: git.wallS / gitRounds + stats.wallS };
}

export function statFiles(root: string, paths: readonly string[]): void {
  for (const path of paths) lstatSync(join(root, path));
}

/** Lists every folder and stats every file, without any rule about what belongs to a project. */
export function listFolders(root: string): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) lstatSync(join(entry.parentPath, entry.name));
}

/** A text that occurs nowhere. */
const rareLiteral = 'qzxv_nowhere_jkw';

/** One search of the tree for a text that is not in it, with all threads. */
export function searchByRipgrep(root: string): StageCost {
  // ripgrep exits with 1 where it finds nothing.
  const command = `"$0" --fixed-strings ${rareLiteral} . > /dev/null || [ $? -eq 1 ]`;
  const { cpuS, wallS } = measure(['bash', '-c', command, rgPath], root);
  return { cpuS, wallS };
}
