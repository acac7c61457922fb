import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkedFile } from '../../model/chunk.ts';
import { callTool } from '../call-tool.ts';
import { tool as chunkFile } from '../chunk-file/tool.ts';
import { tool as chunkFiles } from '../chunk-files/tool.ts';
import { tool as getChunk } from '../get-chunk/tool.ts';
import { tool as getContext } from '../get-context/tool.ts';
import { chunkedFile } from '../testing/fixed-chunks.ts';
import { fixedEngine } from '../testing/fixed-engine.ts';
import type { Tool } from '../tool.ts';

async function call(tool: Tool, args: unknown, chunked: readonly ChunkedFile[]) {
  const context = { signal: new AbortController().signal, progress: null };
  const answer = await callTool(tool, args, async () => fixedEngine({ chunked }), context);
  if (tool.output !== null) expect(tool.output.safeParse(answer.structured).error).toBeUndefined();
  return { text: answer.texts.join('\n'), data: answer.structured ?? {}, isError: answer.isError ?? false };
}

const word = fc.constantFrom(
  'const a = 1;',
  '',
  '  ',
  '\treturn "x";',
  '}',
  'é'.repeat(40),
  '\u0001\u001b[2J',
  '"\\'.repeat(30),
  '😀',
);
const line = fc.oneof(
  { weight: 9, arbitrary: fc.array(word, { maxLength: 4 }).map((parts) => parts.join(' ')) },
  { weight: 1, arbitrary: fc.integer({ min: 500, max: 20_000 }).map((length) => 'x"'.repeat(length / 2)) },
);
const chunkText = fc.array(line, { minLength: 1, maxLength: 30 }).map((lines) => lines.join('\n'));
const symbols = fc.array(fc.constantFrom('a', 'Outer.method', 'n'.repeat(300), 'line\nbreak'), { maxLength: 30 });
const part = fc.record({ symbols, container: fc.constantFrom(null, 'Outer', 'o'.repeat(400)) });
const arbitraryFile = fc
  .tuple(
    fc.array(fc.tuple(chunkText, part), { minLength: 1, maxLength: 12, size: 'max' }),
    fc.constantFrom('src/a.ts', 'd/'.repeat(400)),
  )
  .map(([chunks, path]) =>
    chunkedFile(
      path,
      chunks.map(([text]) => text),
      chunks.map(([, parts]) => parts),
    ),
  );
const size = fc.constantFrom(1000, 2000, 8000, 50_000);

interface ShownChunk {
  text: string;
  start_line: number;
  end_line: number;
  shown?: { from: number; to: number };
  cut_characters?: number;
}

/** Lines that the data shows, by number; each once. */
function readLines(chunks: readonly ShownChunk[], into: Map<number, string>): void {
  for (const { text, start_line: start, end_line: end, shown, cut_characters: cut = 0 } of chunks) {
    const { from, to } = shown ?? { from: start, to: end };
    const lines = text.split('\n');
    for (let number = from; number <= to; number++) {
      expect(into.has(number)).toBe(false);
      into.set(number, (lines[number - from] ?? '') + (cut > 0 ? `+${cut}` : ''));
    }
  }
}

function expectWhole(file: ChunkedFile, lines: ReadonlyMap<number, string>): void {
  expect(lines.size).toBe(file.lines.length);
  for (const [index, expected] of file.lines.slice(0).entries()) {
    const found = lines.get(index + 1) ?? '';
    const [, start = '', cut] = /^([^]*)\+(\d+)$/.exec(found) ?? [];
    if (cut !== undefined)
      expect(expected.startsWith(start) && start.length + Number(cut) === expected.length).toBe(true);
    // Blank lines at the end of a chunk are not shown.
    else expect(found === expected || (found === '' && expected.trim() === '')).toBe(true);
  }
}

describe('pages of chunks', () => {
  it('show every line of a file once, within their size, in both forms', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryFile, size, async (file, max) => {
        const lines = new Map<number, string>();
        let start: number | undefined = 1;
        for (let pages = 0; start !== undefined; pages++) {
          expect(pages).toBeLessThan(2000);
          const args = { file_path: file.path, start_line: start, max_chars: max };
          const { text, data } = await call(chunkFile, args, [file]);
          expect(text.length).toBeLessThan(max);
          expect(JSON.stringify(data).length).toBeLessThan(max);
          const chunks = data['chunks'] as ShownChunk[];
          for (const chunk of chunks) for (const shown of chunk.text.split('\n')) expect(text).toContain(shown);
          readLines(chunks, lines);
          const next = data['next_start_line'] as number | undefined;
          expect(text.includes('goes on there')).toBe(next !== undefined);
          start = next;
        }
        expectWhole(file, lines);
      }),
      { numRuns: 40 },
    );
  });

  it('show every line of several files once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryFile, { minLength: 1, maxLength: 4 }), size, async (given, max) => {
        const files = given.map((file, index) => ({ ...file, path: `${index}-${file.path}` }));
        const paths = files.flatMap(({ path }) => [path, `missing-${path}`]);
        const lines = new Map(paths.map((path) => [path, new Map<number, string>()]));
        const failures: string[] = [];
        let cursor: string | undefined;
        do {
          const { text, data } = await call(chunkFiles, { file_paths: paths, cursor, max_chars: max }, files);
          expect(text.length).toBeLessThan(max);
          expect(JSON.stringify(data).length).toBeLessThan(max);
          for (const one of data['files'] as {
            file_path: string;
            chunks?: ShownChunk[];
            failure?: { message: string };
          }[]) {
            const path = paths.find((each) => each.startsWith(one.file_path.replace('…', ''))) ?? '';
            if (one.failure !== undefined) failures.push(path);
            readLines(one.chunks ?? [], lines.get(path) ?? new Map());
          }
          cursor = data['next_cursor'] as string | undefined;
        } while (cursor !== undefined);
        for (const file of files) expectWhole(file, lines.get(file.path) ?? new Map());
        expect(failures).toEqual(paths.filter((path) => path.startsWith('missing-')));
      }),
      { numRuns: 40 },
    );
  });

  it('of get_context and get_chunk keep their size', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryFile, size, fc.nat(200), async (file, max, at) => {
        const start = 1 + (at % file.lines.length);
        const context = await call(getContext, { filePath: file.path, start_line: start, max_chars: max }, [file]);
        expect(context.isError).toBe(false);
        expect(context.text.length).toBeLessThan(max);
        const chunk = file.chunks[at % file.chunks.length]!;
        const { text } = await call(getChunk, { chunkId: chunk.id, max_chars: max }, [file]);
        expect(text.length).toBeLessThan(max);
        expect(text).toContain(`Chunk ID: ${chunk.id}\n`);
      }),
      { numRuns: 100 },
    );
  });
});
