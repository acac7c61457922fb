/**
 * Links between two files, and the open sites of a name in a file, as compact blobs.
 * Layout of links: by target, each target's key and count, then its places (line as difference, column, container, kind and resolution).
 * Invariant: unpacking gives what was packed, links by target, line, column, kind.
 */
import type { Link, LinkKind, OpenSite } from '../model/link.ts';
import {
  byteSink,
  byteSource,
  readSignedVarint,
  readVarint,
  sinkBytes,
  writeSignedVarint,
  writeVarint,
} from '../util/varint.ts';
import type { ByteSource } from '../util/varint.ts';
import { linkKindCodes, linkResolutionCodes } from './word-codes.ts';

const kindLimit = 16;

function inOrder(a: Link, b: Link): number {
  return a.target - b.target || a.line - b.line || a.column - b.column || order(a) - order(b);
}

function order({ kind, resolution }: Link): number {
  return linkKindCodes.of[kind] + kindLimit * linkResolutionCodes.of[resolution];
}

/** Links that are there twice are one. */
export function packLinks(links: readonly Link[]): Uint8Array {
  const sorted = links.toSorted(inOrder).filter((link, at, all) => at === 0 || inOrder(all[at - 1]!, link) !== 0);
  const sink = byteSink(sorted.length * 6 + 16);
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
      writeVarint(sink, link.container + 1);
      writeVarint(sink, order(link));
      line = link.line;
    }
  }
  return sinkBytes(sink);
}

/** Those of some targets and kinds, or all. Throws a `RangeError` on bytes that `packLinks` did not make. */
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
    const kind = linkKindCodes.word(code % kindLimit);
    if (accepts?.(kind) === false) continue;
    const resolution = linkResolutionCodes.word(Math.floor(code / kindLimit));
    links.push({ target, kind, resolution, line, column, container });
  }
}

/** Four numbers a link; the last byte of a number is below 128. */
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

/** Places of one name in one file. */
export function packOpenSites(sites: readonly Omit<OpenSite, 'name'>[]): Uint8Array {
  const sink = byteSink(sites.length * 5);
  let line = 0;
  for (const site of sites.toSorted((a, b) => a.line - b.line || a.column - b.column)) {
    writeVarint(sink, site.line - line);
    writeVarint(sink, site.column);
    writeSignedVarint(sink, site.container);
    writeVarint(sink, linkKindCodes.of[site.kind]);
    line = site.line;
  }
  return sinkBytes(sink);
}

export function unpackOpenSites(name: string, bytes: Uint8Array): OpenSite[] {
  const source = byteSource(bytes);
  const sites: OpenSite[] = [];
  let line = 0;
  while (source.at < source.end) {
    line += readVarint(source);
    const column = readVarint(source);
    const container = readSignedVarint(source);
    sites.push({ name, line, column, container, kind: linkKindCodes.word(readVarint(source)) });
  }
  return sites;
}
