/** Go: calls that are conversions. */
import { entityKinds } from '../../../model/file-summary.ts';
import type { Target } from '../../program/targets.ts';

/** Whether a call of these targets is a conversion to a type, which runs nothing. */
export function isConversion(targets: readonly Target[]): boolean {
  return targets.some(({ file, entity }) => file.rules.implementsImplicitly && file.kind(entity) === entityKinds.class);
}
