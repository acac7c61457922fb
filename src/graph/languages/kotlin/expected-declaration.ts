/** Kotlin: `expect` declarations, which the parts of a package for single platforms implement. */
import { entityFlags } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';

interface Declared {
  file: ProgramFile;
  entities: readonly number[];
}

/** The `expect` declaration among equally near ones, which represents all; null for none. */
export function expectedOf<T extends Declared>(found: readonly T[]): T | null {
  const expected = found.filter(({ file, entities }) => entities.some((entity) => isExpected(file, entity)));
  return expected.length === 1 && found.some(isActual) ? expected[0]! : null;
}

function isActual({ file, entities }: Declared): boolean {
  return entities.some((entity) => file.has(entity, entityFlags.actual));
}

/** Whether it is an `expect` declaration. Abstract classes look the same, but have no `actual` one of their name. */
export function isExpected(file: ProgramFile, entity: number): boolean {
  return file.language === 'kotlin' && file.has(entity, entityFlags.abstract) && !file.has(entity, entityFlags.actual);
}
