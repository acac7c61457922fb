/**
 * Functions that are called as if they were members of a type that is declared elsewhere (C#'s extension methods, Kotlin's extensions).
 * Invariant: one is meant only where its receiver's type is known to match; elsewhere it may be meant, and is reported as a guess.
 */
import { entityFields, entityFlags, entityKinds, exportForms } from '../../../model/file-summary.ts';
import { match } from '../argument-match.ts';
import type { Argument } from '../../questions/arguments.ts';
import { dialectOf } from '../../languages/dialect.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Member } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** Scores of `match` from here on mean that both types are known and match. */
const known = 1;

/** The extensions of that name that are visible in a file and take a receiver. */
export function extensionTargets(i: Inference, file: ProgramFile, name: string, on: Argument): Member[] {
  if (on.type === null && on.value === null) return [];
  const receiver = dialectOf(file).extensionReceiver?.(i, on) ?? on;
  const found: Member[] = [];
  let most = 0;
  for (const { member, score, isImported } of fitting(i, visibleExtensions(i, file, name), receiver)) {
    const isTaken = score >= known || (isImported && receiver.value?.kind === 'external');
    if (!isTaken || score < most) continue;
    if (score > most) found.length = 0;
    most = score;
    found.push(member);
  }
  return found;
}

/** The extensions of that name that are visible in a file and may take a receiver: what an external type inherits is not known. */
export function possibleExtensions(i: Inference, file: ProgramFile, name: string, receiver: () => Argument): Member[] {
  const visible = visibleExtensions(i, file, name);
  return visible.length === 0 ? [] : fitting(i, visible, receiver()).map(({ member }) => member);
}

interface Fitting {
  member: Member;
  /** The result of `match`. */
  score: number;
  isImported: boolean;
}

/** The extensions that nothing excludes. */
function fitting(i: Inference, visible: readonly Visible[], receiver: Argument): Fitting[] {
  return visible.flatMap(({ target, isImported }) => {
    const member: Member = { ...target, environment: null, self: receiver.value };
    const parameter = target.file.get(target.entity, entityFields.assignedTo);
    if (parameter < 0) return [];
    const score = match(i, member, target.file.get(parameter, entityFields.type), receiver);
    return score > 0 ? [{ member, score, isImported }] : [];
  });
}

interface Visible {
  target: Target;
  /** Named by an import. */
  isImported: boolean;
}

function visibleExtensions(i: Inference, file: ProgramFile, name: string): Visible[] {
  const ofLanguage = dialectOf(file).visibleExtensions?.(i, file, name);
  if (ofLanguage !== undefined) return ofLanguage.map((target) => ({ target, isImported: false }));
  const result: Visible[] = [];
  const add = (unit: string, wanted: string, isImported: boolean): void => {
    for (const target of i.program.extensions(file, unit, wanted)) {
      const isFunction = target.file.get(target.entity, entityFields.assignedTo) >= 0;
      const isKnown = result.some((one) => one.target.file === target.file && one.target.entity === target.entity);
      const isHidden = target.file !== file && target.file.has(target.entity, entityFlags.private);
      if (isFunction && !isKnown && !isHidden) result.push({ target, isImported });
    }
  };
  const string = file.stringOf(name);
  for (const entity of string === -1 ? [] : file.declared(0, string)) {
    if (file.kind(entity) !== entityKinds.import) continue;
    const module = i.program.module(file, file.get(entity, entityFields.listA));
    const path = file.text(file.get(entity, entityFields.listB));
    if (module !== null) add(unitOf(module), path.slice(path.lastIndexOf('.') + 1), true);
  }
  add(file.summary.unit, name, false);
  for (const { form, a } of file.exports('*')) {
    const module = form === exportForms.opens ? i.program.module(file, a) : null;
    if (module !== null) add(unitOf(module), name, false);
  }
  for (const { module } of dialectOf(file).openedForProject?.(i, file) ?? [])
    if (module !== null) add(unitOf(module), name, false);
  return result;
}

/** The unit that a module stands for. */
function unitOf({ path }: ProgramFile): string {
  return path.slice('//'.length);
}
