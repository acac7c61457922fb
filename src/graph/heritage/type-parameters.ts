/** Type parameters, and the values that environments bind to them. */
import { entityFields } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import type { Inference } from '../questions/questions.ts';
import type { Environment, Value } from '../questions/values.ts';
import type { Target } from '../program/targets.ts';
import { dialectOf } from '../languages/dialect.ts';

/** The type parameters of a function or class, as entities of its file. An entity is an import where the parameter is declared in another file. */
export function declaredParameters(i: Inference, { file, entity }: Target): readonly number[] {
  const declared = file.list(file.get(entity, entityFields.listB));
  const origin = declared.length === 0 ? undefined : dialectOf(file).typeParameterOrigin;
  return origin === undefined ? declared : declared.filter((entity) => origin(i, { file, entity }) !== null);
}

/** Where a type parameter is declared; null for an import of something else. */
function originOf(i: Inference, parameter: Target): Target | null {
  const { typeParameterOrigin } = dialectOf(parameter.file);
  return typeParameterOrigin === undefined ? parameter : typeParameterOrigin(i, parameter);
}

/**
 * The environment that binds type parameters. Those of other files are bound in environments of these files, one inside of the other.
 * @param bound values by entities of `file` (`declaredParameters`)
 */
export function environmentOf(
  i: Inference,
  file: ProgramFile,
  bound: ReadonlyMap<number, Value>,
  outer: Environment | null,
): Environment | null {
  const mayBeImported = bound.size > 0 && dialectOf(file).typeParameterOrigin !== undefined;
  const byFile = mayBeImported ? boundByFile(i, file, bound) : null;
  if (byFile === null) return i.environments.of(file, bound, outer);
  let environment = outer;
  for (const [origin, values] of byFile) environment = i.environments.of(origin, values, environment);
  return environment;
}

/** The bindings by the files that declare the parameters; null where all are declared in `file`. */
function boundByFile(
  i: Inference,
  file: ProgramFile,
  bound: ReadonlyMap<number, Value>,
): Map<ProgramFile, Map<number, Value>> | null {
  const byFile = new Map<ProgramFile, Map<number, Value>>();
  for (const [parameter, value] of bound) {
    const origin = originOf(i, { file, entity: parameter });
    if (origin === null) continue;
    const ofFile = byFile.get(origin.file);
    if (ofFile === undefined) byFile.set(origin.file, new Map([[origin.entity, value]]));
    else ofFile.set(origin.entity, value);
  }
  return byFile.size === 1 && byFile.has(file) ? null : byFile;
}

/** The value that an environment binds to a type parameter; undefined for none. */
export function valueBoundTo(
  i: Inference,
  environment: Environment | null,
  { file, entity }: Target,
): Value | undefined {
  const origin = originOf(i, { file, entity });
  if (origin === null) return undefined;
  for (let at = environment; at !== null; at = at.outer) {
    const value = at.file === origin.file ? at.bound.get(origin.entity) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}
