/** Which parameter gets an argument whose position is not counted (`uncounted`): one with a label, or a trailing closure. */
import { entityFields, ops, uncounted } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import type { Target } from '../program/targets.ts';

/** @returns null where the callable has no such parameter; counted positions as they are */
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

/** A parameter's label: its own, or else its name. */
function labelOf(file: ProgramFile, parameter: number): string {
  const label = file.get(parameter, entityFields.context);
  return label === 0 ? file.name(parameter) : file.text(file.operand(label, 0));
}

function placeOf(index: number): number | null {
  return index === -1 ? null : index;
}

/** The position of such an argument for a callee that takes one closure: after all other arguments, or alone. */
export function givenAt(position: number, count: number): number {
  if (position < uncounted.first) return position;
  return position === uncounted.trailing ? count - 1 : 0;
}
