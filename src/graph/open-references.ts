/**
 * What a file names as open sites, to be linked by name alone when they are asked for: of a file whose language has no collector, and of one
 * whose links could not be worked out.
 */
import { AppError } from '../model/error.ts';
import type { Link, LinkKind, OpenSite } from '../model/link.ts';
import type { ReferenceKind } from '../model/reference.ts';
import { unpackFacts } from '../store/packed-facts.ts';
import { unpackReferences } from '../store/packed-references.ts';
import type { Store } from '../store/store.ts';
import { FileFacts } from './file-facts.ts';
import { allSitesOpen, type LinksOfFile } from './file-links.ts';

const kinds: Readonly<Record<ReferenceKind, LinkKind>> = {
  call: 'call',
  construct: 'construct',
  render: 'render',
  inherit: 'extends',
  implement: 'implements',
  type: 'type',
  decorate: 'decorate',
};

/** A file's references, all open. */
export async function openByName(store: Store, fileId: number): Promise<LinksOfFile> {
  const links = new Map<number, Link[]>();
  const facts = (await store.facts([fileId])).get(fileId);
  if (facts !== undefined) return { links, open: openSites(facts) };
  const references = (await store.references([fileId])).get(fileId);
  return { links, open: references === undefined ? new Map<string, OpenSite[]>() : openReferences(references) };
}

/** Of facts that cannot be worked with nothing is known: such a file is told as failed. @param packed `packFacts` */
function openSites(packed: Uint8Array): Map<string, OpenSite[]> {
  try {
    const { facts } = unpackFacts(packed);
    const resolve = (): Int32Array => new Int32Array(facts.modules.length).fill(-1);
    return allSitesOpen(new FileFacts(0, { path: '', language: '', load: () => facts, resolve, loaded: () => {} }));
  } catch (error) {
    if (error instanceof AppError) throw error;
    return new Map();
  }
}

/** @param packed `packReferences` */
function openReferences(packed: Uint8Array): Map<string, OpenSite[]> {
  const open = new Map<string, OpenSite[]>();
  for (const { name, kind, line, column, container } of unpackReferences(packed)) {
    const site = { name, kind: kinds[kind], line, column, container };
    const known = open.get(name);
    if (known === undefined) open.set(name, [site]);
    else known.push(site);
  }
  return open;
}
