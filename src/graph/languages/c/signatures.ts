/** Signatures of C++: what distinguishes the functions of one name. All declarations of one function have the same signature. */
import { parameterTypes } from '../../../model/languages/overload-types.ts';
import type { Target } from '../../program/targets.ts';

/** The types of a function's parameters, and whether it is `const`, as in the qualified name of an overload. */
export function signatureOf({ file, entity }: Target): string {
  return parameterTypes(file.summary, entity);
}
