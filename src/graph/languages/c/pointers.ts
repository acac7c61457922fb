/**
 * C++: objects that stand for what they hold. Pointers, references and arrays are what they lead to already, so that a member that a class
 * does not have itself is one of what its operators give: `->`, `[]`, `*`.
 * Invariant: a class that inherits from what the project does not declare may have any member; nothing is looked for behind it.
 */
import { ops } from '../../../model/file-summary.ts';
import { functionResult } from '../../infer/callables.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { inheritsExternal } from '../../heritage/heritage.ts';
import { memberTargets, memberValue } from '../../members/members.ts';
import { nodeValue, type Inference } from '../../questions/questions.ts';
import { alternatives, union, type Value, type Member } from '../../questions/values.ts';

const operators = ['operator->', 'operator[]', 'operator*'];
const maxHops = 4;

/** Where `value.name` is declared by what a value holds. */
export function heldMembers(i: Inference, value: Value | null, name: string): readonly Member[] {
  return memberTargets(i, holding(i, value, name), name);
}

/** What `value.name` is by what a value holds. */
export function memberBehind(i: Inference, value: Value | null, name: string): Value | null {
  return memberValue(i, holding(i, value, name), name) ?? pairedWith(i, value, name);
}

/** Of what a value holds that which has a member; null for nothing. */
function holding(i: Inference, value: Value | null, name: string): Value | null {
  let at = value;
  for (let hop = 0; hop < maxHops && at !== null; hop++) {
    at = union(alternatives(at).map((part) => held(i, part)));
    if (memberTargets(i, at, name).length > 0) return at;
  }
  return null;
}

function held(i: Inference, part: Value): Value | null {
  if (part.kind !== 'instance' || part.file.language !== 'cpp' || inheritsExternal(i, part)) return null;
  for (const operator of operators) {
    if (memberTargets(i, part, operator).length === 0) continue;
    const result = functionResult(i, memberValue(i, part, operator));
    if (result !== null) return result;
  }
  return null;
}

/** What a loop over a container of the project's own gives; null for other values. */
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

/** Methods of the library's containers that give an element, or an iterator, which stands for it. */
const ofContainers: ReadonlySet<string> = new Set(
  'front back at begin end cbegin cend rbegin rend find lower_bound upper_bound top data emplace_back'.split(' '),
);
/** Methods of what stands for its only element: smart pointers, optional and atomic values. */
const ofHolders: ReadonlySet<string> = new Set('get load lock value release'.split(' '));

/** What a call of a method of the library gives; undefined for other calls. */
export function heldResult(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const callee = file.operand(node, 0);
  if (file.op(callee) !== ops.member) return undefined;
  const name = file.text(file.operand(callee, 1));
  const isOfContainer = ofContainers.has(name);
  if (!isOfContainer && !ofHolders.has(name)) return undefined;
  const receiver = nodeValue(i, file, file.operand(callee, 0));
  if (isOfContainer) return receiver?.kind === 'list' ? receiver.of : undefined;
  return standsFor(i, receiver, name) ? receiver : undefined;
}

/** What `value.first` and `value.second` are of a pair; of the elements of a map, which are its values here, the second. */
function pairedWith(i: Inference, value: Value | null, name: string): Value | null {
  if (value?.kind === 'list') return value.items?.[['first', 'second'].indexOf(name)] ?? null;
  return name === 'second' && standsFor(i, value, name) ? value : null;
}

/** Whether a member that a class does not have is one of what an object of it is held by. */
function standsFor(i: Inference, value: Value | null, name: string): boolean {
  return (
    value?.kind === 'instance' &&
    value.file.language === 'cpp' &&
    memberTargets(i, value, name).length === 0 &&
    !inheritsExternal(i, value)
  );
}

/** What a name of `auto [a, b]` stands for. `isElement`: of what a loop goes through, such as a map's elements, which are its values here. */
export function boundPart(value: Value | null, index: number, isElement: boolean): Value | null {
  return union(
    alternatives(value).map((part) => {
      if (part.kind === 'list') return part.items === undefined ? part.of : (part.items[index] ?? null);
      return isElement && index === 1 && part.kind === 'instance' ? part : null;
    }),
  );
}

/** What stands at an index, where containers are not told from what points to their first element. */
export function pointedAt(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const value = nodeValue(i, file, file.operand(node, 0));
  if (value === null) return undefined;
  return value.kind === 'list' ? value.of : value;
}
