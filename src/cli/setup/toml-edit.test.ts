import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { readTomlEntry, removeTomlEntry, setTomlEntry, setTomlSource, tomlSource } from './toml-edit.ts';
import { parseToml } from './toml-text.ts';

const path = ['mcp_servers', 'code-scout'] as const;
const fields = { command: 'npx', args: ['-y', 'code-scout-mcp'] };
const change = { fields, drop: ['url'] };
const table = '[mcp_servers.code-scout]\ncommand = "npx"\nargs = ["-y", "code-scout-mcp"]\n';

function readByOther(text: string): unknown {
  return parse(text.replace(/^\ufeff/, ''));
}

describe('setTomlEntry', () => {
  it.each([
    ['nothing', '', table],
    [
      'other tables',
      'model = "o"\n\n[mcp_servers.a]\ncommand = "a" # mine\n',
      `model = "o"\n\n[mcp_servers.a]\ncommand = "a" # mine\n\n${table}`,
    ],
    ['a text without a last line end', '[a]\nb = 1', `[a]\nb = 1\n\n${table}`],
    ['carriage returns', 'a = 1\r\n', `a = 1\r\n\r\n${table.replaceAll('\n', '\r\n')}`],
    [
      'a table of another command, whose other keys stay',
      `# before\n[mcp_servers."code-scout"] # ours\ncommand = 'node' # old\nstartup_timeout_sec = 30\nargs = [\n  "x", # y\n]\n\n[mcp_servers.code-scout.env]\nA = "1"\n\n[z]\n`,
      `# before\n[mcp_servers."code-scout"] # ours\ncommand = "npx" # old\nstartup_timeout_sec = 30\nargs = ["-y", "code-scout-mcp"]\n\n[mcp_servers.code-scout.env]\nA = "1"\n\n[z]\n`,
    ],
    [
      'a table of another transport',
      '[mcp_servers.code-scout]\nurl = "http://x" # there\nenabled = true\n[z]\n',
      '[mcp_servers.code-scout]\nenabled = true\ncommand = "npx"\nargs = ["-y", "code-scout-mcp"]\n[z]\n',
    ],
    [
      'keys with dots',
      '[mcp_servers]\ncode-scout.command = "x"\na.command = "y"',
      '[mcp_servers]\ncode-scout.command = "npx"\ncode-scout.args = ["-y", "code-scout-mcp"]\na.command = "y"',
    ],
    [
      'an inline table',
      '[mcp_servers]\ncode-scout = { command = "x", enabled = false, timeout = 1.5 } # c\n',
      '[mcp_servers]\ncode-scout = { command = "npx", enabled = false, timeout = 1.5, args = ["-y", "code-scout-mcp"] } # c\n',
    ],
    [
      'a table of which only another one is there',
      '[mcp_servers.code-scout.env]\nA = "1"\n',
      `[mcp_servers.code-scout.env]\nA = "1"\n\n${table}`,
    ],
  ])('into %s', (_, before, after) => {
    const result = setTomlEntry(before, path, change);
    expect(result).toBe(after);
    expect(readByOther(result)).toMatchObject({ mcp_servers: { 'code-scout': fields } });
    expect(readTomlEntry(result, path)).toMatchObject(fields);
    expect(setTomlEntry(result, path, change)).toBe(result);
  });

  it.each([
    ['mcp_servers = { a = { command = "x" } }\n', /mcp_servers is an inline table, which cannot be added to/, 1, 1],
    ['a = 1\n[[mcp_servers]]\n', /\[\[mcp_servers\]\] is a list/, 2, 1],
    ['a = \n', /expected a value, found the end of the line/, 1, 5],
    ['a = 1 b = 2\n', /expected the end of the line, found "b = 2"/, 1, 7],
    ['a = "open\n', /expected a string that is closed in its line/, 1, 5],
    ['a = "\\q"\n', /expected a string without other escapes/, 1, 5],
    ['a = """open\n', /expected the end of the string that begins here/, 1, 5],
    ['[a\n', /expected "\]"/, 1, 3],
    ['a = [1, 2\n', /expected "," or "\]"/, 2, 1],
    ['= 1\n', /expected a key/, 1, 1],
    ['{"json": true}', /expected a key/, 1, 1],
  ])('refuses %j', (text, message, line, column) => {
    expect(() => setTomlEntry(text, path, change)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(message) as string, line, column }) as Error,
    );
  });

  it('writes what a path may hold', () => {
    const odd = { command: 'C:\\Program Files\\"node"\u007f\u0001\u{1f600}.exe', args: ["it's", ''] };
    const text = setTomlEntry('', path, { fields: odd, drop: [] });
    expect(readByOther(text)).toEqual({ mcp_servers: { 'code-scout': odd } });
    expect(readTomlEntry(text, path)).toEqual(odd);
  });
});

it('takes a string of many megabytes', () => {
  const long = 'x'.repeat(20_000_000);
  const before = `a = "${long}"\nb = """${long}"""\n`;
  expect(setTomlEntry(before, path, change).length).toBe(before.length + 1 + table.length);
});

describe('removeTomlEntry', () => {
  it('removes the table and those below it, and keeps the rest', () => {
    const before = `a = 1\n\n${table}# for z\n\n[mcp_servers.code-scout.env]\nA = "1"\n\n# of z\n[z]\n`;
    expect(removeTomlEntry(before, path)).toBe('a = 1\n# for z\n\n# of z\n[z]\n');
  });

  it('restores the lines of an earlier entry', () => {
    const before = `[mcp_servers.code-scout]\nurl = "http://x"\n[z]\n`;
    const after = setTomlEntry(before, path, change);
    expect(setTomlSource(`# more\n${after}`, path, tomlSource(before, path)!)).toBe(`# more\n${before}`);
  });
});

const lineEnd = fc.constantFrom('\n', '\n', '\r\n', ' # comment = [\n', '\n\n', '\n# [mcp_servers.code-scout]\n');
const bareKey = fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/);
const key = fc.oneof(
  bareKey,
  fc
    .string({ maxLength: 6 })
    .filter((one) => one !== '__proto__')
    .map((one) => JSON.stringify(one).replaceAll('\u007f', '\\u007f')),
  fc.constantFrom("'lit eral'", '"a.b"'),
);
const scalar = fc.oneof(
  fc.string({ maxLength: 8 }).map((one) => JSON.stringify(one).replaceAll('\u007f', '\\u007f')),
  fc.integer({ min: -1000, max: 1000 }).map(String),
  fc.constantFrom(
    'true',
    '0xff',
    '1_000.5e-3',
    '+inf',
    '1979-05-27T07:32:00Z',
    '1979-05-27 07:32:00',
    '07:32:00',
    "'lit # [x]'",
    '"""\nmany\n[mcp_servers.code-scout]\nlines \\\n   "" joined"""',
    "'''\n[x]\n'' '''",
    '"\\u00e9\\t"',
  ),
);
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }).map((items) => `[ ${items.join(' , # x\n  ')} ]`),
  fc
    .uniqueArray(fc.tuple(bareKey, scalar), { maxLength: 2, selector: ([name]) => name })
    .map((members) => `{ ${members.map(([name, inner]) => `${name} = ${inner}`).join(', ')} }`),
);
const statements = fc
  .uniqueArray(fc.tuple(key, value, lineEnd), { maxLength: 3, selector: ([name]) => name.replaceAll(/["']/g, '') })
  .map((list) => list.map(([name, inner, end]) => `${name} = ${inner}${end}`).join(''));
/** Texts of tables, among them other servers; whatever smol-toml does not take (a key twice) is no case. */
const tomlText = fc
  .tuple(
    statements,
    fc.uniqueArray(
      fc.tuple(
        fc.oneof(
          key,
          key.map((one) => `mcp_servers.${one}`),
        ),
        lineEnd,
        statements,
      ),
      {
        maxLength: 4,
        selector: ([name]) => name.replaceAll(/["']/g, ''),
      },
    ),
    fc.boolean(),
  )
  .map(([top, tables, open]) => {
    const text = top + tables.map(([name, end, inner]) => `[${name}]${end}${inner}`).join('');
    return open ? text.trimEnd() : text;
  })
  .filter((text) => {
    try {
      const parsed = parse(text) as { mcp_servers?: unknown };
      return typeof (parsed.mcp_servers ?? {}) === 'object' && !/^["']?mcp_servers["']? *=/m.test(text);
    } catch {
      return false;
    }
  });

describe('for every document', () => {
  it('setting gives the old value and the entry, and removing gives the text from before', () => {
    fc.assert(
      fc.property(tomlText, (text) => {
        fc.pre(readTomlEntry(text, path) === undefined);
        const after = setTomlEntry(text, path, change);
        const old = parse(text) as { mcp_servers?: object };
        expect(parse(after)).toEqual({ ...old, mcp_servers: { ...old.mcp_servers, 'code-scout': fields } });
        const back = removeTomlEntry(after, path);
        const closed = text === '' || text.endsWith('\n') ? text : `${text}${/\r?\n/.exec(text)?.[0] ?? '\n'}`;
        expect(back).toBe(closed);
      }),
      { numRuns: 500 },
    );
  });

  it('every statement is found at its place', () => {
    fc.assert(
      fc.property(tomlText, (text) => {
        for (const { statements: found } of parseToml(text).tables)
          for (const { valueFrom, valueTo, from, to } of found) {
            const own = parse(`x = ${text.slice(valueFrom, valueTo)}`);
            expect(Object.keys(own)).toEqual(['x']);
            expect(Object.values(parse(text.slice(from, to)))).toEqual(Object.values(own));
          }
      }),
      { numRuns: 300 },
    );
  });
});
