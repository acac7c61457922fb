/** Whether what a value has is the project's. Invariant: of what nobody knows neither is said. */
import { primitives } from '../../model/file-summary.ts';
import { embedsExternal } from '../heritage/embedded-types.ts';
import { inheritsExternal } from '../heritage/heritage.ts';
import { memberTargets } from '../members/members.ts';
import type { Meaning } from '../heritage/nominal.ts';
import { isExternalType } from '../members/external-types.ts';
import type { Inference } from '../questions/questions.ts';
import { alternatives, holdsAdded, type Value } from '../questions/values.ts';

/** Whether a value from outside may be something of ours that has such a member. */
export function mayBeOurs(i: Inference, value: Value | null, name: string, meaning: Meaning): boolean {
  return alternatives(value).some(
    (part) =>
      part.kind === 'external' && part.mayBe !== undefined && memberTargets(i, part.mayBe, name, meaning).length > 0,
  );
}

/** Whether members of a value are not the project's. */
export function isExternal(i: Inference, value: Value | null): boolean {
  // What nobody knows beyond the members that a file adds to it.
  if (value?.kind !== 'union') return value !== null && !holdsAdded(value) && isPartExternal(i, value);
  for (const part of value.of) if (!isPartExternal(i, part)) return false;
  return true;
}

function isPartExternal(i: Inference, part: Value): boolean {
  switch (part.kind) {
    case 'external':
    case 'callback':
    case 'list':
    case 'map':
    case 'promise':
      return true;
    case 'primitive':
      return part.code !== primitives.any;
    case 'instance':
    case 'static': {
      if (holdsAdded(part)) return true;
      const { rules } = part.file;
      // What no class of ours declares is inherited from one that is not.
      if (rules.declaresAll) return true;
      const embeds = rules.sharesNames || (part.kind === 'instance' && rules.implementsUnsaid);
      // What a class does not declare, and its outside base may.
      return isExternalType(i, part) || (embeds && embedsExternal(i, part)) || inheritsExternal(i, part);
    }
    default:
      return false;
  }
}
