/**
 * The answer of `changes`: what changed by file, the tests to run with the reason for each, removed definitions that are still named, and what
 * the change reaches.
 * Invariant: where room is short, further reasons for tests are dropped first, then the farthest reached symbols, then changed definitions and
 * files, and tests last; all but the reasons are counted.
 */
import type { ChangesAnswer, ComparedStates } from '../../model/changes.ts';
import type { SymbolNode } from '../../model/graph.ts';
import { fits, largestFitting, largestMaxChars, oneLine, type Draft } from '../budget.ts';
import type { Wording } from '../wording.ts';
import type { Detail } from '../graph-text/detail.ts';
import { linkWord } from '../graph-text/link-data.ts';
import { noteLines, notesData, stateNotes, truncationNotes } from '../graph-text/notes.ts';
import { distanceData, distanceLines, rankReached } from '../graph-text/reached.ts';
import { count } from '../graph-text/unresolved.ts';
import {
  danglingData,
  filesData,
  listedDefinitions,
  unresolvedNamesData,
  testsData,
  type DefinitionData,
  type FileData,
  type ReasonData,
  type TestData,
} from './data.ts';

export interface ChangesFormat {
  /** At most this many tests are named. */
  limit: number;
  maxChars: number;
  say: Wording;
}

const detail: Detail = { signature: 0, lines: 3, links: 1, name: 200, path: 400, samples: 8, testFiles: 0 };
/** The least detail, for a very small answer. */
const bare: Detail = { ...detail, lines: 1, name: 40, path: 60, samples: 1 };
/** How much is shown grows in steps: two phases of this many steps, then one step for each reason of a test. */
const phaseSteps = 100;
const maxReasons = 4;
/** In the first phase, the number of tests grows this many times faster than that of definitions. */
const testsFactor = 10;
/** At most this many of the places that still name removed code are listed. */
const maxDangling = 20;
const lastStep = 2 * phaseSteps + maxReasons;

const changeWords: Record<DefinitionData['change'], string> = {
  added: 'added',
  body: 'changed',
  signature: 'signature changed',
  renamed: 'renamed',
  moved: 'moved',
  removed: 'removed',
};

/** A target that equals no symbol, so that each link names its other end: the answer is not about one symbol. */
const absentTarget: SymbolNode = {
  ...{ id: '', name: '', qualified: '', kind: 'file', path: '', line: 0, startLine: 0, endLine: 0, exported: false },
  ...{ signature: null, package: null, module: null, isTest: false },
};

function comparedText({ kind, from, to, subject, isMerge }: ComparedStates): string {
  const title = subject === null ? '' : ` "${oneLine(subject, 100)}"`;
  const older = from ?? 'nothing';
  if (kind === 'workingTree') return `working tree against ${older}`;
  if (kind === 'range') return `${to} against ${older}`;
  return `commit ${to}${title} against its ${isMerge ? 'first parent' : 'parent'} ${older}`;
}

function definitionLine({ name, kind, change, lines, exported, before, members, absent }: DefinitionData): string {
  const where = lines === undefined ? '' : ` [${lines}]`;
  const parts = [
    `${changeWords[change]}${before === undefined ? '' : ` from ${oneLine(before)}`}`,
    ...(members === undefined ? [] : [`with ${count(members, 'member')}`]),
    ...(absent === true ? ['not in the index'] : []),
  ];
  const what = kind === 'file' ? '' : ` ${kind}`;
  return `  ${oneLine(name)}${where}${what}${exported === true ? ' exp' : ''}: ${parts.join(', ')}`;
}

function fileLines({ path, status, from, test, unread, definitions, more_removed: more }: FileData): string[] {
  const marks = [
    status === 'typeChanged' ? 'type changed' : status,
    ...(from === undefined ? [] : [`from ${oneLine(from)}`]),
    ...(test === true ? ['test'] : []),
  ];
  const none = definitions.length === 0 && unread === undefined ? ': no definition changed' : '';
  return [
    `file: ${oneLine(path)} (${marks.join(', ')})${unread === undefined ? none : `: ${unread}`}`,
    ...definitions.map(definitionLine),
    ...(more === undefined ? [] : [`  ... and ${more} more removed with it`]),
  ];
}

function reasonText({ kind, way = [], use, line, more, path, commits, name }: ReasonData): string {
  switch (kind) {
    case 'changed':
      return 'changed';
    case 'reaches': {
      const [test = '', next = '', ...rest] = way.map((one) => oneLine(one));
      const at = line === undefined ? '' : ` at ${line}`;
      const others = more === undefined ? '' : ` (+${more} more)`;
      return `${test} ${linkWord(use ?? 'call', 'active')} ${[`${next}${at}`, ...rest].join(' > ')}${others}`;
    }
    case 'uses':
      return `uses ${oneLine(path ?? '')}`;
    case 'named':
      return `named after ${oneLine(path ?? '')}`;
    case 'history':
      return `changed with ${oneLine(path ?? '')} in ${count(commits ?? 0, 'commit')}`;
    case 'mentions':
      return `names ${oneLine(name ?? '')} at ${line ?? 0}, unresolved`;
  }
}

function testLines(tests: readonly TestData[], total: number): string[] {
  if (total === 0) return ['', 'tests to run: none found'];
  const rest = total === tests.length ? '' : ` (${tests.length} shown, best first)`;
  return [
    '',
    `tests to run: ${count(total, 'file')}${rest}`,
    ...tests.map(({ path, changed, why }) => {
      const reasons = [...(changed === true ? ['changed'] : []), ...why.map(reasonText)];
      return `  ${oneLine(path)}${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}`;
    }),
  ];
}

function goneLines(gone: ReturnType<typeof danglingData>, say: Wording): string[] {
  if (gone === undefined) return [];
  const more = gone.places - gone.samples.length;
  return [
    '',
    `removed, but still named: ${count(gone.places, 'place')}`,
    ...gone.samples.map(
      (one) =>
        `  ${oneLine(one.path)}:${one.line}${one.in === undefined ? '' : ` in ${oneLine(one.in)}`} names ${oneLine(one.of)}`,
    ),
    ...(more > 0 ? [`  ... and ${more} more: ${say.tool('search_code')} finds them by name`] : []),
  ];
}

function unresolvedPlaces(unresolved: ReturnType<typeof unresolvedNamesData>): string[] {
  if (unresolved === undefined) return [];
  return [
    '',
    `unresolved: ${count(unresolved.places, 'place')} may use what has changed`,
    ...unresolved.names.map(
      ({ name, places, files, path, line }) =>
        `  ${oneLine(name)}: ${count(places, 'place')} in ${count(files, 'file')}, as ${oneLine(path)}:${line}`,
    ),
    ...(unresolved.more_names === undefined ? [] : [`  ... and ${count(unresolved.more_names, 'more name')}`]),
  ];
}

/**
 * How much is shown, more with each step: first more changed definitions, files and tests, each test with its strongest reason; then more reached
 * symbols; then more reasons. The first step shows one definition, one file and one test without a reason.
 */
function shownCounts(step: number, answer: ChangesAnswer, limit: number, definitions: number) {
  const first = Math.min(1, step / phaseSteps);
  const second = Math.max(0, Math.min(1, (step - phaseSteps) / phaseSteps));
  const part = (total: number, share: number): number =>
    Math.min(total, step <= 1 ? Math.sign(share) : Math.ceil(total * share));
  return {
    definitions: part(definitions, first),
    files: part(answer.files.length, first),
    // Tests come early: they are few beside a large change, and the reader acts on them.
    tests: part(Math.min(limit, answer.tests.length), Math.min(1, first * testsFactor)),
    reached: part(answer.reached.length, second),
    samples: step <= 1 ? 0 : first < 1 ? 2 : detail.samples,
    // Places that name removed code come early too, for the same reason.
    dangling: step <= 1 ? 0 : Math.min(maxDangling, Math.max(2, Math.ceil(first * testsFactor * detail.samples))),
    reasons: step <= 1 ? 0 : Math.max(1, step - 2 * phaseSteps),
  };
}

interface Totals {
  definitions: number;
  reached: number;
}

function notesOf(
  answer: ChangesAnswer,
  format: ChangesFormat,
  shown: { definitions: number; files: number; tests: number; reached: number },
  total: Totals,
): string[] {
  const { maxChars, limit, say } = format;
  const wanted = Math.min(limit, answer.tests.length);
  const cut = [
    cutText('changed definitions', total.definitions, shown.definitions),
    cutText('changed files', answer.files.length, shown.files),
    cutText('tests', wanted, shown.tests),
    cutText('reached symbols', total.reached, shown.reached),
  ].filter((text) => text !== '');
  const narrower = `a part of the project (${say.option('pathPrefix')}), or for a smaller range`;
  const more =
    maxChars < largestMaxChars
      ? `a larger ${say.option('max_chars')} (up to ${largestMaxChars}) shows more`
      : `ask for ${narrower}`;
  return [
    ...stateNotes(answer.state),
    ...answer.notes,
    ...truncationNotes(answer.truncation, `Ask for ${narrower}.`),
    ...(cut.length > 0 ? [`${cut.join(', ')} do not fit into ${maxChars} characters: ${more}.`] : []),
    ...(answer.tests.length > wanted
      ? [
          `${answer.tests.length - wanted} more tests are less likely: ${say.option('limit', Math.min(200, answer.tests.length))} shows more.`,
        ]
      : []),
  ];
}

function cutText(what: string, total: number, shown: number): string {
  return total === shown ? '' : `${total - shown} of the ${total} ${what}`;
}

function draftOf(answer: ChangesAnswer, format: ChangesFormat, step: number): Draft {
  const level = step <= 1 ? bare : detail;
  const definitions = answer.files.reduce((sum, file) => sum + file.definitions.length, 0);
  const listed = answer.files.reduce((sum, file) => sum + listedDefinitions(file).length, 0);
  const counts = shownCounts(step, answer, format.limit, listed);
  const files = filesData(answer.files, counts, level);
  const tests = testsData(answer.tests.slice(0, counts.tests), counts.reasons, level);
  const gone = danglingData(answer, counts.dangling, level);
  const unresolved = unresolvedNamesData(answer, counts.samples, level);
  const all = rankReached(answer.reached);
  const distances = distanceData(all, counts.reached, { target: absentTarget, direction: 'in', detail: level });
  const shownDefinitions = files.reduce((sum, file) => sum + file.definitions.length, 0);
  const shown = { definitions: shownDefinitions, files: files.length, tests: tests.length, reached: counts.reached };
  const notes = notesOf(answer, format, shown, { definitions: listed, reached: all.length });
  const changed =
    answer.totalFiles === 0 ? 'nothing' : `${count(definitions, 'definition')} in ${count(answer.totalFiles, 'file')}`;
  const isReached = all.length > 0 || definitions > 0;
  const lines = [
    `changes: ${comparedText(answer.compared)}`,
    `changed: ${changed}`,
    ...files.flatMap((file) => ['', ...fileLines(file)]),
    ...(definitions > 0 || answer.tests.length > 0 ? testLines(tests, answer.tests.length) : []),
    ...goneLines(gone, format.say),
    ...(isReached
      ? ['', `reached: ${count(all.length, 'symbol')} in ${count(answer.reachedFiles, 'file')}, without tests`]
      : []),
    ...(all.length > 0 ? distanceLines(distances, 'in', true) : []),
    ...unresolvedPlaces(unresolved),
    ...noteLines(notes),
  ];
  const { kind, from, to, subject, isMerge } = answer.compared;
  return {
    text: `${lines.join('\n')}\n`,
    structured: {
      compared: {
        kind,
        ...(from === null ? {} : { from }),
        ...(to === null ? {} : { to }),
        ...(subject === null ? {} : { subject: oneLine(subject, 100) }),
        ...(isMerge ? { first_parent: true } : {}),
      },
      changed_definitions: definitions,
      changed_files: answer.totalFiles,
      files,
      tests_total: answer.tests.length,
      tests,
      ...(gone === undefined ? {} : { gone }),
      reached_symbols: all.length,
      reached_files: answer.reachedFiles,
      distances,
      ...(unresolved === undefined ? {} : { unresolved }),
      ...notesData(notes),
    },
  };
}

export function formatChanges(answer: ChangesAnswer, format: ChangesFormat): Draft {
  const whole = draftOf(answer, format, lastStep);
  if (fits(whole, format.maxChars)) return whole;
  const step = largestFitting(lastStep, format.maxChars, (one) => draftOf(answer, format, one));
  return draftOf(answer, format, step);
}
