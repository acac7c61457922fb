/**
 * Rust: re-exports of inline modules (`pub mod prelude { pub use crate::x::*; }`). The summary of the file has them under the module's path
 * (`prelude::*`).
 */
import { entityFields, scopeWidth } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { ExportRecord } from '../../program/tables/file-tables.ts';
import type { Wanted } from '../../program/module-exports.ts';
import type { Exported } from '../../program/exported.ts';
import type { ProgramModules } from '../../program/module-rules.ts';

/** The star exports of the first inline module on a path that has any, and the rest of the path; null for none. */
export function openedInBraces({
  file,
  name,
  space,
}: Wanted): { wanted: Wanted; opened: readonly ExportRecord[] } | null {
  for (let at = name.indexOf('::'); at !== -1; at = name.indexOf('::', at + 2)) {
    const opened = file.exports(`${name.slice(0, at)}::*`);
    if (opened.length > 0) return { wanted: { file, name: name.slice(at + 2), space }, opened };
  }
  return null;
}

/** The meaning of a name that an inline module re-exports; null for none. */
export function reexported(
  program: ProgramModules,
  file: ProgramFile,
  module: number,
  { name, space }: { name: string; space: number },
): Exported | null {
  const found = program.exported(file, `${pathOf(file, module)}::${name}`, space);
  return found?.kind === 'external' ? null : found;
}

/** The path of an inline module. Each step leads to the owner of the scope that contains the module. */
function pathOf(file: ProgramFile, module: number): string {
  const names: string[] = [];
  for (let at = module; at !== -1; at = file.summary.scopes[file.get(at, entityFields.scope) * scopeWidth + 2] ?? -1)
    names.unshift(file.name(at));
  return names.join('::');
}
