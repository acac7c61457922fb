/**
 * Replaces our own links of a file by those of a precise source. The place of a link is here its line and column.
 * Invariant: where the index has no target of a precise link any more, our own links of the place stay. A place that we could not resolve and that
 * the source does not mention stays unresolved.
 */
import type { Link, LinkKind, UnresolvedSite } from '../../model/link.ts';
import type { PreciseAnswers, PreciseLink, PrecisePlace } from '../../model/precise-links.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { LinksOfFile } from './file-links.ts';

export interface OverlayContext {
  /** The linker's number (`LinkedProject.placeOf`) of the file that declares the link's symbol; null when no file declares the symbol. */
  targetOf(link: PreciseLink): number | null;
  /** The definitions of the linked file, in order. */
  definitions: readonly OutlineEntry[];
}

/** Our own links and unresolved sites at one line and column. */
interface OwnPlace {
  links: { index: number; link: Link }[];
  unresolved: UnresolvedSite[];
}

/** A number that identifies a line and a column, each below 2^26. */
function placeNumber({ line, column }: PrecisePlace): number {
  return line * 0x400_0000 + column;
}

/**
 * A file's links after the answers of a precise source. Where the source has no answer, our links stay, unless the source covers the whole file.
 * @param own our links
 */
export function overlay(own: LinksOfFile, precise: PreciseAnswers, context: OverlayContext): LinksOfFile {
  const { found, lost } = targetsOf(precise.links, context);
  const places = ownPlaces(own);
  const answered = new Set(precise.external.map(placeNumber));
  const overriding = new Set<number>();
  // By place: the kinds of our links that lead to the target of a precise link. At such a place, links of these kinds are replaced, and links of other
  // kinds stay: a source that names a constructor does not contradict our link to the class, and a source that names a variable does not contradict
  // our link to the function in it. At a place where none of our links has the target, all are replaced.
  const confirmed = new Map<number, ReadonlySet<LinkKind>>();
  for (const { index, link } of found) {
    const place = placeNumber(link);
    (link.kind === 'overrides' ? overriding : answered).add(place);
    const kinds = sameLinks(link, index, places.get(place)).map((one) => one.link.kind);
    if (kinds.length > 0) confirmed.set(place, new Set([...(confirmed.get(place) ?? []), ...kinds]));
  }
  const result: LinksOfFile = { links: new Map(), unresolved: new Map() };
  const add = (index: number, link: Link): void => {
    const list = result.links.get(index);
    if (list === undefined) result.links.set(index, [link]);
    else list.push(link);
  };
  for (const [index, links] of own.links) {
    for (const link of links) {
      const place = placeNumber(link);
      const isReplaced =
        link.kind === 'overrides'
          ? overriding.has(place)
          : answered.has(place)
            ? confirmed.get(place)?.has(link.kind) !== false
            : precise.whole && !lost.has(place);
      if (!isReplaced) add(index, link);
    }
  }
  for (const [name, sites] of own.unresolved) {
    const unanswered = sites.filter((site) => !answered.has(placeNumber(site)));
    if (unanswered.length > 0) result.unresolved.set(name, unanswered);
  }
  for (const { index, link } of found) {
    const { target, line, column } = link;
    const ours = link.kind === 'overrides' ? undefined : places.get(placeNumber(link));
    const container = containerOf(link, ours, context.definitions);
    for (const kind of kindsOf(link, index, ours)) {
      const same = sameLinks(link, index, ours).find((one) => one.link.kind === kind)?.link.signatures;
      const signatures = same === undefined ? {} : { signatures: same };
      add(index, { target, kind, resolution: 'compiler', line, column, container, ...signatures });
    }
  }
  return result;
}

/** The links whose targets exist, and the places (`placeNumber`) of which no target exists. */
function targetsOf(
  links: readonly PreciseLink[],
  context: OverlayContext,
): { found: { index: number; link: PreciseLink }[]; lost: Set<number> } {
  const found: { index: number; link: PreciseLink }[] = [];
  const lost = new Set<number>();
  for (const link of links) {
    const index = context.targetOf(link);
    if (index === null) lost.add(placeNumber(link));
    else found.push({ index, link });
  }
  // A place with several targets is lost only when all are gone.
  for (const { link } of found) lost.delete(placeNumber(link));
  return { found, lost };
}

function ownPlaces({ links, unresolved }: LinksOfFile): Map<number, OwnPlace> {
  const places = new Map<number, OwnPlace>();
  const at = (place: PrecisePlace): OwnPlace => {
    const number = placeNumber(place);
    let found = places.get(number);
    if (found === undefined) places.set(number, (found = { links: [], unresolved: [] }));
    return found;
  };
  for (const [index, list] of links)
    for (const link of list) if (link.kind !== 'overrides') at(link).links.push({ index, link });
  for (const sites of unresolved.values()) for (const site of sites) at(site).unresolved.push(site);
  return places;
}

/** Our links at the place of a precise link that lead to its target. */
function sameLinks(link: PreciseLink, index: number, ours: OwnPlace | undefined): OwnPlace['links'] {
  return ours?.links.filter((one) => one.index === index && one.link.target === link.target) ?? [];
}

/**
 * The kinds that a precise link gets: the kinds of our links at its place with its target. Where we have none, the kind of our first link or unresolved
 * site at its place. Where we have neither, its own kind.
 */
function kindsOf(link: PreciseLink, index: number, ours: OwnPlace | undefined): Iterable<LinkKind> {
  if (ours === undefined) return [link.kind];
  const withTarget = sameLinks(link, index, ours);
  if (withTarget.length > 0) return new Set(withTarget.map((one) => one.link.kind));
  return [ours.links[0]?.link.kind ?? ours.unresolved[0]?.kind ?? link.kind];
}

function containerOf(link: PreciseLink, ours: OwnPlace | undefined, definitions: readonly OutlineEntry[]): number {
  if (link.kind === 'overrides') return definitionAt(definitions, link);
  return ours?.links[0]?.link.container ?? ours?.unresolved[0]?.container ?? innermost(definitions, link);
}

/** The definition whose name is at a place; -1 for none. Of several the last, which is the innermost. */
export function definitionAt(definitions: readonly OutlineEntry[], { line, column }: PrecisePlace): number {
  return definitions.findLastIndex((definition) => definition.line === line && definition.column === column);
}

/** The smallest definition that contains a place; -1 at the top of the file. */
function innermost(definitions: readonly OutlineEntry[], { line, column }: PrecisePlace): number {
  let best = -1;
  for (const [index, one] of definitions.entries()) {
    const startsBefore = one.startLine < line || (one.startLine === line && one.startColumn <= column);
    const endsAfter = one.endLine > line || (one.endLine === line && one.endColumn > column);
    if (startsBefore && endsAfter && (best === -1 || isWithin(one, definitions[best]!))) best = index;
  }
  return best;
}

function isWithin(inner: OutlineEntry, outer: OutlineEntry): boolean {
  return (
    inner.startLine > outer.startLine || (inner.startLine === outer.startLine && inner.startColumn >= outer.startColumn)
  );
}
