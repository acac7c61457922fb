/** Kotlin: `expect` declarations, which `actual` declarations implement for single platforms. */
import { entityFlags } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';

interface Declared {
  file: ProgramFile;
  entities: readonly number[];
}

/** The `expect` declaration among equally near declarations: it represents its `actual` ones. Null when there is no such group. */
export function expectedOf<T extends Declared>(found: readonly T[]): T | null {
  const expected = found.filter(({ file, entities }) => entities.some((entity) => isExpected(file, entity)));
  return expected.length === 1 && found.some(isActual) ? expected[0]! : null;
}

function isActual({ file, entities }: Declared): boolean {
  return entities.some((entity) => file.has(entity, entityFlags.actual));
}

/** Whether a declaration may be an `expect` one. An abstract class has the same flags, but no `actual` declaration has its name. */
export function isExpected(file: ProgramFile, entity: number): boolean {
  return file.language === 'kotlin' && file.has(entity, entityFlags.abstract) && !file.has(entity, entityFlags.actual);
}
