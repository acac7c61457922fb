/** Lua: results of calling tables, as class libraries use them, and names that may be defined anywhere. */
import { entityKinds, ops } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { nodeValue, type Inference } from '../../questions/questions.ts';
import { nearestTargets } from '../../program/shared-folders.ts';
import { alternatives, type Value, union } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** Methods by which such libraries construct objects, where a class has none of its own. */
const makers: ReadonlySet<string> = new Set(['new', 'create', 'allocate', 'instance']);

/** Null for any other call. @param callee what is called; null where it is not known */
export function madeOfTable(
  i: Inference,
  callee: Value | null,
  { file, node }: { file: ProgramFile; node: number },
): Value | null {
  if (callee !== null) return union(alternatives(callee).filter(isTable));
  const written = file.operand(node, 0);
  const isMaker = file.op(written) === ops.member && makers.has(file.text(file.operand(written, 1)));
  return isMaker ? union(alternatives(nodeValue(i, file, file.operand(written, 0))).filter(isTable)) : null;
}

/** A variable stands for a table to which members are added. */
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

/** The nearest of the globals that several files declare under one name; unknown where several are equally near. */
export function oneOfGlobals(asking: ProgramFile, globals: readonly Target[]): readonly Target[] | 'unknown' {
  const nearest = nearestTargets(asking, globals);
  return nearest.every(({ file }) => file === nearest[0]!.file) ? nearest.slice(0, 1) : 'unknown';
}

/** The same for values: each file that adds to a table may create it (`Game = Game or {}`), but only one creates a function. */
export function seenGlobals(asking: ProgramFile, globals: readonly Target[]): readonly Target[] {
  const isFunction = ({ file, entity }: Target): boolean => file.kind(entity) === entityKinds.function;
  if (globals.length < 2 || oneOfGlobals(asking, globals) !== 'unknown') return globals;
  return globals.filter((one) => !isFunction(one));
}
