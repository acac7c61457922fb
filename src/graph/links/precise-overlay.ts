/**
 * Replaces our own links of a file by those of precise sources.
 * Invariant: an answer whose target is gone leaves our own links of its place. A place that the source does not know and that is unresolved for us
 * stays unresolved.
 */
import type { Link, LinkKind, UnresolvedSite } from '../../model/link.ts';
import type { PreciseAnswers, PreciseLink, PrecisePlace } from '../../model/precise-links.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { LinksOfFile } from './file-links.ts';

export interface OverlayContext {
  /** The index of the file that declares the link's symbol; null when no file declares it. */
  targetOf(link: PreciseLink): number | null;
  /** The definitions of the linked file, in order. */
  definitions: readonly OutlineEntry[];
}

interface OwnPlace {
  links: { index: number; link: Link }[];
  unresolved: UnresolvedSite[];
}

/** One number for a line and a column, each below 2^26. */
function placeNumber({ line, column }: PrecisePlace): number {
  return line * 0x400_0000 + column;
}

export function overlay(own: LinksOfFile, precise: PreciseAnswers, context: OverlayContext): LinksOfFile {
  const { known, lost } = targetsOf(precise.links, context);
  const places = ownPlaces(own);
  const answered = new Set(precise.external.map(placeNumber));
  const overriding = new Set<number>();
  // By place, the kinds of our links that the source has too. Our other links of the place stay: a source that names a constructor does not
  // contradict the class, nor one that names a variable the function in it.
  const confirmed = new Map<number, ReadonlySet<LinkKind>>();
  for (const { index, link } of known) {
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
    const left = sites.filter((site) => !answered.has(placeNumber(site)));
    if (left.length > 0) result.unresolved.set(name, left);
  }
  for (const { index, link } of known) {
    const { target, line, column } = link;
    const ours = link.kind === 'overrides' ? undefined : places.get(placeNumber(link));
    const container = containerOf(link, ours, context.definitions);
    for (const kind of kindsOf(link, index, ours))
      add(index, { target, kind, resolution: 'compiler', line, column, container });
  }
  return result;
}

function targetsOf(
  links: readonly PreciseLink[],
  context: OverlayContext,
): { known: { index: number; link: PreciseLink }[]; lost: Set<number> } {
  const known: { index: number; link: PreciseLink }[] = [];
  const lost = new Set<number>();
  for (const link of links) {
    const index = context.targetOf(link);
    if (index === null) lost.add(placeNumber(link));
    else known.push({ index, link });
  }
  // One existing target of several is enough for an answer.
  for (const { link } of known) lost.delete(placeNumber(link));
  return { known, lost };
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

function sameLinks(link: PreciseLink, index: number, ours: OwnPlace | undefined): OwnPlace['links'] {
  return ours?.links.filter((one) => one.index === index && one.link.target === link.target) ?? [];
}

/** The kinds that our own linking gives this place with that target, or else with any target. */
function kindsOf(link: PreciseLink, index: number, ours: OwnPlace | undefined): Iterable<LinkKind> {
  if (ours === undefined) return [link.kind];
  const same = sameLinks(link, index, ours);
  if (same.length > 0) return new Set(same.map((one) => one.link.kind));
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
    const starts = one.startLine < line || (one.startLine === line && one.startColumn <= column);
    const ends = one.endLine > line || (one.endLine === line && one.endColumn > column);
    if (starts && ends && (best === -1 || isWithin(one, definitions[best]!))) best = index;
  }
  return best;
}

function isWithin(inner: OutlineEntry, outer: OutlineEntry): boolean {
  return (
    inner.startLine > outer.startLine || (inner.startLine === outer.startLine && inner.startColumn >= outer.startColumn)
  );
}
