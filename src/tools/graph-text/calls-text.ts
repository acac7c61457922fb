/**
 * The answers of `get_callers` and `get_callees`.
 * Invariant: the answer says "none" only if no unresolved place, unfinished walk or unread file could hide one, and the language itself calls none.
 */
import type { CallsAnswer, ReachedNode, SymbolNode } from '../../model/graph.ts';
import { oneLine, type Draft } from '../budget.ts';
import type { Wording } from '../wording.ts';
import { accountData, accountLines, doubtfulPlaces } from './account.ts';
import { countPlaces, countsText, fileCountData, fileCountLines, type FileCount, type ListDetail } from './by-file.ts';
import { fitDraft, type Detail } from './detail.ts';
import { cutNote, knowsAll, noteLines, notesData, stateNotes, truncationNotes } from './notes.ts';
import {
  distanceData,
  distanceLines,
  foldReached,
  implementationsOf,
  whereText,
  type Direction,
  type Folded,
} from './reached.ts';
import { symbolData, symbolHead } from './symbol-data.ts';
import { count, unresolvedData, unresolvedLines } from './unresolved.ts';
import { valueLines, valuesData } from './values.ts';

export interface CallsFormat {
  tool: string;
  /** `in` for callers, `out` for callees. */
  direction: Direction;
  maxDepth: number;
  depthLimit: number;
  maxChars: number;
  say: Wording;
  /** Lists the symbols at a distance in another way. */
  list?: ListReached;
  /** Default: `names`. */
  detail?: ListDetail;
}

/**
 * The lines of symbols that a walk reached, all at one distance; null: they are listed by file.
 * @param implementationsOf what implements a symbol and is named beside it
 */
export type ListReached = (
  reached: readonly ReachedNode[],
  target: SymbolNode,
  implementationsOf: (one: ReachedNode) => readonly ReachedNode[],
) => string[] | null;

interface Totals {
  total: number;
  files: number;
  inTests: number;
  testFiles: number;
  /** Those at distance 1 that only hand the symbol on. */
  handOn: number;
}

export function totalsOf({ reached }: Pick<CallsAnswer, 'reached'>): Totals {
  const tests = reached.filter(({ node }) => node.isTest);
  return {
    total: reached.length,
    files: new Set(reached.map(({ node }) => node.path)).size,
    inTests: tests.length,
    testFiles: new Set(tests.map(({ node }) => node.path)).size,
    handOn: reached.filter(
      ({ distance, edges }) => distance === 1 && edges.every(({ sites }) => sites.every(({ kind }) => kind === 'pass')),
    ).length,
  };
}

/** The text instead of a number if nothing was found. */
export function nothingFound(answer: CallsAnswer, direction: Direction): string {
  const { unresolved, otherUses, values, decorators, truncation, state, implementations = [], signatures } = answer;
  if (signatures !== undefined && signatures.undecided > 0)
    return `none for sure, but ${count(signatures.undecided, 'call')} of the function may mean it`;
  const ofImplementations = implementations.reduce((sum, { calls }) => sum + calls, 0);
  if (ofImplementations > 0)
    return `none of it alone, but ${count(ofImplementations, 'place')} ${ofImplementations === 1 ? 'calls' : 'call'} what implements it`;
  if (unresolved.sites > 0) {
    const calls = unresolved.sites === 1 ? 'a call' : 'calls';
    return direction === 'in'
      ? `none found, but ${count(unresolved.sites, 'unresolved place')} may be ${calls} of it`
      : `none found, but ${count(unresolved.sites, 'call')} in it could not be resolved`;
  }
  if (values.total > 0) return `no direct calls, but it is named as a value at ${count(values.total, 'place')}`;
  if (decorators.length > 0) return `none found, but it may be called through ${decoratorText(decorators)}`;
  if (otherUses > 0) return `no direct calls, but it is named (as a value or a type) at ${count(otherUses, 'place')}`;
  if (answer.runsByItself) return 'none found, but the language may call it by itself (operators, iteration, …)';
  if (answer.outside !== undefined && answer.outside.sites > 0)
    return `none found, but ${count(answer.outside.sites, 'place')} ${answer.outside.sites === 1 ? 'calls' : 'call'} its name on values from outside the project`;
  const doubtful = doubtfulPlaces(answer.account);
  if (doubtful > 0) return `none found, but ${count(doubtful, 'place')} of its name may be calls: see the account`;
  const isCertain = truncation.reason === null && (answer.account?.unreadFiles ?? 0) === 0 && knowsAll(state);
  return isCertain ? 'none' : 'none known';
}

function decoratorText(decorators: readonly string[]): string {
  const names = decorators.map((name) => oneLine(name, 80));
  return `its ${names.length === 1 ? 'decorator' : 'decorators'} ${names.join(', ')}`;
}

function fileNote({ path }: SymbolNode, isForCallers: boolean, say: Wording): string {
  const rest = isForCallers
    ? `${say.tool('get_impact', { symbol: path })} shows who uses what is in it`
    : `${say.call('search', { pattern: 'path#*' })} lists what is in it`;
  return `A path means only the top level of the file: ${rest}.`;
}

function listOf({ target, reached }: CallsAnswer, direction: Direction): Folded {
  return foldReached(reached, target, direction);
}

/** The number of implementations that a note names. */
const namedImplementations = 5;

function implementationsNote(all: NonNullable<CallsAnswer['implementations']>, say: Wording): string {
  const named = all
    .slice(0, namedImplementations)
    .map(({ node, calls }) => `${node.qualified} (${count(calls, 'call')})`);
  const rest = all.length > named.length ? ` and ${all.length - named.length} more` : '';
  const symbol = all[0]!.node.id;
  return `Implemented by ${named.join(', ')}${rest}. Their callers: ${say.tool('get_callers', { symbol })}.`;
}

/** @param files for a list by file: all of them */
function notesOf(
  answer: CallsAnswer,
  format: CallsFormat,
  { shown, files }: { shown: number; files: readonly FileCount[] | null },
): string[] {
  const { direction, maxDepth, depthLimit, maxChars, say } = format;
  const { reached, values, target, truncation, state, implementations = [] } = answer;
  const otherUses = answer.otherUses - values.total;
  const isForCallers = direction === 'in';
  const what = isForCallers ? 'callers' : 'callees';
  const listed = files === null ? listOf(answer, direction).listed : [];
  const cut = listed.slice(shown);
  const reachesMaxDepth = files === null && reached.some(({ distance }) => distance === maxDepth);
  const narrower = `ask for fewer distances (${say.option('maxDepth')}), or for the ${what} of one of them by its id`;
  const where = cut.length === 0 ? [] : [`The farthest are not shown; most are in ${whereText(cut)}.`];
  return [
    ...stateNotes(state),
    ...(otherUses > 0
      ? [
          `Named without a call at ${count(otherUses, values.total > 0 ? 'other place' : 'place')}: ${say.tool('explain_usage', { symbol: target.id })} shows them.`,
        ]
      : []),
    ...decoratorNote(answer),
    ...(answer.setter === undefined
      ? []
      : [`Code that writes it runs its setter: ${say.tool('get_callers', { symbol: answer.setter })}.`]),
    ...(implementations.length > 0 ? [implementationsNote(implementations, say)] : []),
    ...(answer.runsByItself && reached.length > 0 ? ['The language may also call it by itself.'] : []),
    ...(isForCallers && reached.length === 0 && target.exported
      ? ['Exported: code outside this project may call it.']
      : []),
    ...(target.kind === 'file' ? [fileNote(target, isForCallers, say)] : []),
    ...truncationNotes(truncation, `Ask for the ${what} of one of them by its id.`),
    ...cutNote(cut.length, listed.length, { what, maxChars, narrower, say }),
    ...cutNote((files?.length ?? shown) - shown, files?.length ?? 0, { what: 'files', maxChars, narrower, say }),
    ...where,
    ...(reachesMaxDepth && cut.length === 0 && maxDepth < depthLimit
      ? [`Their ${what}: ${say.option('maxDepth', maxDepth + 1)}.`]
      : []),
  ];
}

/** That a symbol may be called through its decorators, where the first lines do not say so. */
function decoratorNote({ unresolved, values, decorators }: CallsAnswer): string[] {
  if (decorators.length === 0 || (unresolved.sites === 0 && values.total === 0)) return [];
  return [`It may be called through ${decoratorText(decorators)}.`];
}

/** The number of symbols, where they are, how many are tests and how many only hand the target on. */
export function totalText({ total, files, inTests, testFiles, handOn }: Totals): string {
  const handing = handOn === 0 ? '' : `, ${handOn} ${handOn === 1 ? 'hands' : 'hand'} it on`;
  return `${total} in ${count(files, 'file')}${inTests === 0 ? '' : ` (${inTests} in ${count(testFiles, 'test file')})`}${handing}`;
}

/** The signatures that the answer is about, and how many calls mean each. */
function signatureLines(calls: CallsAnswer['signatures']): string[] {
  if (calls === undefined) return [];
  const { signatures, undecided } = calls;
  const doubt =
    undecided === 0
      ? []
      : [
          `${count(undecided, 'more call')} may mean ${signatures.length === 1 ? 'it or another signature' : 'several of them'}`,
        ];
  const each = signatures.map(({ name, line, calls: of }) => `  ${oneLine(name)} [${line}]: ${count(of, 'call')}`);
  return [
    `${count(signatures.length, 'signature')}${signatures.length === 1 ? ' of several' : ''}:`,
    ...each,
    ...doubt.map((one) => `  ${one}`),
  ];
}

function draftOf(answer: CallsAnswer, format: CallsFormat, cut: { shown: number; detail: Detail }): Draft {
  const { tool, direction, maxDepth, say, list } = format;
  const { shown, detail } = cut;
  const target = symbolData(answer.target, detail);
  const totals = totalsOf(answer);
  const unresolved = unresolvedData(answer.unresolved, detail, direction === 'out' ? answer.target.qualified : null);
  const outside = answer.outside === undefined ? undefined : unresolvedData(answer.outside, detail);
  const folded = listOf(answer, direction);
  const { listed, implementations } = folded;
  const showing = { target: answer.target, direction, detail, implementations };
  const files = filesOf(answer, format);
  const distances = files === null ? distanceData(listed, shown, showing, folded) : [];
  const values = valuesData(answer.values, detail);
  const account = accountData(answer.account, detail, [
    ...(unresolved === undefined ? [] : ['unresolved' as const]),
    ...(outside === undefined ? [] : ['outside' as const]),
  ]);
  const notes = notesOf(answer, format, { shown, files });
  const nothing = totals.total === 0 ? nothingFound(answer, direction) : null;
  const name = direction === 'in' ? 'callers' : 'callees';
  const meaning = direction === 'in' ? 'may be calls of it' : 'calls in it whose target is not known';
  const lines = [
    ...symbolHead(say.heading(tool), target),
    ...signatureLines(answer.signatures),
    ...(maxDepth === 1 ? [] : [`${say.label('maxDepth')}: ${maxDepth}`]),
    `${name}: ${nothing ?? (files === null ? `${totalText(totals)}${manyPlacesText(answer, totals)}` : placesText(answer, files))}`,
    ...(shown < (files ?? listed).length ? [`showing: ${shown}`] : []),
    ...fileCountLines(files?.slice(0, shown) ?? [], detail),
    ...distanceLines(distances, direction, maxDepth > 1, (distance) =>
      list === undefined
        ? null
        : list(
            listed.slice(0, shown).filter((one) => one.distance === distance),
            answer.target,
            (one) => implementationsOf(folded, one),
          ),
    ),
    ...valueLines(values),
    ...unresolvedLines(unresolved, meaning),
    ...unresolvedLines(outside, 'calls of its name on values from outside the project', 'outside'),
    ...accountLines(account),
    ...noteLines(notes),
  ];
  return {
    text: `${lines.join('\n')}\n`,
    structured: {
      target,
      max_depth: maxDepth,
      total: totals.total,
      files: totals.files,
      in_tests: totals.inTests,
      ...(totals.inTests === 0 ? {} : { test_files: totals.testFiles }),
      ...(totals.handOn === 0 ? {} : { hand_on: totals.handOn }),
      shown,
      ...(answer.signatures === undefined
        ? {}
        : { signatures: answer.signatures.signatures, undecided_calls: answer.signatures.undecided }),
      ...(nothing === null ? {} : { summary: `${name}: ${nothing}` }),
      ...(files === null ? { distances } : { by_file: fileCountData(files.slice(0, shown), detail) }),
      ...(values === undefined ? {} : { values }),
      ...(answer.decorators.length === 0 ? {} : { decorators: [...answer.decorators] }),
      ...(unresolved === undefined ? {} : { unresolved }),
      ...(outside === undefined ? {} : { outside }),
      ...(account === undefined ? {} : { account }),
      ...notesData(notes),
    },
  };
}

/** For a list by file, the files with their numbers of calls; else null. */
function filesOf({ reached }: CallsAnswer, { detail }: Pick<CallsFormat, 'detail'>): FileCount[] | null {
  return detail === 'files' ? countPlaces(reached) : null;
}

/** Places that hand the target on are counted, but are no calls. */
function placesText({ reached }: CallsAnswer, files: readonly FileCount[]): string {
  const handed = reached.some(({ edges }) => edges.some(({ sites }) => sites.some(({ kind }) => kind === 'pass')));
  return countsText(files, handed ? 'place' : 'call');
}

/** In how many places the symbols do it, where that is another number: an account of a name counts places. */
function manyPlacesText({ reached }: CallsAnswer, { total }: Totals): string {
  const nearest = reached.filter(({ distance }) => distance === 1);
  if (nearest.length < reached.length) return '';
  const places = countPlaces(nearest).reduce((sum, { number }) => sum + number, 0);
  return places === total ? '' : `, at ${places} places`;
}

export function formatCalls(answer: CallsAnswer, format: CallsFormat): Draft {
  return fitDraft({
    total: (filesOf(answer, format) ?? listOf(answer, format.direction).listed).length,
    maxChars: format.maxChars,
    draft: (shown, detail) => draftOf(answer, format, { shown, detail }),
  });
}
