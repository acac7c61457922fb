import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

function bytes(...parts: (string | number[] | Buffer)[]): Buffer {
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

function utf16(text: string, bigEndian = false): Buffer {
  const units = Buffer.from(text, 'utf16le');
  return bigEndian ? units.swap16() : units;
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('text', () => {
  test.each<[string, Buffer, string, string]>([
    ['nothing', bytes(), '', 'utf-8'],
    ['ASCII', bytes('let a = 1;\n'), 'let a = 1;\n', 'utf-8'],
    ['UTF-8', bytes('// café 日本 😀\n'), '// café 日本 😀\n', 'utf-8'],
    ['UTF-8 with a mark', bytes([0xef, 0xbb, 0xbf], 'é'), 'é', 'utf-8'],
    ['a mark and nothing else', bytes([0xef, 0xbb, 0xbf]), '', 'utf-8'],
    ['a mark within', bytes('a\ufeffb'), 'a\ufeffb', 'utf-8'],
    ['UTF-16 little endian', bytes([0xff, 0xfe], utf16('class A {} // 日本 😀')), 'class A {} // 日本 😀', 'utf-16le'],
    ['UTF-16 big endian', bytes([0xfe, 0xff], utf16('class A {}', true)), 'class A {}', 'utf-16be'],
    ['UTF-16 in Japanese', bytes([0xff, 0xfe], utf16('日本語'.repeat(50))), '日本語'.repeat(50), 'utf-16le'],
    ['UTF-16 without a mark', utf16('using System; // ü\r\n'), 'using System; // ü\r\n', 'utf-16le'],
    ['the same, big endian', utf16('using System;\n', true), 'using System;\n', 'utf-16be'],
    ['UTF-16 with half a unit at its end', bytes([0xff, 0xfe], utf16('ab'), [0x63]), 'ab', 'utf-16le'],
    ['UTF-16 with a lone surrogate', bytes([0xff, 0xfe], utf16('a\ud800b')), 'a\ufffdb', 'utf-16le'],
    ['Latin-1', latin1('# caf\u00e9\nreturn "\u00fc"\n'), '# café\nreturn "ü"\n', 'windows-1252'],
    ['windows-1252', latin1('\x93quoted\x94 \x80 5 \x97 \xdf'), '“quoted” € 5 — ß', 'windows-1252'],
    ['bytes that windows-1252 has not', latin1('\xe9\x81'), 'é\u0081', 'windows-1252'],
    ['one letter of Latin-1', latin1('// na\xefve\nfunction f() {}\n'), '// naïve\nfunction f() {}\n', 'windows-1252'],
    ['an encoded surrogate', bytes('f("', [0xed, 0xa0, 0x80], '")'), 'f("\ufffd\ufffd\ufffd")', 'utf-8'],
    ['UTF-8 with a stray byte', bytes('é ü ß 日本 ', [0xff], ' ende'), 'é ü ß 日本 \ufffd ende', 'utf-8'],
    ['UTF-8 cut within a letter', bytes('日本', [0xe6, 0x97]), '日本\ufffd', 'utf-8'],
    ['NUL beyond the window', bytes('a'.repeat(8000), [0], 'b'), `${'a'.repeat(8000)}\0b`, 'utf-8'],
    ['form feed and escape', bytes('\f\v\x1b[0m\b'), '\f\v\x1b[0m\b', 'utf-8'],
    ['control characters in UTF-8', bytes('\x01\x02é'), '\x01\x02é', 'utf-8'],
    ['Latin-1 in many places', latin1('# caf\u00e9\n'.repeat(9000)), '# café\n'.repeat(9000), 'windows-1252'],
    [
      'Latin-1 with a NUL far behind',
      latin1(`# caf\u00e9\n${'a;\n'.repeat(9000)}\0`),
      `# café\n${'a;\n'.repeat(9000)}\0`,
      'windows-1252',
    ],
    ['high bytes only', latin1('\xc4\xd6\xdc\xe4\xf6\xfc'), 'ÄÖÜäöü', 'windows-1252'],
  ])('%s', (_name, content, text, encoding) => {
    expect(decodeText(content)).toEqual({ text, encoding });
  });
});

describe('no text', () => {
  const random = (seed: number, length: number): Buffer => {
    let state = seed;
    return Buffer.from(Array.from({ length }, () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) >> 16));
  };
  test.each<[string, Buffer]>([
    ['one NUL', bytes('function f() {}\n', [0], '\nfunction g() {}\n')],
    ['one NUL, of even length', bytes('function f() {}\n', [0], '\nfunction g() {}\n\n')],
    ['NUL at the end of the window', bytes('a'.repeat(7999), [0])],
    ['a program', bytes([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], random(3, 200))],
    ['random bytes', random(1, 20_000)],
    ['random bytes without NUL', Buffer.from(random(2, 20_000).filter((byte) => byte !== 0))],
    ['16-bit numbers', Buffer.from(new Int16Array(Array.from({ length: 2000 }, (_, i) => i * 7)).buffer)],
    ['small 16-bit numbers', Buffer.from(new Int16Array(Array.from({ length: 2000 }, (_, i) => i % 30)).buffer)],
    ['32-bit numbers', Buffer.from(new Int32Array(Array.from({ length: 500 }, (_, i) => i % 90)).buffer)],
    ['UTF-32', bytes([0xff, 0xfe, 0, 0], [0x61, 0, 0, 0, 0x62, 0, 0, 0])],
    ['a mark of UTF-16 before other bytes', bytes([0xff, 0xfe], Buffer.from(new Int16Array(500).buffer))],
    ['zeros', Buffer.alloc(100)],
    [
      'a document that begins with text',
      bytes(latin1('%PDF-1.5\r%\xe2\xe3\xcf\xd3\r'), '<x/>\n'.repeat(4000), random(4, 60_000)),
    ],
    ['one that begins and ends with it', bytes('<é/>\n'.repeat(4000), random(5, 90_000), '<x/>\n'.repeat(4000))],
  ])('%s', (_name, content) => {
    expect(decodeText(content)).toBe(null);
  });
});

test('encoded text is decoded again', () => {
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 60 })
    .filter((value) => !/[\0-\x1f\ufdd0-\ufdef\ufffe\uffff]/.test(value));
  fc.assert(
    fc.property(text, (value) => {
      const plain = value.replace(/^\ufeff+/, '');
      expect(decodeText(Buffer.from(plain))).toEqual({ text: plain, encoding: 'utf-8' });
      expect(decodeText(bytes([0xff, 0xfe], utf16(value)))).toEqual({ text: value, encoding: 'utf-16le' });
      expect(decodeText(bytes([0xfe, 0xff], utf16(value, true)))).toEqual({ text: value, encoding: 'utf-16be' });
    }),
  );
});

test('any bytes yield well-formed text or null', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (content) => {
      const decoded = decodeText(Buffer.from(content));
      expect(decoded === null || decoded.text.isWellFormed()).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
