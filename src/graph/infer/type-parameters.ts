/** Type parameters, and what they stand for. Those of Python may be variables of other modules (`from m import T`). */
import { entityFields, entityKinds } from '../../model/link-facts.ts';
import type { FileFacts } from '../program/file-facts.ts';
import type { Inference } from './questions.ts';
import { spaces } from '../program/spaces.ts';
import type { Environment, Target, Value } from './values.ts';

/** A function's or class's, as entities of its file. */
export function declaredParameters(i: Inference, { file, entity }: Target): readonly number[] {
  const declared = file.list(file.get(entity, entityFields.listB));
  if (file.language !== 'python' || declared.length === 0) return declared;
  return declared.filter((parameter) => originOf(i, file, parameter) !== null);
}

/** Where a type parameter is declared; null for an import of something else. */
function originOf(i: Inference, file: FileFacts, parameter: number): Target | null {
  if (file.kind(parameter) !== entityKinds.import) return { file, entity: parameter };
  const found = i.program.followEntities(file, [parameter], spaces.type);
  const entity = found?.kind === 'entities' ? found.entities[0] : undefined;
  if (found?.kind !== 'entities' || entity === undefined) return null;
  return found.file.kind(entity) === entityKinds.typeParameter ? { file: found.file, entity } : null;
}

/** @param bound by entity of `file`, as `declaredParameters` gives them */
export function environmentOf(
  i: Inference,
  file: FileFacts,
  bound: ReadonlyMap<number, Value>,
  outer: Environment | null,
): Environment | null {
  const byFile = file.language === 'python' && bound.size > 0 ? boundByFile(i, file, bound) : null;
  if (byFile === null) return i.environments.of(file, bound, outer);
  let environment = outer;
  for (const [origin, values] of byFile) environment = i.environments.of(origin, values, environment);
  return environment;
}

/** Null where all are of the file itself. */
function boundByFile(
  i: Inference,
  file: FileFacts,
  bound: ReadonlyMap<number, Value>,
): Map<FileFacts, Map<number, Value>> | null {
  const byFile = new Map<FileFacts, Map<number, Value>>();
  for (const [parameter, value] of bound) {
    const origin = originOf(i, file, parameter);
    if (origin === null) continue;
    const known = byFile.get(origin.file);
    if (known === undefined) byFile.set(origin.file, new Map([[origin.entity, value]]));
    else known.set(origin.entity, value);
  }
  return byFile.size === 1 && byFile.has(file) ? null : byFile;
}

/** What a type parameter of something in `file` stands for. */
export function boundTo(i: Inference, environment: Environment | null, { file, entity }: Target): Value | undefined {
  const origin = file.language === 'python' ? originOf(i, file, entity) : { file, entity };
  if (origin === null) return undefined;
  for (let at = environment; at !== null; at = at.outer) {
    const value = at.file === origin.file ? at.bound.get(origin.entity) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}
