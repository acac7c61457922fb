/** Dart: extension members that a file sees: its own, and those of the libraries that it imports. */
import { entityFields, entityKinds, exportForms } from '../../../model/file-summary.ts';
import type { Argument } from '../../questions/arguments.ts';
import type { Inference } from '../../questions/questions.ts';
import { nodeValue } from '../../questions/questions.ts';
import { type Member, type Value, union } from '../../questions/values.ts';
import { extensionsNamed } from '../../infer/overloads/overloads.ts';
import { extensionTargets } from '../../infer/overloads/extension-functions.ts';
import { memberTargets } from '../../members/members.ts';
import { valueOfMember } from '../../heritage/nominal.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { librariesOf } from './libraries.ts';
import type { Target } from '../../program/targets.ts';

/** The libraries that a file imports, with those that they re-export; valid as long as the program. */
const visibleLibraries = new WeakMap<ProgramFile, readonly ProgramFile[]>();

/** The maximum number of libraries that are searched for a file. */
const maxLibraries = 2_000;

function librariesVisibleTo(i: Inference, file: ProgramFile): readonly ProgramFile[] {
  let libraries = visibleLibraries.get(file);
  if (libraries === undefined) visibleLibraries.set(file, (libraries = findLibraries(i, file)));
  for (const { index } of libraries) file.reads.add(index);
  return libraries;
}

function findLibraries(i: Inference, file: ProgramFile): readonly ProgramFile[] {
  const found = new Set<ProgramFile>([file]);
  const add = (from: ProgramFile, module: number): void => {
    const target = i.program.module(from, module);
    if (target === null || found.has(target) || found.size > maxLibraries) return;
    found.add(target);
    for (const star of target.exports('*')) if (star.form === exportForms.all) add(target, star.a);
  };
  for (const one of [file, ...librariesOf(i, file)]) {
    found.add(one);
    for (const star of one.exports('*')) add(one, star.a);
    for (const entity of one.declaredIn(0))
      if (one.kind(entity) === entityKinds.import) add(one, one.get(entity, entityFields.listA));
  }
  return [...found];
}

/** The extension members of a name that a file sees. */
export function visibleExtensions(i: Inference, file: ProgramFile, name: string): readonly Target[] {
  return librariesVisibleTo(i, file).flatMap((library) =>
    library
      .extensions(name)
      .filter((entity) => library.get(entity, entityFields.assignedTo) >= 0)
      .map((entity): Target => ({ file: library, entity })),
  );
}

/** The value of an extension member that a `member` node names; null where the receiver itself has a member of that name. */
export function extensionNamed(i: Inference, file: ProgramFile, node: number): Value | null {
  const receiver = nodeValue(i, file, file.operand(node, 0));
  if (memberTargets(i, receiver, file.text(file.operand(node, 1))).length > 0) return null;
  return union(extensionsNamed(i, file, node).map((member) => valueOfMember(i, member)));
}

/** The receiver without its external alternatives, where it has others. */
export function receiverOfProject(_: Inference, receiver: Argument): Argument {
  if (receiver.value?.kind !== 'union') return receiver;
  const ofProject = union(receiver.value.of.filter(({ kind }) => kind !== 'external'));
  return ofProject === null ? receiver : { ...receiver, value: ofProject };
}

/** The extension members of a name that apply to a value. */
export function extensionsOn(i: Inference, file: ProgramFile, name: string, value: Value): Member[] {
  return extensionTargets(i, file, name, { file, node: 0, type: null, value });
}
