/**
 * Pairs of texts in a file that mean the same: prose about code, and the code.
 * Invariant: the two sides of a pair share no line of the file.
 */
import type { Definition } from '../../src/model/definition.ts';
import type { Comment, Extraction } from '../../src/model/extraction.ts';
import { pathWords } from '../../src/engine/search/passage.ts';
import { testPairs } from './test-titles.ts';

export const pairKinds = ['docstring', 'name', 'comment', 'test', 'candidate'] as const;
export type PairKind = (typeof pairKinds)[number];

export interface TextPair {
  kind: PairKind;
  /** Empty for a `candidate`: code without documentation, which only the evaluation uses. */
  query: string;
  passage: string;
}

export interface PairSource {
  path: string;
  text: string;
  extraction: Extraction;
  isTest: boolean;
}

const maxBodyLines = 60;
const maxPassage = 3000;
const maxQuery = 400;
const minQueryWords = 3;
const documented: ReadonlySet<string> = new Set([
  ...['class', 'interface', 'typeAlias', 'enum', 'function', 'method', 'component', 'module', 'macro'],
]);
const callable: ReadonlySet<string> = new Set(['function', 'method', 'component', 'macro']);

const sectionStart =
  /^\s*(?:[@\\](?:param|returns?|throws?|example|see|since|deprecated|internal|private|type|template|link|author|default|api)\b|:\w+[^:]*:|(?:Args|Arguments|Parameters|Returns?|Raises|Yields|Examples?|Notes?|See Also|Usage|References)\s*:?\s*$|#+ |```|>>> |<(?:pre|p|ul|table|example|param)\b|\.\. )/i;
const notProse =
  /copyright|licen[cs]ed|all rights reserved|eslint|@ts-|istanbul|prettier-ignore|noqa|type: ignore|nolint/i;
/** Text that looks like a statement or ends like one: code that was commented out. */
const codeLike = /[;{}=]\s*$|^\s*[\w.]+\([^)]*\)\s*;?$|^\s*(?:return|if|for|const|let|var|import|print)\b.*[({=]/;

/** The first paragraph of a doc comment, without tags and markup; '' when it is not prose. */
export function docQuery(doc: string): string {
  if (notProse.test(doc.slice(0, 300))) return '';
  const lines: string[] = [];
  for (const line of doc.split('\n')) {
    if (line.trim() === '' && lines.length === 0) continue;
    if (line.trim() === '' || sectionStart.test(line)) break;
    lines.push(line.trim());
  }
  const prose = lines
    .join(' ')
    .replaceAll(/\{@\w+\s+([^}]*)\}/g, '$1')
    .replaceAll(/<\/?[a-z][^>]*>/gi, ' ')
    .replaceAll(/:\w+:`~?([^`]*)`/g, '$1')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/https?:\/\/\S+/g, ' ');
  return wordCount(prose) >= minQueryWords ? prose.slice(0, maxQuery) : '';
}

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0;
}

/** The lines of a definition without its docstring (Python). */
function bodyText(lines: readonly string[], definition: Definition): string {
  const text = lines
    .slice(definition.startLine - 1, Math.min(definition.endLine, definition.startLine + maxBodyLines))
    .join('\n');
  if (definition.docstring === null) return text;
  const inner = /:[^\n"']*\n\s*[rRuUbB]{0,2}("""|'''|"|')/.exec(text.slice(0, 2000));
  if (inner === null) return text;
  const quote = inner[1]!;
  const open = inner.index + inner[0].length;
  const close = text.indexOf(quote, open);
  const inside = text.slice(open, close === -1 ? text.length : close);
  // A string other than the docstring remains.
  if (!inside.trim().startsWith(definition.docstring.trim().slice(0, 12))) return text;
  return text.slice(0, open) + (close === -1 ? '' : text.slice(close + quote.length));
}

/** The text without the definition's own name, which is the query. */
function withoutName(text: string, name: string): string {
  return name === '' ? text : text.replaceAll(name, ' ');
}

function definitionPairs({ path, isTest }: PairSource, lines: readonly string[], definition: Definition): TextPair[] {
  if (!documented.has(definition.kind)) return [];
  const pairs: TextPair[] = [];
  const body = bodyText(lines, definition).slice(0, maxPassage);
  const place = `${pathWords(path)} ${definition.container ?? ''}`;
  const query = definition.docstring === null ? '' : docQuery(definition.docstring);
  if (query !== '') pairs.push({ kind: 'docstring', query, passage: `${place}\n${body}` });
  else if (callable.has(definition.kind) && !isTest)
    pairs.push({ kind: 'candidate', query: '', passage: `${place}\n${body}` });
  if (callable.has(definition.kind) && definition.endLine - definition.startLine >= 3 && !isTest) {
    const container = definition.container ?? '';
    const passage = withoutName(body, definition.name);
    pairs.push({ kind: 'name', query: `${container} ${definition.name}`, passage: `${pathWords(path)}\n${passage}` });
  }
  return pairs;
}

/** Joins comments on consecutive lines. */
function joinedComments(comments: readonly Comment[]): { text: string; line: number; endLine: number }[] {
  const joined: { text: string; line: number; endLine: number }[] = [];
  for (const { text, line, endLine } of comments) {
    const last = joined.at(-1);
    if (last !== undefined && line === last.endLine + 1) {
      last.text += ` ${text}`;
      last.endLine = endLine;
    } else joined.push({ text, line, endLine });
  }
  return joined;
}

const maxCommentedLines = 12;

/** Comments inside functions, each with the lines up to the next blank line. */
function commentPairs({ path, extraction }: PairSource, lines: readonly string[]): TextPair[] {
  const functions = extraction.definitions.filter(({ kind }) => callable.has(kind));
  const pairs: TextPair[] = [];
  let next = 0;
  let insideUntil = 0;
  for (const comment of joinedComments(extraction.comments)) {
    while (next < functions.length && functions[next]!.startLine < comment.line) {
      insideUntil = Math.max(insideUntil, functions[next]!.endLine);
      next++;
    }
    if (comment.endLine >= insideUntil) continue;
    const query = commentQuery(comment.text, lines[comment.line - 1] ?? '');
    if (query === '') continue;
    const passage = following(lines, comment.endLine);
    if (wordCount(passage) < 4) continue;
    pairs.push({ kind: 'comment', query, passage: `${pathWords(path)}\n${passage}` });
  }
  return pairs;
}

function commentQuery(text: string, line: string): string {
  // A comment at the end of a line of code describes that line, not the next ones.
  if (!/^\s*(?:\/\/|\/\*|\*|#|--|%|;)/.test(line) || codeLike.test(text) || notProse.test(text)) return '';
  const query = text
    .replace(/^\s*(?:TODO|FIXME|XXX|HACK|NOTE|SAFETY)\b[^:]{0,20}:?/, '')
    .replaceAll(/https?:\/\/\S+/g, ' ');
  return wordCount(query) >= minQueryWords ? query.slice(0, maxQuery) : '';
}

function following(lines: readonly string[], from: number): string {
  let end = from;
  while (end < lines.length && end < from + maxCommentedLines && lines[end]!.trim() !== '') end++;
  return lines.slice(from, end).join('\n').slice(0, maxPassage);
}

/** All pairs of a file, by kind and then by place. */
export function textPairs(source: PairSource): TextPair[] {
  const lines = source.text.split('\n');
  return [
    ...source.extraction.definitions.flatMap((definition) => definitionPairs(source, lines, definition)),
    ...commentPairs(source, lines),
    ...(source.isTest ? testPairs(source.path, lines, source.extraction) : []),
  ];
}
