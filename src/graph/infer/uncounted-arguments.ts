/** Which parameter an argument is given to whose position is not counted (`uncounted`): one with a label, or a function behind the parentheses. */
import { entityFields, ops, uncounted } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import type { Target } from '../program/targets.ts';

/** @returns null where the callable has no such parameter; any other position as it is */
export function parameterAt(file: ProgramFile, { file: other, entity }: Target, position: number): number | null {
  if (position < uncounted.first) return position;
  const parameters = other.list(other.get(entity, entityFields.listA));
  const isFunction = (one: number): boolean => other.op(other.get(one, entityFields.type)) === ops.shape;
  if (position === uncounted.first) return placeOf(parameters.findIndex(isFunction));
  if (position === uncounted.trailing) {
    const last = parameters.findLastIndex(isFunction);
    return last === -1 ? parameters.length - 1 : last;
  }
  const label = file.text(position - uncounted.labelled);
  return placeOf(parameters.findIndex((one) => labelOf(other, one) === label));
}

/** A parameter is called by its name, or by another that stands before it. */
function labelOf(file: ProgramFile, parameter: number): string {
  const label = file.get(parameter, entityFields.context);
  return label === 0 ? file.name(parameter) : file.text(file.operand(label, 0));
}

function placeOf(index: number): number | null {
  return index === -1 ? null : index;
}

/** Where a call gives it, to what takes one closure: behind all else, or alone. */
export function givenAt(position: number, count: number): number {
  if (position < uncounted.first) return position;
  return position === uncounted.trailing ? count - 1 : 0;
}
