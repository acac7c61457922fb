import { describe, expect, it } from 'vitest';
import type { ChunkedFile } from '../../model/chunk.ts';
import { callTool } from '../call-tool.ts';
import { chunkedFile } from '../testing/fixed-chunks.ts';
import { fixedEngine } from '../testing/fixed-engine.ts';
import { tool } from './tool.ts';

const file = chunkedFile(
  'src/auth/login.ts',
  ["import { database } from './database';\n", 'class Login {\n  run() {}\n}'],
  [
    { kind: 'imports' },
    { kind: 'definition', symbols: Array.from({ length: 14 }, (_, i) => `Login.m${i}`), container: 'Outer' },
  ],
);

async function ask(args: Record<string, unknown>, chunked: readonly ChunkedFile[] = [file]) {
  const context = { signal: new AbortController().signal, progress: null };
  const answer = await callTool(tool, args, async () => fixedEngine({ chunked }), context);
  expect(tool.output?.safeParse(answer.structured).error).toBeUndefined();
  return { text: answer.texts.join('\n'), data: answer.structured };
}

describe('chunk_file', () => {
  it('lists the chunks with their symbols and text', async () => {
    const { text, data } = await ask({ file_path: file.path });
    await expect(text).toMatchFileSnapshot('golden/login.txt');
    expect(data).toMatchObject({
      file_path: 'src/auth/login.ts',
      language: 'typescript',
      total_chunks: 2,
      lines: 5,
      chunks: [
        { start_line: 1, end_line: 2, kind: 'imports', text: "import { database } from './database';" },
        { start_line: 3, end_line: 5, kind: 'definition', more_symbols: 4, container: 'Outer' },
      ],
    });
    expect(data).not.toHaveProperty('next_start_line');
  });

  it('has the same facts in both forms', async () => {
    const { text, data } = await ask({ file_path: file.path }, [{ ...file, indexed: false }]);
    const [note = ''] = (data as { notes: string[] }).notes;
    expect(note).toContain('not in the index');
    expect(text).toContain(`\nnote: ${note}\n`);
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{}, 'Error: file_path is required\n', 'ValidationError'],
    [{ file_path: 'none.ts' }, 'Error: File not found: none.ts\n', 'NotFoundError'],
    [{ file_path: file.path, start_line: 0 }, 'Error: start_line must be at least 1\n', 'ValidationError'],
  ])('refuses %j', async (args, words, type) => {
    const { text, data } = await ask(args);
    expect(text).toContain(words);
    expect(data).toMatchObject({ error: { type } });
  });
});
