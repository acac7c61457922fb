/** References of a file whose language has no collector: open sites, to be linked by name alone when they are asked for. */
import type { Link, LinkKind, OpenSite } from '../model/link.ts';
import type { ReferenceKind } from '../model/reference.ts';
import { unpackReferences } from '../store/packed-references.ts';
import type { Store } from '../store/store.ts';
import type { LinksOfFile } from './file-links.ts';

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
  const references = (await store.references([fileId])).get(fileId);
  return {
    links: new Map<number, Link[]>(),
    open: references === undefined ? new Map<string, OpenSite[]>() : openReferences(references),
  };
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
