/**
 * The names of a file as unresolved sites; queries link these by name alone. This is for files whose linking failed, and for files whose language has
 * no collector: these have references instead of a summary. A reference that calls a definition of the file itself is linked to it.
 */
import { AppError } from '../../model/error.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import { qualifiedName, symbolKey, type Link, type LinkKind, type UnresolvedSite } from '../../model/link.ts';
import type { Reference, ReferenceKind } from '../../model/reference.ts';
import { unpackSummary } from '../../store/packed/packed-summary.ts';
import { unpackReferences } from '../../store/packed/packed-references.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { Store } from '../../store/store.ts';
import { ProgramFile } from '../program/program-file.ts';
import { allSitesUnresolved, type LinksOfFile } from './file-links.ts';
import { plainRules } from '../program/language-rules.ts';

/** The kind of a link by that of the reference. */
const linkKinds: Readonly<Record<ReferenceKind, LinkKind>> = {
  call: 'call',
  construct: 'construct',
  render: 'render',
  inherit: 'extends',
  implement: 'implements',
  type: 'type',
  decorate: 'decorate',
};

/**
 * The unresolved sites of a file: of its summary, or else of its references. References that call the file's own definitions are links.
 * @param place the file's place
 */
export async function unresolvedByName(store: Store, fileId: number, place: number): Promise<LinksOfFile> {
  const links = new Map<number, Link[]>();
  const summary = (await store.summaries([fileId])).get(fileId);
  if (summary !== undefined) return { links, unresolved: unresolvedSites(summary) };
  const references = (await store.references([fileId])).get(fileId);
  if (references === undefined) return { links, unresolved: new Map<string, UnresolvedSite[]>() };
  const definitions = (await store.outlines([fileId])).get(fileId) ?? [];
  return unresolvedReferences(unpackReferences(references), definitions, place);
}

/** `allSitesUnresolved` of a packed summary. None where the summary cannot be read: the failure was reported when the file was linked. */
function unresolvedSites(packed: Uint8Array): Map<string, UnresolvedSite[]> {
  try {
    const { summary } = unpackSummary(packed);
    const resolve = (): Int32Array => new Int32Array(summary.modules.length).fill(-1);
    return allSitesUnresolved(
      new ProgramFile(0, { path: '', rules: plainRules(''), load: () => summary, resolve, loaded: () => {} }),
    );
  } catch (error) {
    if (error instanceof AppError) throw error;
    return new Map();
  }
}

function unresolvedReferences(
  references: readonly Reference[],
  definitions: readonly OutlineEntry[],
  place: number,
): LinksOfFile {
  const ownLinks: Link[] = [];
  const unresolved = new Map<string, UnresolvedSite[]>();
  const byName = Map.groupBy(definitions, (definition) => definition.name);
  for (const reference of references) {
    const { name, line, column, container } = reference;
    const kind = linkKinds[reference.kind];
    const target = ownTarget(byName.get(name) ?? [], reference, definitions[container]);
    if (target !== null) {
      ownLinks.push({ target, kind, resolution: 'scope', line, column, container });
      continue;
    }
    const site = { name, kind, line, column, container };
    const sites = unresolved.get(name);
    if (sites === undefined) unresolved.set(name, [site]);
    else sites.push(site);
  }
  const links = new Map<number, Link[]>(ownLinks.length === 0 ? [] : [[place, ownLinks]]);
  return { links, unresolved };
}

const callable: ReadonlySet<DefinitionKind> = new Set(['function', 'method', 'macro']);

/**
 * The key of the only symbol of the file that a call can mean: in the container that the receiver names, or, without a receiver, at the top
 * or in the caller's container. Null for none or several.
 */
function ownTarget(
  named: readonly OutlineEntry[],
  { kind, receiver }: Reference,
  caller: OutlineEntry | undefined,
): number | null {
  if (kind !== 'call' || named.length === 0) return null;
  const fitting = named.filter((one) => {
    if (!callable.has(one.kind)) return false;
    if (receiver !== null) return one.container === receiver;
    return one.container === null || one.container === caller?.container;
  });
  const symbols = new Set(fitting.map(qualifiedName));
  return symbols.size === 1 ? symbolKey(qualifiedName(fitting[0]!)) : null;
}
