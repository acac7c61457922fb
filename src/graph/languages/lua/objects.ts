/** Lua: results of calling tables (class libraries use tables as classes), and the meaning of global names. */
import { entityKinds, ops } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { nodeValue, type Inference } from '../../questions/questions.ts';
import { nearestTargets } from '../../program/shared-folders.ts';
import { alternatives, type Value, union } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** Methods by which class libraries construct objects, where a class has no such method of its own. */
const makers: ReadonlySet<string> = new Set(['new', 'create', 'allocate', 'instance']);

/** The object that a call of a table constructs; null for any other call. @param callee the called value; null where it is unknown */
export function madeOfTable(
  i: Inference,
  callee: Value | null,
  { file, node }: { file: ProgramFile; node: number },
): Value | null {
  if (callee !== null) return union(alternatives(callee).filter(isTable));
  const calleeNode = file.operand(node, 0);
  const isMaker = file.op(calleeNode) === ops.member && makers.has(file.text(file.operand(calleeNode, 1)));
  return isMaker ? union(alternatives(nodeValue(i, file, file.operand(calleeNode, 0))).filter(isTable)) : null;
}

/** Whether a value is a table: a literal, or a variable to which the code adds members. */
function isTable(part: Value): boolean {
  if (part.kind !== 'instance') return false;
  const kind = part.file.kind(part.entity);
  return kind === entityKinds.object || kind === entityKinds.variable;
}

/** Names that the language or its hosts define. */
const builtins: ReadonlySet<string> = new Set(
  (
    '_G _ENV _VERSION assert collectgarbage dofile error getfenv getmetatable ipairs load loadfile loadstring module next pairs pcall print rawequal ' +
    'rawget rawlen rawset require select setfenv setmetatable tonumber tostring type unpack warn xpcall string table math io os coroutine debug ' +
    'package utf8 bit bit32 jit ffi arg vim love ngx'
  ).split(' '),
);

/** Whether a global that no file declares may be defined at run time. */
export function mayBeGlobal(name: string): boolean {
  return !builtins.has(name);
}

/** The nearest of the globals that several files declare under one name; 'unknown' where several files are equally near. */
export function oneOfGlobals(asking: ProgramFile, globals: readonly Target[]): readonly Target[] | 'unknown' {
  const nearest = nearestTargets(asking, globals);
  return nearest.every(({ file }) => file === nearest[0]!.file) ? nearest.slice(0, 1) : 'unknown';
}

/**
 * The globals of one name that are meant as a value. Each file that adds to a table may create it (`Game = Game or {}`), so all tables count;
 * functions of equally near files are left out, because only one of them is meant.
 */
export function globalsAsValue(asking: ProgramFile, globals: readonly Target[]): readonly Target[] {
  const isFunction = ({ file, entity }: Target): boolean => file.kind(entity) === entityKinds.function;
  if (globals.length < 2 || oneOfGlobals(asking, globals) !== 'unknown') return globals;
  return globals.filter((one) => !isFunction(one));
}
