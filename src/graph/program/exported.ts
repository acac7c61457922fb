/** The meanings of names that modules export. */
import type { ProgramFile } from './program-file.ts';
import { spaceOfKind, spaces } from './spaces.ts';

/**
 * What a name of a module means: entities, a module, an expression (`export default f()`), or something external. `others`: the name's
 * other meanings, where branches of the module bind it differently (`import-alternatives.ts`).
 */
export type Exported =
  | { kind: 'entities'; file: ProgramFile; entities: readonly number[]; others?: readonly Exported[] }
  | { kind: 'module'; file: ProgramFile; others?: readonly Exported[] }
  | { kind: 'expression'; file: ProgramFile; node: number }
  | { kind: 'external' };

/** Whether an export may mean something in a space (value, type). Only entities have a known space; for all else the answer is true. */
export function fitsSpace(exported: Exported, space: number): boolean {
  if (exported.kind !== 'entities' || space === spaces.any) return true;
  const { file, entities } = exported;
  return entities.some((entity) => (spaceOfKind[file.kind(entity)]! & space) !== 0);
}
