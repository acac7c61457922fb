/**
 * Names in languages whose files see each other's names without naming the files. Each language defines how a name is looked up among all
 * files that declare it for the program.
 * Invariant: a name that fits several definitions means none of them.
 */
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { Slot } from '../program/memo.ts';
import type { Exported } from '../program/exported.ts';
import { dropProvisional, type Inference, type ScopedName } from '../questions/questions.ts';
import type { Target } from '../program/targets.ts';

/**
 * Names that are being looked up, each with its level among the unfinished questions (half a level above those that it asks). To find what
 * a name means, members of the type with that name may be needed.
 */
const inProgress = new WeakMap<Inference, Map<string, number>>();

/** By scope, space and name. */
const knownNames = new Slot(() => new Map<string, Exported | null>());

/** What a name means; null for files of other languages. */
export function scopedName(i: Inference, file: ProgramFile, wanted: ScopedName): Exported | null {
  if (!file.rules.sharesNames) return null;
  const name = `${wanted.scope} ${wanted.space} ${wanted.name}`;
  // For another file there is no memo: the look-up has to record what it reads as dependencies of the asking file.
  const isOwn = i.at === file;
  const before = isOwn ? file.memo(knownNames).get(name) : undefined;
  if (before !== undefined) return before;
  let pending = inProgress.get(i);
  if (pending === undefined) inProgress.set(i, (pending = new Map<string, number>()));
  const key = `${file.index} ${name}`;
  const known = pending.get(key);
  if (known !== undefined) {
    // Results that depend on this are memoised only until the name is found.
    i.cut = Math.min(i.cut, known);
    return { kind: 'entities', file, entities: [] };
  }
  const level = i.depth - 0.5;
  const { cut } = i;
  const { length } = i.provisional;
  i.cut = Infinity;
  pending.set(key, level);
  try {
    const found = lookUp(i, file, wanted);
    // A result that depends on an unfinished question is not memoised.
    if (isOwn && i.cut === Infinity) file.memo(knownNames).set(name, found);
    if (i.cut >= level) {
      dropProvisional(i, length);
      i.cut = cut;
    } else i.cut = Math.min(i.cut, cut);
    return found;
  } finally {
    pending.delete(key);
  }
}

function lookUp(i: Inference, file: ProgramFile, wanted: ScopedName): Exported | null {
  return dialectOf(file).scopedName?.(i, file, wanted) ?? { kind: 'external' };
}

/** Where a member that is only declared is defined. */
export function defined(i: Inference, target: Target): readonly Target[] {
  return dialectOf(target.file).definedElsewhere?.(i, target) ?? [target];
}
