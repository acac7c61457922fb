import { describe, expect, it } from 'vitest';
import { callTool } from '../call-tool.ts';
import { chunkedFile } from '../testing/fixed-chunks.ts';
import { fixedEngine } from '../testing/fixed-engine.ts';
import { tool } from './tool.ts';

const file = chunkedFile(
  'src/auth/login.ts',
  [
    "import { database } from './database';",
    'function authenticateUser(username, password) {\n\treturn database.findUser(username);\n}\n\n',
    `const table = '${'x'.repeat(3000)}';`,
    Array.from({ length: 70 }, (_, i) => `  step(${i}, 'some words to fill the line');`).join('\n'),
  ],
  [{}, { kind: 'definition', symbols: ['authenticateUser', 'validate'], container: 'Login' }],
);

async function ask(args: Record<string, unknown>): Promise<string> {
  const context = { signal: new AbortController().signal, progress: null };
  const answer = await callTool(tool, args, async () => fixedEngine({ chunked: [file] }), context);
  return answer.texts.join('\n');
}

describe('get_chunk', () => {
  it('prints the expected text', async () => {
    await expect(await ask({ chunkId: file.chunks[1]?.id })).toMatchFileSnapshot('golden/definition.txt');
  });

  it('counts what does not fit, and says how to see it', async () => {
    const line = await ask({ chunkId: file.chunks[2]?.id, max_chars: 1000 });
    expect(line).toMatch(/x… \(\d+ more characters\)\n\nnote: The line is cut: a larger max_chars/);
    const lines = await ask({ chunkId: file.chunks[3]?.id, max_chars: 1000 });
    expect(lines).toMatch(
      /note: \d+ more lines: a larger max_chars .* or get_context with start_line: \d+ shows more\.\n$/,
    );
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, 'Error: chunkId is required\n'],
    [{ chunkId: 'chunk_zzzzzzzzzzzzzz' }, 'Error: Chunk not found: chunk_zzzzzzzzzzzzzz\n'],
  ])('refuses %j', async (args, words) => {
    expect(await ask(args)).toContain(words);
  });
});
