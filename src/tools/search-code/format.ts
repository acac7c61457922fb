/** The answer of `search_code`: the list of results as JSON; then a summary, which counts what was left out, and notes. */
import type { TextFiles, TextHit, TextQuery, TextSearchResult } from '../../engine/types.ts';
import { largestFitting, largestMaxChars, oneLine } from '../budget.ts';
import type { Wording } from '../wording.ts';

/** Characters shown of a line. A longer line is cut around the match. */
const lineLimit = 300;
/** How many of these characters come before the match. */
const charsBeforeMatch = 60;

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
  structured: {
    results: Result[];
    total: number;
    at_least?: true;
    truncated: boolean;
    next_offset?: number;
    notes?: string[];
  };
}

export interface TextFormat {
  maxChars: number;
  say: Wording;
}

export function formatLines(answer: TextSearchResult, query: TextQuery, format: TextFormat): FormattedText {
  const results = answer.hits.map((hit) => resultOf(hit, query));
  return fitResults(results, { answer, query, total: answer.total, what: 'line', ...format });
}

export function formatFiles(answer: TextFiles, query: TextQuery, format: TextFormat): FormattedText {
  const results = answer.shown.map(({ path, count }) => ({ file_path: path, count }));
  return fitResults(results, { answer, query, total: answer.files, what: 'file', ...format });
}

function resultOf({ path, line, column, text, before, after }: TextHit, { context = 0 }: TextQuery): Result {
  const cutAll = (lines: readonly string[]): string[] => lines.map((one) => cutLine(one, 1));
  return {
    file_path: path,
    line_number: line,
    line: text
      .split('\n')
      .map((one, at) => cutLine(one, at === 0 ? column : 1))
      .join('\n'),
    column,
    ...(context === 0 ? {} : { before: cutAll(before), after: cutAll(after) }),
  };
}

/** A line, or the part of it around a column, with an ellipsis where something is left out. */
function cutLine(line: string, column: number): string {
  if (line.length <= lineLimit) return line;
  const start = Math.max(0, Math.min(column - 1 - charsBeforeMatch, line.length - lineLimit));
  const end = start + lineLimit;
  return `${start > 0 ? '…' : ''}${line.slice(start, end).toWellFormed()}${end < line.length ? '…' : ''}`;
}

/** What the sentence about the number of results is made from. */
export interface Counted extends TextFormat {
  answer: TextSearchResult | TextFiles;
  query: TextQuery;
  total: number;
  what: 'line' | 'file';
}

function fitResults(results: readonly Result[], fitting: Counted): FormattedText {
  const draft = (count: number): FormattedText => draftOf(results.slice(0, count), fitting);
  if (results.length === 0) return draft(0);
  const joined = (count: number): { text: string; structured: Record<string, unknown> } => {
    const { texts, structured } = draft(count);
    return { text: texts.join('\n'), structured };
  };
  return draft(largestFitting(results.length, fitting.maxChars, joined));
}

function draftOf(results: Result[], fitting: Counted): FormattedText {
  const { answer, query, total } = fitting;
  const next = nextOffset(results.length, { answer, query, total });
  const truncated = next !== null;
  const notes = [...answer.notes, ...(answer.isRegex && query.isRegex === undefined ? [regexNote] : [])];
  const summary = summaryOf(results.length, fitting, next);
  return {
    texts: [JSON.stringify(results), [summary, ...notes.map((note) => `note: ${note}`)].join('\n')],
    structured: {
      results,
      total,
      ...(answer.isLowerBound ? { at_least: true } : {}),
      truncated,
      ...(truncated ? { next_offset: next } : {}),
      ...(notes.length === 0 ? {} : { notes }),
    },
  };
}

/** The offset of the first result that is not shown; null where there is no other page. */
export function nextOffset(
  shown: number,
  { answer, query, total }: Pick<Counted, 'answer' | 'query' | 'total'>,
): number | null {
  const { offset = 0 } = query;
  const next = offset + shown;
  // A count that has ended may have been at the last result, which the next page says.
  const hasMore = next < total || (answer.isLowerBound && shown > 0);
  return hasMore && (shown > 0 || offset === 0) ? next : null;
}

const regexNote = 'The query was not found as it is, and was taken as a regular expression.';

/** How many results there are, and how to see the others. @param next the offset of the first result that is not shown; null for none */
export function summaryOf(shown: number, fitting: Counted, next: number | null): string {
  const { answer, query, total, what, maxChars, say } = fitting;
  const { offset = 0, globs = [] } = query;
  const isExact = !answer.isLowerBound;
  // How many files a count has read when it ends says nothing.
  const ofFiles = what === 'file' || !isExact ? '' : ` in ${counted(answer.files, 'file')}`;
  const matching = `${isExact ? '' : 'At least '}${counted(total, `matching ${what}`)}${ofFiles}`;
  if (total === 0) {
    const narrowed = globs.length > 0 ? ` in the paths that match ${oneLine(globs.join(', '), 200)}` : '';
    const none = isExact ? 'No line matches' : 'Until the search ended, no line was found that matches';
    return `${none} ${oneLine(JSON.stringify(query.query), 200)}${narrowed}. ${advice(query, say)}`;
  }
  if (shown === 0)
    return `${say.option('offset')} is past the last of the ${counted(total, `matching ${what}`)}${isExact ? '' : ' that were found'}.`;
  if (next === null) return `${matching}${offset > 0 ? `, from ${offset + 1} on` : ''}.`;
  const larger =
    maxChars < largestMaxChars
      ? ` (${say.option('max_results')} or a larger ${say.option('max_chars')} show more at once)`
      : '';
  return (
    `${matching}; ${shown} shown, ${isExact ? `${total - next} ` : ''}more: ${say.repeat({ offset: next })} goes on` +
    `${larger}, a longer query or ${say.option('glob')} narrows it.`
  );
}

function advice({ caseSensitive, query, wholeWord, globs = [] }: TextQuery, say: Wording): string {
  const inWords = say.tool('search_repo');
  if (globs.length > 0) return `Try without ${say.option('glob')}.`;
  if (wholeWord === true) return `Try without ${say.option('whole_word')}.`;
  if (caseSensitive !== false && /\p{Lu}/u.test(query))
    return `Case matters: try ${say.option('case_sensitive', false)}, or ask ${inWords} in words.`;
  return `Try a shorter part of it, or ask ${inWords} in words.`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
