/**
 * The answer of `code-scout_search` as Markdown, and the same facts as data.
 * Invariant: the header and the lines of a file keep their form, which clients may match; notes are between the header and the files.
 */
import type { TagHit, TagSearchResult } from '../../engine/types.ts';
import { coarseKind } from '../../model/definition.ts';
import type { Import, ImportType } from '../../model/import.ts';
import { largestMaxChars, largestNumber, oneLine, type Draft } from '../budget.ts';
import type { Wording } from '../wording.ts';

export interface SearchFormatRequest {
  tags: readonly string[];
  offset: number;
  maxChars: number;
  /** Sentences to show besides those of the result. */
  notes: readonly string[];
  say: Wording;
}

/** At most this many definitions of a file are shown. */
export const mostDefinitions = 5;

/** How much of each file is shown; the first level that lets every file fit is taken. With the last one, some files may be left out. */
const details = [
  { signature: 200, definitions: mostDefinitions, modules: 3 },
  { signature: 80, definitions: mostDefinitions, modules: 3 },
  { signature: 40, definitions: mostDefinitions, modules: 3 },
];
/** For an answer whose only file would still be too long. */
const bare = { signature: 0, definitions: 0, modules: 0 };
type Detail = (typeof details)[number];
type HitDefinition = TagHit['definitions'][number];

const importOrder: readonly ImportType[] = ['local', 'external', 'builtin'];
const nameLimit = 100;
const moduleLimit = 80;

interface FileOutline {
  path: string;
  matched: string[];
  definitions: { total: number; shown: string[] };
  imports: { total: number; byType: { type: ImportType; shown: string[]; more: number }[] };
}

function definitionLine(definition: HitDefinition, detail: Detail): string {
  const head = `${coarseKind(definition.kind)} ${oneLine(definition.name, nameLimit)}`;
  if (definition.signature === null || detail.signature === 0) return head;
  return `${head} ${oneLine(definition.signature, detail.signature)}`;
}

/** The modules of each type, without duplicates. */
type ImportedModules = readonly { type: ImportType; modules: readonly string[] }[];

function modulesOf(imports: readonly Import[]): ImportedModules {
  return importOrder.flatMap((type) => {
    const modules = new Set<string>();
    for (const one of imports) if (one.type === type) modules.add(oneLine(one.module, moduleLimit));
    return modules.size === 0 ? [] : [{ type, modules: [...modules] }];
  });
}

function outlineOf(hit: TagHit, modules: ImportedModules, detail: Detail): FileOutline {
  const shown = hit.definitions.slice(0, detail.definitions);
  const byType = modules.map(({ type, modules: all }) => {
    const shownModules = all.slice(0, detail.modules);
    return { type, shown: shownModules, more: all.length - shownModules.length };
  });
  return {
    path: hit.path,
    matched: hit.matchedTags,
    definitions: { total: hit.definitionCount, shown: shown.map((one) => definitionLine(one, detail)) },
    imports: { total: hit.imports.length, byType: detail.modules === 0 ? [] : byType },
  };
}

function fileText(file: FileOutline, tagCount: number): string {
  const lines = [`### File: ${oneLine(file.path)}`];
  const { definitions, imports } = file;
  if (definitions.total > 0) {
    lines.push(`**Definitions:** ${definitions.total}`, ...definitions.shown.map((one) => `- ${one}`));
    const more = definitions.total - definitions.shown.length;
    if (more > 0) lines.push(`- ... and ${more} more`);
  }
  if (imports.total > 0) {
    lines.push(`**Imports:** ${imports.total}`);
    for (const { type, shown, more } of imports.byType) {
      lines.push(`- ${type}: ${shown.join(', ')}${more > 0 ? `, +${more} more` : ''}`);
    }
  }
  if (file.matched.length < tagCount)
    lines.push(`**Tags found:** ${file.matched.map((tag) => oneLine(tag, nameLimit)).join(', ')}`);
  return `${lines.join('\n')}\n\n`;
}

function fileData(file: FileOutline, tagCount: number): Record<string, unknown> {
  const { definitions, imports } = file;
  const more = imports.byType
    .filter((group) => group.more > 0)
    .map((group): [string, number] => [group.type, group.more]);
  return {
    path: file.path,
    ...(definitions.total > 0 ? { definitions } : {}),
    ...(imports.total > 0
      ? {
          imports: {
            total: imports.total,
            ...Object.fromEntries(imports.byType.map((group) => [group.type, group.shown])),
            ...(more.length > 0 ? { more: Object.fromEntries(more) } : {}),
          },
        }
      : {}),
    ...(file.matched.length < tagCount ? { tags_found: file.matched.map((tag) => oneLine(tag, nameLimit)) } : {}),
  };
}

/** What is not shown, and the call that shows it; null if everything is shown. */
function cutNote(shown: number, result: TagSearchResult, request: SearchFormatRequest): string | null {
  const next = request.offset + shown;
  const nextCall = `${request.say.repeat({ offset: next })} goes on there`;
  const cut = result.hits.length - shown;
  if (cut > 0) {
    const larger = `, or more at once with a larger ${request.say.option('max_chars')} (up to ${largestMaxChars})`;
    const more = request.maxChars < largestMaxChars ? larger : '';
    return (
      `${cut} of the ${result.hits.length} files found do not fit into ${request.maxChars} characters: ` +
      `${nextCall}${more}.`
    );
  }
  const left = result.totalFiles - next;
  return left > 0 && result.hits.length > 0
    ? `${left} more ${left === 1 ? 'file matches' : 'files match'}: ${nextCall}.`
    : null;
}

/** A file in both forms, and the length of its data as JSON. */
interface FileDraft {
  text: string;
  data: Record<string, unknown>;
  length: number;
}

/** Drafts of all files in one level of detail. */
function fileDrafts(
  hits: readonly TagHit[],
  modules: readonly ImportedModules[],
  { tags }: SearchFormatRequest,
  detail: Detail,
): FileDraft[] {
  return hits.map((hit, index) => {
    const outline = outlineOf(hit, modules[index]!, detail);
    const data = fileData(outline, tags.length);
    return { text: fileText(outline, tags.length), data, length: JSON.stringify(data).length };
  });
}

/** The whole answer: header, notes and files. */
function draftOf(files: readonly FileDraft[], result: TagSearchResult, request: SearchFormatRequest): Draft {
  const time = Math.round(result.executionTimeMs);
  const cut = cutNote(files.length, result, request);
  const notes = [
    ...(result.freshness.note === null ? [] : [result.freshness.note]),
    ...request.notes,
    ...(cut === null ? [] : [cut]),
  ].map((note) => oneLine(note));
  const header =
    `# Query Results\n**Total files:** ${result.totalFiles}\n` +
    `**Execution time:** ${time}ms\n**Results:** ${files.length}\n\n`;
  const quoted = notes.length === 0 ? '' : `${notes.map((note) => `> ${note}`).join('\n')}\n\n`;
  return {
    text: header + quoted + files.map(({ text }) => text).join(''),
    structured: {
      total_files: result.totalFiles,
      execution_time: time,
      results: files.length,
      ...(notes.length === 0 ? {} : { notes }),
      ...(cut === null ? {} : { next_offset: request.offset + files.length }),
      files: files.map(({ data }) => data),
    },
  };
}

/** Whether both forms of an answer with these files are short enough, computed without making the answer. */
function allFit(files: readonly FileDraft[], result: TagSearchResult, request: SearchFormatRequest): boolean {
  const blank = { text: '', data: {}, length: '{}'.length };
  const frame = draftOf(
    files.map(() => blank),
    result,
    request,
  );
  const texts = files.reduce((sum, { text }) => sum + text.length, 0);
  const data = files.reduce((sum, { length }) => sum + length - blank.length, 0);
  const { maxChars } = request;
  return frame.text.length + texts < maxChars && JSON.stringify(frame.structured).length + data < maxChars;
}

export function formatSearch(result: TagSearchResult, request: SearchFormatRequest): Draft {
  const modules = result.hits.map(({ imports }) => modulesOf(imports));
  let files: FileDraft[] = [];
  for (const detail of details) {
    files = fileDrafts(result.hits, modules, request, detail);
    if (allFit(files, result, request)) return draftOf(files, result, request);
  }
  const fitting = (count: number): boolean => allFit(files.slice(0, count), result, request);
  const count = largestNumber(1, files.length, fitting);
  if (fitting(count)) return draftOf(files.slice(0, count), result, request);
  return draftOf(fileDrafts(result.hits.slice(0, 1), modules, request, bare), result, request);
}
