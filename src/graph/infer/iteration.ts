/** The elements of values that are iterated. */
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { elementOf, memberValue } from '../members/members.ts';
import { containerOf } from './container-types.ts';
import type { Inference } from '../questions/questions.ts';
import { type Value, eachOf, union } from '../questions/values.ts';

/** The element in a loop over a value. */
export function iterated(i: Inference, file: ProgramFile, value: Value | null): Value | null {
  const { iterated: iteratedByLanguage, iteratedPart } = dialectOf(file);
  const ofLanguage = iteratedByLanguage?.(i, value);
  if (ofLanguage !== undefined) return ofLanguage;
  return eachOf(value, (part) => {
    const ofPart = iteratedPart?.(i, part);
    if (ofPart !== undefined) return ofPart;
    if (part.kind === 'instance' && part.file.rules.nominal && memberValue(i, part, '[]') === null)
      return elementOf(i, containerOf(i, part));
    if (part.kind !== 'map') return elementOf(i, part);
    return { kind: 'list', of: union([part.key, part.of]), items: [part.key, part.of] };
  });
}

/** A container that is made from the elements of `source`, for one of unknown elements: `new Set(list)`, `new Map(pairs)`. */
export function filledWith(
  i: Inference,
  file: ProgramFile,
  container: Value | null | undefined,
  source: Value | null,
): Value | null | undefined {
  if (container?.kind !== 'list' && container?.kind !== 'map') return container;
  const element = iterated(i, file, source);
  if (container.kind === 'list') return { ...container, of: element };
  const part = (index: number): Value | null =>
    eachOf(element, (pair) => (pair.kind === 'list' ? (pair.items?.[index] ?? null) : null));
  return { ...container, key: part(0), of: part(1) };
}
