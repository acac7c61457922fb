/**
 * The answer of `get_impact`: what a change reaches, by distance and file, and the tests that it reaches, by file.
 * Invariant: an empty answer counts as certain only when no unresolved place and no unfinished walk could add to it.
 */
import type { ImpactAnswer, ReachedNode } from '../../model/graph.ts';
import { oneLine, type Draft } from '../budget.ts';
import type { Wording } from '../wording.ts';
import { accountData, accountLines, doubtfulPlaces } from '../graph-text/account.ts';
import {
  countByFile,
  countsText,
  fileCountData,
  fileCountLines,
  type FileCount,
  type ListDetail,
} from '../graph-text/by-file.ts';
import type { ListReached } from '../graph-text/calls-text.ts';
import { clip, fitDraft, type Detail } from '../graph-text/detail.ts';
import { cutNote, knowsAll, noteLines, notesData, stateNotes, truncationNotes } from '../graph-text/notes.ts';
import { distanceData, distanceLines, rankReached, whereText } from '../graph-text/reached.ts';
import { symbolData, symbolHead } from '../graph-text/symbol-data.ts';
import { count, unresolvedData, unresolvedLines } from '../graph-text/unresolved.ts';

export interface ImpactFormat {
  /** Null for no limit. */
  maxDepth: number | null;
  depthLimit: number;
  maxChars: number;
  say: Wording;
  /** Lists the symbols at a distance in another way. */
  list?: ListReached;
  /** Default: `names`. */
  detail?: ListDetail;
}

interface TestFile {
  path: string;
  symbols: number;
  nearest: number;
}

/** The files of the tests: the nearest first, and of equally near ones those with the most symbols. */
function testFiles(tests: readonly ReachedNode[]): TestFile[] {
  const files = new Map<string, TestFile>();
  for (const { node, distance } of tests) {
    const file = files.get(node.path) ?? { path: node.path, symbols: 0, nearest: distance };
    file.symbols++;
    file.nearest = Math.min(file.nearest, distance);
    files.set(node.path, file);
  }
  return [...files.values()].toSorted((a, b) => a.nearest - b.nearest || b.symbols - a.symbols);
}

function nothingReached({ unresolved, truncation, state, account }: ImpactAnswer): string {
  if (unresolved.sites > 0) return `nothing found, but ${count(unresolved.sites, 'unresolved place')} may use it`;
  const doubtful = doubtfulPlaces(account);
  if (doubtful > 0) return `nothing found, but ${count(doubtful, 'place')} of its name may use it: see the account`;
  const isCertain = truncation.reason === null && (account?.unreadFiles ?? 0) === 0 && knowsAll(state);
  return isCertain ? 'nothing in this project' : 'nothing known';
}

interface Shown {
  detail: Detail;
  code: readonly ReachedNode[];
  tests: readonly TestFile[];
  shown: number;
  shownTests: number;
}

function notesOf(answer: ImpactAnswer, format: ImpactFormat, parts: Shown): string[] {
  const { maxDepth, depthLimit, maxChars, say } = format;
  const { detail, code, tests, shown, shownTests } = parts;
  const cut = code.slice(shown);
  const reachesMaxDepth = maxDepth !== null && answer.reached.some(({ distance }) => distance === maxDepth);
  const narrower = `ask for fewer distances (${say.option('maxDepth')}), or for the impact of one of them by its id`;
  return [
    ...stateNotes(answer.state),
    ...(answer.target.exported ? ['Exported: uses outside this project are unknown.'] : []),
    ...truncationNotes(
      answer.truncation,
      `Ask for the impact of one of them by its id, or for fewer distances (${say.option('maxDepth')}).`,
    ),
    ...cutNote(cut.length, code.length, { what: 'symbols', maxChars, narrower, say }),
    ...(cut.length > 0 && tests.length > shownTests
      ? [`${tests.length - shownTests} of the ${tests.length} test files do not fit either.`]
      : cutNote(tests.length - shownTests, tests.length, { what: 'test files', maxChars, narrower, say })),
    ...(cut.length === 0 ? [] : [`The farthest are not shown; most are in ${whereText(cut)}.`]),
    ...(detail.links === 0
      ? [
          `To show more symbols, their links are left out: ${say.tool('get_callers')} and ${say.tool('explain_usage')} show them.`,
        ]
      : []),
    ...(reachesMaxDepth && cut.length === 0 && maxDepth < depthLimit
      ? [`What reaches these: ${say.option('maxDepth', maxDepth + 1)}, or none for all.`]
      : []),
  ];
}

function testLines(tests: readonly TestFile[], answer: ImpactAnswer, symbols: number): string[] {
  if (symbols === 0) return [];
  const more = answer.testFiles - tests.length;
  return [
    '',
    `tests: ${count(symbols, 'symbol')} in ${count(answer.testFiles, 'file')}`,
    ...tests.map(
      ({ path, symbols: symbolCount, nearest }) =>
        `  ${oneLine(path)}: ${count(symbolCount, 'symbol')}, nearest at distance ${nearest}`,
    ),
    ...(more > 0 ? [`  ... and ${count(more, 'more file')}`] : []),
  ];
}

function draftOf(answer: ImpactAnswer, format: ImpactFormat, cut: { shown: number; detail: Detail }): Draft {
  const { shown, detail } = cut;
  const code = rankReached(answer.reached.filter(({ node }) => !node.isTest));
  const inTests = answer.reached.filter(({ node }) => node.isTest);
  const allTests = testFiles(inTests);
  const tests = allTests.slice(0, detail.testFiles).map((file) => ({ ...file, path: clip(file.path, detail.path) }));
  const target = symbolData(answer.target, detail);
  const unresolved = unresolvedData(answer.unresolved, detail);
  const distances = distanceData(code, shown, { target: answer.target, direction: 'in', detail });
  const account = accountData(answer.account, detail, unresolved === undefined ? [] : ['unresolved']);
  const notes = notesOf(answer, format, { detail, code, tests: allTests, shown, shownTests: tests.length });
  const nothing = answer.reached.length === 0 ? nothingReached(answer) : null;
  const tested =
    inTests.length === 0 ? 'none found' : `${count(inTests.length, 'symbol')} in ${count(answer.testFiles, 'file')}`;
  const lines = [
    ...symbolHead(format.say.heading('get_impact'), target),
    ...(format.maxDepth === null ? [] : [`${format.say.label('maxDepth')}: ${format.maxDepth}`]),
    `impact: ${nothing ?? `${count(code.length, 'symbol')} in ${count(answer.files, 'file')}; tests: ${tested}`}`,
    ...(shown < code.length ? [`showing: ${shown}`] : []),
    ...distanceLines(
      distances,
      'in',
      true,
      (distance) =>
        format.list?.(
          code.slice(0, shown).filter((one) => one.distance === distance),
          answer.target,
          () => [],
        ) ?? null,
    ),
    ...testLines(tests, answer, inTests.length),
    ...unresolvedLines(unresolved, 'may use it'),
    ...accountLines(account),
    ...noteLines(notes),
  ];
  return {
    text: `${lines.join('\n')}\n`,
    structured: {
      target,
      ...(format.maxDepth === null ? {} : { max_depth: format.maxDepth }),
      symbols: code.length,
      files: answer.files,
      shown,
      test_symbols: inTests.length,
      test_files: answer.testFiles,
      ...(nothing === null ? {} : { summary: `impact: ${nothing}` }),
      distances,
      tests,
      ...(unresolved === undefined ? {} : { unresolved }),
      ...(account === undefined ? {} : { account }),
      ...notesData(notes),
    },
  };
}

/** The numbers of the symbols by file. */
function draftByFile(
  answer: ImpactAnswer,
  format: ImpactFormat,
  { files, shown, detail }: { files: readonly FileCount[]; shown: number; detail: Detail },
): Draft {
  const { maxDepth, maxChars, say } = format;
  const target = symbolData(answer.target, detail);
  const unresolved = unresolvedData(answer.unresolved, detail);
  const account = accountData(answer.account, detail, unresolved === undefined ? [] : ['unresolved']);
  const nothing = files.length === 0 ? nothingReached(answer) : null;
  const narrower = `ask for fewer distances (${say.option('maxDepth')})`;
  const notes = [
    ...stateNotes(answer.state),
    ...(answer.target.exported ? ['Exported: uses outside this project are unknown.'] : []),
    ...truncationNotes(answer.truncation, `Ask for fewer distances (${say.option('maxDepth')}).`),
    ...cutNote(files.length - shown, files.length, { what: 'files', maxChars, narrower, say }),
  ];
  const lines = [
    ...symbolHead(say.heading('get_impact'), target),
    ...(maxDepth === null ? [] : [`${say.label('maxDepth')}: ${maxDepth}`]),
    `impact: ${nothing ?? countsText(files, 'symbol')}`,
    ...fileCountLines(files.slice(0, shown), detail),
    ...unresolvedLines(unresolved, 'may use it'),
    ...accountLines(account),
    ...noteLines(notes),
  ];
  const tests = answer.reached.filter(({ node }) => node.isTest).length;
  return {
    text: `${lines.join('\n')}\n`,
    structured: {
      target,
      ...(maxDepth === null ? {} : { max_depth: maxDepth }),
      symbols: answer.reached.length - tests,
      files: answer.files,
      test_symbols: tests,
      test_files: answer.testFiles,
      ...(nothing === null ? {} : { summary: `impact: ${nothing}` }),
      by_file: fileCountData(files.slice(0, shown), detail),
      ...(unresolved === undefined ? {} : { unresolved }),
      ...(account === undefined ? {} : { account }),
      ...notesData(notes),
    },
  };
}

export function formatImpact(answer: ImpactAnswer, format: ImpactFormat): Draft {
  if (format.detail === 'files') {
    const files = countByFile(
      answer.reached.map(({ node: { path, isTest }, distance }) => ({ path, isTest, distance })),
    );
    return fitDraft({
      total: files.length,
      maxChars: format.maxChars,
      draft: (shown, detail) => draftByFile(answer, format, { files, shown, detail }),
    });
  }
  const total = answer.reached.filter(({ node }) => !node.isTest).length;
  return fitDraft({
    total,
    maxChars: format.maxChars,
    namesMatterMost: true,
    draft: (shown, detail) => draftOf(answer, format, { shown, detail }),
  });
}
