/** Dart: names without a receiver, and `super`. */
import { heritage } from '../../../model/file-summary.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Member, Value } from '../../questions/values.ts';
import { ancestors, thisValue } from '../../heritage/heritage.ts';
import { memberTargets } from '../../members/members.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { spaces } from '../../program/spaces.ts';
import { starImport } from '../../resolve/names.ts';
import { extensionsOn } from './extensions.ts';
import type { Target } from '../../program/targets.ts';

/** The targets of a name that is neither declared nor imported: members that the enclosing class inherits, or extension members of the class. */
export function inheritedName(
  i: Inference,
  file: ProgramFile,
  { name, scope }: { name: number; scope: number },
): readonly Target[] | undefined {
  if (file.lookUp(scope, name, spaces.any, false).length > 0) return undefined;
  const self = thisValue(i, file, scope);
  if (self === null || isImported(i, file, name)) return undefined;
  const text = file.text(name);
  const members = memberTargets(i, self, text);
  const found = members.length > 0 ? members : extensionsOn(i, file, text, self);
  return found.length > 0 ? found : undefined;
}

function isImported(i: Inference, file: ProgramFile, name: number): boolean {
  const opened = starImport(i, file, name);
  return opened !== null && opened.kind !== 'external';
}

/** The members that `super` means; null outside of a class. Mixins come before the superclass. */
export function superMembers(i: Inference, self: Value | null, name: string): readonly Member[] | null {
  if (self?.kind !== 'instance' && self?.kind !== 'static') return null;
  for (const relation of [heritage.mixesIn, heritage.extends]) {
    for (const base of ancestors(i, self, relation)) {
      const found = memberTargets(i, base, name);
      if (found.length > 0) return found;
    }
  }
  return [];
}
