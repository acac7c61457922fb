import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth, splitAtWidth } from './display-width.ts';
import { formatTable } from './table.ts';

const columns = [{ title: 'path' }, { title: 'lines', align: 'right' as const }, { title: 'note' }];

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['日本', 4],
    ['😀', 2],
    ['한글', 4],
  ])('%j', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it('splits without loss, and always takes at least one character', () => {
    expect(splitAtWidth('日本語', 3)).toEqual(['日', '本語']);
    expect(splitAtWidth('日本語', 1)).toEqual(['日', '本語']);
    expect(splitAtWidth('ab', 5)).toEqual(['ab', '']);
  });
});

describe('formatTable', () => {
  it('aligns columns by their visible width', () => {
    const rows = [
      ['src/日本.ts', '5', ''],
      ['a', '12', 'test'],
    ];
    expect(formatTable({ columns, rows, width: null })).toEqual([
      'path         lines  note',
      'src/日本.ts      5',
      'a               12  test',
    ]);
  });

  it('folds the widest column after a slash or a blank', () => {
    const rows = [['src/languages/typescript/imports.ts', '1', 'generated, vendored']];
    expect(formatTable({ columns, rows, width: 38 })).toEqual([
      'path            lines  note',
      'src/languages/      1  generated,',
      'typescript/            vendored',
      'imports.ts',
    ]);
  });

  it('leaves out empty titles', () => {
    expect(formatTable({ columns: [{ title: '' }, { title: '' }], rows: [['a', 'b']], width: 10 })).toEqual(['a  b']);
  });

  it('loses nothing and keeps within the width', () => {
    const cell = fc.stringMatching(/^[a-z/ ]{0,60}$/).map((text) => text.trim().replaceAll(/ +/g, ' '));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { maxLength: 5 }),
        fc.integer({ min: 30, max: 100 }),
        (rows, width) => {
          const lines = formatTable({ columns: [{ title: 'one' }, { title: 'two' }], rows, width });
          const letters = (text: string): string => text.replaceAll(/[ \n]/g, '');
          const seen = [...letters(lines.join(''))].toSorted().join('');
          const given = [...letters(`onetwo${rows.flat().join('')}`)].toSorted().join('');
          return seen === given && lines.every((line) => displayWidth(line) <= width);
        },
      ),
    );
  });

  it('breaks no word while another column has blanks', () => {
    const rows = [
      ['search.scoringWeights.documentation', 'many words that can be broken at a blank', 'default'],
      ['plugins', '1', 'default'],
    ];
    const lines = formatTable({ columns: [{ title: 'key' }, { title: 'value' }, { title: 'from' }], rows, width: 70 });
    expect(lines[1]).toMatch(/^search\.scoringWeights\.documentation {2}many/);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(70);
  });
});
