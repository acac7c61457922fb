import { describe, expect, it } from 'vitest';
import type { ChunkedFile } from '../../model/chunk.ts';
import { callTool } from '../call-tool.ts';
import { chunkedFile } from '../testing/fixed-chunks.ts';
import { fixedEngine } from '../testing/fixed-engine.ts';
import { tool } from './tool.ts';

const login = chunkedFile('src/auth/login.ts', [
  "import { database } from './database';\nimport { verifyPassword } from './crypto';\n",
  'function authenticateUser(username, password) {\n\tconst user = database.findUser(username);\n\n\treturn user;\n}\n',
  'export { authenticateUser };',
]);

async function ask(args: Record<string, unknown>, chunked: readonly ChunkedFile[] = [login]): Promise<string> {
  const context = { signal: new AbortController().signal, progress: null };
  const answer = await callTool(tool, args, async () => fixedEngine({ chunked }), context);
  if (answer.isError !== true) expect(answer.structured).toBeUndefined();
  return answer.texts.join('\n');
}

describe('get_context', () => {
  it('prints the expected text', async () => {
    await expect(await ask({ filePath: login.path })).toMatchFileSnapshot('golden/login.txt');
  });

  it('starts at a line inside of a chunk', async () => {
    const text = await ask({ filePath: login.path, start_line: 5 });
    expect(text).toContain('Chunks: 3\n\nLines 5-9 of 4-9:\n  \tconst user');
    expect(text).toContain('\nLines 10-10:\n  export');
    expect(text).not.toContain('import');
  });

  it('gives the next page', async () => {
    const long = chunkedFile(
      'long.ts',
      Array.from({ length: 40 }, (_, i) => `${'word '.repeat(60)}${i}`),
    );
    const text = await ask({ filePath: 'long.ts', max_chars: 1000 }, [long]);
    expect(text).toMatch(/\nnote: Lines 3-40 follow: the same call with start_line: 3 goes on there\.\n$/);
  });

  it.each<[string, ChunkedFile, string]>([
    ['is empty', chunkedFile('empty.ts', []), 'Chunks: 0\n\nnote: The file is empty.\n'],
    ['is not in the index', { ...login, indexed: false }, 'note: This file is not in the index'],
  ])('says that a file %s', async (_, file, words) => {
    expect(await ask({ filePath: file.path }, [file])).toContain(words);
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, 'Error: filePath is required\n'],
    [{ filePath: 'none.ts' }, 'Error: File not found: none.ts\nThe nearest'],
    [
      { filePath: login.path, start_line: 11 },
      'Error: Line 11 is past the end: the file has 10 lines\nGive a line from 1 to 10.',
    ],
    [{ file_path: login.path }, 'Error: Unknown argument: file_path\nDid you mean filePath?'],
  ])('refuses %j', async (args, words) => {
    expect(await ask(args)).toContain(words);
  });
});
