/** What a name of a module means to the modules that name it. */
import type { ProgramFile } from './program-file.ts';
import { spaceOfKind, spaces } from './spaces.ts';

/**
 * What a name of a module is: entities, a module, an expression of a file (`export default f()`), or something outside. `others`: what it is
 * where the module is loaded otherwise (`import-alternatives.ts`).
 */
export type Exported =
  | { kind: 'entities'; file: ProgramFile; entities: readonly number[]; others?: readonly Exported[] }
  | { kind: 'module'; file: ProgramFile; others?: readonly Exported[] }
  | { kind: 'expression'; file: ProgramFile; node: number }
  | { kind: 'external' };

/** Whether something of an export is a value, or a type, where that is asked for. */
export function fitsSpace(exported: Exported, space: number): boolean {
  if (exported.kind !== 'entities' || space === spaces.any) return true;
  const { file, entities } = exported;
  return entities.some((entity) => (spaceOfKind[file.kind(entity)]! & space) !== 0);
}
