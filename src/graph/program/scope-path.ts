/** The namespaces around a scope, by their names. */
import { scopeKinds } from '../../model/file-summary.ts';
import type { ProgramFile } from './program-file.ts';

/** Names of the enclosing namespaces, outermost first, joined by `::`; unnamed and inline ones do not count. */
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
