/** Functions of Python's library whose results contain their arguments. */
import { ops } from '../../../model/file-summary.ts';
import { numberValue } from '../../members/builtin-types.ts';
import { methodCall, scriptResult } from '../../infer/builtins.ts';
import { elementOf } from '../../members/members.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { type Inference, nodeValue } from '../../questions/questions.ts';
import { type Value, union } from '../../questions/values.ts';

/** The result of a call of Python's library; undefined for any other call. */
export function libraryResult(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  if (methodCall(file, node) !== null) return scriptResult(i, file, node);
  return file.op(file.operand(node, 0)) === ops.name ? libraryFunction(i, file, node) : undefined;
}

function libraryFunction(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const callee = file.operand(node, 0);
  const args = file.list(file.operand(node, 1));
  const argument = (): Value | null => nodeValue(i, file, args[0] ?? 0);
  switch (file.text(file.operand(callee, 0))) {
    case 'list':
    case 'sorted':
    case 'reversed':
    case 'set':
    case 'tuple':
    case 'iter':
    case 'frozenset':
      return { kind: 'list', of: elementOf(i, argument()) };
    case 'next':
    case 'max':
    case 'min':
      return elementOf(i, argument());
    case 'enumerate': {
      const of = elementOf(i, argument());
      return { kind: 'list', of: { kind: 'list', of, items: [numberValue, of] } };
    }
    case 'zip': {
      const items = args.map((arg) => elementOf(i, nodeValue(i, file, arg)));
      return { kind: 'list', of: { kind: 'list', of: union(items), items } };
    }
    default:
      return undefined;
  }
}
