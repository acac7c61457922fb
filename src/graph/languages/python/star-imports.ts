/**
 * What `from module import *` imports in Python: the names in the module's `__all__`, with the lists of other modules in it. Without such a list, or
 * as far as it is not known, all names that do not start with an underscore. In a file summary an export `**` means that there is a list (`?`: an
 * incomplete one), or names a module whose list is part of it; `*name` is a name in the list.
 */
import { exportForms } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { ProgramModules } from '../../program/module-rules.ts';

const maxModules = 40;

export function givesByStar(program: ProgramModules, module: ProgramFile, name: string): boolean {
  return gives(program, module, name, new Set());
}

function gives(program: ProgramModules, module: ProgramFile, name: string, seen: Set<number>): boolean {
  const list = module.exports('**');
  if (list.length === 0) return !name.startsWith('_');
  if (seen.has(module.index) || seen.size > maxModules) return false;
  seen.add(module.index);
  if (module.exports(`*${name}`).length > 0) return true;
  return list.some(({ form, a }) => {
    if (form !== exportForms.all) return module.text(a) === '?' && !name.startsWith('_');
    const other = program.module(module, a);
    return other !== null && gives(program, other, name, seen);
  });
}
