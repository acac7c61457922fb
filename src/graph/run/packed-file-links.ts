/** Converts the linker's entities and links to the form of the index. */
import type { Link, UnresolvedSite } from '../../model/link.ts';
import type { FileLinks } from '../../store/link-store.ts';
import { packLinks, packUnresolvedSites } from '../../store/packed/packed-links.ts';
import type { ProgramFile } from '../program/program-file.ts';

/** The index of an entity's definition; for an entity without one, that of the first declaration of its symbol; -1 for none. */
export function definitionOf(file: ProgramFile, entity: number): number {
  const definition = file.definition(entity);
  return definition === -1 ? file.definition(file.symbol(entity)) : definition;
}

export function packFileLinks(
  links: ReadonlyMap<number, readonly Link[]>,
  unresolved: ReadonlyMap<string, UnresolvedSite[]>,
): FileLinks {
  const blobs = new Map<number, Uint8Array>();
  const sites = new Map<string, Uint8Array>();
  for (const [id, list] of links) blobs.set(id, packLinks(list));
  for (const [name, list] of unresolved) sites.set(name, packUnresolvedSites(list));
  return { links: blobs, unresolved: sites };
}
