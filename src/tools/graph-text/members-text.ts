/**
 * The callers or callees of each member of a type, in a few lines each.
 * Invariant: every member has its number; what is not shown of it is counted.
 */
import type { CallsAnswer, ReachedNode, SymbolNode } from '../../model/graph.ts';
import { largestNumber, fits, oneLine, type Draft } from '../budget.ts';
import type { Wording } from '../wording.ts';
import { nothingFound, totalsOf, totalText } from './calls-text.ts';
import type { Answers } from './chosen-symbol.ts';
import { clip } from './detail.ts';
import { noteLines, notesData, stateNotes } from './notes.ts';
import { rankReached, type Direction } from './reached.ts';
import { lineRange } from './symbol-data.ts';
import { count } from './unresolved.ts';

export interface MembersFormat {
  tool: string;
  direction: Direction;
  maxChars: number;
  say: Wording;
}

/** Members that may be functions but mostly are not: without callers, they are left out. */
const fieldKinds: ReadonlySet<string> = new Set(['property', 'variable', 'enumMember', 'typeAlias']);
/** For each member, at most this many symbols and lines are named. */
const most = { symbols: 12, lines: 4 };

interface Member {
  node: SymbolNode;
  answer: CallsAnswer;
}

/** The symbols that are named for a member: code before tests, tests only where there is nothing else. */
function namedOf({ answer: { reached } }: Member): readonly ReachedNode[] {
  const nearest = rankReached(reached).filter(({ distance }) => distance === 1);
  const code = nearest.filter(({ node }) => !node.isTest);
  return code.length > 0 ? code : nearest;
}

interface FileData {
  path: string;
  symbols: { name: string; at: number[] }[];
}

function filesOf(named: readonly ReachedNode[]): FileData[] {
  const files = new Map<string, FileData>();
  for (const { node, edges } of named) {
    const file = files.get(node.path) ?? { path: clip(node.path, 200), symbols: [] };
    const at = [...new Set(edges.flatMap(({ sites }) => sites.map(({ line }) => line)))].slice(0, most.lines);
    file.symbols.push({ name: node.kind === 'file' ? '(top level)' : clip(node.qualified, 100), at });
    files.set(node.path, file);
  }
  return [...files.values()];
}

function memberData(member: Member, shown: number, direction: Direction) {
  const { node, answer } = member;
  const { total, inTests } = totalsOf(answer);
  const named = namedOf(member).slice(0, shown);
  const rest = total - named.length;
  return {
    name: clip(node.qualified, 150),
    ...(node.kind === 'file' ? {} : { lines: lineRange(node) }),
    total,
    in_tests: inTests,
    ...(total === 0 ? { summary: nothingFound(answer, direction) } : {}),
    ...(named.length === 0 ? {} : { files: filesOf(named) }),
    ...(rest === 0 ? {} : { more: rest }),
  };
}

function memberLines(member: Member, shown: number, direction: Direction): string[] {
  const { name, lines = '', files = [], more, total } = memberData(member, shown, direction);
  const isRestTests = namedOf(member).length <= shown && !namedOf(member).some(({ node }) => node.isTest);
  return [
    `${oneLine(name)} [${lines}]: ${totalText(totalsOf(member.answer))}`,
    ...files.map(({ path, symbols }) => {
      const texts = symbols.map((one) => `${oneLine(one.name)}${one.at.length === 0 ? '' : ` ${one.at.join(', ')}`}`);
      return `  ${oneLine(path)}: ${texts.join('; ')}`;
    }),
    ...(more === undefined || more === total || isRestTests ? [] : [`  ... and ${more} more`]),
  ];
}

/** `none known: Box.put, Box.take` */
function silentLines(silent: readonly Member[], direction: Direction): string[] {
  const groups = Map.groupBy(silent, ({ answer }) => nothingFound(answer, direction));
  return [...groups].map(
    ([nothing, members]) => `${nothing}: ${members.map(({ node }) => oneLine(node.qualified, 150)).join(', ')}`,
  );
}

export function formatMembers(found: Answers<CallsAnswer>, format: MembersFormat): Draft {
  const { answers, owner, rest, taken } = found;
  const { tool, direction, maxChars, say } = format;
  const members = answers.filter(({ node, answer }) => answer.reached.length > 0 || !fieldKinds.has(node.kind));
  const [told, silent] = [
    members.filter(({ answer }) => answer.reached.length > 0),
    members.filter(({ answer }) => answer.reached.length === 0),
  ];
  const id = oneLine(owner?.id ?? '', 300);
  const notes = [
    ...new Set(answers.flatMap(({ answer }) => stateNotes(answer.state))),
    ...(rest.length > 0
      ? [`${count(rest.length, 'more member')}: ${say.call('search', { pattern: `${id}.*` })}.`]
      : []),
    `All ${direction === 'in' ? 'callers' : 'callees'} of one member: ${say.tool(tool, { symbol: members[0]?.node.id ?? id })}.`,
  ];
  const total = members.length + rest.length;
  const draft = (shown: number): Draft => ({
    text: `${[
      ...(taken === null ? [] : [taken]),
      `${say.heading(tool)}: ${id}.*`,
      `members: ${total}`,
      ...(told.length === 0 ? [] : ['']),
      ...told.flatMap((member) => memberLines(member, shown, direction)),
      ...(silent.length === 0 ? [] : ['', ...silentLines(silent, direction)]),
      ...noteLines(notes),
    ].join('\n')}\n`,
    structured: {
      ...(taken === null ? {} : { taken }),
      means: total,
      members: members.map((member) => memberData(member, shown, direction)),
      ...notesData(notes),
    },
  });
  return draft(largestNumber(0, most.symbols, (shown) => fits(draft(shown), maxChars)));
}
