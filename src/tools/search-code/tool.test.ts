import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextFiles, TextHit, TextSearchResult } from '../../engine/types.ts';
import { callTool } from '../call-tool.ts';
import { fixedEngine } from '../testing/fixed-engine.ts';
import { tool } from './tool.ts';

async function ask(args: Record<string, unknown>, text?: TextSearchResult, textFiles?: TextFiles) {
  const engine = fixedEngine({
    ...(text === undefined ? {} : { text }),
    ...(textFiles === undefined ? {} : { textFiles }),
  });
  const context = { signal: new AbortController().signal, progress: null };
  const answer = await callTool(tool, args, async () => engine, context);
  return { answer, asked: engine.asked.text, texts: answer.texts };
}

function hit(path: string, line: number, text: string, parts: Partial<TextHit> = {}): TextHit {
  return { path, line, column: 1, length: 1, text, before: [], after: [], ...parts };
}

function found(hits: TextHit[], total = hits.length, parts: Partial<TextSearchResult> = {}): TextSearchResult {
  const files = new Set(hits.map(({ path }) => path)).size;
  return { hits, total, files, isLowerBound: false, isRegex: false, notes: [], ...parts };
}

describe('search_code', () => {
  it('prints the list of results, then what was left out', async () => {
    const hits = [
      hit('src/main.rs', 10, 'fn add(a: i32, b: i32) -> i32 {', { column: 4 }),
      hit('src/lib.rs', 2, '// add'),
    ];
    const { texts, answer } = await ask({ query: 'add' }, found(hits, 7, { notes: ['Still indexing.'] }));
    expect(JSON.parse(texts[0]!)).toEqual([
      { file_path: 'src/main.rs', line_number: 10, line: 'fn add(a: i32, b: i32) -> i32 {', column: 4 },
      { file_path: 'src/lib.rs', line_number: 2, line: '// add', column: 1 },
    ]);
    await expect(texts.join('\n')).toMatchFileSnapshot('golden/two.txt');
    expect(answer.structured).toMatchObject({ total: 7, truncated: true, next_offset: 2, notes: ['Still indexing.'] });
  });

  it('says that there are more than were counted', async () => {
    const some = { isLowerBound: true, files: 3 };
    const { texts, answer } = await ask({ query: 'add' }, found([hit('a.rs', 1, 'add')], 10_000, some));
    expect(answer.structured).toMatchObject({ total: 10_000, at_least: true, truncated: true, next_offset: 1 });
    expect(texts[1]).toMatch(/^At least 10000 matching lines; 1 shown, more: /);
    const files = { shown: [{ path: 'a.rs', count: 3 }], total: 9, isRegex: false, notes: [] };
    const listed = await ask({ query: 'add', files_only: true }, undefined, { ...some, ...files, files: 10_000 });
    expect(listed.texts[1]).toMatch(/^At least 10000 matching files; 1 shown, more: /);
    // A page that ends where the count has ended has another one after it.
    const last = await ask({ query: 'add' }, found([hit('a.rs', 1, 'add')], 1, some));
    expect(last.answer.structured).toMatchObject({ total: 1, at_least: true, truncated: true, next_offset: 1 });
    const none = await ask({ query: 'add' }, found([], 0, { isLowerBound: true }));
    expect(none.answer.structured).toMatchObject({ truncated: false });
    expect(none.answer.structured).not.toHaveProperty('next_offset');
    expect(none.texts[1]).toMatch(/^Until the search ended, no line was found that matches "add"/);
    const whole = await ask({ query: 'add' }, found([hit('a.rs', 1, 'add')]));
    expect(whole.answer.structured).not.toHaveProperty('at_least');
  });

  it('passes the arguments on', async () => {
    const { asked } = await ask({
      ...{ query: ' a b ', max_results: 7, offset: 3, regex: true, case_sensitive: false, whole_word: true },
      ...{ multiline: true, glob: './src/** !./docs/**  *.ts', context: 2 },
    });
    expect(asked[0]).toMatchObject({
      ...{ query: ' a b ', limit: 7, offset: 3, isRegex: true, caseSensitive: false, wholeWord: true, multiline: true },
      ...{ globs: ['src/**', '!docs/**', '*.ts'], context: 2 },
    });
  });

  it('takes globs with commas between them, and from the root of the machine', async () => {
    const glob = `${fixedEngine().root}/src/a.ts, src/*.{ts,js},!${fixedEngine().root}/docs/**`;
    const { asked } = await ask({ query: 'x', glob });
    expect(asked[0]).toMatchObject({ globs: ['src/a.ts', 'src/*.{ts,js}', '!docs/**'] });
  });

  it('gives files with their counts', async () => {
    const files: TextFiles = {
      shown: [{ path: 'a.ts', count: 3 }],
      total: 9,
      files: 4,
      isLowerBound: false,
      isRegex: false,
      notes: [],
    };
    const { texts, answer } = await ask({ query: 'x', files_only: true, max_results: 1 }, undefined, files);
    expect(JSON.parse(texts[0]!)).toEqual([{ file_path: 'a.ts', count: 3 }]);
    expect(answer.structured).toMatchObject({ total: 4, truncated: true, next_offset: 1 });
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ query: 'nothing' }, /^No line matches "nothing"\. Try a shorter part/],
    [{ query: 'Nothing' }, /case_sensitive: false/],
    [{ query: 'nothing', glob: '*.x' }, /in the paths that match \*\.x\. Try without glob/],
    [{ query: 'nothing', whole_word: true }, /Try without whole_word/],
  ])('says what to do when nothing is found: %j', async (args, said) => {
    const { texts } = await ask(args);
    expect(texts[0]).toBe('[]');
    expect(texts[1]).toMatch(said);
  });

  it.each([
    [{}, 'Query is required'],
    [{ query: '' }, 'Query is required'],
    [{ query: 'x', max_results: 0 }, 'max_results'],
    [{ query: 'x', path: 'src' }, 'path'],
  ])('refuses %j', async (args, said) => {
    const { answer } = await ask(args);
    expect([answer.isError, answer.texts[0]]).toEqual([true, expect.stringContaining(said)]);
  });

  it('shows of a long line the part around the match', async () => {
    const text = `${'a'.repeat(5000)}needle${'b'.repeat(5000)}`;
    const { texts } = await ask({ query: 'needle' }, found([hit('min.js', 1, text, { column: 5001 })]));
    const [{ line }] = JSON.parse(texts[0]!) as [{ line: string }];
    expect(line).toMatch(/^…a{60}needleb+…$/);
    expect(line.length).toBeLessThan(310);
  });

  it('says when the query was taken as a regular expression', async () => {
    const { texts } = await ask({ query: 'a.b' }, found([hit('a', 1, 'axb')], 1, { isRegex: true }));
    expect(texts[1]).toContain('taken as a regular expression');
    const { texts: asked } = await ask(
      { query: 'a.b', regex: true },
      found([hit('a', 1, 'axb')], 1, { isRegex: true }),
    );
    expect(asked[1]).not.toContain('taken as');
  });

  it('stays within its characters, and says where to go on', async () => {
    const text = fc.string({ maxLength: 400, unit: 'grapheme' });
    const hits = fc.array(fc.record({ path: fc.string({ minLength: 1, maxLength: 80 }), text }), {
      minLength: 1,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(hits, fc.integer({ min: 1000, max: 9000 }), async (all, maxChars) => {
        const answers = found(all.map(({ path, text: one }, at) => hit(path, at + 1, one)));
        const { texts, answer } = await ask({ query: 'x', max_chars: maxChars }, answers);
        const shown = (JSON.parse(texts[0]!) as unknown[]).length;
        expect(shown).toBeGreaterThan(0);
        if (shown > 1) expect(texts.join('\n').length).toBeLessThan(maxChars);
        expect(answer.structured?.['next_offset']).toBe(shown < all.length ? shown : undefined);
      }),
      { numRuns: 60 },
    );
  });
});
