/**
 * Links between two files, and the unresolved sites of a name in a file, as compact blobs.
 * Layout of links: for each target its key (as the difference to the target before) and its number of links. Then for each link its line (as the
 * difference to the link before), column, container, and a number for signatures, resolution and kind.
 * Layout of unresolved sites: for each its line (as the difference to the site before), column, container and kind.
 * Invariant: unpacking returns the distinct links that were packed, in the order of target, line, column, resolution, kind; and the sites, in the
 * order of line, column.
 */
import { linkKinds, type Link, type LinkKind, type LinkResolution, type UnresolvedSite } from '../../model/link.ts';
import {
  byteSink,
  byteSource,
  emptied,
  readSignedVarint,
  readVarint,
  sinkBytes,
  writeSignedVarint,
  writeVarint,
} from '../../util/bytes/varint.ts';
import type { ByteSource } from '../../util/bytes/varint.ts';
import { linkKindCodes, linkResolutionCodes } from './word-codes.ts';

/**
 * The last number of a link is the code of the kind, plus this times the code of the resolution, plus `signaturesUnit` times the bits of the signatures.
 * It has at most 30 bits.
 */
export const kindLimit = 16;
const resolutionLimit = 4;
const signaturesUnit = kindLimit * resolutionLimit;

function compareLinks(a: Link, b: Link): number {
  return a.target - b.target || a.line - b.line || a.column - b.column || codeOf(a) - codeOf(b);
}

function codeOf({ kind, resolution, signatures = 0 }: Link): number {
  return linkKindCodes.of[kind] + kindLimit * linkResolutionCodes.of[resolution] + signaturesUnit * signatures;
}

/** Reused for each blob. */
const scratch = byteSink();

/** Whether the items are strictly ascending. Sites, and links to one symbol, come in the order of the text, so sorting is seldom necessary. */
function isAscending<T>(items: readonly T[], compare: (a: T, b: T) => number): boolean {
  for (let at = 1; at < items.length; at++) if (compare(items[at - 1]!, items[at]!) >= 0) return false;
  return true;
}

function sortDistinct(links: readonly Link[]): readonly Link[] {
  if (isAscending(links, compareLinks)) return links;
  return links.toSorted(compareLinks).filter((link, at, all) => at === 0 || compareLinks(all[at - 1]!, link) !== 0);
}

/** Packs links; duplicates are dropped. */
export function packLinks(links: readonly Link[]): Uint8Array {
  const sorted = sortDistinct(links);
  const sink = emptied(scratch);
  let target = 0;
  for (let at = 0; at < sorted.length;) {
    const first = sorted[at]!;
    let end = at;
    while (end < sorted.length && sorted[end]!.target === first.target) end++;
    writeVarint(sink, first.target - target);
    target = first.target;
    writeVarint(sink, end - at);
    let line = 0;
    for (; at < end; at++) {
      const link = sorted[at]!;
      writeVarint(sink, link.line - line);
      writeVarint(sink, link.column);
      // The container is -1 if there is none.
      writeVarint(sink, link.container + 1);
      writeVarint(sink, codeOf(link));
      line = link.line;
    }
  }
  return sinkBytes(sink);
}

/** The links to `wanted` targets (absent: all) and of accepted kinds (absent: all). Throws a `RangeError` on bytes that `packLinks` did not make. */
export function unpackLinks(
  bytes: Uint8Array,
  wanted?: ReadonlySet<number>,
  accepts?: (kind: LinkKind) => boolean,
): Link[] {
  const source = byteSource(bytes);
  const links: Link[] = [];
  let target = 0;
  while (source.at < source.end) {
    target += readVarint(source);
    const count = readVarint(source);
    if (wanted?.has(target) === false) skipLinks(source, count);
    else readLinks(source, { target, count, accepts }, links);
  }
  return links;
}

interface LinksOfTarget {
  target: number;
  count: number;
  accepts: ((kind: LinkKind) => boolean) | undefined;
}

function readLinks(source: ByteSource, { target, count, accepts }: LinksOfTarget, links: Link[]): void {
  let line = 0;
  for (let left = count; left > 0; left--) {
    line += readVarint(source);
    const column = readVarint(source);
    const container = readVarint(source) - 1;
    const code = readVarint(source);
    const kind = linkKindOf(code);
    if (accepts?.(kind) === false) continue;
    const link: Link = { target, kind, resolution: linkResolutionOf(code), line, column, container };
    const signatures = linkSignaturesOf(code);
    if (signatures !== 0) link.signatures = signatures;
    links.push(link);
  }
}

/** Whether one of the links has this kind. Throws a `RangeError` on bytes that `packLinks` did not make. */
export function hasKind(bytes: Uint8Array, kind: LinkKind): boolean {
  const source = byteSource(bytes);
  const code = linkKindCodes.of[kind];
  while (source.at < source.end) {
    readVarint(source);
    for (let left = readVarint(source); left > 0; left--) {
      readVarint(source);
      readVarint(source);
      readVarint(source);
      if (readVarint(source) % kindLimit === code) return true;
    }
  }
  return false;
}

/** Numbers of the links from one file to another. */
export interface LinkSums {
  links: number;
  /** Links that are known by the name only. */
  guessed: number;
  /** The first line with a link; 0 without links. */
  line: number;
}

/** Counts links without making them. Throws a `RangeError` on bytes that `packLinks` did not make. */
export function linkSums(bytes: Uint8Array): LinkSums {
  const source = byteSource(bytes);
  const byName = linkResolutionCodes.of.name;
  const sums = { links: 0, guessed: 0, line: 0 };
  while (source.at < source.end) {
    readVarint(source);
    let line = 0;
    for (let left = readVarint(source); left > 0; left--) {
      line += readVarint(source);
      readVarint(source);
      readVarint(source);
      sums.links++;
      if (Math.floor(readVarint(source) / kindLimit) % resolutionLimit === byName) sums.guessed++;
      if (sums.line === 0 || line < sums.line) sums.line = line;
    }
  }
  return sums;
}

/** Links of several blobs in columns, for reading them more than once. */
export interface LinkColumns {
  /** `linkWidth` numbers per link: line, column, container, and the code for `linkKindOf`, `linkResolutionOf` and `linkSignaturesOf`. */
  links: Int32Array;
  /** By target, three numbers for each blob with links to it: the blob's position, its first link, and its last link (exclusive). */
  byTarget: ReadonlyMap<number, readonly number[]>;
}

export const linkWidth = 4;

/** The links in the order of the blobs, within each blob by target. Throws a `RangeError` on bytes that `packLinks` did not make. */
export function linkColumns(blobs: readonly Uint8Array[]): LinkColumns {
  // Each number takes at least one byte.
  const links = new Int32Array(blobs.reduce((sum, { length }) => sum + length, 0));
  const byTarget = new Map<number, number[]>();
  let at = 0;
  for (const [blob, bytes] of blobs.entries()) {
    const source = byteSource(bytes);
    let target = 0;
    while (source.at < source.end) {
      target += readVarint(source);
      const first = at / linkWidth;
      let line = 0;
      for (let left = readVarint(source); left > 0; left--) {
        line += readVarint(source);
        links[at++] = line;
        links[at++] = readVarint(source);
        links[at++] = readVarint(source) - 1;
        links[at++] = readVarint(source);
      }
      const ranges = byTarget.get(target);
      if (ranges === undefined) byTarget.set(target, [blob, first, at / linkWidth]);
      else ranges.push(blob, first, at / linkWidth);
    }
  }
  return { links: links.slice(0, at), byTarget };
}

/** By the code of a kind: whether the kind is accepted. */
export function kindCodes(accepts: (kind: LinkKind) => boolean): readonly boolean[] {
  const codes = new Array<boolean>(kindLimit).fill(false);
  for (const kind of linkKinds) codes[linkKindCodes.of[kind]] = accepts(kind);
  return codes;
}

export function linkKindOf(code: number): LinkKind {
  return linkKindCodes.word(code % kindLimit);
}

export function linkResolutionOf(code: number): LinkResolution {
  return linkResolutionCodes.word(Math.floor(code / kindLimit) % resolutionLimit);
}

/** The bits of `Link.signatures`; 0 for none. */
export function linkSignaturesOf(code: number): number {
  return Math.floor(code / signaturesUnit);
}

/** Skips links. Each has four numbers, and the last byte of a number is below 128. */
function skipLinks(source: ByteSource, count: number): void {
  const { bytes, end } = source;
  let left = count * 4;
  let { at } = source;
  while (left > 0) {
    if (at >= end) throw new RangeError('links run past the end of their bytes');
    if (bytes[at++]! < 128) left--;
  }
  source.at = at;
}

type Place = Pick<UnresolvedSite, 'line' | 'column'>;

function comparePlaces(a: Place, b: Place): number {
  return a.line - b.line || a.column - b.column;
}

/** Packs the unresolved sites of one name in one file. */
export function packUnresolvedSites(sites: readonly Omit<UnresolvedSite, 'name'>[]): Uint8Array {
  const sink = emptied(scratch);
  let line = 0;
  const sorted = isAscending(sites, comparePlaces) ? sites : sites.toSorted(comparePlaces);
  for (let at = 0; at < sorted.length; at++) {
    const site = sorted[at]!;
    writeVarint(sink, site.line - line);
    writeVarint(sink, site.column);
    writeSignedVarint(sink, site.container);
    writeVarint(sink, linkKindCodes.of[site.kind]);
    line = site.line;
  }
  return sinkBytes(sink);
}

export function unpackUnresolvedSites(name: string, bytes: Uint8Array): UnresolvedSite[] {
  const source = byteSource(bytes);
  const sites: UnresolvedSite[] = [];
  let line = 0;
  while (source.at < source.end) {
    line += readVarint(source);
    const column = readVarint(source);
    const container = readSignedVarint(source);
    sites.push({ name, line, column, container, kind: linkKindCodes.word(readVarint(source)) });
  }
  return sites;
}
