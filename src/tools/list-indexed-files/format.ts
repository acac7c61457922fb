/** The answer of `list_indexed_files` as text, and the same facts as data. */
import type { ChunkedFileList } from '../../model/chunk.ts';
import { largestFitting, largestMaxChars, oneLine, type Draft } from '../budget.ts';
import type { Wording } from '../wording.ts';
import { pathLimit, pathText } from '../chunk-text/chunk-words.ts';

interface ListRequest {
  offset: number;
  /** Names of the filters that the call gave. */
  filters: readonly string[];
  maxChars: number;
  say: Wording;
}

interface Group {
  language: string;
  total: number;
  files: { path: string; chunks: number }[];
}

function groupsOf(list: ChunkedFileList, count: number): Group[] {
  const totals = new Map(list.languages.map(({ language, files }) => [language, files]));
  const groups: Group[] = [];
  for (const { path, language, chunks } of list.files.slice(0, count)) {
    if (groups.at(-1)?.language !== language) groups.push({ language, total: totals.get(language) ?? 0, files: [] });
    groups.at(-1)?.files.push({ path, chunks });
  }
  return groups;
}

function notesOf(list: ChunkedFileList, shown: number, { offset, filters, maxChars, say }: ListRequest): string[] {
  const next = offset + shown;
  const left = list.total - next;
  const larger =
    maxChars < largestMaxChars
      ? `, or more at once with a larger ${say.option('max_chars')} (up to ${largestMaxChars})`
      : '';
  return [
    ...(list.note === null ? [] : [oneLine(list.note)]),
    ...(list.total === 0 && filters.length > 0
      ? [`Nothing matches: try without ${filters.map((one) => say.option(one)).join(' or ')}.`]
      : []),
    ...(list.total > 0 && list.files.length === 0
      ? [`${say.option('offset')} is past the last of the ${list.total} files.`]
      : []),
    ...(shown > 0 && left > 0 ? [`${left} more files: ${say.repeat({ offset: next })} goes on there${larger}.`] : []),
  ];
}

function draftOf(list: ChunkedFileList, count: number, request: ListRequest): Draft {
  const groups = groupsOf(list, count);
  const shown = groups.reduce((sum, group) => sum + group.files.length, 0);
  const notes = notesOf(list, shown, request);
  const blocks = groups.map(
    ({ language, total, files }) =>
      `\n${language} (${total} file(s)):\n` +
      files.map(({ path, chunks }) => `  - ${pathText(path)} (${chunks} chunk(s))\n`).join(''),
  );
  const foot = notes.length === 0 ? '' : `\n${notes.map((note) => `note: ${note}\n`).join('')}`;
  return {
    text: `Indexed Files: ${list.total} file(s)\n${blocks.join('')}${foot}`,
    structured: {
      total_files: list.total,
      languages: groups.map(({ language, total, files }) => ({
        language,
        total_files: total,
        files: files.map(({ path, chunks }) => ({ path: oneLine(path, pathLimit), chunks })),
      })),
      ...(shown > 0 && request.offset + shown < list.total ? { next_offset: request.offset + shown } : {}),
      ...(notes.length === 0 ? {} : { notes }),
    },
  };
}

export function formatList(list: ChunkedFileList, request: ListRequest): Draft {
  const count = largestFitting(Math.max(list.files.length, 1), request.maxChars, (files) =>
    draftOf(list, files, request),
  );
  return draftOf(list, count, request);
}
