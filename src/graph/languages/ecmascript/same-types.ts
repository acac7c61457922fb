/** TypeScript: whether two signatures of one function declare the same types for their first parameters, as they are written. */
import { entityFields, ops } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { typeAt } from './parameter-types.ts';

/** Two signatures of a file. */
interface Signatures {
  file: ProgramFile;
  a: number;
  b: number;
}

/** How deep types are compared: a type parameter may be named in its own constraint. */
const maxDepth = 8;

/** Whether the types of the first parameters agree: then a call with that many arguments can only mean the first of the two. */
export function takeTheSame(both: Signatures, count: number): boolean {
  const { file, a, b } = both;
  for (let at = 0; at < count; at++) {
    const type = typeAt(file, a, at);
    if (type === 0 || !isSameType(both, type, typeAt(file, b, at), 0)) return false;
  }
  return true;
}

function isSameType(both: Signatures, type: number, other: number, depth: number): boolean {
  const { file } = both;
  const op = file.op(type);
  if (op !== file.op(other) || depth > maxDepth) return false;
  const [first, second] = [file.operand(type, 0), file.operand(other, 0)];
  switch (op) {
    case ops.named:
      return (
        isSameName(both, file.list(first), file.list(second), depth) &&
        areSameTypes(both, file.operand(type, 2), file.operand(other, 2), depth)
      );
    case ops.union:
    case ops.intersection:
    case ops.tuple:
      return areSameTypes(both, first, second, depth);
    case ops.arrayOf:
      return isSameType(both, first, second, depth + 1);
    case ops.primitiveType:
    case ops.literalType:
      return first === second;
    default:
      return false;
  }
}

function areSameTypes(both: Signatures, list: number, other: number, depth: number): boolean {
  const types = both.file.list(list);
  const others = both.file.list(other);
  return types.length === others.length && types.every((type, at) => isSameType(both, type, others[at]!, depth + 1));
}

/** Whether two names, as indexes of strings, mean one type. Type parameters do where their constraints are the same. */
function isSameName(both: Signatures, path: readonly number[], other: readonly number[], depth: number): boolean {
  if (path.length !== other.length || !path.every((part, at) => part === other[at])) return false;
  if (path.length > 1) return true;
  const { file, a, b } = both;
  const [parameter, second] = [a, b].map((signature) =>
    file.list(file.get(signature, entityFields.listB)).find((one) => file.get(one, entityFields.name) === path[0]),
  );
  if (parameter === undefined || second === undefined) return parameter === second;
  const [constraint, otherConstraint] = [parameter, second].map((one) => file.get(one, entityFields.type));
  if (constraint === 0 || otherConstraint === 0) return constraint === otherConstraint;
  return isSameType(both, constraint!, otherConstraint!, depth + 1);
}
