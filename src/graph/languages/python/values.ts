/** Values of Python objects by the special methods that the language calls (`__getitem__`, `__iter__`). */
import { entityFields, entityFlags, entityKinds } from '../../../model/file-summary.ts';
import { functionResult } from '../../infer/callables.ts';
import { elementOf, memberTargets, memberValue } from '../../members/members.ts';
import type { Inference } from '../../questions/questions.ts';
import { type Value, alternatives, eachOf, union } from '../../questions/values.ts';

function resultOfMethod(i: Inference, value: Value, name: string): Value | null {
  return value.kind === 'instance' && value.file.language === 'python'
    ? functionResult(i, memberValue(i, value, name))
    : null;
}

/** The value of `value.name`. For a class attribute that is a descriptor, the result of its `__get__`. */
export function attributeValue(i: Inference, value: Value | null, name: string): Value | null {
  const member = memberValue(i, value, name);
  if (member === null) return member;
  return eachOf(member, (part) => {
    if (part.kind !== 'instance' || !hasGetter(i, part) || !isClassAttribute(i, value, name)) return part;
    return resultOfMethod(i, part, '__get__');
  });
}

function hasGetter(i: Inference, { file, entity }: Value & { kind: 'instance' }): boolean {
  if (file.language !== 'python' || file.kind(entity) !== entityKinds.class) return false;
  return memberTargets(i, { kind: 'instance', file, entity, environment: null }, '__get__').length > 0;
}

/** Whether class bodies declare a member. Python calls `__get__` only for those: a value that a method assigns is no descriptor. */
function isClassAttribute(i: Inference, value: Value | null, name: string): boolean {
  return memberTargets(i, value, name).every(({ file, entity }) => {
    const owner = file.get(entity, entityFields.parent);
    return (
      file.kind(entity) === entityKinds.property &&
      !file.has(entity, entityFlags.getter) &&
      file.get(entity, entityFields.scope) === file.get(owner, entityFields.ownScope)
    );
  });
}

/** The value of `value[key]` by `__getitem__`. */
export function pythonItem(i: Inference, value: Value | null): Value | null {
  return union(alternatives(value).map((part) => resultOfMethod(i, part, '__getitem__')));
}

/** The element in a `for` loop, by `__iter__` and the iterator, or by `__getitem__`. */
export function pythonElement(i: Inference, part: Value): Value | null {
  if (part.kind !== 'instance') return null;
  const elements = alternatives(resultOfMethod(i, part, '__iter__')).map(
    (iterator) => elementOf(i, iterator) ?? resultOfMethod(i, iterator, '__next__'),
  );
  return union(elements) ?? resultOfMethod(i, part, '__getitem__');
}

/** A slice with literal bounds, or none: `[1:3]`, `[:2]`. */
const literalSlice = /^\[\s*(\d*)\s*:\s*(\d*)\s*\]$/;

/**
 * The result of a method that a statement calls: `__enter__` of `with`, or `__getitem__` of a slice, where `name` is the slice's text (`[1:3]`). The
 * value itself where the project does not declare the method.
 */
export function resultOfImplicitCall(i: Inference, value: Value | null, name: string): Value | null {
  const isSlice = name.startsWith('[');
  return eachOf(value, (part) => {
    if (part.kind === 'list' && isSlice) return sliceOf(part, name);
    const isOfProject = part.kind === 'instance' && part.file.language === 'python';
    const method = isOfProject ? memberValue(i, part, isSlice ? '__getitem__' : name) : null;
    if (method === null) return part;
    const given = functionResult(i, method);
    return given === null && isSlice ? part : eachOf(given, (one) => (one.kind === 'promise' ? one.of : one));
  });
}

/** A slice of a list. A list with known items gets the items of the slice; where the bounds are not literals, it loses them. */
function sliceOf({ of, items }: Value & { kind: 'list' }, slice: string): Value {
  const [, from, to] = literalSlice.exec(slice) ?? [];
  if (items === undefined || from === undefined) return { kind: 'list', of };
  return { kind: 'list', of, items: items.slice(Number(from), to === '' ? undefined : Number(to)) };
}
