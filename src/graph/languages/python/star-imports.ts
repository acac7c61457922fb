/**
 * What `from module import *` imports in Python: the names in the module's list `__all__`, which may include the lists of other modules. Without
 * a list, or with one that is not fully known, all names without a leading underscore. In a file summary an export `**` means that the module has
 * a list (`?`: an incomplete one), or names a module whose list it includes; `*name` is a name in the list.
 */
import { exportForms } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { ProgramModules } from '../../program/module-rules.ts';

const maxModules = 40;

export function givesByStar(program: ProgramModules, module: ProgramFile, name: string): boolean {
  return gives(program, module, name, new Set());
}

function gives(program: ProgramModules, module: ProgramFile, name: string, visited: Set<number>): boolean {
  const list = module.exports('**');
  if (list.length === 0) return !name.startsWith('_');
  if (visited.has(module.index) || visited.size > maxModules) return false;
  visited.add(module.index);
  if (module.exports(`*${name}`).length > 0) return true;
  return list.some(({ form, a }) => {
    if (form !== exportForms.all) return module.text(a) === '?' && !name.startsWith('_');
    const other = program.module(module, a);
    return other !== null && gives(program, other, name, visited);
  });
}
