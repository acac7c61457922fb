/** Types that comments give to values (JSDoc). Only types of the project count, because no compiler checks comments. */
import { ops } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { type Inference, typeValue } from '../questions/questions.ts';
import { alternatives, type Value } from '../questions/values.ts';

/** The value of a `documented` node by its comment; null for any other node, and for a type outside of the project. */
export function documentedValue(i: Inference, file: ProgramFile, node: number): Value | null {
  if (file.op(node) !== ops.documented) return null;
  const documented = typeValue(i, file, file.operand(node, 0), null);
  const parts = alternatives(documented).filter(({ kind }) => kind !== 'primitive');
  return parts.length > 0 && parts.every(isOfProject) ? documented : null;
}

function isOfProject(part: Value): boolean {
  switch (part.kind) {
    case 'external':
    case 'primitive':
    case 'callback':
      return false;
    case 'list':
    case 'map':
    case 'promise':
      return alternatives(part.of).some(isOfProject);
    default:
      return true;
  }
}
