/** What the stages of indexing cannot go below: the same data touched in the plainest way. */
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

/** Looks at each UTF-16 unit once. Gives their sum, so that the loop is not left out. */
export function lookAtEach(texts: readonly string[]): number {
  let sum = 0;
  for (const text of texts) for (let at = 0; at < text.length; at++) sum = (sum + text.charCodeAt(at)) | 0;
  return sum;
}

/** Starting a program costs more or less from time to time. */
const gitRounds = 5;

/** `git ls-files`, and a look at each file that it names. */
export async function listByGit(root: string, paths: readonly string[]): Promise<StageCost> {
  const loop = `for ((i = 0; i < ${gitRounds}; i++)); do git ls-files -z > /dev/null; done`;
  const git = measure(['bash', '-c', loop], root);
  const looks = await timed(() => lookAtFiles(root, paths));
  return { cpuS: git.cpuS / gitRounds + looks.cpuS, wallS: git.wallS / gitRounds + looks.wallS };
}

export function lookAtFiles(root: string, paths: readonly string[]): void {
  for (const path of paths) lstatSync(join(root, path));
}

/** Every folder listed and every file looked at, without any rule of what belongs to a project. */
export function listFolders(root: string): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) lstatSync(join(entry.parentPath, entry.name));
}

/** Nobody wrote it. */
const rareLiteral = 'qzxv_nowhere_jkw';

/** One search of the tree for a text that is not in it, threads and all. */
export function searchByRipgrep(root: string): StageCost {
  // It ends with 1 where it finds nothing.
  const command = `"$0" --fixed-strings ${rareLiteral} . > /dev/null || [ $? -eq 1 ]`;
  const { cpuS, wallS } = measure(['bash', '-c', command, rgPath], root);
  return { cpuS, wallS };
}
