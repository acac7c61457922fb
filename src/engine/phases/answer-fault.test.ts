/** What other nodes answer about text is looked at before it is used: a number that is missing would be added to others. */
import { expect, it } from 'vitest';
import { answerFault } from './answer-fault.ts';
import type { Messages } from './messages.ts';

const text = { pattern: { query: 'add', isRegex: false, case: 'smart', wholeWord: false, multiline: false } } as const;
const searched = { end: 'whole', total: 1, files: 1, differences: { paths: 0, unseen: null } } as const;

it.each<[part: object, isWhole: boolean]>([
  [{}, true],
  [{ files: undefined }, false],
  [{ files: '1' }, false],
  [{ total: undefined }, false],
  [{ end: undefined }, false],
  [{ differences: undefined }, false],
])('an answer that is not whole is none: %j', (part, isWhole) => {
  const counted = { ...searched, best: [{ path: 'a.ts', count: 1, prior: 1 }], ...part } as Messages['textCount']['answer']; // prettier-ignore
  const count = {
    kind: 'textCount',
    asked: { text, request: { best: { lines: 1 }, most: null } },
    state: null,
  } as const;
  expect(answerFault(count, counted)).toBe(isWhole ? null : 'textCount');
  const lines = { ...searched, paths: [['a.ts', 1]], lines: [[0, 1, 0]], ...part } as Messages['textFind']['answer'];
  const find = { kind: 'textFind', asked: { text, request: { most: 1, paths: null, shown: 1 } }, state: null } as const;
  expect(answerFault(find, lines)).toBe(isWhole ? null : 'textFind');
});
