/**
 * The answer of `explain_usage`: first the definition with its code, then the uses by the chunks that contain them.
 * Invariant: lines of code keep their order; what is cut is counted.
 */
import type { UsageAnswer } from '../../model/graph.ts';
import { linkKinds } from '../../model/link.ts';
import { largestMaxChars, oneLine } from '../budget.ts';
import type { Wording } from '../wording.ts';
import { linkWord } from '../graph-text/link-data.ts';
import { accountData, accountLines, doubtfulPlaces } from '../graph-text/account.ts';
import { knowsAll, noteLines, stateNotes } from '../graph-text/notes.ts';
import { lineRange } from '../graph-text/symbol-data.ts';
import { codeOf, groupUses, marksText, type UseGroup } from './use-groups.ts';
import { count, unresolvedData, unresolvedLines } from '../graph-text/unresolved.ts';

export interface UsageFormat {
  symbol: string;
  limit: number;
  maxUses: number;
  maxChars: number;
  /** The number of uses that are not in the answer, because they are also uses of a symbol above. */
  shownAbove?: number;
  /** Which uses were asked for; absent: all. */
  access?: 'read' | 'write';
  say: Wording;
}

/** How much of an answer is shown; lengths in characters. */
interface Shown {
  codeLines: number;
  /** Lines before and after each use. */
  contextLines: number;
  lineLength: number;
  definitions: number;
  groups: number;
  path: number;
  samples: number;
}

/** A line of code: tabs stay, other control characters are shown as escapes. */
function codeLine(line: string, limit: number): string {
  return oneLine(line.replaceAll('\t', '    ').replace(/\r$/, ''), limit);
}

/** At most this many chunks of a definition are named. */
const maxChunks = 3;

function chunksText(ids: readonly string[]): string {
  const more = ids.length - maxChunks;
  return `${ids.slice(0, maxChunks).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function definitionLines(answer: UsageAnswer, at: number, shown: Shown): string[] {
  const definition = answer.definitions[at];
  if (definition === undefined) return [];
  const { node, docstring, text, cutLines, chunks } = definition;
  const total = answer.definitions.length;
  const all = text === '' ? [] : text.split('\n');
  const code = all.slice(0, shown.codeLines);
  const more = all.length - code.length + cutLines;
  return [
    '',
    total === 1 ? 'Definition:' : `Definition ${at + 1} of ${total}:`,
    `  File: ./${oneLine(node.path, shown.path)}`,
    ...(node.kind === 'file' ? [] : [`  Lines: ${lineRange(node)}`]),
    ...(node.kind === 'file' || chunks.length === 0 ? [] : [`  Chunk: ${chunksText(chunks)}`]),
    `  Symbol: ${oneLine(node.qualified, shown.path)} (${node.kind}${node.exported ? ', exported' : ''}${node.isTest ? ', test' : ''})`,
    ...(docstring === null || docstring.trim() === ''
      ? []
      : [`  Doc: ${codeLine(docstring.replaceAll(/\s+/g, ' ').trim(), shown.lineLength)}`]),
    ...(code.length + more === 0 ? [] : ['  Code:']),
    ...code.map((line) => `    ${codeLine(line, shown.lineLength)}`.trimEnd()),
    ...(more > 0 ? [`    ... and ${count(more, 'more line')}`] : []),
  ];
}

function groupLines(group: UseGroup, number: number, shown: Shown): string[] {
  const { chunk, uses } = group;
  const [use] = uses;
  const place = `./${oneLine(use.path, shown.path)}:${lineRange(chunk ?? use)}`;
  const id = chunk === null ? '' : ` | Chunk: ${chunk.id}`;
  const { lines } = codeOf(group, shown.contextLines, (line) => codeLine(line, shown.lineLength));
  return [
    ...(number === 1 ? [] : ['']),
    `  ${number}. ${place} (${marksText(group, shown.path)})${id}`,
    ...lines.map((line) => `       ${line}`.trimEnd()),
  ];
}

function kindCounts({ usesByKind }: UsageAnswer): string {
  return linkKinds
    .flatMap((kind) => {
      const number = usesByKind[kind] ?? 0;
      return number === 0 ? [] : [`${linkWord(kind, 'passive')} ${number}`];
    })
    .join(', ');
}

/** Number of distinct chunks with definitions and uses. In a file that has changed since it was indexed, each range of lines counts as a chunk. */
function chunkCount({ definitions, uses }: UsageAnswer): number {
  const chunks = new Set(uses.map((use) => use.chunk ?? `${use.startLine}-${use.endLine} ${use.path}`));
  for (const { node, chunks: ids } of definitions)
    for (const id of ids.length > 0 ? ids : [`${node.startLine}-${node.endLine} ${node.path}`]) chunks.add(id);
  return chunks.size;
}

/** How many uses there are, by kind: `Uses: 5 (called 4, read 1)`. */
export function usesHead(answer: UsageAnswer, access: UsageFormat['access']): string {
  const { totalUses, unresolved } = answer;
  const title = access === undefined ? 'Uses' : access === 'write' ? 'Writes' : 'Reads';
  if (totalUses > 0)
    return `${title}: ${totalUses} (${access === undefined ? kindCounts(answer) : accessCounts(answer, access)})`;
  if (unresolved.sites > 0)
    return `${title}: none found, but ${count(unresolved.sites, 'unresolved place')} may use it`;
  const isCertain = doubtfulPlaces(answer.account) === 0 && (answer.account?.unreadFiles ?? 0) === 0;
  return isCertain && knowsAll(answer.state) ? `${title}: none` : `${title}: none known`;
}

/** How many of the listed uses also do the other: a compound assignment reads and writes. */
function accessCounts({ uses }: UsageAnswer, access: 'read' | 'write'): string {
  const both = uses.filter((use) => use.access === 'both').length;
  return `${access === 'write' ? 'assignments, literals, named arguments' : 'values'}${both === 0 ? '' : `; ${both} of those shown read and write`}`;
}

function useCount(groups: readonly UseGroup[]): number {
  return groups.reduce((sum, { uses }) => sum + uses.length, 0);
}

function notesOf(answer: UsageAnswer, format: UsageFormat, shown: Shown & { all: readonly UseGroup[] }): string[] {
  const { symbol, limit, maxUses, maxChars, say } = format;
  const groups = shown.all.slice(0, shown.groups);
  const cut = answer.uses.length - useCount(groups);
  const left = answer.totalUses - answer.uses.length - (format.shownAbove ?? 0);
  const hidden = answer.definitions.length - Math.min(shown.definitions, answer.definitions.length);
  const callers = say.tool('get_callers', { symbol });
  const larger =
    maxChars < largestMaxChars
      ? `a larger ${say.option('max_chars')} (up to ${largestMaxChars}) shows more`
      : `${callers} lists them with less text`;
  const farther =
    limit < maxUses ? `a larger ${say.option('limit')} (up to ${maxUses}) shows more` : `${callers} lists them`;
  return [
    ...stateNotes(answer.state),
    ...(hidden > 0 ? [`${count(hidden, 'more definition')} not shown: ${larger}.`] : []),
    ...(groups.some((group) => codeOf(group, shown.contextLines, (line) => line).isCut)
      ? [`Of each chunk, only the lines around its uses are shown: ${say.tool('get_chunk')} shows all of it.`]
      : []),
    ...(cut > 0
      ? [`${cut} of the ${answer.uses.length} uses found do not fit into ${maxChars} characters: ${larger}.`]
      : []),
    ...(left > 0 ? [`${left} more uses: ${farther}.`] : []),
  ];
}

function textOf(answer: UsageAnswer, format: UsageFormat, shown: Shown & { all: readonly UseGroup[] }): string {
  const definitions = answer.definitions.slice(0, shown.definitions);
  const groups = shown.all.slice(0, shown.groups);
  const { shownAbove = 0 } = format;
  const detail = {
    signature: 0,
    lines: 1,
    links: 1,
    name: shown.path,
    path: shown.path,
    samples: shown.samples,
    texts: 0,
    testFiles: 1,
  };
  const lines = [
    `Symbol: ${oneLine(format.symbol, shown.path)}`,
    `Found in ${chunkCount(answer)} chunk(s)`,
    `${usesHead(answer, format.access)}${shownAbove === 0 ? '' : `, ${shownAbove} of them shown above`}`,
    ...definitions.flatMap((_, at) => definitionLines(answer, at, shown)),
    ...(groups.length === 0 ? [] : ['', 'Usage:', ...groups.flatMap((group, at) => groupLines(group, at + 1, shown))]),
    ...unresolvedLines(unresolvedData(answer.unresolved, detail), 'may be uses of it'),
    ...accountLines(accountData(answer.account, detail, answer.unresolved.sites > 0 ? ['unresolved'] : [])),
    ...noteLines(notesOf(answer, format, shown)),
  ];
  return `${lines.join('\n')}\n`;
}

/** The levels of detail, the most detailed first: code lines of each definition, lines before and after each use, characters of a line. */
const detailLevels = [
  { codeLines: 60, contextLines: 10, lineLength: 200 },
  { codeLines: 60, contextLines: 4, lineLength: 200 },
  { codeLines: 40, contextLines: 3, lineLength: 160 },
  { codeLines: 25, contextLines: 2, lineLength: 160 },
  { codeLines: 25, contextLines: 1, lineLength: 160 },
  { codeLines: 10, contextLines: 1, lineLength: 120 },
  { codeLines: 10, contextLines: 0, lineLength: 120 },
  { codeLines: 4, contextLines: 0, lineLength: 100 },
];

export function formatUsage(answer: UsageAnswer, format: UsageFormat): string {
  const groups = groupUses(answer);
  const textIfFitting = (shown: Shown): string | null => {
    const text = textOf(answer, format, { ...shown, all: groups });
    return text.length < format.maxChars ? text : null;
  };
  const all = { definitions: answer.definitions.length, groups: groups.length, path: 1000, samples: 10 };
  for (const level of detailLevels) {
    const text = textIfFitting({ ...all, ...level });
    if (text !== null) return text;
  }
  const leastDetail = { codeLines: 4, contextLines: 0, lineLength: 100, samples: 3 };
  // Each attempt leaves out at least a tenth of the groups, the last ones.
  for (let count = groups.length; count > 0; count = Math.floor(count * 0.9)) {
    const text = textIfFitting({ ...all, ...leastDetail, groups: count });
    if (text !== null) return text;
  }
  const bare = { codeLines: 1, contextLines: 0, lineLength: 60, path: 100, samples: 1, groups: 1 };
  for (let { definitions } = all; definitions > 1; definitions--) {
    const text = textIfFitting({ ...bare, definitions });
    if (text !== null) return text;
  }
  return textOf(answer, format, { ...bare, definitions: 1, all: groups });
}
