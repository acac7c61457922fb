/** Decides whether a member that was not found on a value is external. Invariant: for an unknown value the answer is no. */
import { primitives } from '../../model/file-summary.ts';
import { embedsExternal } from '../heritage/embedded-types.ts';
import { inheritsExternal } from '../heritage/heritage.ts';
import { memberTargets } from '../members/members.ts';
import type { Meaning } from '../heritage/nominal.ts';
import { isExternalType } from '../members/external-types.ts';
import type { Inference } from '../questions/questions.ts';
import { alternatives, isHolder, type Value } from '../questions/values.ts';

/** Whether an external value may be one of the project's types that has a member of a name. */
export function mayBeOfProject(i: Inference, value: Value | null, name: string, meaning: Meaning): boolean {
  return alternatives(value).some(
    (part) =>
      part.kind === 'external' && part.mayBe !== undefined && memberTargets(i, part.mayBe, name, meaning).length > 0,
  );
}

/** Whether a member that was not found on a value is external. */
export function isExternal(i: Inference, value: Value | null): boolean {
  // Of a holder, only the added members are known: its other members may be anything.
  if (value?.kind !== 'union') return value !== null && !isHolder(value) && isPartExternal(i, value);
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
      // In a union, the other alternatives decide: they are the value of the variable whose added members the holder has.
      if (isHolder(part)) return true;
      const { rules } = part.file;
      // Where members must be declared, an undeclared member comes from an external class.
      if (rules.declaresAll) return true;
      const embeds = rules.sharesNames || (part.kind === 'instance' && rules.implementsImplicitly);
      // An undeclared member may come from an external type that the class extends or embeds.
      return isExternalType(i, part) || (embeds && embedsExternal(i, part)) || inheritsExternal(i, part);
    }
    default:
      return false;
  }
}
