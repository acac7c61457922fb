/** Files that are looked for by several paths. */
import type { ProgramFile } from './program-file.ts';
import type { Program } from './program.ts';

/** The first of these files that there is, as something that `asking` leans on. */
export function firstFile(program: Program, asking: ProgramFile, paths: readonly string[]): ProgramFile | null {
  for (const path of paths) {
    const file = program.file(path);
    if (file === undefined) continue;
    asking.reads.add(file.index);
    return file;
  }
  return null;
}
