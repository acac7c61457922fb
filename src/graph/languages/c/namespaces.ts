/** Namespaces of C++: the scopes of each. */
import { scopeKinds, scopeWidth } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { scopePath } from '../../program/scope-path.ts';

/** Memo of `namespacesOf`; valid as long as the program. */
const namespaces = new WeakMap<ProgramFile, ReadonlyMap<string, readonly number[]>>();

/** The scopes of a file's namespaces by their paths: one namespace may have several. */
export function namespacesOf(file: ProgramFile): ReadonlyMap<string, readonly number[]> {
  let found = namespaces.get(file);
  if (found === undefined) {
    const isOuter = (scope: number): boolean =>
      file.scopeKind(scope) === scopeKinds.file || file.scopeKind(scope) === scopeKinds.namespace;
    const scopes = Array.from({ length: file.summary.scopes.length / scopeWidth }, (_, scope) => scope).filter(isOuter);
    namespaces.set(file, (found = Map.groupBy(scopes, (scope) => scopePath(file, scope))));
  }
  return found;
}

/** Whether a file is one of C or C++. */
export function isC({ rules }: ProgramFile): boolean {
  return rules.family === 'c';
}
