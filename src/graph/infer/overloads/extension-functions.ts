/**
 * Extension functions: functions that are called as if they were members of another type (C#'s extension methods, Kotlin's extensions).
 * Invariant: a call means an extension only where the receiver is known to match, or where an import names the extension and the receiver is external.
 * Otherwise the extension is only possible (`possible-extensions.ts`).
 */
import { entityFields, entityFlags, entityKinds, exportForms } from '../../../model/file-summary.ts';
import { match } from '../argument-match.ts';
import type { Argument } from '../../questions/arguments.ts';
import { dialectOf } from '../../languages/dialect.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Member } from '../../questions/values.ts';
import type { Target } from '../../program/targets.ts';

/** The least score of `match` for a receiver whose type is known and matches. */
const knownScore = 1;

/** The extensions with this name that are visible in a file and match the receiver best. @param argument the receiver; an unknown one matches none */
export function extensionTargets(i: Inference, file: ProgramFile, name: string, argument: Argument): Member[] {
  if (argument.type === null && argument.value === null) return [];
  const receiver = dialectOf(file).extensionReceiver?.(i, argument) ?? argument;
  const found: Member[] = [];
  let best = 0;
  for (const { member, score, isImported } of fitting(i, visibleExtensions(i, file, name), receiver)) {
    const isMatch = score >= knownScore || (isImported && receiver.value?.kind === 'external');
    if (!isMatch || score < best) continue;
    if (score > best) found.length = 0;
    best = score;
    found.push(member);
  }
  return found;
}

/** The extensions with this name that are visible in a file and may match a receiver. (An external receiver has unknown base types.) */
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

/** The visible extensions whose receiver's type does not exclude the receiver. */
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
  /** Whether an import names the extension. */
  isImported: boolean;
}

function visibleExtensions(i: Inference, file: ProgramFile, name: string): Visible[] {
  const ofLanguage = dialectOf(file).visibleExtensions?.(i, file, name);
  if (ofLanguage !== undefined) return ofLanguage.map((target) => ({ target, isImported: false }));
  const result: Visible[] = [];
  const add = (unit: string, wanted: string, isImported: boolean): void => {
    for (const target of i.program.extensions(file, unit, wanted)) {
      const isFunction = target.file.get(target.entity, entityFields.assignedTo) >= 0;
      const isInResult = result.some((one) => one.target.file === target.file && one.target.entity === target.entity);
      const isHidden = target.file !== file && target.file.has(target.entity, entityFlags.private);
      if (isFunction && !isInResult && !isHidden) result.push({ target, isImported });
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

/** The unit that a module represents. */
function unitOf({ path }: ProgramFile): string {
  return path.slice('//'.length);
}
