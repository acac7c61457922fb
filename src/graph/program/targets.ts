/** Entities with their files: what names mean, and where links lead. */
import type { ProgramFile } from './program-file.ts';

/** An entity with its file. */
export interface Target {
  file: ProgramFile;
  entity: number;
}

/** A declaration, and what implements or overrides it. */
export interface Implied {
  declared: Target;
  implemented: Target;
}

/** The most entities that one file can have. */
const maxEntities = 2 ** 21;

/** A number for an entity of the program. */
export function entityId({ file, entity }: Target): number {
  return file.index * maxEntities + entity;
}

/** Whether a target is among some. */
export function includes(targets: readonly Target[], wanted: Target): boolean {
  const { file, entity } = wanted;
  for (let at = 0; at < targets.length; at++) {
    const target = targets[at]!;
    if (target.entity === entity && target.file === file) return true;
  }
  return false;
}
