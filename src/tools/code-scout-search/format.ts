/**
 * The answer of `code-scout_search`: 000's Markdown, and the same facts as data.
 * Invariant: the lines that 000 quotes stay as they are; notes stand between the header and the files.
 */
import type { TagHit, TagSearchResult } from '../../engine/types.ts';
import { coarseKind, type DefinitionKind } from '../../model/definition.ts';
import type { Import, ImportType } from '../../model/import.ts';
import { identifierTerms, splitIdentifier, termStart } from '../../util/words.ts';
import { fits, largestFitting, oneLine, type Draft } from '../budget.ts';

export interface SearchFormatRequest {
  tags: readonly string[];
  offset: number;
  maxChars: number;
  /** Sentences to show besides those of the result. */
  notes: readonly string[];
}

/** Definitions of a file that are shown at the most. */
const mostDefinitions = 5;

/** How much of each file is shown; the first that lets every file fit is taken. */
const details = [
  { signature: 200, definitions: mostDefinitions, modules: 3 },
  { signature: 80, definitions: mostDefinitions, modules: 3 },
  { signature: 40, definitions: mostDefinitions, modules: 3 },
];
/** For one file that alone is too long. */
const bare = { signature: 0, definitions: 0, modules: 0 };
type Detail = (typeof details)[number];
type Outline = TagHit['definitions'][number];

const importOrder: readonly ImportType[] = ['local', 'external', 'builtin'];
const nameLimit = 100;
const moduleLimit = 80;

interface FileFacts {
  path: string;
  matched: string[];
  definitions: { total: number; shown: string[] };
  imports: { total: number; byType: { type: ImportType; shown: string[]; more: number }[] };
}

/** Members say the least about a file; in some they are nine of ten definitions. */
const memberKinds: ReadonlySet<DefinitionKind> = new Set(['property', 'enumMember']);

/** Whose parts stand side by side. */
const plainName = /^[A-Za-z0-9]+$/;

/** How much a definition's name says of the tags; worked out once for a name, however many definitions have it. */
function nameScores(tags: readonly string[]): (name: string) => number {
  const wanted = tags.map((tag) => {
    const { parts, whole } = identifierTerms(tag);
    return { name: splitIdentifier(tag).join(''), terms: new Set(whole === null ? parts : [...parts, whole]) };
  });
  // A file can have thousands of definitions: most names are told apart by a look at their letters.
  const starts = [...new Set(wanted.flatMap(({ name, terms }) => [name, ...terms]).filter((term) => term !== ''))].map(termStart); // prettier-ignore
  const mayCount = (name: string): boolean => {
    const letters = name.toLowerCase();
    return !plainName.test(name) || starts.some((start) => letters.includes(start));
  };
  const scores = new Map<string, number>();
  return (name) => {
    let score = scores.get(name);
    if (score === undefined && !mayCount(name)) scores.set(name, (score = 0));
    if (score === undefined) {
      score = 0;
      const { parts, whole } = identifierTerms(name);
      const joined = splitIdentifier(name).join('');
      for (const tag of wanted) {
        // The very name that was asked for counts for more than any number of its words.
        if (tag.name === joined) score += 2 * tags.length;
        else if (parts.some((part) => tag.terms.has(part)) || (whole !== null && tag.terms.has(whole))) score += 1;
      }
      scores.set(name, score);
    }
    return score;
  };
}

type FirstDefinitions = (hit: TagHit) => readonly Outline[];

/** The definitions that the tags name first, members after others, else in the file's order; chosen once, however often they are shown. */
function firstDefinitions(tags: readonly string[], most: number): FirstDefinitions {
  const scoreOf = nameScores(tags);
  const known = new Map<TagHit, readonly Outline[]>();
  return (hit) => {
    let first = known.get(hit);
    if (first === undefined) known.set(hit, (first = firstOf(hit.definitions, scoreOf, most)));
    return first;
  };
}

function firstOf(definitions: readonly Outline[], scoreOf: (name: string) => number, most: number): Outline[] {
  const chosen: { definition: Outline; rank: number }[] = [];
  for (const definition of definitions) {
    const rank = 2 * scoreOf(definition.name) + (memberKinds.has(definition.kind) ? 0 : 1);
    if (chosen.length === most && rank <= chosen[most - 1]!.rank) continue;
    // Behind those that say as much.
    let at = chosen.length;
    while (at > 0 && chosen[at - 1]!.rank < rank) at--;
    chosen.splice(at, 0, { definition, rank });
    if (chosen.length > most) chosen.pop();
  }
  return chosen.map(({ definition }) => definition);
}

function definitionLine(definition: Outline, detail: Detail): string {
  const head = `${coarseKind(definition.kind)} ${oneLine(definition.name, nameLimit)}`;
  if (definition.signature === null || detail.signature === 0) return head;
  return `${head} ${oneLine(definition.signature, detail.signature)}`;
}

function importFacts(imports: readonly Import[], detail: Detail): FileFacts['imports'] {
  const byType = importOrder.flatMap((type) => {
    const modules = [
      ...new Set(imports.filter((one) => one.type === type).map((one) => oneLine(one.module, moduleLimit))),
    ];
    if (modules.length === 0 || detail.modules === 0) return [];
    const shown = modules.slice(0, detail.modules);
    return [{ type, shown, more: modules.length - shown.length }];
  });
  return { total: imports.length, byType };
}

function factsOf(hit: TagHit, first: FirstDefinitions, detail: Detail): FileFacts {
  const shown = first(hit).slice(0, detail.definitions);
  return {
    path: hit.path,
    matched: hit.matchedTags,
    definitions: { total: hit.definitions.length, shown: shown.map((one) => definitionLine(one, detail)) },
    imports: importFacts(hit.imports, detail),
  };
}

function fileText(file: FileFacts, tagCount: number): string {
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

function fileData(file: FileFacts, tagCount: number): Record<string, unknown> {
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

/** What is not shown, and the call that shows it; null when everything is. */
function cutNote(shown: number, result: TagSearchResult, request: SearchFormatRequest): string | null {
  const next = request.offset + shown;
  const cut = result.hits.length - shown;
  if (cut > 0) {
    const more = request.maxChars < 50_000 ? `, or more at once with a larger max_chars (up to 50000)` : '';
    return (
      `${cut} of the ${result.hits.length} files found do not fit into ${request.maxChars} characters: ` +
      `the same call with offset: ${next} goes on there${more}.`
    );
  }
  const left = result.totalFiles - next;
  return left > 0 && result.hits.length > 0
    ? `${left} more files match: the same call with offset: ${next} goes on there.`
    : null;
}

interface Drafting extends SearchFormatRequest {
  first: FirstDefinitions;
}

function draftOf(count: number, detail: Detail, result: TagSearchResult, request: Drafting): Draft {
  const files = result.hits.slice(0, count).map((hit) => factsOf(hit, request.first, detail));
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
    text: header + quoted + files.map((file) => fileText(file, request.tags.length)).join(''),
    structured: {
      total_files: result.totalFiles,
      execution_time: time,
      results: files.length,
      ...(notes.length === 0 ? {} : { notes }),
      ...(cut === null ? {} : { next_offset: request.offset + files.length }),
      files: files.map((file) => fileData(file, request.tags.length)),
    },
  };
}

export function formatSearch(result: TagSearchResult, asked: SearchFormatRequest): Draft {
  const request = { ...asked, first: firstDefinitions(asked.tags, mostDefinitions) };
  const all = result.hits.length;
  for (const detail of details) {
    const draft = draftOf(all, detail, result, request);
    if (fits(draft, request.maxChars)) return draft;
  }
  const least = details.at(-1) ?? bare;
  const count = largestFitting(all, request.maxChars, (n) => draftOf(n, least, result, request));
  const draft = draftOf(count, least, result, request);
  return fits(draft, request.maxChars) ? draft : draftOf(1, bare, result, request);
}
