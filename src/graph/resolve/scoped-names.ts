/**
 * Names in languages whose files see each other's names without imports. Each language defines how it looks a name up among all
 * files that declare the name.
 * Invariant: a name with several equally likely definitions has an unknown meaning.
 */
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { Slot } from '../program/memo.ts';
import type { Exported } from '../program/exported.ts';
import { dropProvisional, type Inference, type ScopedName } from '../questions/questions.ts';
import type { Target } from '../program/targets.ts';

/**
 * Names whose look-up has begun and not ended, each with its level among the unfinished questions (half a level above the questions that it asks).
 * A look-up may come back to its own name: it may need the members of a type, and to find these, the type's name.
 */
const inProgress = new WeakMap<Inference, Map<string, number>>();

/** Memo of meanings by scope, space and name. */
const knownNames = new Slot(() => new Map<string, Exported | null>());

/** What a name means; null in a file whose language does not share names. */
export function scopedName(i: Inference, file: ProgramFile, wanted: ScopedName): Exported | null {
  if (!file.rules.sharesNames) return null;
  const memoKey = `${wanted.scope} ${wanted.space} ${wanted.name}`;
  // A look-up for another file is not memoised: it must record its reads as dependencies of the asking file (`i.at`).
  const isForFile = i.at === file;
  const memoised = isForFile ? file.memo(knownNames).get(memoKey) : undefined;
  if (memoised !== undefined) return memoised;
  let pending = inProgress.get(i);
  if (pending === undefined) inProgress.set(i, (pending = new Map<string, number>()));
  const key = `${file.index} ${memoKey}`;
  const pendingLevel = pending.get(key);
  if (pendingLevel !== undefined) {
    // The look-up came back to its own name. Results that depend on this answer are provisional until the look-up ends.
    i.cut = Math.min(i.cut, pendingLevel);
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
    if (isForFile && i.cut === Infinity) file.memo(knownNames).set(memoKey, found);
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

/** The definitions of a target that is only declared; otherwise the target itself. */
export function definitionsOf(i: Inference, target: Target): readonly Target[] {
  return dialectOf(target.file).definedElsewhere?.(i, target) ?? [target];
}
