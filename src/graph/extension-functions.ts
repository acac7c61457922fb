/**
 * Functions that are called as if they were members of a type that is declared elsewhere (C#'s extension methods, Kotlin's extensions).
 * Invariant: one is meant only where its receiver's type is known to take what it is called on.
 */
import { entityFields, entityKinds, exportForms } from '../model/link-facts.ts';
import { type Argument, match } from './argument-match.ts';
import { openedForProject } from './csharp-namespaces.ts';
import type { FileFacts } from './file-facts.ts';
import type { Member } from './nominal.ts';
import type { Inference } from './questions.ts';
import type { Target } from './values.ts';

/** Scores of `match` from here on say that something is known of both types and fits. */
const known = 1;

export function hasExtensions(file: FileFacts): boolean {
  return file.language === 'csharp' || file.language === 'kotlin';
}

/** The extensions of that name that are seen in a file and take a receiver. */
export function extensionTargets(i: Inference, file: FileFacts, name: string, receiver: Argument): Member[] {
  if (receiver.type === null && receiver.value === null) return [];
  const found: Member[] = [];
  let most = 0;
  for (const { target, isImported } of visibleExtensions(i, file, name)) {
    const member: Member = { ...target, environment: null, self: receiver.value };
    const parameter = target.file.get(target.entity, entityFields.assignedTo);
    if (parameter < 0) continue;
    const score = match(i, member, target.file.get(parameter, entityFields.type), receiver);
    const isTaken = score >= known || (isImported && score > 0 && receiver.value?.kind === 'external');
    if (!isTaken || score < most) continue;
    if (score > most) found.length = 0;
    most = score;
    found.push(member);
  }
  return found;
}

interface Visible {
  target: Target;
  /** Named by an import. */
  isImported: boolean;
}

function visibleExtensions(i: Inference, file: FileFacts, name: string): Visible[] {
  const result: Visible[] = [];
  const add = (unit: string, wanted: string, isImported: boolean): void => {
    for (const target of i.program.extensions(file, unit, wanted)) {
      const isFunction = target.file.get(target.entity, entityFields.assignedTo) >= 0;
      const isKnown = result.some((one) => one.target.file === target.file && one.target.entity === target.entity);
      if (isFunction && !isKnown) result.push({ target, isImported });
    }
  };
  const string = file.stringOf(name);
  for (const entity of string === -1 ? [] : file.declared(0, string)) {
    if (file.kind(entity) !== entityKinds.import) continue;
    const module = i.program.module(file, file.get(entity, entityFields.listA));
    const path = file.text(file.get(entity, entityFields.listB));
    if (module !== null) add(unitOf(module), path.slice(path.lastIndexOf('.') + 1), true);
  }
  add(file.facts.unit, name, false);
  for (const { form, a } of file.exports('*')) {
    const module = form === exportForms.opens ? i.program.module(file, a) : null;
    if (module !== null) add(unitOf(module), name, false);
  }
  for (const { module } of openedForProject(i, file)) if (module !== null) add(unitOf(module), name, false);
  return result;
}

/** The unit that is a module. */
function unitOf({ path }: FileFacts): string {
  return path.slice('//'.length);
}
