/** The value of a variable where a function's predicate (`x is T`) is true of it. */
import { entityFields, heritage, ops } from '../../model/file-summary.ts';
import { callables } from './callables.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { ancestors } from '../heritage/heritage.ts';
import { type Inference, nodeValue, typeValue } from '../questions/questions.ts';
import { type Value, alternatives, union, type Typed } from '../questions/values.ts';

const maxAncestors = 24;

/** The variable's alternatives that have the type; the type itself where none has. */
export function guardedValue(
  i: Inference,
  file: ProgramFile,
  { callee, variable }: { callee: number; variable: number },
): Value | null {
  const before = nodeValue(i, file, variable);
  const tested = union(
    callables(i, nodeValue(i, file, callee)).map((callable) => {
      const type = callable.file.get(callable.entity, entityFields.type);
      const isPredicate = type !== 0 && callable.file.op(type) === ops.predicate;
      return isPredicate ? typeValue(i, callable.file, callable.file.operand(type, 0), callable.environment) : null;
    }),
  );
  // An external type may be any of them.
  if (tested === null || alternatives(tested).some(({ kind }) => kind === 'external')) return before;
  const types = alternatives(tested).filter((part): part is Typed => part.kind === 'instance');
  const fitting = alternatives(before).filter((part) => types.some((type) => isOf(i, part, type)));
  return fitting.length > 0 ? union(fitting) : tested;
}

/** A value's alternatives without those of the types; null where none is left: it is then unknown. */
export function withoutTypes(i: Inference, before: Value | null, tested: Value | null): Value | null {
  const types = alternatives(tested).filter((part): part is Typed => part.kind === 'instance');
  if (types.length === 0) return before;
  return union(alternatives(before).filter((part) => !types.some((type) => isOf(i, part, type))));
}

/** Whether a value is an instance of the type, by its declared heritage. */
function isOf(i: Inference, value: Value, { file, entity }: Typed): boolean {
  if (value.kind !== 'instance') return false;
  const queue: Typed[] = [value];
  for (let at = 0; at < queue.length && at < maxAncestors; at++) {
    const one = queue[at]!;
    if (one.file === file && one.entity === entity) return true;
    for (const relation of [heritage.extends, heritage.implements]) queue.push(...ancestors(i, one, relation));
  }
  return false;
}
