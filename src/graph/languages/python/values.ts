/** Values of Python objects by the methods that the language calls itself. */
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

/** `value.name`; for a class attribute that is a descriptor, the descriptor's value. */
export function attributeValue(i: Inference, value: Value | null, name: string): Value | null {
  const member = memberValue(i, value, name);
  if (member === null) return member;
  return eachOf(member, (part) => {
    if (part.kind !== 'instance' || !hasGetter(i, part) || !isOfClass(i, value, name)) return part;
    return resultOfMethod(i, part, '__get__');
  });
}

function hasGetter(i: Inference, { file, entity }: Value & { kind: 'instance' }): boolean {
  if (file.language !== 'python' || file.kind(entity) !== entityKinds.class) return false;
  return memberTargets(i, { kind: 'instance', file, entity, environment: null }, '__get__').length > 0;
}

/** Whether classes declare a member in their bodies: what a method assigns is not a descriptor. */
function isOfClass(i: Inference, value: Value | null, name: string): boolean {
  return memberTargets(i, value, name).every(({ file, entity }) => {
    const owner = file.get(entity, entityFields.parent);
    return (
      file.kind(entity) === entityKinds.property &&
      !file.has(entity, entityFlags.getter) &&
      file.get(entity, entityFields.scope) === file.get(owner, entityFields.ownScope)
    );
  });
}

/** `value[key]` by `__getitem__`. */
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

const literalSlice = /^\[\s*(\d*)\s*:\s*(\d*)\s*\]$/;

/** The result of `__enter__` in `with`, or of a slice (`[1:3]`, as it is written); the value itself where the project declares no such method. */
export function givenByMethod(i: Inference, value: Value | null, name: string): Value | null {
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

/** In a slice the elements have other positions. */
function sliceOf({ of, items }: Value & { kind: 'list' }, slice: string): Value {
  const [, from, to] = literalSlice.exec(slice) ?? [];
  if (items === undefined || from === undefined) return { kind: 'list', of };
  return { kind: 'list', of, items: items.slice(Number(from), to === '' ? undefined : Number(to)) };
}
