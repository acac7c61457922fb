/** The types that the names of a library imply, where nothing of the project declares them. */
import type { ProgramFile } from '../../program/program-file.ts';
import { ops } from '../../../model/file-summary.ts';
import { dialectOf } from '../../languages/dialect.ts';
import { typeName, unboxed } from '../argument-match.ts';

/** The type that the library's names imply for an expression: `Integer.MAX_VALUE`, `n.longValue()`, `BigInteger.valueOf(1)`; null for none. */
export function libraryType(file: ProgramFile, node: number): string | null {
  const isCall = file.op(node) === ops.call;
  const overload = isCall ? file.operand(node, 0) : 0;
  const member = isCall && file.op(overload) === ops.overload ? file.operand(overload, 0) : isCall ? 0 : node;
  if (file.op(member) !== ops.member) return null;
  const name = file.text(file.operand(member, 1));
  const [, primitive] = isCall ? (/^(byte|short|int|long|float|double|boolean)Value$/.exec(name) ?? []) : [];
  if (primitive !== undefined) return primitive;
  if (isCall && arrayMethods.has(name)) return arrayMethods.get(name)!;
  const owner = file.operand(member, 0);
  const type = ownerName(file, owner);
  // In some languages a mere name calls a method.
  const calls = isCall || dialectOf(file).runsWhereNamed !== undefined;
  const known = calls ? (dialectOf(file).libraryResultType?.(type, name) ?? null) : null;
  if (known !== null || type === null) return known;
  if (isCall) return factories.has(name) && /^\p{Lu}/u.test(type) ? type : null;
  return dialectOf(file).libraryFieldType?.(type, name) ?? unboxed.get(type) ?? null;
}

/** The name on which a member is used, also a keyword of C# (`int.MaxValue`); null for another expression. */
function ownerName(file: ProgramFile, owner: number): string | null {
  if (file.op(owner) === ops.name) return file.text(file.operand(owner, 0));
  return file.op(owner) === ops.cast && file.operand(owner, 1) === 0 ? typeName(file, file.operand(owner, 0)) : null;
}

/** Methods that return an array of a primitive type, with the type of the array. */
const arrayMethods: ReadonlyMap<string, string> = new Map([
  ['getBytes', 'byte[]'],
  ['toByteArray', 'byte[]'],
  ['readAllBytes', 'byte[]'],
  ['toCharArray', 'char[]'],
]);

/** Static methods that return an instance of their class. */
const factories: ReadonlySet<string> = new Set([
  'valueOf',
  'getDefault',
  'getInstance',
  'now',
  'create',
  'newInstance',
  'identity',
  'naturalOrder',
  'reverseOrder',
  'comparing',
]);
