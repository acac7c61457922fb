/**
 * C++: members and results of objects that contain other values, such as smart pointers and containers. The linker treats pointers,
 * references and arrays as what they point to. A member that a class does not have is looked up on the result of the operators of the class:
 * `->`, `[]`, `*`.
 * Invariant: a class with an external base may inherit any member, so its contents are not searched.
 */
import { ops } from '../../../model/file-summary.ts';
import { functionResult } from '../../infer/callables.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { inheritsExternal } from '../../heritage/heritage.ts';
import { memberTargets, memberValue } from '../../members/members.ts';
import { nodeValue, type Inference } from '../../questions/questions.ts';
import { alternatives, union, type Value, type Member } from '../../questions/values.ts';

const operators = ['operator->', 'operator[]', 'operator*'];
/** How many levels of contents are searched for a member. */
const maxSteps = 4;

/** The declarations of a member in the contents of a value. */
export function containedMembers(i: Inference, value: Value | null, name: string): readonly Member[] {
  return memberTargets(i, contentsWith(i, value, name), name);
}

/** The value of a member of the contents of a value, or of a part of a pair. */
export function containedMemberValue(i: Inference, value: Value | null, name: string): Value | null {
  return memberValue(i, contentsWith(i, value, name), name) ?? partOfPair(i, value, name);
}

/** The contents of a value, or the contents of these contents, and so on: the first that have the member. Null when none has the member. */
function contentsWith(i: Inference, value: Value | null, name: string): Value | null {
  let contents = value;
  for (let step = 0; step < maxSteps && contents !== null; step++) {
    contents = union(alternatives(contents).map((part) => contentsOf(i, part)));
    if (memberTargets(i, contents, name).length > 0) return contents;
  }
  return null;
}

/** What an object contains: the result of the first of its class's operators whose result is known. */
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

/** Methods of the library's containers that return an element, or an iterator, which has the value of its element. */
const elementMethods: ReadonlySet<string> = new Set(
  'front back at begin end cbegin cend rbegin rend find lower_bound upper_bound top data emplace_back'.split(' '),
);
/** Methods that return the only content of their object: smart pointers, optional and atomic values. */
const contentMethods: ReadonlySet<string> = new Set('get load lock value release'.split(' '));

/** The result of a call of one of the library's `elementMethods` and `contentMethods`; undefined for other calls. */
export function containedResult(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const callee = file.operand(node, 0);
  if (file.op(callee) !== ops.member) return undefined;
  const name = file.text(file.operand(callee, 1));
  const returnsElement = elementMethods.has(name);
  if (!returnsElement && !contentMethods.has(name)) return undefined;
  const receiver = nodeValue(i, file, file.operand(callee, 0));
  if (returnsElement) return receiver?.kind === 'list' ? receiver.of : undefined;
  return mayBeLibraryMember(i, receiver, name) ? receiver : undefined;
}

/** `value.first` and `value.second` of a pair. An element of a map is represented by its value, which is its `second`. */
function partOfPair(i: Inference, value: Value | null, name: string): Value | null {
  if (value?.kind === 'list') return value.items?.[['first', 'second'].indexOf(name)] ?? null;
  return name === 'second' && mayBeLibraryMember(i, value, name) ? value : null;
}

/**
 * Whether a member may belong to an object of the library that contains the value, and which the linker treats as that value: the value's own
 * class does not have the member.
 */
function mayBeLibraryMember(i: Inference, value: Value | null, name: string): boolean {
  return (
    value?.kind === 'instance' &&
    value.file.language === 'cpp' &&
    memberTargets(i, value, name).length === 0 &&
    !inheritsExternal(i, value)
  );
}

/**
 * The value of one of the names in `auto [a, b] = value`.
 * @param isElement whether `value` is an element in a loop. A map's element is represented by the entry's value, which is the second name.
 */
export function destructuredPart(value: Value | null, index: number, isElement: boolean): Value | null {
  return union(
    alternatives(value).map((part) => {
      if (part.kind === 'list') return part.items === undefined ? part.of : (part.items[index] ?? null);
      return isElement && index === 1 && part.kind === 'instance' ? part : null;
    }),
  );
}

/** The value of `a[i]`: an element of a list. A pointer or an array is represented by what it points to, and is returned itself. */
export function indexedValue(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const value = nodeValue(i, file, file.operand(node, 0));
  if (value === null) return undefined;
  return value.kind === 'list' ? value.of : value;
}
