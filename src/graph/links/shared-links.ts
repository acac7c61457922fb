/**
 * Memoised links of sites: all sites of a file that use one declaration, or one member of equal receivers, in the same way share their links.
 * Invariant: a memoised result equals that of a new computation for the site.
 */
import { entityFlags, entityKinds, entityWidth, ops, siteKinds, siteWidth } from '../../model/file-summary.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { Memo, Slot } from '../program/memo.ts';
import { linksOf, runsWithoutCall, spaceNamed } from './links.ts';
import type { SiteLinks } from './site-links.ts';
import { nodeValue, renew, type Inference } from '../questions/questions.ts';
import { dialectOf } from '../languages/dialect.ts';
import { spaces } from '../program/spaces.ts';
import type { Value } from '../questions/values.ts';

/** How a site uses a name, as far as the site's links depend on it. `run`: without a call (`runsWithoutCall`). */
const uses = { named: 0, called: 1, run: 2, runBySelf: 3 } as const;

/** A value that `isSame` can compare: it contains no other values, except in its environment. */
type Receiver = Extract<Value, { kind: 'instance' | 'static' | 'function' | 'module' }>;

/** Links of a member of `receiver`. */
interface MemberLinks {
  receiver: Receiver;
  /** One of `uses`, combined with whether the receiver is `this`. */
  use: number;
  links: SiteLinks;
}

/** The number of keys for each entity: four uses, each in the space of values or in all spaces. */
const namedLinkKeys = 8;
/** Memo of links of names, by entity and use. */
const linksOfNames = new Slot(({ entities }) => new Memo<SiteLinks>((entities.length / entityWidth) * namedLinkKeys));
/** Memo of links of members, by the index of the name's string. */
const linksOfMembers = new Slot(() => new Memo<MemberLinks[]>());

const external: SiteLinks = { targets: [], resolution: 'type', callees: [], unlinked: 'external' };
const unknown: SiteLinks = { ...external, unlinked: 'unknown' };

/** The maximum number of receivers that are memoised for one name. Of a name with more, few receivers come up again. */
const maxReceivers = 16;

/** Returns whether links to an entity are needed. Links to local variables are not: they are no definitions of the index. */
export type IsWanted = (entity: number) => boolean;

/**
 * The links of a site.
 * @param site the index of the site in the file
 * @param isWanted is asked about entities of the file; a site that only names an unwanted entity counts as external
 */
export function linkSite(i: Inference, file: ProgramFile, site: number, isWanted: IsWanted = () => true): SiteLinks {
  renew(i, file);
  const { sites } = file.summary;
  const kind = sites[site * siteWidth]!;
  const node = sites[site * siteWidth + 1]!;
  if (kind === siteKinds.implicit) return firstImplicit(i, file, node);
  // In other languages (nominal ones, and those that share names) the meaning of a name also depends on where the site is.
  if (!file.rules.nominal && !file.rules.sharesNames) {
    const op = file.op(node);
    if (op === ops.name) return nameLinks(i, file, site, isWanted);
    if (op === ops.member) return memberLinks(i, file, node, kind);
  }
  return linksOf(i, file, node, kind);
}

/**
 * The links of a method that the language calls by itself. Where it calls the first of several methods that there is (`__iter__`, else `__getitem__`),
 * the node is an `either` of them. None is linked behind one whose receiver is unknown: that receiver may have the method.
 */
function firstImplicit(i: Inference, file: ProgramFile, node: number): SiteLinks {
  const methods = file.op(node) === ops.either ? file.list(file.operand(node, 0)) : [node];
  for (const method of methods) {
    const links = implicitLinks(i, file, method);
    if (links.unlinked === null) return links;
    const member = file.op(method) === ops.overload ? file.operand(method, 0) : method;
    if (file.op(member) === ops.member && nodeValue(i, file, file.operand(member, 0)) === null) break;
  }
  return external;
}

function implicitLinks(i: Inference, file: ProgramFile, node: number): SiteLinks {
  const kind = siteKinds.implicit;
  if (file.rules.nominal || file.rules.sharesNames || file.op(node) !== ops.member) return linksOf(i, file, node, kind);
  const receiver = nodeValue(i, file, file.operand(node, 0));
  if (receiver === null || (receiver.kind === 'static' && dialectOf(file).runsOnInstances?.() === true)) return unknown;
  return memberLinks(i, file, node, kind);
}

function useOf(kind: number): number {
  if (kind === siteKinds.implicit) return uses.runBySelf;
  return kind === siteKinds.call ? uses.called : runsWithoutCall(kind) ? uses.run : uses.named;
}

function nameLinks(i: Inference, file: ProgramFile, site: number, isWanted: IsWanted): SiteLinks {
  const { sites } = file.summary;
  const kind = sites[site * siteWidth]!;
  const node = sites[site * siteWidth + 1]!;
  const space = spaceNamed(file, kind);
  const entity = file.onlyDeclared(file.operand(node, 1), file.operand(node, 0), space);
  if (entity === -1 || file.has(entity, entityFlags.assigned)) return linksOf(i, file, node, kind);
  const key = entity * namedLinkKeys + useOf(kind) * 2 + (space === spaces.any ? 1 : 0);
  const memoised = file.memo(linksOfNames).get(key);
  if (memoised !== undefined) return memoised;
  const isLeftOut = useOf(kind) === uses.named && isItself(file, entity) && !isWanted(entity);
  const links = isLeftOut ? external : linksOf(i, file, node, kind);
  // A result that reached a limit of depth or steps (`cut` is set) is not memoised.
  if (i.cut === Infinity) file.memo(linksOfNames).set(key, links);
  return links;
}

/** Whether an entity is neither an import nor an alias. */
function isItself(file: ProgramFile, entity: number): boolean {
  return file.kind(entity) !== entityKinds.import && !file.has(entity, entityFlags.alias);
}

function memberLinks(i: Inference, file: ProgramFile, node: number, kind: number): SiteLinks {
  const receiverNode = file.operand(node, 0);
  const receiver = nodeValue(i, file, receiverNode);
  if (receiver === null) return unknown;
  if (receiver.kind === 'external' && !file.rules.extendsExternal) return external;
  if (!isReceiver(receiver) || file.op(receiverNode) === ops.super) return linksOf(i, file, node, kind);
  const use = useOf(kind) * 2 + (file.op(receiverNode) === ops.this ? 1 : 0);
  const memoised = file.memo(linksOfMembers).get(file.operand(node, 1));
  const shared = memoised === undefined ? undefined : linksOfSame(memoised, receiver, use);
  if (shared !== undefined) return shared;
  const links = linksOf(i, file, node, kind);
  if (i.cut !== Infinity) return links;
  if (memoised === undefined) file.memo(linksOfMembers).set(file.operand(node, 1), [{ receiver, use, links }]);
  else if (memoised.length < maxReceivers) memoised.push({ receiver, use, links });
  return links;
}

function isReceiver(value: Value): value is Receiver {
  const { kind } = value;
  return kind === 'instance' || kind === 'static' || kind === 'module' || (kind === 'function' && value.self === null);
}

function linksOfSame(memoised: readonly MemberLinks[], receiver: Receiver, use: number): SiteLinks | undefined {
  for (let at = 0; at < memoised.length; at++) {
    const one = memoised[at]!;
    if (one.use === use && isSame(one.receiver, receiver)) return one.links;
  }
  return undefined;
}

/** Whether two receivers are equal. Equal environments are one object (`Environments`). */
function isSame(a: Receiver, b: Receiver): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.file !== b.file) return false;
  return a.kind === 'module' || b.kind === 'module' || (a.entity === b.entity && a.environment === b.environment);
}
