import fc from 'fast-check';
import { parse, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { partAt, removeValue, setSource, setValue } from './json-edit.ts';
import { plainValue } from '../../util/json-tree.ts';

const path = ['mcpServers', 'code-scout'] as const;
const entry = { command: 'npx', args: ['-y', 'code-scout-mcp'] };

/** What another parser, that of VS Code, reads. */
function readByOther(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true });
  expect(errors.map(({ error, offset }) => `${printParseErrorCode(error)} at ${offset} of ${text}`)).toEqual([]);
  return value;
}

describe('setValue', () => {
  const laidOut = [
    '    "code-scout": {',
    '      "command": "npx",',
    '      "args": [',
    '        "-y",',
    '        "code-scout-mcp"',
    '      ]',
    '    }',
  ].join('\n');
  it.each([
    ['nothing', '', `{\n  "mcpServers": {\n${laidOut}\n  }\n}\n`],
    ['an empty object', '{}', `{\n  "mcpServers": {\n${laidOut}\n  }\n}`],
    ['an object of one line', '{"a":1}', `{"a":1, "mcpServers": {"code-scout":${JSON.stringify(entry)}}}`],
    ['other settings', '{\n  "a": 1\n}\n', `{\n  "a": 1,\n  "mcpServers": {\n${laidOut}\n  }\n}\n`],
    [
      'a trailing comma and comments',
      '{\n  // first\n  "a": 1, // one\n  // last\n}\n',
      `{\n  // first\n  "a": 1, // one\n  "mcpServers": {\n${laidOut}\n  },\n  // last\n}\n`,
    ],
    [
      'a comment behind the last member',
      '{\n  "a": 1 /* x */ // one\n}\n',
      `{\n  "a": 1, /* x */ // one\n  "mcpServers": {\n${laidOut}\n  }\n}\n`,
    ],
    [
      'other servers',
      '{\n  "mcpServers": {\n    "other": {}\n  }\n}',
      `{\n  "mcpServers": {\n    "other": {},\n${laidOut}\n  }\n}`,
    ],
    [
      'a comment in an empty object',
      '{\n  "mcpServers": {\n    // none yet\n  }\n}',
      `{\n  "mcpServers": {\n    // none yet\n${laidOut}\n  }\n}`,
    ],
  ])('into %s', (_, before, after) => {
    expect(setValue(before, path, entry)).toBe(after);
  });

  it('keeps tabs, carriage returns and the byte order mark', () => {
    const before = '\ufeff{\r\n\t"a": 1\r\n}\r\n';
    const after = setValue(before, path, { command: 'x' });
    expect(after).toBe(
      '\ufeff{\r\n\t"a": 1,\r\n\t"mcpServers": {\r\n\t\t"code-scout": {\r\n\t\t\t"command": "x"\r\n\t\t}\r\n\t}\r\n}\r\n',
    );
    expect(removeValue(after, ['mcpServers'])).toBe(before);
  });

  it('replaces the value, and its source can be restored', () => {
    const before = '{"mcpServers": {"code-scout": { "url" : "http://x" }, "b": 1}}';
    const after = setValue(before, path, entry);
    expect(readByOther(after)).toEqual({ mcpServers: { 'code-scout': entry, b: 1 } });
    expect(setSource(after, path, '{ "url" : "http://x" }')).toBe(before);
  });

  it.each([
    ['{"mcpServers": []}', /"mcpServers" is not an object/, 1, 16],
    ['[]', /what the file holds is not an object/, 1, 1],
    ['{\n "mcpServers": {},\n "mcpServers": {}}', /stands twice/, 3, 2],
    ['{\n  "a": 1\n  "b": 2\n}', /expected "," or "}", found "\\"b\\": 2"/, 3, 3],
    ['{"a": 1', /expected "," or "}", found the end of the file/, 1, 8],
    ["{'a': 1}", /expected a key in double quotes/, 1, 2],
    ['{} {}', /expected the end of the file/, 1, 4],
    ['{ /* open', /the comment that begins here is not closed/, 1, 3],
    ['['.repeat(300), /nested deeper/, 1, 202],
    ['{"a":'.repeat(200_000), /nested deeper/, 1, 1006],
  ])('refuses %j', (text, message, line, column) => {
    expect(() => setValue(text, path, entry)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(message) as string, line, column }) as Error,
    );
  });
});

it('takes a string of many megabytes', () => {
  const before = `{"a": "${'x'.repeat(20_000_000)}"}`;
  expect(setValue(before, ['b'], 1).length).toBe(before.length + ', "b": 1'.length);
});

describe('removeValue', () => {
  it.each([
    ['the first', '{"a": 1, "b": 2}', ['a'], '{ "b": 2}'],
    ['the last', '{"a": 1, "b": 2}', ['b'], '{"a": 1}'],
    ['the last before a trailing comma', '{\n  "a": 1,\n  "b": 2,\n}', ['b'], '{\n  "a": 1,\n}'],
    ['one behind a comment that ends its line', '{"a": 1, // x\n"b": 2}', ['b'], '{"a": 1 // x\n}'],
    ['one behind an address', '{"a": "x://y", "b": 2}', ['b'], '{"a": "x://y" }'],
    ['the only one', '{\n  "a": 1\n}', ['a'], '{}'],
    ['one that is not there', '{"a": 1}', ['b'], '{"a": 1}'],
  ])('%s', (_, before, at, after) => {
    expect(removeValue(before, at)).toBe(after);
  });
});

/** JSON values laid out at random, with comments and trailing commas. */
const space = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t') },
  fc.constantFrom(' /* a, "b": { */ ', ' // c }\n', '\n  // d\n  ', '/**/'),
);
const key = fc.oneof(fc.constantFrom('mcpServers', 'code-scout', '__proto__', 'a "quoted" one', 'ключ'), fc.string());
const scalar = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);

const { value: jsonText } = fc.letrec<{ value: string; object: string }>((tie) => ({
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(space, key, space, tie('value'), space), { maxLength: 4, selector: ([, name]) => name }),
      space,
      fc.boolean(),
    )
    .map(([members, end, trailing]) => {
      const texts = members.map(([a, name, b, inner, c]) => `${a}${JSON.stringify(name)}${b}:${inner}${c}`);
      return `{${texts.join(',')}${trailing && texts.length > 0 ? ',' : ''}${end}}`;
    }),
  value: fc.oneof(
    { depthSize: 'small' },
    scalar.map((one) => JSON.stringify(one)),
    tie('object'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
  ),
}));
const servers = fc
  .tuple(fc.uniqueArray(fc.tuple(key, jsonText), { maxLength: 3, selector: ([name]) => name }), space, fc.boolean())
  .map(([members, end, trailing]) => {
    const texts = members.map(([name, inner]) => `${end}${JSON.stringify(name)}: ${inner}`);
    return `{${texts.join(',')}${trailing && texts.length > 0 ? ',' : ''}${end}}`;
  });
/** Documents that setup accepts: an object, whose servers, where there are some, are an object too. */
const documentText = fc
  .tuple(
    fc.constantFrom('', '\ufeff'),
    space,
    fc.uniqueArray(fc.tuple(space, key, jsonText, space), { maxLength: 4, selector: ([, name]) => name }),
    fc.option(servers, { nil: null }),
    fc.tuple(space, space, fc.boolean()),
  )
  .map(([mark, before, others, own, [end, after, trailing]]) => {
    const texts = others
      .filter(([, name]) => name !== 'mcpServers')
      .map(([a, name, inner, b]) => `${a}${JSON.stringify(name)}:${inner}${b}`);
    if (own !== null) texts.splice(texts.length >> 1, 0, `"mcpServers": ${own}`);
    return `${mark}${before}{${texts.join(',')}${trailing && texts.length > 0 ? ',' : ''}${end}}${after}`;
  });

interface Plain {
  mcpServers?: Record<string, unknown>;
}

/** With own properties alone, so that `__proto__` is a key like others. */
function plainOf(text: string): Plain {
  return plainValue(partAt(text, [])!) as Plain;
}

describe('for every document', () => {
  it('another parser reads the same values', () => {
    fc.assert(
      fc.property(documentText, (text) => {
        // The other one loses this key.
        fc.pre(!text.includes('__proto__'));
        expect(JSON.stringify(plainValue(partAt(text, [])!))).toBe(JSON.stringify(readByOther(text)));
      }),
      { numRuns: 300 },
    );
  });

  it('setting gives the old value and the entry, to another parser too', () => {
    fc.assert(
      fc.property(documentText, (text) => {
        const after = setValue(text, path, entry);
        const old = plainOf(text);
        const expected = Object.assign(Object.create(null) as Plain, old);
        expected.mcpServers = Object.assign(Object.create(null) as object, old.mcpServers, { 'code-scout': entry });
        expect(plainOf(after)).toEqual(expected);
        expect(readByOther(after)).toMatchObject({ mcpServers: { 'code-scout': entry } });
      }),
      { numRuns: 500 },
    );
  });

  it('removing what was set keeps every other value, and every comment', () => {
    fc.assert(
      fc.property(documentText, (text) => {
        fc.pre(partAt(text, path) === null);
        const back = removeValue(setValue(text, path, entry), path);
        const old = plainOf(text);
        expect(plainOf(back)).toEqual(Object.assign(Object.create(null) as Plain, { mcpServers: {} }, old));
        readByOther(back);
        const comments = (one: string): string[] => one.match(/\/\/ [cd]|\/\* a, "b": \{ \*\/|\/\*\*\//g) ?? [];
        expect(comments(back)).toEqual(comments(text));
      }),
      { numRuns: 500 },
    );
  });

  it('laid out as JSON usually is, removing what was set gives the text from before', () => {
    const plainObject = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
    const lineEnd = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(plainObject, plainObject, fc.constantFrom(2, 4, '\t'), lineEnd, (others, own, indent, end) => {
        fc.pre(Object.keys(others).length > 0 && !('mcpServers' in others) && !('code-scout' in own));
        const text = (value: unknown): string => `${JSON.stringify(value, null, indent).replaceAll('\n', end)}${end}`;
        const without = text(others);
        expect(removeValue(setValue(without, path, entry), ['mcpServers'])).toBe(without);
        const withServers = text({ ...others, mcpServers: own });
        expect(removeValue(setValue(withServers, path, entry), path)).toBe(withServers);
        expect(setValue(withServers, path, entry)).toBe(
          text({ ...others, mcpServers: { ...own, 'code-scout': entry } }),
        );
      }),
      { numRuns: 300 },
    );
  });
});
