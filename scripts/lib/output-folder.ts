/** The folder for packed files: `out/`, or the one after `--out`. */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { at } from './repository.ts';

export function outputFolder(args: readonly string[] = process.argv): string {
  const flagIndex = args.indexOf('--out');
  const folder = flagIndex === -1 ? at('out') : resolve(args[flagIndex + 1] ?? '.');
  mkdirSync(folder, { recursive: true });
  return folder;
}
