/** Narrowed values: those of a variable for which a type predicate (`x is T`) is true or false. */
import { entityFields, heritage, ops } from '../../model/file-summary.ts';
import { callables } from './callables.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { ancestors } from '../heritage/heritage.ts';
import { type Inference, nodeValue, typeValue } from '../questions/questions.ts';
import { type Value, alternatives, union, type Typed } from '../questions/values.ts';

const maxAncestors = 24;

/**
 * The value of a variable for which a predicate is true: the alternatives that have the tested type, or that type itself where none has. The variable's
 * value as it is where the tested type is unknown or external.
 */
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
  // Any alternative may have an external type.
  if (tested === null || alternatives(tested).some(({ kind }) => kind === 'external')) return before;
  const types = alternatives(tested).filter((part): part is Typed => part.kind === 'instance');
  const fitting = alternatives(before).filter((part) => types.some((type) => isOf(i, part, type)));
  return fitting.length > 0 ? union(fitting) : tested;
}

/** A value without the alternatives that have the tested types; null (unknown) where none remains. */
export function withoutTypes(i: Inference, before: Value | null, tested: Value | null): Value | null {
  const types = alternatives(tested).filter((part): part is Typed => part.kind === 'instance');
  if (types.length === 0) return before;
  return union(alternatives(before).filter((part) => !types.some((type) => isOf(i, part, type))));
}

/** Whether a value is an instance of a type, by declared heritage. */
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
