/** From the linker's entities and lists to the form in the index. */
import type { Link, UnresolvedSite } from '../../model/link.ts';
import type { FileLinks } from '../../store/link-store.ts';
import { packLinks, packUnresolvedSites } from '../../store/packed/packed-links.ts';
import type { ProgramFile } from '../program/program-file.ts';

/** The definition of an entity, or of the first declaration of its symbol. */
export function definitionOf(file: ProgramFile, entity: number): number {
  const own = file.definition(entity);
  return own === -1 ? file.definition(file.symbol(entity)) : own;
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
