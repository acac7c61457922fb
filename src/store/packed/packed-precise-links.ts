/**
 * The links of one file from a precise index, as a compact blob: a flag (`whole`), the places of external sites, then the links by the path of their
 * target.
 * Invariant: unpacking returns the places and the distinct links that were packed, sorted.
 */
import type { PreciseAnswers, PreciseLink, PrecisePlace } from '../../model/precise-links.ts';
import {
  byteSink,
  byteSource,
  readVarint,
  sinkBytes,
  writeBytes,
  writeVarint,
  type ByteSink,
  type ByteSource,
} from '../../util/bytes/varint.ts';
import { packLinks, unpackLinks } from './packed-links.ts';

export function packPreciseAnswers({ whole, links, external }: PreciseAnswers): Uint8Array {
  const sink = byteSink(links.length * 6 + external.length * 3 + 64);
  writeVarint(sink, whole ? 1 : 0);
  writePlaces(sink, external);
  for (const [path, list] of [...Map.groupBy(links, (link) => link.path)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    writeBlob(sink, Buffer.from(path, 'utf8'));
    // No container is stored: the definition that contains a link is found when the file is linked.
    writeBlob(sink, packLinks(list.map((link) => ({ ...link, resolution: 'compiler', container: -1 }))));
  }
  return sinkBytes(sink);
}

/** Throws a `RangeError` on bytes that `packPreciseAnswers` did not make. */
export function unpackPreciseAnswers(bytes: Uint8Array): PreciseAnswers {
  const source = byteSource(bytes);
  const whole = readVarint(source) === 1;
  const external = readPlaces(source);
  const links: PreciseLink[] = [];
  while (source.at < source.end) {
    const path = Buffer.from(readBlob(source)).toString('utf8');
    for (const { target, kind, line, column } of unpackLinks(readBlob(source)))
      links.push({ path, target, kind, line, column });
  }
  return { whole, links, external };
}

function writePlaces(sink: ByteSink, places: readonly PrecisePlace[]): void {
  writeVarint(sink, places.length);
  let previousLine = 0;
  for (const { line, column } of places.toSorted((a, b) => a.line - b.line || a.column - b.column)) {
    writeVarint(sink, line - previousLine);
    writeVarint(sink, column);
    previousLine = line;
  }
}

function readPlaces(source: ByteSource): PrecisePlace[] {
  const places: PrecisePlace[] = [];
  let line = 0;
  for (let left = readVarint(source); left > 0; left--) {
    line += readVarint(source);
    places.push({ line, column: readVarint(source) });
  }
  return places;
}

function writeBlob(sink: ByteSink, bytes: Uint8Array): void {
  writeVarint(sink, bytes.length);
  writeBytes(sink, bytes);
}

function readBlob(source: ByteSource): Uint8Array {
  const length = readVarint(source);
  if (length > source.end - source.at) throw new RangeError('links run past the end of their bytes');
  source.at += length;
  return source.bytes.subarray(source.at - length, source.at);
}
