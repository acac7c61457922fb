import { describe, expect, it } from 'vitest';
import type { SemanticAnswer, SemanticHit } from '../../engine/types.ts';
import { callTool } from '../call-tool.ts';
import { chunkedFile } from '../testing/fixed-chunks.ts';
import { fixedEngine, type FixedEngine } from '../testing/fixed-engine.ts';
import { tool } from './tool.ts';

const file = chunkedFile(
  'src/net/retry.ts',
  [
    "import { wait } from './wait.ts';",
    'async backoff(attempt: number) {\n\tawait wait(2 ** attempt);\n}\n',
    Array.from({ length: 70 }, (_, i) => `  step(${i}, 'some words to fill the line');`).join('\n'),
    `const table = '${'x'.repeat(3000)}';`,
  ],
  [{}, { kind: 'definition', symbols: ['Retry.backoff'], container: 'Retry' }],
);

const hitOf = (index: number, similarity: number): SemanticHit => ({ file, chunk: file.chunks[index]!, similarity });

const answer = (hits: SemanticHit[], parts: Partial<SemanticAnswer> = {}): SemanticAnswer => ({
  state: 'ready',
  hits,
  refreshed: 0,
  note: null,
  ...parts,
});

async function ask(
  args: Record<string, unknown>,
  semantic: SemanticAnswer,
): Promise<{ text: string; engine: FixedEngine; isError: boolean }> {
  const engine = fixedEngine({ semantic });
  const context = { signal: new AbortController().signal, progress: null };
  const { texts, isError = false } = await callTool(tool, args, async () => engine, context);
  return { text: texts.join('\n'), engine, isError };
}

describe('search_by_embedding', () => {
  it('shows chunks with their similarity', async () => {
    const { text } = await ask({ query: 'wait longer\nafter each' }, answer([hitOf(1, 0.8127), hitOf(2, 0.5)]));
    await expect(text).toMatchFileSnapshot('golden/chunks.txt');
  });

  it('passes the arguments on', async () => {
    const args = { query: 'wait', max_results: 3, language: 'PY', pathPrefix: './src/net/' };
    const { engine } = await ask(args, answer([]));
    expect(engine.asked.semantic).toMatchObject([
      { query: 'wait', k: 3, language: 'python', pathPrefix: 'src/net/', signal: expect.any(AbortSignal) },
    ]);
    const { engine: other } = await ask({ query: 'wait' }, answer([]));
    expect(Object.keys(other.asked.semantic[0]!).toSorted()).toEqual(['k', 'query', 'signal']);
  });

  it.each([1000, 3000, 8000, 50_000])('stays under %i characters, and counts what it leaves out', async (max_chars) => {
    const hits = Array.from({ length: 60 }, (_, i) => hitOf(i % 4, 1 - i / 100));
    const { text } = await ask({ query: 'wait', max_results: 60, max_chars }, answer(hits, { note: 'n'.repeat(900) }));
    expect(text.length).toBeLessThan(max_chars);
    const shown = text.match(/^\[similarity /gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(0);
    if (shown < 60) expect(text).toContain(`note: ${60 - shown} more result`);
  });

  it.each<[what: string, args: object, given: Partial<SemanticAnswer>, words: RegExp]>([
    ['nothing', {}, {}, /^No matches found\n\nnote: No file of the index has words/],
    [
      'nothing with filters',
      { language: 'python' },
      {},
      /^No matches found\n\nnote: Try without language or pathPrefix/,
    ],
    [
      'nothing yet',
      {},
      { state: 'partial', note: '9 files have no vectors yet.' },
      /^No matches found\n\nnote: 9 files have no vectors yet\.\nnote: Ask again/,
    ],
    [
      'no model',
      {},
      { state: 'unavailable', note: 'the model cannot be read. Install it' },
      /^Error: the model cannot be read\. Install it\nsearch_repo and/,
    ],
    [
      'what is switched off',
      {},
      { state: 'off', note: 'Search by meaning is switched off' },
      /^Error: Search by meaning is switched off\n/,
    ],
  ])('says so: %s', async (_, args, given, words) => {
    const { text, isError } = await ask({ query: 'wait', ...args }, answer([], given));
    expect(text).toMatch(words);
    expect(isError).toBe(given.state === 'unavailable' || given.state === 'off');
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, 'Error: Query is required\n'],
    [{ query: ' \n' }, 'Error: Query is required\n'],
    [{ query: 'x', language: 'pyhton' }, 'Error: Unknown language: pyhton\n'],
    [{ query: 'x', max_results: 101 }, 'Error: '],
  ])('refuses %j', async (args, words) => {
    expect((await ask(args, answer([]))).text).toContain(words);
  });
});
