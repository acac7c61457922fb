/**
 * Names in languages whose files share names without naming each other's files one by one: what a name means is told by how each language
 * looks for it, among all files that declare it for the program.
 * Invariant: a name that fits several definitions means none of them.
 */
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { Slot } from '../program/memo.ts';
import type { Exported } from '../program/exported.ts';
import { takeBack, type Inference, type ScopedName } from '../questions/questions.ts';
import type { Target } from '../program/targets.ts';

/**
 * Names that are being looked up, each with its place among the unfinished questions (half a level above those that it asks): members of a
 * type that a name means may be asked for by what the name means.
 */
const underWay = new WeakMap<Inference, Map<string, number>>();

/** By scope, space and name. */
const knownNames = new Slot(() => new Map<string, Exported | null>());

/** What a name means; null for files of other languages. */
export function scopedName(i: Inference, file: ProgramFile, wanted: ScopedName): Exported | null {
  if (!file.rules.sharesNames) return null;
  const name = `${wanted.scope} ${wanted.space} ${wanted.name}`;
  // What is asked for another file makes that one lean on what is looked at.
  const isOwn = i.at === file;
  const before = isOwn ? file.memo(knownNames).get(name) : undefined;
  if (before !== undefined) return before;
  let open = underWay.get(i);
  if (open === undefined) underWay.set(i, (open = new Map<string, number>()));
  const key = `${file.index} ${name}`;
  const known = open.get(key);
  if (known !== undefined) {
    // What leans on this is remembered until the name is found only.
    i.cut = Math.min(i.cut, known);
    return { kind: 'entities', file, entities: [] };
  }
  const level = i.depth - 0.5;
  const { cut } = i;
  const { length } = i.provisional;
  i.cut = Infinity;
  open.set(key, level);
  try {
    const found = lookUp(i, file, wanted);
    // What leans on an unfinished question is not remembered.
    if (isOwn && i.cut === Infinity) file.memo(knownNames).set(name, found);
    if (i.cut >= level) {
      takeBack(i, length);
      i.cut = cut;
    } else i.cut = Math.min(i.cut, cut);
    return found;
  } finally {
    open.delete(key);
  }
}

function lookUp(i: Inference, file: ProgramFile, wanted: ScopedName): Exported | null {
  return dialectOf(file).scopedName?.(i, file, wanted) ?? { kind: 'external' };
}

/** Where a member that is only declared is defined. */
export function defined(i: Inference, target: Target): readonly Target[] {
  return dialectOf(target.file).definedElsewhere?.(i, target) ?? [target];
}
