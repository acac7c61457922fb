/** Python: type parameters, which may be imported from other modules (`from m import T`). */
import { entityKinds } from '../../../model/file-summary.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Target } from '../../program/targets.ts';
import { spaces } from '../../program/spaces.ts';

/** Where a type parameter is declared; null for an import of something else. */
export function typeParameterOrigin(i: Inference, { file, entity: parameter }: Target): Target | null {
  if (file.kind(parameter) !== entityKinds.import) return { file, entity: parameter };
  const found = i.program.followEntities(file, [parameter], spaces.type);
  const entity = found?.kind === 'entities' ? found.entities[0] : undefined;
  if (found?.kind !== 'entities' || entity === undefined) return null;
  return found.file.kind(entity) === entityKinds.typeParameter ? { file: found.file, entity } : null;
}
