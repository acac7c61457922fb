/** Looks up a file by several possible paths. */
import type { ProgramFile } from './program-file.ts';
import type { Program } from './program.ts';

/** The first of these files that exists. It is added to the `reads` of `asking`. */
export function firstFile(program: Program, asking: ProgramFile, paths: readonly string[]): ProgramFile | null {
  for (const path of paths) {
    const file = program.file(path);
    if (file === undefined) continue;
    asking.reads.add(file.index);
    return file;
  }
  return null;
}
