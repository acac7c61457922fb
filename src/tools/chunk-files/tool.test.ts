import { describe, expect, it } from 'vitest';
import { callTool } from '../call-tool.ts';
import { chunkedFile } from '../testing/fixed-chunks.ts';
import { fixedEngine } from '../testing/fixed-engine.ts';
import { readCursor, writeCursor } from './format.ts';
import { tool } from './tool.ts';

const files = [
  chunkedFile('a.ts', ['const a = 1;'], [{ kind: 'definition', symbols: ['a'] }]),
  chunkedFile('b.ts', ['one', 'two']),
  { ...chunkedFile('c.ts', ['three']), indexed: false },
];

async function ask(args: Record<string, unknown>, signal = new AbortController().signal) {
  const answer = await callTool(tool, args, async () => fixedEngine({ chunked: files }), { signal, progress: null });
  expect(tool.output?.safeParse(answer.structured).error).toBeUndefined();
  return { text: answer.texts.join('\n'), data: answer.structured ?? {}, isError: answer.isError ?? false };
}

describe('chunk_files', () => {
  it('reports a file that cannot be read, and shows the others', async () => {
    const { text, data, isError } = await ask({ file_paths: ['a.ts', 'none.ts', 'b.ts', 'c.ts'] });
    expect(isError).toBe(false);
    await expect(text).toMatchFileSnapshot('golden/four.txt');
    expect(data).toMatchObject({
      total_files: 4,
      files: [
        { file_path: 'a.ts', total_chunks: 1, chunks: [{ symbols: ['a'], text: 'const a = 1;' }] },
        { file_path: 'none.ts', failure: { type: 'NotFoundError', message: 'File not found: none.ts' } },
        { file_path: 'b.ts', total_chunks: 2 },
        { file_path: 'c.ts', unindexed: true },
      ],
    });
  });

  it('goes on at a cursor', async () => {
    const { data } = await ask({ file_paths: ['a.ts', 'b.ts'], cursor: '2:2' });
    expect(data['files']).toMatchObject([{ file_path: 'b.ts', chunks: [{ text: 'two' }] }]);
  });

  it.each([
    { index: 0, line: 1 },
    { index: 99, line: 12_345 },
  ])('has cursors that read back: %j', (cursor) => {
    expect(readCursor(writeCursor(cursor), 100)).toEqual(cursor);
  });

  it.each(['3:1', '0:1', '1:0', 'x', '1', '1:1:1', '99999:1', ''])('refuses the cursor %j', async (cursor) => {
    const { text, isError } = await ask({ file_paths: ['a.ts', 'b.ts'], cursor });
    expect(isError).toBe(true);
    expect(text).toMatch(/^Error: ".*" is not a cursor of this call\nGive the cursor from/);
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, 'Error: file_paths is required\n'],
    [{ file_paths: [] }, 'Error: file_paths must be a list of at least 1 entry\n'],
    [{ file_paths: [''] }, 'Error: file_paths[0] must be at least 1 character long\n'],
    [{ file_paths: ['b.ts'], cursor: '1:9' }, 'Error: Line 9 is past the end'],
  ])('refuses %j', async (args, words) => {
    expect((await ask(args)).text).toContain(words);
  });

  it('stops when the call is cancelled', async () => {
    const { text } = await ask({ file_paths: ['a.ts'] }, AbortSignal.abort());
    expect(text).toContain('Error: The call was cancelled');
  });
});
