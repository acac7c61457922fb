/**
 * A review as a comment of a pull request, in Markdown.
 * Invariants: names and paths of the repository are code or escaped, so that they make neither markup nor mentions; the text stays below the limit of a comment.
 */
import { basename } from 'node:path/posix';
import type { ChangesAnswer, TestReason, TestToRun } from '../../model/changes.ts';
import { withoutDuplicateMarks } from '../../model/link.ts';
import { reviewRules, type PlaceElsewhere, type ReviewAnswer } from '../../model/review.ts';
import { plural } from '../terminal/quantities.ts';
import { notAskedText } from './elsewhere-text.ts';
import { placedFindings, ruleTitles } from './findings.ts';

export interface CommentOptions {
  /** The address of an explorer of this state; null for none. */
  site: string | null;
  /** The address of a file at the newer state, before its path; null: places are no links. */
  sourceUrl: string | null;
}

/** By this a later run finds the comment to replace it. */
export const commentMark = '<!-- code-scout review -->';
/** GitHub takes 65,536 characters. */
const maxChars = 60_000;
const longList = 100;
const maxFindings = 50;
const maxTests = 20;
const maxUses = 50;
/** Repositories that are named in a line. */
const maxNamed = 10;
const changeWords = {
  added: 'new',
  body: 'changed',
  signature: 'other signature',
  renamed: 'renamed',
  moved: 'moved',
  removed: 'removed',
} as const;

export function reviewComment(answer: ReviewAnswer, options: CommentOptions): string {
  for (let most = longList; ; most = Math.floor(most / 2)) {
    const text = commentWith(answer, options, most);
    if (text.length <= maxChars || most === 0) return text.slice(0, maxChars);
  }
}

/** @param most the length of the lists that can be unfolded */
function commentWith(answer: ReviewAnswer, options: CommentOptions, most: number): string {
  const { changes } = answer;
  const definitions = changes.files.reduce((sum, file) => sum + file.definitions.length, 0);
  const lines = [
    commentMark,
    `### Code Scout: ${plural(definitions, 'definition')} changed in ${plural(changes.totalFiles, 'file')}`,
    '',
    reachText(changes, definitions),
    ...findingLines(answer, options),
    ...elsewhereLines(answer, options),
    ...testLines(changes, options),
    ...folded(`What changed (${plural(changes.totalFiles, 'file')})`, changedLines(changes, options), most),
    ...folded(`What uses it (${plural(changes.reached.length, 'symbol')})`, reachedLines(changes, options), most),
    ...folded(
      `Not resolved (${plural(changes.unresolved.sites, 'place')} that may use what changed)`,
      changes.unresolved.names.map(
        ({ name, sites, files, path, line }) =>
          `- ${code(name)}: ${plural(sites, 'place')} in ${plural(files, 'file')}, as at ${place(path, line, options)}`,
      ),
      most,
    ),
    ...noteLines(answer),
    ...(options.site === null ? [] : ['', `[Look at it in the explorer](${options.site})`]),
  ];
  return `${lines.join('\n')}\n`;
}

function reachText({ totalFiles, reached, reachedFiles }: ChangesAnswer, definitions: number): string {
  if (totalFiles === 0) return 'Nothing has changed.';
  if (definitions === 0) return 'No definition of code has changed.';
  if (reached.length === 0) return 'Nothing else in the project is known to use what changed.';
  const use = reached.length === 1 ? 'uses' : 'use';
  return `${plural(reached.length, 'symbol')} in ${plural(reachedFiles, 'file')} ${use} what changed, directly or through others.`;
}

function findingLines(answer: ReviewAnswer, options: CommentOptions): string[] {
  const found = placedFindings(answer);
  if (found.length === 0) return ['', 'No finding.'];
  const lines = ['', '| finding | where | |', '|---|---|---|'];
  const shown = reviewRules.flatMap((rule) => found.filter((one) => one.rule === rule)).slice(0, maxFindings);
  for (const { rule, path, line, text } of shown)
    lines.push(`| ${ruleTitles[rule]} | ${place(path, line, options)} | ${inCell(text)} |`);
  if (found.length > shown.length) lines.push('', `And ${found.length - shown.length} more.`);
  return lines;
}

/** What other repositories use of what changed: a line for each definition, with a place of each repository. */
function elsewhereLines({ elsewhere }: ReviewAnswer, options: CommentOptions): string[] {
  if (elsewhere === null) return [];
  const { asked, uses } = elsewhere;
  const names = asked.slice(0, maxNamed).map(code).join(', ');
  const others = `${names}${asked.length > maxNamed ? ` and ${asked.length - maxNamed} more` : ''}`;
  if (uses.length === 0)
    return asked.length === 0 ? [] : ['', `**In other repositories** nothing is known to use what changed: ${others}.`];
  const more = uses.length - maxUses;
  return [
    '',
    `**In other repositories** (asked: ${others}):`,
    '',
    '| changed here | | used by |',
    '|---|---|---|',
    ...uses
      .slice(0, maxUses)
      .map(
        ({ change, qualified, path, line, places }) =>
          `| ${code(qualified)} at ${place(path, change === 'gone' ? null : line, options)} | ${change === 'gone' ? '**gone**' : changeWords[change]} | ${userCell(places)} |`,
      ),
    ...(more > 0 ? ['', `And ${plural(more, 'more definition')}.`] : []),
  ];
}

function userCell(places: readonly PlaceElsewhere[]): string {
  const users = [...Map.groupBy(places, ({ project }) => project)].map(([project, own]) => {
    const [first] = own as [PlaceElsewhere];
    const within = first.caller === null ? '' : ` in ${code(first.caller)}`;
    const required = `${first.package} ${first.range ?? ''}`.trim();
    return `${code(project)} (${code(required)}): ${plural(own.length, 'place')}, as ${code(`${first.path}:${first.line}`)}${within}`;
  });
  const more = users.length - maxNamed;
  return `${users.slice(0, maxNamed).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

function testLines({ tests }: ChangesAnswer, options: CommentOptions): string[] {
  if (tests.length === 0) return ['', '**Tests to run:** none is known to depend on this change.'];
  const more = tests.length - maxTests;
  return [
    '',
    '**Tests to run**, the most likely first:',
    ...tests.slice(0, maxTests).map((test) => `- ${place(test.path, null, options)}${whyText(test)}`),
    ...(more > 0 ? [`- and ${plural(more, 'less likely file')}`] : []),
  ];
}

function whyText({ isChanged, reasons }: TestToRun): string {
  const [first] = reasons;
  if (isChanged) return ' (changed here)';
  return first === undefined ? '' : ` (${reasonText(first)})`;
}

function reasonText(reason: TestReason): string {
  switch (reason.kind) {
    case 'changed':
      return 'changed here';
    case 'reaches':
      return `reaches ${code(reason.way.at(-1) ?? '')}${reason.way.length > 2 ? `, ${plural(reason.way.length - 1, 'step')}` : ''}`;
    case 'uses':
      return `uses ${code(basename(reason.path))}`;
    case 'named':
      return `named after ${code(basename(reason.path))}`;
    case 'history':
      return `changed with ${code(basename(reason.path))} in ${plural(reason.commits, 'commit')}`;
    case 'mentions':
      return `names ${code(reason.name)}`;
  }
}

function changedLines({ files }: ChangesAnswer, options: CommentOptions): string[] {
  return files.flatMap(({ path, status, definitions, unread }) => [
    `- ${place(path, null, options)} (${status === 'typeChanged' ? 'type changed' : status}${unread === null ? '' : `, ${unread}`})`,
    ...definitions
      .filter(({ kind }) => kind !== 'file')
      .map(
        ({ qualified, kind, change, exported, before, isTest }) =>
          `  - ${kind} ${code(withoutDuplicateMarks(qualified) ?? qualified)}: ${changeWords[change]}${before === null ? '' : ` from ${code(before)}`}${exported && !isTest ? ', exported' : ''}`,
      ),
  ]);
}

function reachedLines({ reached }: ChangesAnswer, options: CommentOptions): string[] {
  return reached.map(
    ({ node, distance }) =>
      `- ${code(withoutDuplicateMarks(node.qualified) ?? node.qualified)} at ${place(node.path, node.line, options)}${distance > 1 ? `, ${plural(distance, 'step')} away` : ''}`,
  );
}

function folded(title: string, lines: readonly string[], most: number): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - most;
  return [
    '',
    `<details><summary>${title}</summary>`,
    '',
    ...lines.slice(0, most),
    ...(more > 0 ? [`- and ${more} more`] : []),
    '',
    '</details>',
  ];
}

function noteLines({ changes, notes, findings, elsewhere }: ReviewAnswer): string[] {
  const all = [
    ...changes.notes,
    ...notes,
    ...(elsewhere === null
      ? []
      : [...notAskedText(elsewhere.notAsked).map((text) => `Other repositories ${text}.`), ...elsewhere.notes]),
    ...(findings.undecided > 0
      ? [`Whether a test reaches ${plural(findings.undecided, 'public definition')} is not known.`]
      : []),
    ...(changes.state.freshness.note === null ? [] : [changes.state.freshness.note]),
  ];
  return all.length === 0 ? [] : ['', ...all.map((note) => `_${inCell(note)}_`)];
}

/** A path, with a line if it is known, as a link where the address of the source is known. */
function place(path: string, line: number | null, { sourceUrl }: CommentOptions): string {
  const text = code(line === null ? path : `${path}:${line}`);
  if (sourceUrl === null) return text;
  const address = path
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replaceAll(/[()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return `[${text}](${sourceUrl}/${address}${line === null ? '' : `#L${line}`})`;
}

/** As code on one line, also in a table. */
function code(text: string): string {
  const plain = oneLine(text).replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${plain}${space}${fence}`;
}

/** A sentence with names of the repository in it: nothing in it is markup, a mention or a link. */
function inCell(text: string): string {
  return oneLine(text)
    .replaceAll(/[\\`*_{}[\]()#!|~]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@<!-- -->')
    .replaceAll('://', ':<!-- -->//');
}

function oneLine(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').slice(0, 300);
}
