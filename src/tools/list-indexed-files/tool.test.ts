import { describe, expect, it } from 'vitest';
import type { ChunkedFile } from '../../model/chunk.ts';
import { callTool } from '../call-tool.ts';
import { chunkedFile } from '../testing/fixed-chunks.ts';
import { fixedEngine, type FixedAnswers } from '../testing/fixed-engine.ts';
import { tool } from './tool.ts';

const python = (file: ChunkedFile): ChunkedFile => ({ ...file, language: 'python' });
const files = [
  chunkedFile('src/auth/login.ts', ['a', 'b', 'c']),
  chunkedFile('src/routes/auth.ts', ['a']),
  chunkedFile('src/odd\nname.ts', []),
  python(chunkedFile('src/api/auth.py', ['a', 'b'])),
];

interface Group {
  language: string;
  total_files: number;
  files: { path: string; chunks: number }[];
}

async function ask(args: Record<string, unknown>, answers: FixedAnswers = { chunked: files }) {
  const context = { signal: new AbortController().signal, progress: null };
  const answer = await callTool(tool, args, async () => fixedEngine(answers), context);
  expect(tool.output?.safeParse(answer.structured).error).toBeUndefined();
  const data = answer.structured ?? {};
  return { text: answer.texts.join('\n'), data, groups: (data['languages'] ?? []) as Group[] };
}

describe('list_indexed_files', () => {
  it('prints the expected text, and the same as data', async () => {
    const { text, data } = await ask({});
    await expect(text).toMatchFileSnapshot('golden/four.txt');
    expect(data).toEqual({
      total_files: 4,
      languages: [
        {
          language: 'typescript',
          total_files: 3,
          files: [
            { path: 'src/auth/login.ts', chunks: 3 },
            { path: 'src/routes/auth.ts', chunks: 1 },
            { path: String.raw`src/odd\nname.ts`, chunks: 0 },
          ],
        },
        { language: 'python', total_files: 1, files: [{ path: 'src/api/auth.py', chunks: 2 }] },
      ],
    });
  });

  it.each<[Record<string, unknown>, number]>([
    [{ language: 'py' }, 1],
    [{ pathPrefix: './src/a' }, 2],
    [{ pathPrefix: '/src/a' }, 2],
    [{ pathPrefix: '.' }, 4],
    [{ language: 'TypeScript', pathPrefix: 'src/routes' }, 1],
  ])('narrows by %j', async (args, total) => {
    expect((await ask(args)).text).toMatch(new RegExp(`^Indexed Files: ${total} file\\(s\\)\n`));
  });

  it('comes in pages that show every file once', async () => {
    const many = Array.from({ length: 700 }, (_, i) => {
      const file = chunkedFile(`src/folder-${i % 7}/module-${i}.ts`, ['x']);
      return i % 3 === 0 ? python(file) : file;
    });
    const sorted = many.toSorted((a, b) => (a.language < b.language ? 1 : -1));
    const seen: string[] = [];
    let offset: number | undefined = 0;
    do {
      const { text, data, groups } = await ask({ offset }, { chunked: sorted });
      expect(text.length).toBeLessThan(8000);
      expect(JSON.stringify(data).length).toBeLessThan(8000);
      for (const { files: shown, language, total_files: total } of groups) {
        expect(total).toBe(language === 'python' ? 234 : 466);
        seen.push(...shown.map(({ path }) => path));
        for (const { path } of shown) expect(text).toContain(`  - ./${path} (1 chunk(s))\n`);
      }
      offset = data['next_offset'] as number | undefined;
      expect(text.includes('the same call with offset: ')).toBe(offset !== undefined);
    } while (offset !== undefined);
    expect(new Set(seen).size).toBe(700);
    expect(seen).toHaveLength(700);
  });

  it.each<[Record<string, unknown>, FixedAnswers, string]>([
    [
      { pathPrefix: 'none/' },
      { chunked: files },
      'Indexed Files: 0 file(s)\n\nnote: Nothing matches: try without pathPrefix.\n',
    ],
    [{ offset: 9 }, { chunked: files }, 'note: offset is past the last of the 4 files.\n'],
    [{}, { chunkNote: 'The index is being made.' }, 'Indexed Files: 0 file(s)\n\nnote: The index is being made.\n'],
  ])('says why there is nothing: %j', async (args, answers, words) => {
    const { text, data } = await ask(args, answers);
    expect(text).toContain(words);
    expect(data['notes']).toHaveLength(1);
  });

  it('names the nearest language', async () => {
    const { text, data } = await ask({ language: 'pithon' });
    expect(text).toContain('Error: Unknown language: pithon\nDid you mean python?');
    expect(data).toMatchObject({ error: { details: { field: 'language' } } });
  });
});
