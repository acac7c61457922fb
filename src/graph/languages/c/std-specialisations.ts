/** Template specialisations and overloads that a project adds to namespace `std` for its own types. They apply to arguments of these types only. */
import { entityFields, entityFlags, entityKinds, ops, scopeKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { type Inference, nodeValue, typeValue } from '../../questions/questions.ts';
import { alternatives, type Value } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** The targets of a name, where a specialisation counts only for arguments that are of the project's types. */
export function withFittingSpecialisations(
  i: Inference,
  file: ProgramFile,
  node: number,
  targets: readonly Target[],
): readonly Target[] | 'external' | 'unknown' {
  const [first] = targets;
  if (first === undefined || !isSpecialised(first)) return targets;
  const given = argumentsOf(i, file, node);
  const hasProjectType = given.some((value) => alternatives(value).some(isOfProject));
  if (!hasProjectType) return given.length === 0 || given.includes(null) ? 'unknown' : 'external';
  // Which of several specialisations is for these types is not known here.
  const all = i.program.globals(file, first.file.name(first.entity)).filter(isSpecialised);
  return all.length > 1 ? 'unknown' : targets;
}

function isSpecialised({ file, entity }: Target): boolean {
  if (file.language !== 'cpp') return false;
  // `void swap(Thread &a, Thread &b)`: a function without type parameters was added, because the functions of `std` itself are templates.
  const isAdded = file.kind(entity) === entityKinds.function && file.get(entity, entityFields.listB) === 0;
  if (!isAdded && !file.has(entity, entityFlags.specialised)) return false;
  return isInStd(file, file.get(entity, entityFields.scope));
}

/** Whether the outermost namespace around a scope is `std`. Nearly all functions are asked, so no path is made. */
function isInStd(file: ProgramFile, from: number): boolean {
  let outermost = '';
  for (let at = from; at > 0; at = file.scopeParent(at)) {
    const owner = file.scopeKind(at) === scopeKinds.namespace ? file.scopeOwner(at) : -1;
    const name = owner === -1 ? '' : file.name(owner);
    if (name !== '') outermost = name;
  }
  return outermost === 'std' || outermost.startsWith('std::');
}

function isOfProject(value: Value): boolean {
  return value.kind === 'instance' || value.kind === 'static';
}

/** The arguments at a site, as types or values: `<T>` of a type, `<T>` or `(x)` of a call. A name alone has none. */
function argumentsOf(i: Inference, file: ProgramFile, node: number): (Value | null)[] {
  const types = (list: number): (Value | null)[] => file.list(list).map((type) => typeValue(i, file, type, null));
  if (file.op(node) === ops.named) return types(file.operand(node, 2));
  const call = file.callsNamed(file.operand(node, 0)).find((one) => file.operand(one, 0) === node);
  if (call === undefined) return [];
  const named = types(file.operand(call, 2));
  return named.length > 0 ? named : file.list(file.operand(call, 1)).map((value) => nodeValue(i, file, value));
}
