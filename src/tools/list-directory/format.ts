/** The answer of `list_directory`: one line for each entry, and the same facts as data. */
import type { DirectoryEntry, DirectoryListing } from '../../engine/types.ts';
import { largestFitting, largestMaxChars, oneLine, type Draft } from '../budget.ts';
import type { Wording } from '../wording.ts';

interface ListRequest {
  offset: number;
  maxChars: number;
  say: Wording;
}

const reasons: Record<NonNullable<DirectoryEntry['leftOut']>, string> = {
  notYet: 'not in the index',
  ignored: 'not indexed: ignored',
  binary: 'not indexed: binary',
  tooLarge: 'not indexed: too large',
  symlink: 'link',
  special: 'special',
  unreadable: 'not indexed: unreadable',
  secret: 'not indexed: files of this name hold secrets',
  vanished: 'deleted since the folder was read',
  nestedRepository: 'not indexed: a repository of its own',
  failed: 'not indexed: failed',
};

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function entryLine({ name, kind, size, lines, language, leftOut, detail }: DirectoryEntry): string {
  const shown = oneLine(name);
  if (kind === 'folder') return `${shown}/${leftOut === null ? '' : ` (${reasons[leftOut]})`}`;
  if (kind === 'link')
    return `${shown} -> ${detail === null ? 'out of the project' : oneLine(detail === '' ? '.' : detail)} (link)`;
  if (kind === 'special') return `${shown} (${detail ?? 'neither file nor folder'})`;
  const properties = [
    ...(size === null ? [] : [counted(size, 'byte', 'bytes')]),
    ...(lines === null ? [] : [counted(lines, 'line', 'lines')]),
    ...(language === null ? [] : [language]),
    ...(leftOut === null ? [] : [reasons[leftOut]]),
  ];
  return `${shown} (${properties.join(', ')})`;
}

function entryData({ name, kind, size, lines, language, leftOut, detail }: DirectoryEntry): Record<string, unknown> {
  return {
    name,
    kind,
    ...(size === null ? {} : { size }),
    ...(lines === null ? {} : { lines }),
    ...(language === null ? {} : { language }),
    ...(leftOut === null || kind === 'link' || kind === 'special' ? {} : { not_indexed: leftOut }),
    ...(detail === null ? {} : { [kind === 'link' ? 'target' : 'detail']: detail }),
  };
}

function notesOf(listing: DirectoryListing, shown: number, { offset, maxChars, say }: ListRequest): string[] {
  const total = listing.folders + listing.files + listing.others;
  const left = total - offset - shown;
  const larger =
    maxChars < largestMaxChars
      ? `, or more at once with a larger ${say.option('max_chars')} (up to ${largestMaxChars})`
      : '';
  return [
    ...(total === 0 ? [listing.ignored === 0 ? 'The folder is empty.' : 'All of it is ignored.'] : []),
    ...(total > 0 && listing.entries.length === 0
      ? [`${say.option('offset')} is past the last of the ${total} entries.`]
      : []),
    ...(shown > 0 && left > 0
      ? [`${left} more entries: ${say.repeat({ offset: offset + shown })} goes on there${larger}.`]
      : []),
  ];
}

function draftOf(listing: DirectoryListing, count: number, request: ListRequest): Draft {
  const { path, via, folders, files, others, ignored } = listing;
  const entries = listing.entries.slice(0, count);
  const notes = notesOf(listing, entries.length, request);
  const counts = [
    counted(folders, 'folder', 'folders'),
    counted(files, 'file', 'files'),
    ...(others === 0 ? [] : [counted(others, 'link or other', 'links and others')]),
    ...(ignored === 0 ? [] : [`${ignored} ignored and left out`]),
  ];
  const head = [
    `Directory: ./${oneLine(path)}`,
    ...(via === null ? [] : [`Link: ./${oneLine(via)} leads here`]),
    counts.join(', '),
  ];
  const next = request.offset + entries.length;
  return {
    text: [
      ...head,
      ...(entries.length === 0 ? [] : ['', ...entries.map(entryLine)]),
      ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `note: ${note}`)]),
      '',
    ].join('\n'),
    structured: {
      path: path === '' ? '.' : path,
      ...(via === null ? {} : { link: via }),
      folders,
      files,
      others,
      ignored,
      entries: entries.map(entryData),
      ...(entries.length > 0 && next < folders + files + others ? { next_offset: next } : {}),
      ...(notes.length === 0 ? {} : { notes }),
    },
  };
}

export function formatListing(listing: DirectoryListing, request: ListRequest): Draft {
  const entryCount = Math.max(1, listing.entries.length);
  return draftOf(
    listing,
    largestFitting(entryCount, request.maxChars, (count) => draftOf(listing, count, request)),
    request,
  );
}
