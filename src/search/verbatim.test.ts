import { expect, it } from 'vitest';
import { parseHybridQuery } from './hybrid/query.ts';
import { minVerbatimShare, maxVerbatimShare, verbatimShare, verbatimQuery } from './verbatim.ts';

const unknown = new Set(['zebra']);
const written = (query: string) => verbatimQuery(parseHybridQuery(query), (term) => (unknown.has(term) ? 0 : 1));

it.each([
  ['have such file', ['have', 'such', 'file']],
  ['find "no such file" here', ['find', 'no', 'such', 'file', 'here']],
  ['no such zebra file here path:src', ['no', 'such', 'file', 'here']],
  ['no such', null],
  ['is it on', null],
  ['matrix(.81709 0 1)', ['matrix', '81709', '0', '1']],
  ['no-such-file-here.ts', null],
  [`no such file ${'or folder '.repeat(20)}`, null],
])('uses the words of a text, except for those that no file has: %j', (query, expected) => {
  expect(written(query)?.words.map(({ text }) => text) ?? null).toEqual(expected);
});

it.each([
  ['cannot open the file', 'throw new Error("Cannot open the file");', 1],
  ['cannot open the file', 'fail("Cannot open " +\n  "the file\\n");', 1],
  ['cannot open file 12 for writing', 'printf("cannot open file %d for writing", fd)', 0.98],
  ['cannot open /var/cannot/open file', 'fail("cannot open %s file")', 0.44],
  ['cannot open the file for writing', 'Cannot open any other file, not even for writing', 0.47],
  ['cannot open file', 'cannot open file', 1],
  ['error: "cannot open the file" what causes this?', 'fail("cannot open the file")', 0.77],
  ['cannot open the file', 'file.the(open, cannot)', 0.1],
  ['cannot open the file', "import './cannot-open-the-file'", 0.4],
  ['cannot open the file', `cannot ${'word '.repeat(20)} open ${'word '.repeat(20)} the file`, 0.3],
])('measures how much of %j is in %j', (query, text, share) => {
  expect(verbatimShare(written(query)!, text)).toBeCloseTo(share, 1);
});

it('computes from the words alone the maximum that a text can have', () => {
  const question = written('cannot open the file for writing')!;
  const having = (...words: string[]): number =>
    maxVerbatimShare(question, (at) => words.includes(question.words[at]!.text));
  expect(having('cannot', 'open', 'the', 'file', 'for', 'writing')).toBeCloseTo(1);
  expect(having('cannot', 'open', 'the')).toBeCloseTo(0.4);
  expect(having('cannot', 'the', 'for')).toBeLessThan(minVerbatimShare);
});
