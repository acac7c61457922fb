import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countText, findText } from './ripgrep.ts';
import { mostSpans, type TextMatch, type TextPattern, type TextSearch } from './text-search.ts';

let root = '';
/** Windows permits no line break in a name. */
const oddName = process.platform === 'win32' ? 'odd  name.txt' : 'odd \n name.txt';
const files: Record<string, string | Buffer> = {
  'a.ts': 'const userName = 1;\r\nfunction f() {}\r\n  userName();userName();\n',
  'b/c.txt': 'zoë User_Name é userName\nlast line without end: username',
  '-e': 'userName in a file that is called like an option\n',
  'latin.txt': Buffer.from('caf\xe9 userName\n', 'latin1'),
  'utf16.txt': Buffer.from('\ufeffsechzehn userName\n', 'utf16le'),
  [oddName]: 'userName\n',
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-text-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

function search(query: string, pattern: Partial<TextPattern> = {}, rest: Partial<TextSearch> = {}): TextSearch {
  const usual = { isRegex: false, case: 'smart' as const, wholeWord: false, multiline: false };
  const paths = Object.keys(files);
  return { root, paths, pattern: { query, ...usual, ...pattern }, most: 1000, timeoutMs: 20_000, ...rest };
}

async function places(query: string, pattern: Partial<TextPattern> = {}): Promise<string[]> {
  const { matches, end } = await findText(search(query, pattern));
  expect(end).toBe('whole');
  return matches.map(({ path, line, column, length }) => `${path}:${line}:${column}+${length}`).sort();
}

describe('text by ripgrep', () => {
  it('finds lines in every encoding, whatever the name of a file', async () => {
    expect(await places('userName')).toEqual([
      '-e:1:1+8',
      'a.ts:1:7+8',
      'a.ts:3:3+8',
      'b/c.txt:1:17+8',
      'latin.txt:1:6+8',
      `${oddName}:1:1+8`,
      'utf16.txt:1:10+8',
    ]);
    const { matches } = await findText(search('caf'));
    expect(matches.map(({ text }) => text)).toEqual(['café userName']);
    const { matches: ended } = await findText(search('const'));
    expect(ended.map(({ text }) => text)).toEqual(['const userName = 1;']);
  });

  it.each([
    ['= 1;$', ['a.ts:1:16+4']],
    [String.raw`\{\}$`, ['a.ts:2:14+2']],
    [String.raw`\{\}\r$`, ['a.ts:2:14+3']],
    [String.raw`1;\x0D`, ['a.ts:1:18+3']],
    [String.raw`1;\x{d}`, ['a.ts:1:18+3']],
  ])('finds the end of a line before CR LF: %s', async (query, expected) => {
    expect(await places(query, { isRegex: true })).toEqual(expected);
  });

  it.each<[string, Partial<TextPattern>, number]>([
    ['username', {}, 8],
    ['username', { case: 'sensitive' }, 1],
    ['userName', { case: 'insensitive' }, 8],
    ['Name', { wholeWord: true, case: 'sensitive' }, 0],
    ['user_?name', { isRegex: true }, 8],
    ['user_?name', {}, 0],
    ['f\\(\\) \\{\\}\\s+user', { isRegex: true, multiline: true }, 1],
    ['--files', {}, 0],
    ['-e', {}, 0],
  ])('matches %j with %j like ripgrep', async (query, pattern, lines) => {
    expect(await places(query, pattern)).toHaveLength(lines);
  });

  it('counts lines by file', async () => {
    const { counts } = await countText(search('userName'));
    expect(counts.get('a.ts')).toBe(2);
    expect(counts.get(oddName)).toBe(1);
    expect(counts.size).toBe(6);
  });

  it('reports why a regular expression is invalid', async () => {
    const refused = findText(search('(unclosed', { isRegex: true }));
    await expect(refused).rejects.toMatchObject({ code: 'ValidationError', message: /unclosed group/ });
    await expect(findText(search('(?=ahead)', { isRegex: true }))).rejects.toMatchObject({ message: /look-around/ });
  });

  it('stops at its limit, its timeout and on cancellation', async () => {
    expect((await findText(search('userName', {}, { most: 2 }))).end).toBe('limit');
    const slow = { paths: Array.from({ length: 3000 }, () => 'a.ts'), timeoutMs: 1 };
    expect((await countText(search('userName', {}, slow))).end).toBe('time');
    const controller = new AbortController();
    const asked = findText(search('userName', {}, { signal: controller.signal }));
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: 'CancelledError' });
  });

  it.skipIf(process.platform === 'win32').each([
    ['waits until a file can be opened again', 100, 'a.ts'],
    ['reports that none can be opened', null, 'FileSystemError ulimit -n'],
  ])('%s', async (_, freeMs, expected) => {
    // Uses up all descriptors of the process.
    const program = `
      import { closeSync, openSync } from 'node:fs';
      import { findText } from ${JSON.stringify(new URL('ripgrep.ts', import.meta.url).href)};
      const pattern = { query: 'cons.', isRegex: true, case: 'smart', wholeWord: false, multiline: false };
      const search = { root: ${JSON.stringify(root)}, paths: ['a.ts'], pattern, most: 9, timeoutMs: 20_000 };
      await findText(search);
      const taken = [];
      try { for (;;) taken.push(openSync('/dev/null', 'r')); } catch {}
      const freeMs = ${freeMs};
      if (freeMs !== null) setTimeout(() => taken.forEach((one) => closeSync(one)), freeMs);
      const reason = await findText(search).then(
        ({ matches }) => matches.map(({ path }) => path).join(),
        (error) => error.code + ' ' + error.hint,
      );
      for (const one of taken) try { closeSync(one); } catch {}
      console.log(reason);`;
    const command = ['-c', 'ulimit -n 100 && exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', program];
    const { stdout } = await promisify(execFile)('sh', command);
    for (const words of expected.split(' ')) expect(stdout).toContain(words);
  });

  it('tells the first matches of a line that has any number of them', async () => {
    const unit = 'é },{"match": x';
    const count = 200_000;
    writeFileSync(join(root, 'long.txt'), unit.repeat(count));
    const find = async (query: string, isRegex: boolean): Promise<TextMatch> => {
      const { matches, end } = await findText(search(query, { isRegex }, { paths: ['long.txt'] }));
      expect([matches.length, end]).toEqual([1, 'whole']);
      return matches[0]!;
    };
    // With each place looked for from the start of the line, this would take minutes.
    const found = await find('[x]', true);
    expect(found.text).toHaveLength(unit.length * count);
    const columns = Array.from({ length: mostSpans }, (_, at) => unit.length * (at + 1));
    expect([found.column, ...found.more!.map(({ column }) => column)]).toEqual(columns);
    // The same as without ripgrep, and where one match is as long as all.
    expect(await find('x', false)).toEqual(found);
    expect(await find('.*', true)).toMatchObject({ column: 1, length: unit.length * count });
    // Not all of the output is read.
    writeFileSync(join(root, 'long.txt'), 'x'.repeat(1_000_000));
    expect((await find('[x]', true)).more).toHaveLength(mostSpans - 1);
    rmSync(join(root, 'long.txt'));
  }, 60_000);

  it('reports a missing folder, and not the program', async () => {
    const gone = findText(search('const', {}, { root: join(root, 'gone') }));
    await expect(gone).rejects.toMatchObject({ code: 'FileSystemError', message: /gone: it is not a folder any more/ });
  });

  it('skips missing files', async () => {
    const { matches } = await findText(search('const', {}, { paths: ['gone.ts', 'a.ts'] }));
    expect(matches.map(({ path }) => path)).toEqual(['a.ts']);
  });
});
