/** C#: what extension methods are called on. */
import { ops } from '../../../model/link-facts.ts';
import { seenFrom } from '../../heritage/nominal.ts';
import type { FileFacts } from '../../program/file-facts.ts';
import type { Inference } from '../../questions/questions.ts';

/** Whether a receiver is a name that nobody declares: that of a type, which takes no extension, or of what an outside base has. */
export function isOutsideName(i: Inference, file: FileFacts, node: number): boolean {
  if (file.op(node) !== ops.name) return false;
  const name = file.operand(node, 0);
  const scope = file.operand(node, 1);
  const { declared, members } = seenFrom(i, file, { name, scope, meaning: 'variable', narrowed: true });
  return declared.length === 0 && members.length === 0;
}
