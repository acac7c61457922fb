/** What a name that a module exports means to other modules. */
import type { ProgramFile } from './program-file.ts';
import { spaceOfKind, spaces } from './spaces.ts';

/**
 * What a name of a module is: entities, a module, an expression of a file (`export default f()`), or something external. `others`: its
 * other meanings, where branches of the module bind the name differently (`import-alternatives.ts`).
 */
export type Exported =
  | { kind: 'entities'; file: ProgramFile; entities: readonly number[]; others?: readonly Exported[] }
  | { kind: 'module'; file: ProgramFile; others?: readonly Exported[] }
  | { kind: 'expression'; file: ProgramFile; node: number }
  | { kind: 'external' };

/** Whether an export has an entity that is a value, or a type, as asked for. */
export function fitsSpace(exported: Exported, space: number): boolean {
  if (exported.kind !== 'entities' || space === spaces.any) return true;
  const { file, entities } = exported;
  return entities.some((entity) => (spaceOfKind[file.kind(entity)]! & space) !== 0);
}
