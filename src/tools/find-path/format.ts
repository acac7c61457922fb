/** The answer of `find_path`: each path, one step a line. Invariant: if no path is found, the answer says how much was searched and how certain the result is. */
import type { PathAnswer, SymbolNode } from '../../model/graph.ts';
import { oneLine, type Draft } from '../budget.ts';
import type { Wording } from '../wording.ts';
import { clip, fitDraft, type Detail } from '../graph-text/detail.ts';
import { linkData, linkText, type LinkData } from '../graph-text/link-data.ts';
import { cutNote, knowsAll, noteLines, notesData, stateNotes, truncationNotes } from '../graph-text/notes.ts';
import { freeName, symbolData, symbolHead } from '../graph-text/symbol-data.ts';
import { count, unresolvedData, unresolvedLines } from '../graph-text/unresolved.ts';
import type { MergedPath } from './variants.ts';

export interface PathFormat {
  maxDepth: number;
  depthLimit: number;
  maxPaths: number;
  pathsLimit: number;
  maxChars: number;
  /** The names of the ends as they were given, and how they were understood where no symbol has them so. */
  asked: { from: string; to: string; taken: readonly string[] };
  /** The symbol that the paths lead through, if one was asked for, and which part of the way has no path. */
  through?: { via: string; missing: 'to' | 'from' | null };
  say: Wording;
}

/** A path answer whose paths that differ only in an implementation are one. */
export interface MergedAnswer extends Omit<PathAnswer, 'paths'> {
  paths: readonly MergedPath[];
  /** Whether more paths were found, or there may be more. */
  hasMore: boolean;
}

interface Step {
  /** The links from the previous symbol to this one; their lines are in the file of the previous symbol. */
  links: LinkData[];
  to: string;
  /** `src/a.ts:12` */
  place: string;
  /** Where the step starts, if not where the one before it ends: at another member of the type that the path leads through. */
  from?: string;
  /** The declaration that the places name, and some of what implements it, where paths through each are one. */
  declaration?: string;
  implementers?: string[];
  more_implementers?: number;
}

function placeOf(node: SymbolNode, detail: Detail): string {
  const path = clip(node.path, detail.path);
  return node.kind === 'file' ? path : `${path}:${node.line}`;
}

/** At most this many implementers of a step are named. */
const maxNamed = 4;

function stepOf({ edges, ends }: MergedPath, at: number, detail: Detail): Step {
  const edge = edges[at]!;
  const before = edges[at - 1];
  const implementers = ends[at]!;
  const named = implementers.slice(0, maxNamed).map((node) => `${freeName(node, detail)} (${placeOf(node, detail)})`);
  return {
    links: linkData(edge, null, detail).slice(0, detail.links),
    to: freeName(edge.to, detail),
    place: placeOf(edge.to, detail),
    ...(before === undefined || before.to.id === edge.from.id ? {} : { from: freeName(edge.from, detail) }),
    ...(edge.via === null || implementers.length === 1
      ? {}
      : {
          declaration: freeName(edge.via, detail),
          implementers: named,
          ...(implementers.length > named.length ? { more_implementers: implementers.length - named.length } : {}),
        }),
  };
}

function stepText({
  links,
  to,
  place,
  from,
  declaration,
  implementers = [],
  more_implementers: more = 0,
}: Step): string {
  const start = from === undefined ? '' : `, from ${oneLine(from)}`;
  if (declaration !== undefined) {
    const names = implementers.map((one) => oneLine(one)).join(', ');
    const how = links.map(({ via: _, ...link }) => linkText(link, 'active')).join('; ');
    return `  -> ${oneLine(declaration)}: ${implementers.length + more} implementers: ${names}${more === 0 ? '' : `, +${more} more`}: ${how}${start}`;
  }
  const how = links.map((link) => linkText(link, 'active')).join('; ');
  return `  -> ${oneLine(to)} (${oneLine(place)}): ${how}${start}`;
}

/** The steps of a path without those at its ends that the first path has too: paths often differ in one implementation only. */
function unlikeFirst(steps: readonly string[], first: readonly string[]): { shared: string; lines: readonly string[] } {
  const most = Math.min(steps.length, first.length);
  let before = 0;
  while (before < most && steps[before] === first[before]) before++;
  let after = 0;
  while (after < most - before && steps.at(-1 - after) === first.at(-1 - after)) after++;
  const parts = [...(before > 0 ? [`first ${before}`] : []), ...(after > 0 ? [`last ${after}`] : [])];
  return {
    shared: parts.length === 0 ? '' : `, the ${parts.join(' and the ')} as in path 1`,
    lines: steps.slice(before, steps.length - after),
  };
}

/** The text for an answer without a path. It says "no path" only if that is certain, otherwise "no path known". */
function noPath(answer: MergedAnswer, maxDepth: number): string {
  const { truncation, state, visited, from, to } = answer;
  if (from.id === to.id) return 'both ends are the same symbol';
  const isCertain = truncation.reason === null && knowsAll(state) && answer.unresolved.sites === 0;
  return `no path${isCertain ? '' : ' known'} within ${count(maxDepth, 'edge')}; ${count(visited, 'symbol')} searched`;
}

function notesOf(answer: MergedAnswer, format: PathFormat, shown: number): string[] {
  const { maxDepth, depthLimit, pathsLimit, maxPaths, maxChars, say } = format;
  const { paths, hasMore, reversed, truncation, state } = answer;
  const canGoDeeper = truncation.frontier > 0 && truncation.reason === null && maxDepth < depthLimit;
  const isNone = paths.length === 0 && answer.from.id !== answer.to.id;
  return [
    ...stateNotes(state),
    ...(isNone && reversed ? ['There is a path in the other direction: ask again with the two ends swapped.'] : []),
    ...(isNone && canGoDeeper
      ? [
          `${count(truncation.frontier, 'symbol')} at the last edge were not followed: a larger ${say.option('maxDepth')} (up to ${depthLimit}) goes on.`,
        ]
      : []),
    ...(isNone
      ? [
          `Unresolved places are not followed: ${say.tool('get_callees', { symbol: answer.from.id })} and ` +
            `${say.tool('get_callers', { symbol: answer.to.id })} show them.`,
        ]
      : []),
    ...truncationNotes(truncation, 'Ask for a symbol between the two ends instead.'),
    ...cutNote(paths.length - shown, paths.length, {
      what: 'paths',
      maxChars,
      narrower: `ask for fewer (${say.option('maxPaths')})`,
      say,
    }),
    ...(hasMore && shown === paths.length && maxPaths < pathsLimit
      ? [`There may be more paths: a larger ${say.option('maxPaths')} (up to ${pathsLimit}) shows them.`]
      : []),
  ];
}

/** Which meaning of each end the paths are of: `"main" means 5 symbols; this is the one that leads there.` */
function meaningLines({ meanings, paths }: MergedAnswer, { asked }: PathFormat): string[] {
  return (['from', 'to'] as const).flatMap((end) => {
    if (meanings[end] === 1) return [];
    const which =
      paths.length === 0
        ? 'none of them is on a path; the likeliest is shown'
        : `shown is the one ${end === 'from' ? 'that leads there' : 'that is reached'} first`;
    return [`"${oneLine(asked[end], 200)}" means ${meanings[end]} symbols; ${which}.`];
  });
}

function throughLines({ through }: PathFormat): string[] {
  if (through === undefined) return [];
  const { via, missing } = through;
  const head = `through: ${oneLine(via)}`;
  if (missing === null) return [head];
  return [`${head}; no path ${missing === 'to' ? 'leads to it' : 'goes on from it'}, this part was searched:`];
}

/** Of an end with wildcards: where the path starts. */
function startText({ patterns, paths }: MergedAnswer, at: number, detail: Detail): string {
  const start = paths[at]?.edges[0]?.from;
  return patterns.from === undefined || start === undefined
    ? ''
    : ` from ${oneLine(freeName(start, detail))} (${oneLine(placeOf(start, detail))})`;
}

/** `from cmdRun.*: 12 symbols match, the 5 likeliest tried` */
function patternLines({ patterns }: MergedAnswer): string[] {
  return patternData(patterns).map(({ end, pattern, total, tried }) => {
    const cut = tried < total ? `, the ${tried} likeliest tried` : '';
    return `${end} ${oneLine(pattern, 200)}: ${count(total, 'symbol matches', 'symbols match')}${cut}`;
  });
}

function patternData(
  patterns: PathAnswer['patterns'],
): { end: 'from' | 'to'; pattern: string; total: number; tried: number }[] {
  return (['from', 'to'] as const).flatMap((end) => {
    const one = patterns[end];
    return one === undefined ? [] : [{ end, ...one, pattern: clip(one.pattern, 200) }];
  });
}

function draftOf(answer: MergedAnswer, format: PathFormat, cut: { shown: number; detail: Detail }): Draft {
  const { shown, detail } = cut;
  const from = symbolData(answer.from, detail);
  const to = symbolData(answer.to, detail);
  const paths = answer.paths
    .slice(0, shown)
    .map((path) => ({ edges: path.edges.length, steps: path.edges.map((_, at) => stepOf(path, at, detail)) }));
  const patterns = patternData(answer.patterns);
  const notes = notesOf(answer, format, shown);
  const unresolved = unresolvedData(answer.unresolved, detail);
  const nothing = answer.paths.length === 0 ? noPath(answer, format.maxDepth) : null;
  const understood = [...format.asked.taken, ...meaningLines(answer, format)];
  const endText = (name: string, symbol: typeof from): string => symbolHead(name, symbol).join(' ');
  const lines = [
    ...understood,
    ...throughLines(format),
    endText(`${format.say.heading('find_path')} from`, from),
    endText('to', to),
    ...patternLines(answer),
    `paths: ${nothing ?? answer.paths.length}`,
    ...(shown < answer.paths.length ? [`showing: ${shown}`] : []),
    ...paths.flatMap(({ edges, steps }, i) => {
      const { shared, lines: own } = unlikeFirst(steps.map(stepText), i === 0 ? [] : paths[0]!.steps.map(stepText));
      return ['', `path ${i + 1}: ${count(edges, 'edge')}${startText(answer, i, detail)}${shared}`, ...own];
    }),
    ...unresolvedLines(unresolved, 'calls near the start whose target is not known: a path may lead through them'),
    ...noteLines(notes),
  ];
  return {
    text: `${lines.join('\n')}\n`,
    structured: {
      ...(understood.length === 0 ? {} : { taken: understood }),
      from,
      to,
      ...(format.through === undefined ? {} : { via: clip(format.through.via, detail.path + detail.name) }),
      ...(patterns.length === 0 ? {} : { patterns }),
      total: answer.paths.length,
      shown,
      ...(nothing === null ? {} : { summary: nothing }),
      paths: paths.map(({ steps }) => steps),
      ...(unresolved === undefined ? {} : { unresolved }),
      ...notesData(notes),
    },
  };
}

export function formatPaths(answer: MergedAnswer, format: PathFormat): Draft {
  return fitDraft({
    total: answer.paths.length,
    maxChars: format.maxChars,
    draft: (shown, detail) => draftOf(answer, format, { shown, detail }),
  });
}
