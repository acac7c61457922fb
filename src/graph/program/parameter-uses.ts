/** What a file does with the functions that are parameters of its functions, and with its functions as arguments. */
import { entityFields, entityFlags, ops } from '../../model/file-summary.ts';
import type { ProgramFile } from './program-file.ts';
import { spaces } from './spaces.ts';
import type { NamedArgument } from './tables/calls-by-name.ts';

/** The maximum number of calls of a parameter, and of places where it is handed on: more would add types that inference cannot use. */
const maxUses = 4;

/** The calls of a parameter. */
export function callsOfParameter(file: ProgramFile, parameter: number): readonly number[] {
  const name = file.get(parameter, entityFields.name);
  return first(file.callsNamed(name), (call) => means(file, file.operand(call, 0), parameter));
}

/** Where a parameter is the argument of a call. */
export function handedOn(file: ProgramFile, parameter: number): readonly NamedArgument[] {
  const name = file.get(parameter, entityFields.name);
  return first(file.argumentsNamed(name), ({ node }) => means(file, node, parameter));
}

/** Where a name or member that may mean a function of this file is the argument of a call. */
export function argumentsLike(file: ProgramFile, owner: number): readonly NamedArgument[] {
  const all = file.argumentsNamed(file.get(owner, entityFields.name));
  return all.length > maxUses ? all.slice(0, maxUses) : all;
}

/** Calls that name a function before a method of all functions: `f.call(self, a)`. @param methods names of such methods */
export function callsByMethod(file: ProgramFile, owner: number, methods: readonly string[]): readonly number[] {
  let found: readonly number[] = noCalls;
  for (let at = 0; at < methods.length; at++) {
    const method = file.stringOf(methods[at]!);
    // Most files name none of the methods.
    const calls = method === -1 ? noCalls : file.callsNamed(method);
    for (const call of first(calls, (one) => isBefore(file, owner, file.operand(one, 0))))
      found = found === noCalls ? [call] : [...found, call];
  }
  return found;
}

const noCalls: readonly number[] = [];

/** Whether a function, or what holds it, is named before the last name of a callee. */
function isBefore(file: ProgramFile, owner: number, callee: number): boolean {
  if (file.op(callee) !== ops.member) return false;
  const object = file.operand(callee, 0);
  if (file.op(object) === ops.entity) return file.operand(object, 0) === owner;
  const name = file.op(object) === ops.name ? 0 : file.op(object) === ops.member ? 1 : -1;
  if (name === -1) return false;
  const named = file.operand(object, name);
  if (named === file.get(owner, entityFields.name)) return true;
  const holder = file.holderOf(owner);
  return holder !== -1 && named === file.get(holder, entityFields.name);
}

function first<T>(all: readonly T[], isWanted: (one: T) => boolean): readonly T[] {
  if (all.length === 0) return all;
  const found: T[] = [];
  for (const one of all) {
    if (isWanted(one)) found.push(one);
    if (found.length === maxUses) break;
  }
  return found;
}

/** Whether a node is the name of a parameter, which may be narrowed there. */
function means(file: ProgramFile, node: number, parameter: number): boolean {
  if (file.op(node) !== ops.name) return false;
  const name = file.operand(node, 0);
  for (let scope = file.operand(node, 1); scope >= 0;) {
    const [found] = file.lookUp(scope, name, spaces.value, false);
    if (found === undefined || !file.has(found, entityFlags.narrowed)) return found === parameter;
    scope = file.scopeParent(file.get(found, entityFields.scope));
  }
  return false;
}
