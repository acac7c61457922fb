import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayPath, fileSystemPath, pathBytes, rawPathOf } from './path-bytes.ts';

const bytes = (...values: (number | string)[]): Buffer =>
  Buffer.concat(values.map((value) => (typeof value === 'string' ? Buffer.from(value) : Buffer.from([value]))));

test.each([
  ['plain', bytes('src/a.ts'), 'src/a.ts', true],
  ['UTF-8', bytes('café/日本 😀.py'), 'café/日本 😀.py', true],
  ['invalid bytes', bytes('bad', 0xff, 0xfe, 0x80, '.ts'), 'bad\\xff\\xfe\\x80.ts', false],
  ['cut sequence', bytes(0xe6, 0x97, '/x'), '\\xe6\\x97/x', false],
  ['encoded surrogate', bytes(0xed, 0xa0, 0x80), '\\xed\\xa0\\x80', false],
  ['valid beside invalid', bytes('é', 0xe9, 'é'), 'é\\xe9é', false],
  ['a backslash', bytes('back\\slash.ts'), 'back\\slash.ts', true],
  ['a name that looks escaped', bytes('a\\xff.ts'), 'a\\x5cxff.ts', false],
  ['a name that looks escaped, beside an invalid byte', bytes('\\xff', 0xff), '\\x5cxff\\xff', false],
  ['upper case is no escape', bytes('\\xFF'), '\\xFF', true],
  ['backslash before an invalid byte', bytes('\\', 0xff), '\\\\xff', false],
])('%s', (_name, raw, path, encodesBack) => {
  const shown = displayPath(raw);
  expect(shown.path).toBe(path);
  expect(shown.rawPath === null).toBe(encodesBack);
  expect(Buffer.from(pathBytes(path)).equals(raw)).toBe(true);
});

test('every name is recovered from its text, and no two names have the same text', () => {
  const piece = fc.oneof(
    fc.constantFrom('\\', 'x', 'f', '0', '5c', '\\x', 'é', '/').map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 3 }).map((raw) => Buffer.from(raw)),
  );
  const name = fc.array(piece, { maxLength: 8 }).map((pieces) => Buffer.concat(pieces));
  fc.assert(
    fc.property(name, (raw) => {
      const { path, rawPath } = displayPath(raw);
      expect(Buffer.from(pathBytes(path)).equals(raw)).toBe(true);
      expect(rawPath === null).toBe(Buffer.from(path).equals(raw));
      expect(rawPathOf(path) === null).toBe(rawPath === null);
      if (rawPath !== null) expect(Buffer.from(rawPath).equals(raw)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('the path for the file system is a string unless bytes are needed', () => {
  expect(fileSystemPath('/r', 'a b', null)).toBe('/r/a b');
  expect(fileSystemPath('/r', 'a\\xff', bytes('a', 0xff))).toEqual(bytes('/r/a', 0xff));
});
