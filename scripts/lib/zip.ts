/**
 * Writes plain zip archives: deflated, below 4 GB, names in UTF-8. Times and modes are fixed, so that the same files
 * give the same archive.
 */
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

/** 1980-01-01, the first day that the format can represent. */
const date = 0x21;
/** Version 2.0 of the format. */
const version = 20;
/** The format's number for Unix, in whose form the file modes are. */
const unix = 3;
/** Flag: names are in UTF-8. */
const utf8 = 0x800;
/** The compression method. */
const deflated = 8;

interface Entry {
  name: Buffer;
  mode: number;
  crc: number;
  packed: Buffer;
  size: number;
  offset: number;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name))
    .toSorted();
}

/** The fields that the local header and the central directory have in common. */
function commonFields({ name, crc, packed, size }: Entry): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(utf8, 2);
  fields.writeUInt16LE(deflated, 4);
  fields.writeUInt16LE(date, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function signature(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

function directoryEntry(entry: Entry): Buffer {
  const madeBy = Buffer.from([version, unix]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE((entry.mode << 16) >>> 0, 6);
  rest.writeUInt32LE(entry.offset, 10);
  return Buffer.concat([signature(0x02014b50), madeBy, commonFields(entry), rest, entry.name]);
}

function endOfDirectory(entries: number, size: number, offset: number): Buffer {
  const fields = Buffer.alloc(18);
  fields.writeUInt16LE(entries, 4);
  fields.writeUInt16LE(entries, 6);
  fields.writeUInt32LE(size, 8);
  fields.writeUInt32LE(offset, 12);
  return Buffer.concat([signature(0x06054b50), fields]);
}

/** A file's mode without what the umask decided: 755 for programs, 644 for the rest. */
function settledMode(file: string): number {
  return 0o100000 | ((statSync(file).mode & 0o111) === 0 ? 0o644 : 0o755);
}

/** All files below a folder, under their relative paths. */
export function writeZip(folder: string, archive: string): void {
  const parts: Buffer[] = [];
  const entries: Entry[] = [];
  let offset = 0;
  for (const file of filesBelow(folder)) {
    const content = readFileSync(file);
    const name = Buffer.from(relative(folder, file).split(sep).join('/'));
    const packed = deflateRawSync(content);
    const entry = { name, mode: settledMode(file), crc: crc32(content), packed, size: content.length, offset };
    const header = Buffer.concat([signature(0x04034b50), commonFields(entry), name]);
    parts.push(header, packed);
    entries.push(entry);
    offset += header.length + packed.length;
  }
  const directory = Buffer.concat(entries.map(directoryEntry));
  writeFileSync(
    archive,
    Buffer.concat([...parts, directory, endOfDirectory(entries.length, directory.length, offset)]),
  );
}
