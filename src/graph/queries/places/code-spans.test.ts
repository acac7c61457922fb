import { describe, expect, it } from 'vitest';
import { codeSpans, type WrittenLanguage } from './code-spans.ts';

const typescript: WrittenLanguage = { id: 'typescript', nature: 'code', keywords: ['const', 'return', 'if'] };
const python: WrittenLanguage = { id: 'python', nature: 'code', keywords: ['def', 'return', 'none', 'self'] };
const yaml: WrittenLanguage = { id: 'yaml', nature: 'data', keywords: [], lineComments: ['#'] };
const cmake: WrittenLanguage = {
  id: 'cmake',
  nature: 'code',
  keywords: ['set'],
  lineComments: ['#'],
  blockComments: [['#[[', ']]']],
};
const prose: WrittenLanguage = { id: 'markdown', nature: 'prose', keywords: [] };

/** The spans of lines as `kind: text`, one array for each line. */
function spansOf(language: WrittenLanguage, text: string, startLine = 1, endLine = 1e9): string[][] {
  const lines = text.split('\n').slice(startLine - 1);
  return codeSpans(language, text, { startLine, endLine }).map((spans, at) =>
    spans.map(({ start, length, kind }) => `${kind}: ${lines[at]!.slice(start, start + length)}`),
  );
}

describe('the spans of lines', () => {
  it('are comments, strings, keywords and numbers', () => {
    expect(spansOf(typescript, "const a = 'b' + 12; // if\nreturn a")).toEqual([
      ['keyword: const', "string: 'b'", 'number: 12', 'comment: // if'],
      ['keyword: return'],
    ]);
    expect(spansOf(python, "def f(self): return None # it's\n  '''a\nb''' + 1")).toEqual([
      ['keyword: def', 'keyword: self', 'keyword: return', 'keyword: None', "comment: # it's"],
      ["string: '''a"],
      ["string: b'''", 'number: 1'],
    ]);
  });

  it('know of a comment that begins before them and ends behind them', () => {
    const text = 'const a\n/* const\nconst b\nif */ const\nconst c';
    expect(spansOf(typescript, text, 3, 3)).toEqual([['comment: const b']]);
    expect(spansOf(typescript, text, 4, 5)).toEqual([['comment: if */', 'keyword: const'], ['keyword: const']]);
  });

  it('take names with a keyword in them as names', () => {
    expect(spansOf(typescript, 'constant ifs $if returned x1 a12')).toEqual([[]]);
  });

  it('follow the marks of languages without rules', () => {
    expect(spansOf(yaml, 'a: "b" # c\nif: 3')).toEqual([['string: "b"', 'comment: # c'], ['number: 3']]);
    expect(spansOf(cmake, 'set(a) #[[ set\nset ]] set # set')).toEqual([
      ['keyword: set', 'comment: #[[ set'],
      ['comment: set ]]', 'keyword: set', 'comment: # set'],
    ]);
  });

  it('are none in prose', () => {
    expect(spansOf(prose, 'It\'s 12 "o\'clock"\n// no')).toEqual([[], []]);
  });

  it('are none behind the end', () => {
    expect(spansOf(typescript, 'const a', 5, 9)).toEqual([]);
    expect(spansOf(typescript, '')).toEqual([[]]);
  });
});
