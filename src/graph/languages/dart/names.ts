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

/** A name that is neither declared nor imported is a member that the enclosing class inherits, or one of an extension of it. */
export function inheritedName(
  i: Inference,
  file: ProgramFile,
  { name, scope }: { name: number; scope: number },
): readonly Target[] | undefined {
  if (file.lookUp(scope, name, spaces.any, false).length > 0) return undefined;
  const self = thisValue(i, file, scope);
  if (self === null || isOpened(i, file, name)) return undefined;
  const text = file.text(name);
  const members = memberTargets(i, self, text);
  const found = members.length > 0 ? members : extensionsOn(i, file, text, self);
  return found.length > 0 ? found : undefined;
}

function isOpened(i: Inference, file: ProgramFile, name: number): boolean {
  const opened = starImport(i, file, name);
  return opened !== null && opened.kind !== 'external';
}

/** Mixins come before the superclass. */
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
