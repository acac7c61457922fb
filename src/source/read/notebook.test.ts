import { describe, expect, it } from 'vitest';
import { growthExponent, linear } from '../../util/testing/growth.ts';
import { notebookText } from './notebook.ts';
import { sourceText } from './source-text.ts';

interface Cell {
  cell_type: string;
  id?: string;
  outputs?: unknown[];
  source: string | string[];
}

function code(...source: string[]): Cell {
  return {
    cell_type: 'code',
    outputs: [],
    source: source.map((line, at) => (at < source.length - 1 ? `${line}\n` : line)),
  };
}

function notebook(cells: readonly Cell[], language: string | null = 'python', indent = 1): string {
  const metadata = language === null ? {} : { language_info: { name: language, version: '3.12' } };
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, indent)}\n`;
}

/** The lines that are not empty, checked to stand where the file has them. */
function linesOf(json: string): string[] {
  const text = notebookText(json);
  expect(text?.split('\n')).toHaveLength(json.split('\n').length);
  return (text ?? '').split('\n').filter((line) => line !== '');
}

describe('notebookText', () => {
  it('has each line of a cell on its line of the file, after a heading with number and id', () => {
    const json = notebook([{ ...code('def f():', '    return "a\\"b"'), id: 'c0ffee-1' }, code('f()')]);
    const text = notebookText(json)!.split('\n');
    const file = json.split('\n');
    expect(file.findIndex((line) => line.includes('def f'))).toBe(text.indexOf('def f():'));
    expect(text.filter((line) => line !== '')).toEqual([
      '#!python',
      ...['# %% cell 1, id c0ffee-1', 'def f():', '    return "a\\"b"'],
      ...['# %% cell 2', 'f()'],
    ]);
  });

  it('leaves outputs out, and has Markdown as comments', () => {
    const outputs = [{ output_type: 'stream', text: ['def printed():\n'] }];
    const json = notebook([
      { cell_type: 'markdown', source: ['# Title\n', '\n', 'Text'] },
      { ...code('x = 1'), outputs },
    ]);
    expect(linesOf(json)).toEqual([
      ...['#!python', '# %% cell 1 [markdown]', '# # Title', '#', '# Text', '# %% cell 2', 'x = 1'],
    ]);
  });

  it("has IPython's commands as comments, which keep a block valid", () => {
    const json = notebook([
      code('%matplotlib inline', '!pip install x', 'if a:', '    !ls', 'files = !ls', 'print?', 'a = b % c', 'a != b'),
      code('%%bash', 'echo one'),
      code('%%time', 'slow()'),
    ]);
    expect(linesOf(json).slice(2)).toEqual([
      ...['# %matplotlib inline', '# !pip install x', 'if a:', '    pass # !ls', 'files = None # !ls', '# print?'],
      ...['a = b % c', 'a != b', '# %% cell 2', '# %%bash', '# echo one', '# %% cell 3', '# %%time', 'slow()'],
    ]);
  });

  it.each([
    ['TypeScript', '#!ts-node', '// text'],
    ['R', '#!Rscript', '# text'],
    ['julia', '#!julia', '# text'],
    [null, '#!python', '# text'],
  ])('names the language of the kernel: %s', (language, first, comment) => {
    const lines = linesOf(notebook([{ cell_type: 'markdown', source: ['text'] }], language));
    expect([lines[0], lines.at(-1)]).toEqual([first, comment]);
  });

  it('is null for what is no notebook, and where lines share a line of the file', () => {
    for (const json of ['', '[]', '{"cells": 1}', '{"cells": [', '{"a": 1, "a": 2, "cells": []}', 'x'.repeat(9)])
      expect(notebookText(json)).toBeNull();
    expect(notebookText(notebook([code('a', 'b')], 'python', 0))).toBeNull();
    expect(notebookText(notebook([{ cell_type: 'code', source: 'a\nb' }]))).toBeNull();
  });

  it('takes any JSON in place of a part', () => {
    for (const cells of [
      [null],
      [1],
      ['a'],
      [{}],
      [{ source: 1 }],
      [{ source: [1, null, {}] }],
      [{ cell_type: {}, source: [] }],
    ])
      expect(notebookText(JSON.stringify({ cells, metadata: [] }, null, 1))).not.toBeNull();
    expect(notebookText(`{"cells": ${'['.repeat(5000)}${']'.repeat(5000)}}`)).toBeNull();
    expect(linesOf(notebook([code('a')], '</script>\n#')).at(0)).toBe('#!python');
  });

  it('reads a line of a megabyte of spaces, and what only looks like a command for as long', () => {
    const [spaces, words] = [`${' '.repeat(1_000_000)}x`, 'a '.repeat(500_000)];
    expect(linesOf(notebook([code(spaces, words)])).slice(-2)).toEqual([spaces, words]);
  });

  it('is linear in the text', async () => {
    const make = (count: number): string => notebook(Array.from({ length: count }, () => code('f()', 'g()')));
    expect(await growthExponent([1_000, 8_000], make, notebookText)).toBeLessThan(linear);
  });
});

describe('sourceText', () => {
  it('reads a file as a notebook by its extension only', () => {
    const bytes = Buffer.from(notebook([code('a')]));
    expect(sourceText('a/B.IPYNB', bytes)?.text).toMatch(/^#!python\n/);
    expect(sourceText('a.json', bytes)?.text).toBe(bytes.toString());
    expect(sourceText('a.ipynb', Buffer.from('{"cells'))?.text).toBe('{"cells');
  });
});
