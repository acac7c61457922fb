/**
 * All links of one file, as the index keeps them: from the definition that a place stands in to the symbol that is named or run.
 * Invariant: depends on the facts of the file and of those in `reads` alone.
 */
import { entityFields, entityKinds, heritage, ops, siteKinds, siteWidth } from '../model/link-facts.ts';
import type { Link, LinkKind, LinkResolution, OpenSite } from '../model/link.ts';
import type { FileFacts } from './file-facts.ts';
import { linkSite } from './links.ts';
import { lastName } from './shared-spaces.ts';
import { overriddenMembers } from './overrides.ts';
import type { Inference } from './questions.ts';
import type { Target } from './values.ts';

export interface LinksOfFile {
  /** By the index of the file that they lead to. */
  links: Map<number, Link[]>;
  /** Places whose target nobody knows, by name. */
  open: Map<string, OpenSite[]>;
}

/** The key of an entity's symbol in its file; null for what is no definition of the index. */
export type KeyOf = (target: Target) => number | null;

const kindOfSite: Readonly<Record<number, LinkKind>> = {
  [siteKinds.call]: 'call',
  [siteKinds.construct]: 'construct',
  [siteKinds.render]: 'render',
  [siteKinds.decorate]: 'decorate',
  [siteKinds.read]: 'read',
  [siteKinds.write]: 'write',
  [siteKinds.type]: 'type',
  [siteKinds.extends]: 'extends',
  [siteKinds.implements]: 'implements',
  [siteKinds.import]: 'import',
  [siteKinds.reexport]: 'reexport',
};

interface Place {
  line: number;
  column: number;
  container: number;
}

export function linksOfFile(i: Inference, file: FileFacts, keyOf: KeyOf): LinksOfFile {
  const result: LinksOfFile = { links: new Map(), open: new Map() };
  const heirs = heirsByNode(file);
  const { sites } = file.facts;
  const add = (target: Target, link: Omit<Link, 'target'>): void => {
    const key = keyOf(target);
    if (key === null) return;
    const { index } = target.file;
    // The export list of what the file declares itself.
    const kind = link.kind === 'reexport' && target.file === file ? 'import' : link.kind;
    const known = result.links.get(index);
    if (known === undefined) result.links.set(index, [{ target: key, ...link, kind }]);
    else known.push({ target: key, ...link, kind });
  };
  for (let site = 0; site < file.siteCount; site++) {
    const at = site * siteWidth;
    const kind = kindOfSite[sites[at]!];
    if (kind === undefined) continue;
    const found = linkSite(i, file, site);
    const heir = heirs.get(sites[at + 1]!);
    const container = heir === undefined ? containerOf(file, sites[at + 4]!) : file.definition(heir);
    const place = { line: sites[at + 2]!, column: sites[at + 3]!, container };
    if (found.unlinked === null) addSite({ kind, place, add }, found);
    else if (found.unlinked === 'unknown') addOpen(result.open, nameOf(file, sites[at + 1]!), { kind, ...place });
  }
  for (const { member, target } of overriddenMembers(i, file)) {
    const [line, column] = [file.get(member, entityFields.line), file.get(member, entityFields.column)];
    const container = file.definition(member);
    if (container !== -1) add(target, { kind: 'overrides', resolution: 'type', line, column, container });
  }
  return result;
}

/** All sites of a file, as if nobody knew what they name. */
export function allSitesOpen(file: FileFacts): Map<string, OpenSite[]> {
  const open = new Map<string, OpenSite[]>();
  const { sites } = file.facts;
  for (let at = 0; at < sites.length; at += siteWidth) {
    const kind = kindOfSite[sites[at]!];
    if (kind === undefined || kind === 'import') continue;
    const container = containerOf(file, sites[at + 4]!);
    addOpen(open, nameOf(file, sites[at + 1]!), { kind, line: sites[at + 2]!, column: sites[at + 3]!, container });
  }
  return open;
}

interface SiteLink {
  kind: LinkKind;
  place: Place;
  add: (target: Target, link: Omit<Link, 'target'>) => void;
}

/** What is named, and where a call runs something else than what it names, that too. */
function addSite(
  { kind, place, add }: SiteLink,
  found: { targets: readonly Target[]; callees: readonly Target[]; resolution: LinkResolution },
): void {
  const { targets, callees, resolution } = found;
  const isNamed = (target: Target): boolean =>
    targets.some((named) => named.file === target.file && named.entity === target.entity);
  const runs = (target: Target): boolean =>
    callees.some((callee) => callee.file === target.file && callee.entity === target.entity);
  for (const target of targets) {
    const isClass = target.file.kind(target.entity) === entityKinds.class;
    // A variable that holds the function that runs is read.
    const asCall = callees.length === 0 || isClass || runs(target);
    // In Python a construction is written as a call.
    const written = isClass && kind === 'call' ? 'construct' : kind;
    add(target, { kind: asCall ? written : 'read', resolution, ...place });
  }
  for (const callee of callees) {
    if (!isNamed(callee)) add(callee, { kind: kind === 'construct' ? 'call' : kind, resolution: 'type', ...place });
  }
}

function addOpen(open: Map<string, OpenSite[]>, path: string, site: Omit<OpenSite, 'name'>): void {
  const name = lastName(path);
  if (name === '') return;
  const known = open.get(name);
  if (known === undefined) open.set(name, [{ name, ...site }]);
  else known.push({ name, ...site });
}

/** The last name of what a site names. */
function nameOf(file: FileFacts, node: number): string {
  switch (file.op(node)) {
    case ops.name:
      return withoutArity(file.text(file.operand(node, 0)));
    case ops.member:
    case ops.expectedMember:
      return file.text(file.operand(node, 1));
    case ops.overload:
      return nameOf(file, file.operand(node, 0));
    case ops.named:
      return withoutArity(file.text(file.list(file.operand(node, 0)).at(-1) ?? 0));
    default:
      return '';
  }
}

/** C#: the name of a generic type has the number of its parameters behind it. */
function withoutArity(name: string): string {
  const at = name.indexOf('`');
  return at === -1 ? name : name.slice(0, at);
}

/** The class or interface that names its heritage by a node. */
function heirsByNode(file: FileFacts): Map<number, number> {
  const heirs = new Map<number, number>();
  for (let entity = 0; entity < file.entityCount; entity++) {
    const kind = file.kind(entity);
    if (kind !== entityKinds.class && kind !== entityKinds.interface) continue;
    const pairs = file.list(file.get(entity, entityFields.listA));
    for (let at = 0; at < pairs.length; at += 2) {
      if (pairs[at] === heritage.mixesIn) continue;
      const node = pairs[at + 1]!;
      heirs.set(node, entity);
      // `extends Base<T>` is a call whose callee is named.
      if (file.op(node) === ops.call) heirs.set(file.operand(node, 0), entity);
    }
  }
  return heirs;
}

/** The innermost definition around a scope; -1 at the top of the file. */
function containerOf(file: FileFacts, from: number): number {
  for (let scope = from; scope > 0; scope = file.scopeParent(scope)) {
    const owner = file.scopeOwner(scope);
    if (owner === -1) continue;
    const definition = file.definition(owner);
    if (definition !== -1) return definition;
  }
  return -1;
}
