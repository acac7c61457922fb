/**
 * A file's imports as one compact blob: one after another, with lines and columns as differences to the import before. Texts hardly repeat within a
 * file, so there is no table of texts; the whole blob is deflated.
 * Invariant: `unpackImports(packImports(x))` equals `x`.
 */
import type { Import, ImportedName } from '../../model/import.ts';
import {
  byteSink,
  emptied,
  readByte,
  readSignedVarint,
  readVarint,
  writeByte,
  writeSignedVarint,
  writeVarint,
} from '../../util/bytes/varint.ts';
import type { ByteSink } from '../../util/bytes/varint.ts';
import { deflate, inflate } from './deflated.ts';
import { expectEnd, packedSource, readText, writeText } from './packed-texts.ts';
import type { PackedSource } from './packed-texts.ts';
import { importTypeCodes } from './word-codes.ts';

/** An import's first byte has the code of its type and these flags. */
const flags = { dynamic: 4, reexport: 8, typeOnly: 16, alias: 32, names: 64 } as const;
const typeMask = 3;

/** Reused for each file. */
const scratch = byteSink();

/** Packs imports in the given order; an empty list gives an empty result. Numbers must be integers. */
export function packImports(imports: readonly Import[]): Uint8Array {
  if (imports.length === 0) return new Uint8Array(0);
  const sink = emptied(scratch);
  writeVarint(sink, imports.length);
  let line = 0;
  let column = 0;
  for (const entry of imports) {
    const { alias, names } = entry;
    const head =
      importTypeCodes.of[entry.type] |
      (entry.isDynamic ? flags.dynamic : 0) |
      (entry.isReexport ? flags.reexport : 0) |
      (entry.isTypeOnly ? flags.typeOnly : 0) |
      (alias === null ? 0 : flags.alias) |
      (names.length === 0 ? 0 : flags.names);
    writeByte(sink, head);
    writeSignedVarint(sink, entry.line - line);
    writeSignedVarint(sink, entry.column - column);
    line = entry.line;
    column = entry.column;
    writeText(sink, entry.module);
    if (alias !== null) writeText(sink, alias);
    if (names.length > 0) writeNames(sink, names);
  }
  return deflate(sink);
}

function writeNames(sink: ByteSink, names: readonly ImportedName[]): void {
  writeVarint(sink, names.length);
  for (const { name, alias } of names) {
    writeText(sink, name);
    writeByte(sink, alias === null ? 0 : 1);
    if (alias !== null) writeText(sink, alias);
  }
}

/** Throws a `RangeError` on bytes that `packImports` did not make. */
export function unpackImports(bytes: Uint8Array): Import[] {
  if (bytes.length === 0) return [];
  const source = packedSource(inflate(bytes));
  const imports: Import[] = [];
  let line = 0;
  let column = 0;
  for (let left = readVarint(source); left > 0; left--) {
    const head = readByte(source);
    line += readSignedVarint(source);
    column += readSignedVarint(source);
    imports.push({
      module: readText(source),
      type: importTypeCodes.word(head & typeMask),
      alias: (head & flags.alias) === 0 ? null : readText(source),
      names: (head & flags.names) === 0 ? [] : readNames(source),
      isDynamic: (head & flags.dynamic) !== 0,
      isReexport: (head & flags.reexport) !== 0,
      isTypeOnly: (head & flags.typeOnly) !== 0,
      line,
      column,
    });
  }
  expectEnd(source);
  return imports;
}

function readNames(source: PackedSource): ImportedName[] {
  const names: ImportedName[] = [];
  for (let left = readVarint(source); left > 0; left--) {
    const name = readText(source);
    names.push({ name, alias: readByte(source) === 0 ? null : readText(source) });
  }
  return names;
}
