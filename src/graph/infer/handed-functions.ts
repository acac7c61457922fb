/** What named functions get that are handed to other functions: `list.forEach(show)`. */
import { argumentContext } from './calls.ts';
import { callables, parameterOf } from './callables.ts';
import { argumentsLike } from '../program/parameter-uses.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { type Inference, nodeValue } from '../questions/questions.ts';
import { type Value, union } from '../questions/values.ts';
import { includes } from '../program/targets.ts';

/** The value of a function's parameter, where calls of the file get the function as their argument; null where none does. Nominal languages declare it. */
export function handedValue(
  i: Inference,
  file: ProgramFile,
  { owner, position }: { owner: number; position: number },
): Value | null {
  if (file.rules.nominal || file.name(owner) === '') return null;
  const values: (Value | null)[] = [];
  for (const place of argumentsLike(file, owner)) {
    if (!includes(callables(i, nodeValue(i, file, place.node)), { file, entity: owner })) continue;
    const expected = argumentContext(i, file, place);
    if (expected !== null) values.push(parameterOf(i, expected, position));
  }
  return union(values);
}
