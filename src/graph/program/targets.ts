/** Targets: entities with their files. Names mean them, and links lead to them. */
import type { ProgramFile } from './program-file.ts';

/** An entity with its file. */
export interface Target {
  file: ProgramFile;
  entity: number;
}

/** A declaration, and a definition that implements or overrides it. */
export interface Implied {
  declared: Target;
  implemented: Target;
}

/** The maximum number of entities of a file. */
const maxEntities = 2 ** 21;

/** A number that identifies an entity in the program. */
export function entityId({ file, entity }: Target): number {
  return file.index * maxEntities + entity;
}

/** Whether a list of targets includes a target. */
export function includes(targets: readonly Target[], wanted: Target): boolean {
  const { file, entity } = wanted;
  for (let at = 0; at < targets.length; at++) {
    const target = targets[at]!;
    if (target.entity === entity && target.file === file) return true;
  }
  return false;
}
