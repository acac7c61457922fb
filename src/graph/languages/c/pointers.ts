/**
 * C++: objects that stand for their contents. Pointers, references and arrays already count as what they point to. A member that a class does
 * not have is therefore looked up on the result of its operators: `->`, `[]`, `*`.
 * Invariant: a class with an external base may have any member, so nothing is looked up behind it.
 */
import { ops } from '../../../model/file-summary.ts';
import { functionResult } from '../../infer/callables.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { inheritsExternal } from '../../heritage/heritage.ts';
import { memberTargets, memberValue } from '../../members/members.ts';
import { nodeValue, type Inference } from '../../questions/questions.ts';
import { alternatives, union, type Value, type Member } from '../../questions/values.ts';

const operators = ['operator->', 'operator[]', 'operator*'];
const maxSteps = 4;

/** Where `value.name` is declared by the contents of a value. */
export function containedMembers(i: Inference, value: Value | null, name: string): readonly Member[] {
  return memberTargets(i, contentsWith(i, value, name), name);
}

/** The value of `value.name` by the contents of a value. */
export function memberBehind(i: Inference, value: Value | null, name: string): Value | null {
  return memberValue(i, contentsWith(i, value, name), name) ?? pairedWith(i, value, name);
}

/** The first of a value's contents, step by step, that has the member; null for none. */
function contentsWith(i: Inference, value: Value | null, name: string): Value | null {
  let at = value;
  for (let step = 0; step < maxSteps && at !== null; step++) {
    at = union(alternatives(at).map((part) => contentsOf(i, part)));
    if (memberTargets(i, at, name).length > 0) return at;
  }
  return null;
}

function contentsOf(i: Inference, part: Value): Value | null {
  if (part.kind !== 'instance' || part.file.language !== 'cpp' || inheritsExternal(i, part)) return null;
  for (const operator of operators) {
    if (memberTargets(i, part, operator).length === 0) continue;
    const result = functionResult(i, memberValue(i, part, operator));
    if (result !== null) return result;
  }
  return null;
}

/** The element in a loop over a container class of the project; null for other values. */
export function iteratedOver(i: Inference, value: Value | null): Value | null {
  return union(
    alternatives(value).map((part) => {
      if (part.kind !== 'instance' || part.file.language !== 'cpp') return null;
      if (memberTargets(i, part, 'begin').length === 0) return null;
      const begin = functionResult(i, memberValue(i, part, 'begin'));
      if (begin?.kind !== 'instance' || memberTargets(i, begin, 'operator*').length === 0) return begin;
      return functionResult(i, memberValue(i, begin, 'operator*'));
    }),
  );
}

/** Methods of the library's containers that return an element, or an iterator, which stands for it. */
const ofContainers: ReadonlySet<string> = new Set(
  'front back at begin end cbegin cend rbegin rend find lower_bound upper_bound top data emplace_back'.split(' '),
);
/** Methods that return the only content of their object: smart pointers, optional and atomic values. */
const ofHolders: ReadonlySet<string> = new Set('get load lock value release'.split(' '));

/** The result of calling a method of the library; undefined for other calls. */
export function containedResult(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const callee = file.operand(node, 0);
  if (file.op(callee) !== ops.member) return undefined;
  const name = file.text(file.operand(callee, 1));
  const isOfContainer = ofContainers.has(name);
  if (!isOfContainer && !ofHolders.has(name)) return undefined;
  const receiver = nodeValue(i, file, file.operand(callee, 0));
  if (isOfContainer) return receiver?.kind === 'list' ? receiver.of : undefined;
  return standsFor(i, receiver, name) ? receiver : undefined;
}

/** `value.first` and `value.second` of a pair. An element of a map is represented by its value, which is its `second`. */
function pairedWith(i: Inference, value: Value | null, name: string): Value | null {
  if (value?.kind === 'list') return value.items?.[['first', 'second'].indexOf(name)] ?? null;
  return name === 'second' && standsFor(i, value, name) ? value : null;
}

/** Whether a member that a class does not have may be one of a library object that contains the value. */
function standsFor(i: Inference, value: Value | null, name: string): boolean {
  return (
    value?.kind === 'instance' &&
    value.file.language === 'cpp' &&
    memberTargets(i, value, name).length === 0 &&
    !inheritsExternal(i, value)
  );
}

/** The value of a name in `auto [a, b]`. `isElement`: in a loop, such as one over a map, whose elements are represented by their values. */
export function boundPart(value: Value | null, index: number, isElement: boolean): Value | null {
  return union(
    alternatives(value).map((part) => {
      if (part.kind === 'list') return part.items === undefined ? part.of : (part.items[index] ?? null);
      return isElement && index === 1 && part.kind === 'instance' ? part : null;
    }),
  );
}

/** The value at an index; pointers and arrays are not distinguished. */
export function pointedAt(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const value = nodeValue(i, file, file.operand(node, 0));
  if (value === null) return undefined;
  return value.kind === 'list' ? value.of : value;
}
