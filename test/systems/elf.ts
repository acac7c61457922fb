/** Reads from a program or library of Linux (ELF, 64 bits, little-endian) which libraries the loader must find for it. */

const headers = { interpreter: 3, dynamic: 2, load: 1 };
const needed = 1n;
const stringTable = 5n;

interface Segment {
  type: number;
  offset: number;
  address: bigint;
  size: number;
}

function segments(bytes: Buffer): Segment[] {
  const at = Number(bytes.readBigUInt64LE(32));
  const [size, count] = [bytes.readUInt16LE(54), bytes.readUInt16LE(56)];
  return Array.from({ length: count }, (_, index) => {
    const from = at + index * size;
    return {
      type: bytes.readUInt32LE(from),
      offset: Number(bytes.readBigUInt64LE(from + 8)),
      address: bytes.readBigUInt64LE(from + 16),
      size: Number(bytes.readBigUInt64LE(from + 32)),
    };
  });
}

/** Names of libraries, the program's loader first; empty for what is linked statically. */
export function neededLibraries(bytes: Buffer): string[] {
  const all = segments(bytes);
  const text = (from: number): string => bytes.toString('latin1', from, bytes.indexOf(0, from));
  const found = all
    .filter(({ type }) => type === headers.interpreter)
    .map(({ offset }) => text(offset).replace(/.*\//, ''));
  const entries = all
    .filter(({ type }) => type === headers.dynamic)
    .flatMap(({ offset, size }) =>
      Array.from({ length: size / 16 }, (_, index) => ({
        tag: bytes.readBigUInt64LE(offset + index * 16),
        value: bytes.readBigUInt64LE(offset + index * 16 + 8),
      })),
    );
  const address = entries.find(({ tag }) => tag === stringTable)?.value;
  if (address === undefined) return found;
  const loaded = all.find(
    ({ type, address: from, size }) => type === headers.load && address >= from && address < from + BigInt(size),
  );
  if (loaded === undefined) return found;
  const strings = loaded.offset + Number(address - loaded.address);
  return [...found, ...entries.filter(({ tag }) => tag === needed).map(({ value }) => text(strings + Number(value)))];
}
