import { expect, it } from 'vitest';
import { neededLibraries } from './elf.ts';

/** A program of 64 bits with one segment for all of it and one for its dynamic entries. */
function program(entries: readonly (readonly [tag: number, value: number])[], strings: string): Buffer {
  const bytes = Buffer.alloc(1024);
  bytes.write('\x7fELF', 'latin1');
  bytes.writeBigUInt64LE(64n, 32);
  bytes.writeUInt16LE(56, 54);
  bytes.writeUInt16LE(2, 56);
  const segment = (at: number, type: number, offset: number, size: number): void => {
    bytes.writeUInt32LE(type, at);
    bytes.writeBigUInt64LE(BigInt(offset), at + 8);
    bytes.writeBigUInt64LE(BigInt(offset + 0x1000), at + 16);
    bytes.writeBigUInt64LE(BigInt(size), at + 32);
  };
  segment(64, 1, 0, bytes.length);
  segment(120, 2, 256, entries.length * 16);
  entries.forEach(([tag, value], index) => {
    bytes.writeBigUInt64LE(BigInt(tag), 256 + index * 16);
    bytes.writeBigUInt64LE(BigInt(value), 264 + index * 16);
  });
  bytes.write(strings, 512, 'latin1');
  return bytes;
}

it('names the libraries that a program needs', () => {
  const entries = [
    [1, 1],
    [5, 0x1000 + 512],
    [1, 11],
    [0, 0],
  ] as const;
  expect(neededLibraries(program(entries, '\0libfirst\0\0libsecond\0'))).toEqual(['libfirst', 'libsecond']);
});

it('names none for what is linked statically', () => {
  expect(neededLibraries(program([], ''))).toEqual([]);
});
