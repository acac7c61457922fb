/**
 * The answer of `search` as hierarchical text, and the same facts as data.
 * Invariant: the lines keep their form, which clients may match.
 */
import { definitionKinds, type DefinitionKind } from '../../model/definition.ts';
import type { SymbolNode, SymbolSearchAnswer } from '../../model/graph.ts';
import { largestMaxChars, oneLine, type Draft } from '../budget.ts';
import type { Wording } from '../wording.ts';
import { takenText } from '../graph-text/chosen-symbol.ts';
import { clip, fitDraft, type Detail } from '../graph-text/detail.ts';
import { noteLines, notesData, stateNotes } from '../graph-text/notes.ts';
import { lineRange, symbolTail } from '../graph-text/symbol-data.ts';

export interface SymbolSearchFormat {
  pattern: string;
  offset: number;
  limit: number;
  maxChars: number;
  /** The filters that were given. */
  filters: readonly Filter[];
  say: Wording;
}

export type Filter = 'type' | 'module' | 'package' | 'exported';

const plurals: Record<DefinitionKind, string> = {
  class: 'classes',
  interface: 'interfaces',
  typeAlias: 'typeAliases',
  enum: 'enums',
  enumMember: 'enumMembers',
  function: 'functions',
  method: 'methods',
  property: 'properties',
  variable: 'variables',
  component: 'components',
  module: 'modules',
  macro: 'macros',
};

interface FoundSymbol {
  kind: DefinitionKind;
  name: string;
  lines: string;
  exported?: true;
  signature?: string;
}

interface FoundFile {
  path: string;
  module?: string;
  package?: string;
  test?: true;
  symbols: FoundSymbol[];
}

/** Kinds whose signature ends with a value; the start of such a signature is enough. */
const kindsWithValue: ReadonlySet<DefinitionKind> = new Set(['variable', 'property', 'enumMember']);
const maxValueChars = 60;

function foundSymbol(node: SymbolNode, kind: DefinitionKind, detail: Detail): FoundSymbol {
  const maxSignature = kindsWithValue.has(kind) ? Math.min(detail.signature, maxValueChars) : detail.signature;
  return {
    kind,
    name: clip(node.qualified, detail.name),
    lines: lineRange(node),
    ...(node.exported ? { exported: true } : {}),
    ...(node.signature === null || maxSignature === 0 ? {} : { signature: clip(node.signature, maxSignature) }),
  };
}

function foundFiles(symbols: readonly SymbolNode[], detail: Detail): FoundFile[] {
  const files = new Map<string, FoundFile>();
  for (const node of symbols) {
    if (node.kind === 'file') continue;
    const file = files.get(node.path) ?? {
      path: clip(node.path, detail.path),
      ...(node.module === null ? {} : { module: clip(node.module, detail.name) }),
      ...(node.package === null ? {} : { package: clip(node.package, detail.name) }),
      ...(node.isTest ? { test: true } : {}),
      symbols: [],
    };
    file.symbols.push(foundSymbol(node, node.kind, detail));
    files.set(node.path, file);
  }
  return [...files.values()];
}

function fileLines(file: FoundFile): string[] {
  const lines = ['', `file: ${oneLine(file.path)}${file.test === true ? ' (test)' : ''}`];
  if (file.module !== undefined) lines.push(`  module: ${oneLine(file.module)}`);
  if (file.package !== undefined) lines.push(`  package: ${oneLine(file.package)}`);
  lines.push(`  matches: ${file.symbols.length}`);
  for (const kind of definitionKinds) {
    const ofKind = file.symbols.filter((symbol) => symbol.kind === kind);
    if (ofKind.length === 0) continue;
    lines.push(`  ${plurals[kind]}[${ofKind.length}]:`);
    lines.push(...ofKind.map((symbol) => `    ${oneLine(symbol.name)}${symbolTail(symbol)}`));
  }
  return lines;
}

function emptyNotes(answer: SymbolSearchAnswer, format: SymbolSearchFormat): string[] {
  if (answer.total > 0) {
    return answer.symbols.length > 0
      ? []
      : [`${format.say.option('offset')} is past the last of the ${answer.total} symbols that match.`];
  }
  const near = answer.nearest.slice(0, 5).map((name) => oneLine(name, 100));
  const { total, first } = answer.others;
  if (first !== null) {
    const has = format.filters.map((filter) => `${filter} ${oneLine(filterValue(first, filter), 100)}`).join(', ');
    const without = format.filters.map((filter) => format.say.option(filter)).join(' and ');
    return [`Without ${without} ${total} would match, such as ${oneLine(first.id, 200)} (${has}).`];
  }
  const widerPattern = `*${oneLine(format.pattern.replaceAll('*', ''), 100)}*`;
  return [
    ...(near.length === 0 ? [] : [`The nearest names: ${near.join(', ')}.`]),
    `Nothing matches${widerPattern === '**' ? '' : `; use * for any letters (${widerPattern})`}; ${format.say.tool('code-scout_search')} finds files by words.`,
  ];
}

function filterValue(node: SymbolNode, filter: Filter): string {
  switch (filter) {
    case 'type':
      return node.kind;
    case 'exported':
      return String(node.exported);
    case 'module':
    case 'package':
      return node[filter] ?? 'none';
  }
}

/** What is not shown, and the call that shows it. */
function moreNotes(shown: number, answer: SymbolSearchAnswer, format: SymbolSearchFormat): string[] {
  const next = format.offset + shown;
  const nextCall = `${format.say.repeat({ offset: next })} goes on there`;
  const cut = answer.symbols.length - shown;
  if (cut > 0) {
    const more = `, or more at once with a larger ${format.say.option('max_chars')} (up to ${largestMaxChars})`;
    const larger = format.maxChars < largestMaxChars ? more : '';
    return [
      `${cut} of the ${answer.symbols.length} symbols found do not fit into ${format.maxChars} characters: ${nextCall}${larger}.`,
    ];
  }
  const left = answer.total - next;
  return left > 0 && shown > 0 ? [`${left} more match: ${nextCall}.`] : [];
}

/** What a reader must know of the symbols that are shown. */
export function symbolNotes(shown: number, answer: SymbolSearchAnswer, format: SymbolSearchFormat): string[] {
  return [...stateNotes(answer.state), ...emptyNotes(answer, format), ...moreNotes(shown, answer, format)];
}

function draftOf(
  answer: SymbolSearchAnswer,
  format: SymbolSearchFormat,
  cut: { shown: number; detail: Detail },
): Draft {
  const { shown, detail } = cut;
  const files = foundFiles(answer.symbols.slice(0, shown), detail);
  const more = moreNotes(shown, answer, format);
  const notes = symbolNotes(shown, answer, format);
  const taken = takenText({ symbol: format.pattern }, answer);
  const lines = [
    ...(taken === null ? [] : [taken]),
    `${format.say.heading('search')}: ${oneLine(format.pattern, 300)}`,
    `count: ${answer.total}`,
    `showing: ${shown} (offset: ${format.offset}, limit: ${format.limit})`,
    `files: ${answer.files}`,
    ...files.flatMap(fileLines),
    ...noteLines(notes),
  ];
  return {
    text: `${lines.join('\n')}\n`,
    structured: {
      ...(taken === null ? {} : { taken }),
      count: answer.total,
      showing: shown,
      offset: format.offset,
      limit: format.limit,
      files_total: answer.files,
      files,
      ...(more.length === 0 ? {} : { next_offset: format.offset + shown }),
      ...notesData(notes),
    },
  };
}

export function formatSymbolSearch(answer: SymbolSearchAnswer, format: SymbolSearchFormat): Draft {
  return fitDraft({
    total: answer.symbols.length,
    maxChars: format.maxChars,
    draft: (shown, detail) => draftOf(answer, format, { shown, detail }),
  });
}
