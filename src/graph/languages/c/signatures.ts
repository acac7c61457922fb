/** Signatures of C++: what distinguishes the functions of one name. All declarations of one function have the same signature. */
import { parameterTypes } from '../../../model/languages/overload-types.ts';
import { Slot } from '../../program/memo.ts';
import type { Target } from '../../program/targets.ts';

/** Memo of `signatureOf` by entity. */
const knownSignatures = new Slot(() => new Map<number, string>());

/** The types of a function's parameters, and whether it is `const`, as in the qualified name of an overload. */
export function signatureOf({ file, entity }: Target): string {
  const memo = file.memo(knownSignatures);
  let known = memo.get(entity);
  if (known === undefined) memo.set(entity, (known = parameterTypes(file.summary, entity)));
  return known;
}
