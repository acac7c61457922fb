/** Entities with their files: what names mean, and links lead to. */
import type { ProgramFile } from './program-file.ts';

/** An entity with its file. */
export interface Target {
  file: ProgramFile;
  entity: number;
}

/** What stands in for what is declared elsewhere. */
export interface Implied {
  declared: Target;
  implemented: Target;
}

/** Entities of one file. */
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
