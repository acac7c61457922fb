/** Dart: items of objects whose class declares the operator `[]`. */
import { functionResult } from '../../infer/callables.ts';
import { memberValue } from '../../members/members.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { nodeValue, type Inference } from '../../questions/questions.ts';
import { eachOf, type Value } from '../../questions/values.ts';

/** The result of the operator `[]` of an `index` node's object; undefined where no class of the project declares it. */
export function itemByOperator(i: Inference, file: ProgramFile, node: number): Value | undefined {
  const object = nodeValue(i, file, file.operand(node, 0));
  const found = eachOf(object, (part) =>
    part.kind === 'instance' ? functionResult(i, memberValue(i, part, '[]')) : null,
  );
  return found ?? undefined;
}
