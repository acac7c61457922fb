/** TypeScript: the declared types of a function's parameters. */
import { entityFields, entityFlags, ops } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';

/** The type node of the parameter that an argument is for; of a rest parameter that of an element; 0 where there is none. */
export function typeAt(file: ProgramFile, signature: number, position: number): number {
  const parameters = file.list(file.get(signature, entityFields.listA));
  const parameter = parameters[Math.min(position, parameters.length - 1)];
  if (parameter === undefined) return 0;
  const type = file.get(parameter, entityFields.type);
  if (!file.has(parameter, entityFlags.rest)) return type;
  return file.op(type) === ops.arrayOf ? file.operand(type, 0) : 0;
}
