/** External containers that classes of the project extend, and method calls, in languages with overloads. */
import { entityFields, heritage, ops } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { ancestors } from '../heritage/heritage.ts';
import { type Inference, typeValue } from '../questions/questions.ts';
import type { Value, Typed } from '../questions/values.ts';

export interface MethodCall {
  receiver: number;
  name: string;
  args: readonly number[];
}

/** The method call at a `call` node; null for any other call. */
export function overloadedCall(file: ProgramFile, node: number): MethodCall | null {
  const overload = file.operand(node, 0);
  if (file.op(overload) !== ops.overload) return null;
  const callee = file.operand(overload, 0);
  if (file.op(callee) !== ops.member) return null;
  return {
    receiver: file.operand(callee, 0),
    name: file.text(file.operand(callee, 1)),
    args: file.list(file.operand(node, 1)),
  };
}

/** At most this many types are searched. */
const maxAncestors = 40;

/** The library's list, map or functional interface that a class or interface of the project extends or implements; null for none. */
export function containerOf(i: Inference, value: Typed): Value | null {
  const visited = new Set<string>();
  const queue: Typed[] = [value];
  for (let type = queue.shift(); type !== undefined && visited.size < maxAncestors; type = queue.shift()) {
    const { file, entity, environment } = type;
    const key = `${file.index} ${entity}`;
    if (visited.has(key)) continue;
    visited.add(key);
    const pairs = file.list(file.get(entity, entityFields.listA));
    for (let pair = 1; pair < pairs.length; pair += 2) {
      const op = file.op(pairs[pair]!);
      // A `cast` is a type with its package (`java.util.List`).
      const isType = op >= ops.named || op === ops.cast;
      const base = isType ? typeValue(i, file, pairs[pair]!, environment) : null;
      if (base?.kind === 'list' || base?.kind === 'map' || base?.kind === 'callback') return base;
    }
    for (const relation of Object.values(heritage)) queue.push(...ancestors(i, type, relation));
  }
  return null;
}
