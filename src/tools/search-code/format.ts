/** The answer of `search_code`: the list of 001, and what was left out. */
import type { TextFiles, TextHit, TextQuery, TextSearchResult } from '../../engine/types.ts';
import { largestFitting, largestMaxChars, oneLine } from '../budget.ts';

/** Characters of a line that are shown: where it is longer, those around the match. */
const lineLimit = 300;
/** Of these, before the match. */
const lead = 60;

interface Result {
  file_path: string;
  line_number?: number;
  line?: string;
  column?: number;
  before?: string[];
  after?: string[];
  count?: number;
}

export interface FormattedText {
  texts: string[];
  structured: { results: Result[]; total: number; truncated: boolean; next_offset?: number; notes?: string[] };
}

export function formatLines(answer: TextSearchResult, query: TextQuery, maxChars: number): FormattedText {
  const results = answer.hits.map((hit) => resultOf(hit, query));
  return fitted(results, { answer, query, total: answer.total, what: 'line', maxChars });
}

export function formatFiles(answer: TextFiles, query: TextQuery, maxChars: number): FormattedText {
  const results = answer.shown.map(({ path, count }) => ({ file_path: path, count }));
  return fitted(results, { answer, query, total: answer.files, what: 'file', maxChars });
}

function resultOf({ path, line, column, text, before, after }: TextHit, { context = 0 }: TextQuery): Result {
  const around = (lines: readonly string[]): string[] => lines.map((one) => cut(one, 1));
  return {
    file_path: path,
    line_number: line,
    line: text
      .split('\n')
      .map((one, at) => cut(one, at === 0 ? column : 1))
      .join('\n'),
    column,
    ...(context === 0 ? {} : { before: around(before), after: around(after) }),
  };
}

/** A line, or the part of it around a column, with an ellipsis where something is left out. */
function cut(line: string, column: number): string {
  if (line.length <= lineLimit) return line;
  const start = Math.max(0, Math.min(column - 1 - lead, line.length - lineLimit));
  const end = start + lineLimit;
  return `${start > 0 ? '…' : ''}${line.slice(start, end).toWellFormed()}${end < line.length ? '…' : ''}`;
}

interface Fitting {
  answer: TextSearchResult | TextFiles;
  query: TextQuery;
  total: number;
  what: 'line' | 'file';
  maxChars: number;
}

function fitted(results: readonly Result[], fitting: Fitting): FormattedText {
  const draft = (count: number): FormattedText => draftOf(results.slice(0, count), fitting);
  if (results.length === 0) return draft(0);
  const asOne = (count: number): { text: string; structured: Record<string, unknown> } => {
    const { texts, structured } = draft(count);
    return { text: texts.join('\n'), structured };
  };
  return draft(largestFitting(results.length, fitting.maxChars, asOne));
}

function draftOf(results: Result[], { answer, query, total, what, maxChars }: Fitting): FormattedText {
  const { offset = 0 } = query;
  const next = offset + results.length;
  const truncated = next < total && (results.length > 0 || offset === 0);
  const notes = [...answer.notes, ...(answer.isRegex && query.isRegex === undefined ? [takenAsRegex] : [])];
  const summary = summaryOf(results.length, { answer, query, total, what, maxChars }, truncated ? next : null);
  return {
    texts: [JSON.stringify(results), [summary, ...notes.map((note) => `note: ${note}`)].join('\n')],
    structured: {
      results,
      total,
      truncated,
      ...(truncated ? { next_offset: next } : {}),
      ...(notes.length === 0 ? {} : { notes }),
    },
  };
}

const takenAsRegex = 'The query stands nowhere as it is; it was taken as a regular expression.';

function summaryOf(shown: number, { answer, query, total, what, maxChars }: Fitting, next: number | null): string {
  const { offset = 0, globs = [] } = query;
  const ofFiles = what === 'line' ? ` in ${counted(answer.files, 'file')}` : '';
  if (total === 0) {
    const narrowed = globs.length > 0 ? ` in the paths that match ${oneLine(globs.join(', '), 200)}` : '';
    return `No line matches ${oneLine(JSON.stringify(query.query), 200)}${narrowed}. ${advice(query)}`;
  }
  if (shown === 0) return `offset is past the last of the ${counted(total, `matching ${what}`)}.`;
  if (next === null)
    return `${counted(total, `matching ${what}`)}${ofFiles}${offset > 0 ? `, from ${offset + 1} on` : ''}.`;
  const larger = maxChars < largestMaxChars ? ' or a larger max_chars' : '';
  return (
    `${counted(total, `matching ${what}`)}${ofFiles}; ${shown} shown, ${total - next} more: the same call with offset: ${next} goes on` +
    `${larger === '' ? '' : ` (max_results${larger} show more at once)`}, a longer query or glob narrows it.`
  );
}

function advice({ caseSensitive, query, wholeWord, globs = [] }: TextQuery): string {
  if (globs.length > 0) return 'Try without glob.';
  if (wholeWord === true) return 'Try without whole_word.';
  if (caseSensitive !== false && /\p{Lu}/u.test(query))
    return 'Capitals count: try case_sensitive: false, or search_repo with words.';
  return 'Try a shorter part of it, or search_repo with words for what it does.';
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
