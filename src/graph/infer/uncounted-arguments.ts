/** Arguments without a counted position (`uncounted`): labelled arguments and trailing closures. Finds the parameters that they are for. */
import { entityFields, ops, uncounted } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import type { Target } from '../program/targets.ts';

/**
 * The index of the parameter for the argument at a position; null where the callable has no such parameter. A counted position is its own index.
 * Where no parameter is a function, a trailing closure is for the last parameter.
 */
export function parameterAt(file: ProgramFile, { file: other, entity }: Target, position: number): number | null {
  if (position < uncounted.first) return position;
  const parameters = other.list(other.get(entity, entityFields.listA));
  const isFunction = (one: number): boolean => other.op(other.get(one, entityFields.type)) === ops.shape;
  if (position === uncounted.first) return orNull(parameters.findIndex(isFunction));
  if (position === uncounted.trailing) {
    const last = parameters.findLastIndex(isFunction);
    return last === -1 ? parameters.length - 1 : last;
  }
  const label = file.text(position - uncounted.labelled);
  return orNull(parameters.findIndex((one) => labelOf(other, one) === label));
}

/** A parameter's label; its name where it has no separate label. */
function labelOf(file: ProgramFile, parameter: number): string {
  const label = file.get(parameter, entityFields.context);
  return label === 0 ? file.name(parameter) : file.text(file.operand(label, 0));
}

function orNull(index: number): number | null {
  return index === -1 ? null : index;
}

/** The position that counts an uncounted argument, for a library's function with one closure: a trailing closure is last, any other is first. */
export function countedPosition(position: number, count: number): number {
  if (position < uncounted.first) return position;
  return position === uncounted.trailing ? count - 1 : 0;
}
