/** Namespaces of C++: the paths of scopes and of the entities in them. */
import { entityFields, scopeKinds, scopeWidth } from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';

/** Names of the enclosing namespaces, outermost first; unnamed and inline ones do not count. */
export function scopePath(file: ProgramFile, from: number): string {
  let path = '';
  for (let at = from; at > 0; at = file.scopeParent(at)) {
    const owner = file.scopeOwner(at);
    if (owner === -1 || file.scopeKind(at) !== scopeKinds.namespace) continue;
    const name = file.name(owner);
    if (name !== '') path = path === '' ? name : `${name}::${path}`;
  }
  return path;
}

export function entityPath(file: ProgramFile, entity: number): string {
  return joinPath(scopePath(file, file.get(entity, entityFields.scope)), file.name(entity));
}

function joinPath(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}::${name}`;
}

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
