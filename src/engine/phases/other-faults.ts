/** What is missing in answers about text, symbols and lists. */
import type { CountedFiles } from '../text/text-part.ts';
import type { OtherMessages } from './other-messages.ts';

type Faults = {
  [Kind in keyof OtherMessages]: (
    answer: OtherMessages[Kind]['answer'],
    asked: OtherMessages[Kind]['asked'],
  ) => boolean;
};

export const otherFaults: Faults = {
  textScope: ({ files, candidates }) => typeof files !== 'number' || typeof candidates !== 'number',
  textFind: ({ paths, lines, ...search }) =>
    !isSearch(search) ||
    !paths.every(([path]) => typeof path === 'string') ||
    !lines.every(([file, line]) => paths[file] !== undefined && typeof line === 'number'),
  textCount: ({ best, ...search }) =>
    !isSearch(search) || !best.every(({ path, count }) => typeof path === 'string' && typeof count === 'number'),
  // With none, the question would never end.
  textLines: (answer, { request: { places } }) =>
    !Array.isArray(answer) || answer.length > places.length || (answer.length === 0 && places.length > 0),
  symbols: ({ symbols, near, state, total, matching }) =>
    typeof total !== 'number' ||
    typeof matching.total !== 'number' ||
    typeof state.freshness.state !== 'string' ||
    ![...symbols, ...near.symbols].every(
      ({ node, rank }) => typeof node.path === 'string' && typeof rank === 'number',
    ) ||
    !Array.isArray(near.outside) ||
    !Array.isArray(near.names),
  symbolFiles: (answer, { paths }) => !Array.isArray(answer) || answer.length !== paths.length,
  symbolNames: (answer) => !Array.isArray(answer),
  leftOut: ({ total, leftOut }) => typeof total !== 'number' || !leftOut.every(({ path }) => typeof path === 'string'),
  statistics: ({ files, languages, leftOut }) =>
    typeof files !== 'number' || !Array.isArray(languages) || typeof leftOut !== 'object',
  listed: ({ total, files }) => typeof total !== 'number' || !files.every(({ path }) => typeof path === 'string'),
  status: ({ sums, freshness }) => typeof freshness.state !== 'string' || !Array.isArray(sums.states),
  completions: ({ values, total }) => typeof total !== 'number' || !Array.isArray(values),
};

function isSearch({ total, files, end, differences }: Partial<CountedFiles>): boolean {
  const hasNumbers = typeof total === 'number' && typeof files === 'number';
  return hasNumbers && typeof end === 'string' && typeof differences === 'object';
}
