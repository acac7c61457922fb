/** C#: receivers of extension methods. */
import { ops } from '../../../model/file-summary.ts';
import { lookUpNominal } from '../../heritage/nominal.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Inference } from '../../questions/questions.ts';

/** Whether a receiver is a name that the project does not declare: an external type, which takes no extension, or a member of an external base. */
export function isExternalName(i: Inference, file: ProgramFile, node: number): boolean {
  if (file.op(node) !== ops.name) return false;
  const name = file.operand(node, 0);
  const scope = file.operand(node, 1);
  const { declared, members } = lookUpNominal(i, file, { name, scope, meaning: 'variable', narrowed: true });
  return declared.length === 0 && members.length === 0;
}
