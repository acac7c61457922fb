import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openFileAnswers } from '../../engine/files/file-reading.ts';
import { callTool } from '../call-tool.ts';
import { fixedEngine } from '../testing/fixed-engine.ts';
import { tool } from './tool.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'read-file-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const data = { root, maxFileSize: 5000, ignorePatterns: ['*.tmp'], extensions: [], disabled: [] };
const files = openFileAnswers(data, undefined, async () => null);

function write(path: string, content: string | Uint8Array): string {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  return path;
}

async function ask(args: Record<string, unknown>) {
  const context = { signal: new AbortController().signal, progress: null };
  const answer = await callTool(tool, args, async () => fixedEngine({ files }), context);
  expect(tool.output?.safeParse(answer.structured).error).toBeUndefined();
  return { texts: answer.texts, text: answer.texts.join('\n'), data: answer.structured ?? {}, isError: answer.isError };
}

/** All pages one after the other, each within its size in both forms. */
async function readAll(path: string, maxChars: number): Promise<string> {
  let whole = '';
  let next: Record<string, unknown> = {};
  for (let pages = 0; pages < 5000; pages++) {
    const { texts, text, data: page } = await ask({ file_path: path, max_chars: maxChars, ...next });
    expect(text.length).toBeLessThan(maxChars);
    expect(JSON.stringify(page).length).toBeLessThan(maxChars);
    expect(texts[1] ?? '').toBe(page['text']);
    whole += String(page['text']);
    const { next_start_line: line, next_start_column: column } = page;
    expect(text.includes('goes on there')).toBe(line !== undefined);
    if (line === undefined) return whole;
    next = { start_line: line, ...(column === undefined ? {} : { start_column: column }) };
  }
  throw new Error('the pages do not end');
}

describe('read_file', () => {
  it('prints the file’s properties, and its text in a part of its own', async () => {
    write('src/app.ts', 'export const a = 1;\n\n\tindented "text";\n// last');
    const { texts, data: page } = await ask({ file_path: 'src/app.ts' });
    expect(texts[1]).toBe('export const a = 1;\n\n\tindented "text";\n// last');
    expect(page).toEqual({
      file_path: 'src/app.ts',
      kind: 'text',
      size: 46,
      total_lines: 4,
      start_line: 1,
      end_line: 4,
      encoding: 'UTF-8',
      text: texts[1],
    });
    const range = await ask({ file_path: './src/app.ts', start_line: 2, end_line: 3 });
    await expect(range.text).toMatchFileSnapshot('golden/lines.txt');
    expect(range.data).toMatchObject({ start_line: 2, end_line: 3, total_lines: 4, text: '\n\tindented "text";\n' });
    expect(range.data).not.toHaveProperty('next_start_line');
  });

  it('shows the next page, and the rest of a long line', async () => {
    write('long.txt', Array.from({ length: 300 }, (_, i) => `${'word '.repeat(10)}${i}\n`).join(''));
    const { texts, data: page } = await ask({ file_path: 'long.txt', max_chars: 1000 });
    await expect(texts[0]).toMatchFileSnapshot('golden/page.txt');
    expect(page).toMatchObject({ next_start_line: Number(page['end_line']) + 1, total_lines: 300 });
    write('minified.js', `${'x"'.repeat(20_000)}\nlast\n`);
    const minified = await ask({ file_path: 'minified.js', max_chars: 1000 });
    await expect(minified.texts[0]).toMatchFileSnapshot('golden/long-line.txt');
    const column = minified.data['next_start_column'];
    expect(minified.data).toMatchObject({ next_start_line: 1, end_line: 1 });
    const { text } = await ask({ file_path: 'minified.js', start_line: 1, start_column: column, max_chars: 1000 });
    expect(text).toContain('start_line: 1, start_column: ');
  });

  it.each<[string, Uint8Array, Record<string, unknown>]>([
    ['utf-8 with a mark', Buffer.from('\ufeffné\n'), { text: 'né\n', encoding: 'UTF-8 with a byte order mark' }],
    ['utf-16le', Buffer.from('\ufeffné\n', 'utf16le'), { text: 'né\n', encoding: 'UTF-16LE with a byte order mark' }],
    ['utf-16be', Buffer.from('\ufeffné\n', 'utf16le').swap16(), { encoding: 'UTF-16BE with a byte order mark' }],
    ['windows-1252', Buffer.from('caf\xe9 \x80\n', 'latin1'), { text: 'café €\n', encoding: 'Windows-1252 (Latin-1)' }],
    ['CRLF', Buffer.from('a\r\nb\r\n'), { text: 'a\r\nb\r\n', line_ends: 'CRLF', total_lines: 2 }],
    ['mixed', Buffer.from('a\r\nb\n'), { text: 'a\r\nb\n', line_ends: 'mixed' }],
    [
      'damaged',
      Buffer.from('é é \xff\n'.replaceAll('é', '\xc3\xa9'), 'latin1'),
      { text: 'é é \ufffd\n', notes: [expect.stringContaining('U+FFFD')] },
    ],
    ['the sign itself', Buffer.from('\ufffd\n'), { text: '\ufffd\n', encoding: 'UTF-8' }],
    ['one line feed', Buffer.from('\n'), { text: '\n', total_lines: 1 }],
  ])('decodes %s', async (name, bytes, expected) => {
    const { data: page } = await ask({ file_path: write(`encodings/${name}.txt`, bytes) });
    expect(page).toMatchObject(expected);
    if (name !== 'damaged') expect(page).not.toHaveProperty('notes');
  });

  it.each<[string, string, string]>([
    ['logo.png', '\x89PNG\r\n\x1a\n\0\0', 'PNG image'],
    ['photo.dat', '\xff\xd8\xff\xe0\0', 'JPEG image'],
    ['texture.tga', '\0\0\x02\0\0\0', 'TGA image'],
    ['paper.pdf', '%PDF-1.7\n', 'PDF document'],
    ['all.zip', 'PK\x03\x04', 'ZIP archive'],
    ['tool', '\x7fELF\x02', 'ELF program or library'],
    ['film.bin', '\0\0\0\x20ftypisom', 'MP4 film'],
    ['state.bin', '\0\x01\x02', 'binary data (.bin)'],
    ['blob', '\0\x01\x02', 'binary data'],
  ])('names %s', async (name, content, type) => {
    const bytes = Buffer.from(content, 'latin1');
    const { text, data: page } = await ask({ file_path: write(`binaries/${name}`, bytes) });
    const kind = type.endsWith(' image') ? 'image' : 'binary';
    expect(page).toMatchObject({ kind, type, size: bytes.length });
    expect(page).not.toHaveProperty('text');
    expect(text).toBe(
      `File: ./binaries/${name}\nType: ${type}\nSize: ${bytes.length} bytes\nnote: ${String(page['notes'])}\n`,
    );
  });

  it('says that a file is empty, and where a link leads', async () => {
    write('empty.txt', '');
    const { texts, data: page } = await ask({ file_path: 'empty.txt' });
    expect(texts).toEqual(['File: ./empty.txt\nSize: 0 bytes\nnote: The file is empty.\n']);
    expect(page).toMatchObject({ kind: 'text', total_lines: 0, text: '', notes: ['The file is empty.'] });
    symlinkSync('empty.txt', join(root, 'alias'));
    const link = await ask({ file_path: 'alias' });
    expect(link.text).toContain('File: ./empty.txt\nLink: ./alias leads here\n');
    expect(link.data).toMatchObject({ file_path: 'empty.txt', link: 'alias' });
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{}, 'file_path is required\n', 'ValidationError'],
    [{ file_path: '' }, 'A folder, not a file: .\nlist_directory with path: "."', 'ValidationError'],
    [
      { file_path: 'near/folder' },
      'A folder, not a file: near/folder\nlist_directory with path: "near/folder"',
      'ValidationError',
    ],
    [
      { file_path: 'near/too.txt' },
      'Line 9 is past the end: near/too.txt has 2 lines\nGive a line from 1 to 2.',
      'ValidationError',
    ],
    [
      { file_path: 'near/too.txt', start_line: 2, end_line: 1 },
      'The last line, 1, is before the first, 2\n',
      'ValidationError',
    ],
    [
      { file_path: 'near/too.txt', start_line: 2, start_column: 9 },
      'Line 2 has 3 characters\nGive a column from 1 to 3',
      'ValidationError',
    ],
    [
      { file_path: 'near/tooo.txt' },
      'File not found: near/tooo.txt\nThe nearest: near/too.txt. list_directory with path: "near"',
      'NotFoundError',
    ],
    [
      { file_path: 'near/too.txt:2-4' },
      'File not found: near/too.txt:2-4\nThe line is an argument of its own: give "near/too.txt", and 2 as the first line. list_directory',
      'NotFoundError',
    ],
    [
      { file_path: String.raw`near\folder` },
      'A folder, not a file: near/folder\nlist_directory with path: "near/folder"',
      'ValidationError',
    ],
    [{ file_path: 'far/away/x.txt' }, 'File not found: far/away/x.txt\nlist_directory with path: "."', 'NotFoundError'],
    [
      { file_path: 'near/a.tmp' },
      'Ignored and therefore not read: near/a.tmp (by ignorePatterns: *.tmp)\nDo without it',
      'ValidationError',
    ],
    [
      { file_path: 'near/.env' },
      'Files of this name hold secrets and are not read: near/.env\nDo without it',
      'ValidationError',
    ],
  ])('refuses %j', async (args, words, type) => {
    write('near/too.txt', 'one\ntwo\n');
    write('near/folder/x', '');
    write('near/a.tmp', 'closed');
    const {
      text,
      data: page,
      isError,
    } = await ask(args['file_path'] === 'near/too.txt' ? { start_line: 9, ...args } : args);
    expect(isError).toBe(true);
    expect(text).toContain(`Error: ${words}`);
    expect(text).not.toContain('closed');
    expect(page).toMatchObject({ error: { type } });
  });
});

describe('pages', () => {
  it('together are exactly the file', async () => {
    const piece = fc.constantFrom('word ', '\n', '\r\n', '"\\', 'é', '😀', '\t', '\u001b', '\u2028', 'x'.repeat(700));
    const content = fc.array(piece, { minLength: 1, maxLength: 400, size: 'max' }).map((parts) => parts.join(''));
    const encoding = fc.constantFrom<'utf8' | 'utf16le'>('utf8', 'utf16le');
    await fc.assert(
      fc.asyncProperty(content, encoding, fc.constantFrom(1000, 3000), async (text, name, size) => {
        const bytes = Buffer.from(name === 'utf8' ? text : `\ufeff${text}`, name);
        expect(await readAll(write('any.txt', bytes), size)).toBe(text);
      }),
      { numRuns: 40 },
    );
  });

  it.each<[string, (line: number) => string, BufferEncoding]>([
    ['UTF-8', (line) => `row ${line} é\n`, 'utf8'],
    ['UTF-16', (line) => `row ${line} \u0a0a\u0a00é\n`, 'utf16le'],
    ['Windows-1252', (line) => `row ${line} \xe9\n`, 'latin1'],
    ['late Windows-1252', (line) => (line < 150_000 ? `row ${line}\n` : `row ${line} \xe9\n`), 'latin1'],
    ['a long line now and then', (line) => `row ${line}${line % 70_000 === 0 ? 'é'.repeat(300_000) : ''}\n`, 'utf8'],
  ])('of a large file start anywhere: %s', async (name, row, encoding) => {
    const count = 200_000;
    const all = Array.from({ length: count }, (_, at) => row(at + 1));
    const mark = encoding === 'utf16le' ? '\ufeff' : '';
    const path = write(`large/${name}.log`, Buffer.from(mark + all.join(''), encoding));
    // Forwards, back, and near the end: places of lines are kept between calls.
    for (const start of [1, 150_000, 3, 199_999, 99_999, 200_000]) {
      const { data: page } = await ask({ file_path: path, start_line: start, end_line: start + 1, max_chars: 50_000 });
      const expected = all.slice(start - 1, start + 1).join('');
      const shown = String(page['text']);
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.length < expected.length ? expected.startsWith(shown) : shown === expected).toBe(true);
    }
    const { text } = await ask({ file_path: path, start_line: count + 1 });
    expect(text).toContain(`has ${count} lines\n`);
    const { data: last } = await ask({ file_path: path, start_line: count - 1 });
    expect(last).toMatchObject({ total_lines: count, end_line: count });
  });

  it('do not read a file of gigabytes into memory', async () => {
    const path = write('large/sparse.txt', `first\n${'x'.repeat(2_000_000)}`);
    truncateSync(join(root, path), 3 * 1024 ** 3);
    const { data: page } = await ask({ file_path: path, end_line: 1 });
    expect(page).toMatchObject({ text: 'first\n', size: 3 * 1024 ** 3 });
    expect(page).not.toHaveProperty('total_lines');
    const { text } = await ask({ file_path: path, start_line: 2 });
    expect(text).toContain(
      'note: Not shown yet: the rest of line 2 and what follows; the same call with start_line: 2',
    );
    rmSync(join(root, path));
  });
});
