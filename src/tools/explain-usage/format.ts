/**
 * The answer of `explain_usage`: 003's text, definition with code first, then uses with place and line.
 * Invariant: lines of code keep their width and order; what is cut is counted.
 */
import type { UsageAnswer } from '../../model/graph.ts';
import { linkKinds } from '../../model/link.ts';
import { largestMaxChars, oneLine } from '../budget.ts';
import { linkWord, resolutionWords } from '../graph-text/link-data.ts';
import { noteLines, stateNotes } from '../graph-text/notes.ts';
import { lineRange } from '../graph-text/symbol-data.ts';
import { count, unresolvedData, unresolvedLines } from '../graph-text/unresolved.ts';

export interface UsageFormat {
  symbol: string;
  limit: number;
  mostUses: number;
  maxChars: number;
}

/** How much is shown; the first that fits is taken. */
interface Shown {
  codeLines: number;
  lineLength: number;
  definitions: number;
  uses: number;
  path: number;
  samples: number;
}

/** A line of code: tabs stay, other control characters are shown. */
function codeLine(line: string, limit: number): string {
  return oneLine(line.replaceAll('\t', '    ').replace(/\r$/, ''), limit);
}

function definitionLines(answer: UsageAnswer, at: number, shown: Shown): string[] {
  const definition = answer.definitions[at];
  if (definition === undefined) return [];
  const { node, docstring, text, cutLines } = definition;
  const total = answer.definitions.length;
  const all = text === '' ? [] : text.split('\n');
  const code = all.slice(0, shown.codeLines);
  const more = all.length - code.length + cutLines;
  return [
    '',
    total === 1 ? 'Definition:' : `Definition ${at + 1} of ${total}:`,
    `  File: ./${oneLine(node.path, shown.path)}`,
    ...(node.kind === 'file' ? [] : [`  Lines: ${lineRange(node)}`]),
    `  Symbol: ${oneLine(node.qualified, shown.path)} (${node.kind}${node.exported ? ', exported' : ''}${node.isTest ? ', test' : ''})`,
    ...(docstring === null || docstring.trim() === ''
      ? []
      : [`  Doc: ${codeLine(docstring.replaceAll(/\s+/g, ' ').trim(), shown.lineLength)}`]),
    ...(code.length + more === 0 ? [] : ['  Code:']),
    ...code.map((line) => `    ${codeLine(line, shown.lineLength)}`.trimEnd()),
    ...(more > 0 ? [`    ... and ${count(more, 'more line')}`] : []),
  ];
}

function useLines(use: UsageAnswer['uses'][number], number: number, shown: Shown): string[] {
  const { resolution, caller } = use;
  const marks = [
    `${linkWord(use.kind, 'passive')} at ${use.line}`,
    ...(caller === null ? [] : [`in ${oneLine(caller, shown.path)}`]),
  ];
  const rest = [
    ...(resolution === 'name' || resolution === 'compiler' ? [resolutionWords[resolution]] : []),
    ...(use.isTest ? ['test'] : []),
  ];
  return [
    ...(number === 1 ? [] : ['']),
    `  ${number}. ./${oneLine(use.path, shown.path)}:${lineRange(use)} (${[marks.join(' '), ...rest].join(', ')})`,
    `       ${codeLine(use.text, shown.lineLength)}`.trimEnd(),
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

/** Distinct pieces of code: definitions, and the statements or definitions around uses. */
function chunkCount({ definitions, uses }: UsageAnswer): number {
  const chunks = new Set(uses.map((use) => `${use.startLine}-${use.endLine} ${use.path}`));
  for (const { node } of definitions) chunks.add(`${node.startLine}-${node.endLine} ${node.path}`);
  return chunks.size;
}

function usesHead(answer: UsageAnswer): string {
  const { totalUses, unresolved } = answer;
  if (totalUses > 0) return `Uses: ${totalUses} (${kindCounts(answer)})`;
  if (unresolved.sites > 0) return `Uses: none found, but ${count(unresolved.sites, 'unresolved place')} may use it`;
  return answer.state.freshness.state === 'fresh' && answer.state.nameOnlyLanguages.length === 0
    ? 'Uses: none'
    : 'Uses: none found so far';
}

function notesOf(answer: UsageAnswer, format: UsageFormat, shown: Shown): string[] {
  const { limit, mostUses, maxChars } = format;
  const shownUses = Math.min(shown.uses, answer.uses.length);
  const cut = answer.uses.length - shownUses;
  const left = answer.totalUses - answer.uses.length;
  const hidden = answer.definitions.length - Math.min(shown.definitions, answer.definitions.length);
  const larger =
    maxChars < largestMaxChars
      ? `the same call with a larger max_chars (up to ${largestMaxChars}) shows more`
      : 'get_callers lists them with less text';
  const farther =
    limit < mostUses ? `the same call with a larger limit (up to ${mostUses}) shows more` : 'get_callers lists them';
  return [
    ...stateNotes(answer.state),
    ...(hidden > 0 ? [`${count(hidden, 'more definition')} not shown: ${larger}.`] : []),
    ...(cut > 0
      ? [`${cut} of the ${answer.uses.length} uses found do not fit into ${maxChars} characters: ${larger}.`]
      : []),
    ...(left > 0 ? [`${left} more uses: ${farther}.`] : []),
  ];
}

function textOf(answer: UsageAnswer, format: UsageFormat, shown: Shown): string {
  const definitions = answer.definitions.slice(0, shown.definitions);
  const uses = answer.uses.slice(0, shown.uses);
  const detail = {
    signature: 0,
    lines: 1,
    links: 1,
    name: shown.path,
    path: shown.path,
    samples: shown.samples,
    testFiles: 1,
  };
  const lines = [
    `Symbol: ${oneLine(format.symbol, shown.path)}`,
    `Found in ${chunkCount(answer)} chunk(s)`,
    usesHead(answer),
    ...definitions.flatMap((_, at) => definitionLines(answer, at, shown)),
    ...(uses.length === 0 ? [] : ['', 'Usage:', ...uses.flatMap((use, at) => useLines(use, at + 1, shown))]),
    ...unresolvedLines(unresolvedData(answer.unresolved, detail), 'may be uses of it'),
    ...noteLines(notesOf(answer, format, shown)),
  ];
  return `${lines.join('\n')}\n`;
}

/** Code lines of each definition and characters of a line, from the richest down. */
const richness = [
  { codeLines: 60, lineLength: 200 },
  { codeLines: 25, lineLength: 160 },
  { codeLines: 10, lineLength: 120 },
  { codeLines: 4, lineLength: 100 },
];

export function formatUsage(answer: UsageAnswer, format: UsageFormat): string {
  const fitting = (shown: Shown): string | null => {
    const text = textOf(answer, format, shown);
    return text.length < format.maxChars ? text : null;
  };
  const all = { definitions: answer.definitions.length, path: 1000, samples: 10 };
  for (const { codeLines, lineLength } of richness) {
    const text = fitting({ ...all, codeLines, lineLength, uses: answer.uses.length });
    if (text !== null) return text;
  }
  const least = { codeLines: 4, lineLength: 100, samples: 3 };
  for (let { uses } = answer; uses.length > 0; uses = uses.slice(0, Math.floor(uses.length * 0.9))) {
    const text = fitting({ ...all, ...least, uses: uses.length });
    if (text !== null) return text;
  }
  const bare = { codeLines: 1, lineLength: 60, path: 100, samples: 1 };
  for (let { definitions } = all; definitions > 1; definitions--) {
    const text = fitting({ ...bare, definitions, uses: 1 });
    if (text !== null) return text;
  }
  return textOf(answer, format, { ...bare, definitions: 1, uses: 1 });
}
