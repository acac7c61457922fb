/**
 * Names of PHP: classes, functions and constants by their full names, wherever the project declares them.
 * Invariant: a name that several files declare means the declaration in the file itself, else in the nearest file. Where two files are equally near,
 * its meaning is unknown.
 */
import { entityKinds } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { spaces } from '../../program/spaces.ts';
import type { Exported } from '../../program/exported.ts';
import type { Inference, ScopedName } from '../../questions/questions.ts';
import { nearestTargets } from '../../program/shared-folders.ts';
import type { Target } from '../../program/targets.ts';

export function phpName(i: Inference, file: ProgramFile, { name, scope, space }: ScopedName): Exported {
  const found = declaredAs(i, file, { name, space });
  if (found.length > 0) return ofNearestFile(file, found);
  const slash = name.lastIndexOf('\\');
  // PHP falls back to the global function or constant where the namespace at the site declares none.
  const isInOwnNamespace = slash !== -1 && name.slice(0, slash) === enclosingNamespace(file, scope);
  const global =
    isInOwnNamespace && space !== spaces.type ? declaredAs(i, file, { name: name.slice(slash + 1), space }) : [];
  const functions = global.filter((one) => !isType(one.file.kind(one.entity)));
  return functions.length > 0 ? ofNearestFile(file, functions) : { kind: 'external' };
}

function isType(kind: number): boolean {
  return kind === entityKinds.class || kind === entityKinds.interface;
}

function declaredAs(i: Inference, asking: ProgramFile, { name, space }: { name: string; space: number }): Target[] {
  const slash = name.lastIndexOf('\\');
  const last = name.slice(slash + 1);
  if (i.program.declarers(last).length === 0) return [];
  const namespace = slash === -1 ? '' : name.slice(0, slash);
  return i.program
    .globals(asking, last)
    .filter(
      ({ file, within, entityKind }) =>
        file.language === 'php' && within === namespace && (space !== spaces.type || isType(entityKind)),
    );
}

/** The full name of the namespace that a scope is in. */
function enclosingNamespace(file: ProgramFile, from: number): string {
  for (let scope = from; scope > 0; scope = file.scopeParent(scope)) {
    const owner = file.scopeOwner(scope);
    if (owner !== -1 && file.kind(owner) === entityKinds.namespace) return file.name(owner);
  }
  return '';
}

function ofNearestFile(asking: ProgramFile, targets: readonly Target[]): Exported {
  const inFile = targets.filter((one) => one.file === asking);
  const meant = inFile.length > 0 ? inFile : nearestTargets(asking, targets);
  const file = meant[0]!.file;
  const isOneFile = meant.every((one) => one.file === file);
  return { kind: 'entities', file, entities: isOneFile ? meant.map((one) => one.entity) : [] };
}
