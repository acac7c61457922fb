/**
 * What the summary of a file says of the places of a name that the index does not link: whether the linker knows the name there as a local name, as a
 * field, or as a member of a value from outside the project.
 */
import { entityFields, entityKinds, entityWidth, ops, siteKinds, siteWidth } from '../../../model/file-summary.ts';
import type { FileSummary } from '../../../model/file-summary.ts';
import type { LinkKind } from '../../../model/link.ts';
import type { SummaryPositions } from '../../../store/packed/packed-summary.ts';

/** What the linker knows of a place. */
export type KnownPlace =
  /** A declaration: of a local name, a parameter, a field, a key. */
  | { is: 'declared'; isLocal: boolean }
  /** A name that is used. `kind`: how it is used, where that is a call; else null. */
  | { is: 'used'; kind: LinkKind | null };

const callKinds: Readonly<Record<number, LinkKind>> = {
  [siteKinds.call]: 'call',
  [siteKinds.construct]: 'construct',
  [siteKinds.decorate]: 'decorate',
};

const localKinds: ReadonlySet<number> = new Set([
  entityKinds.variable,
  entityKinds.parameter,
  entityKinds.typeParameter,
]);

/** A number for a position; 1-based lines and columns. */
export const positionKey = (line: number, column: number): number => line * 2 ** 20 + column;

/** @param lines by line: whether it has a place that is asked about */
export function knownPlaces(
  { entities, sites }: SummaryPositions,
  lines: Uint8Array,
  isAsked: (position: number) => boolean,
): Map<number, KnownPlace> {
  const found = new Map<number, KnownPlace>();
  for (let at = 0; at < entities.lines.length; at++) {
    if (lines[entities.lines[at]!] !== 1) continue;
    const position = positionKey(entities.lines[at]!, entities.columns[at]!);
    if (isAsked(position)) found.set(position, { is: 'declared', isLocal: localKinds.has(entities.kinds[at]!) });
  }
  for (let at = 0; at < sites.lines.length; at++) {
    const kind = sites.kinds[at]!;
    if (lines[sites.lines[at]!] !== 1 || kind === siteKinds.implicit) continue;
    const position = positionKey(sites.lines[at]!, sites.columns[at]!);
    if (isAsked(position)) found.set(position, { is: 'used', kind: callKinds[kind] ?? null });
  }
  return found;
}

/**
 * The positions of the sites that name a member of `super` or of what the file imports from outside: these are none of the project.
 * @param isOutside whether a module of the file, by its position, is outside of the project
 */
export function foreignMembers(summary: FileSummary, isOutside: (module: number) => boolean): Set<number> {
  const { sites, nodes } = summary;
  const found = new Set<number>();
  for (let at = 0; at < sites.length; at += siteWidth) {
    let node = sites[at + 1]!;
    while (nodes[node] === ops.overload) node = nodes[node + 1]!;
    if (nodes[node] === ops.member && isForeign(summary, nodes[node + 1]!, isOutside))
      found.add(positionKey(sites[at + 2]!, sites[at + 3]!));
  }
  return found;
}

function isForeign(
  { entities, nodes, strings }: FileSummary,
  receiver: number,
  isOutside: (module: number) => boolean,
): boolean {
  const op = nodes[receiver];
  if (op === ops.super || op === ops.superAfter) return true;
  if (op !== ops.name) return false;
  const name = strings[nodes[receiver + 1]!];
  for (let at = 0; at < entities.length; at += entityWidth)
    if (entities[at + entityFields.kind] === entityKinds.import && strings[entities[at + entityFields.name]!] === name)
      return isOutside(entities[at + entityFields.listA]!);
  return false;
}
