/** `search`: where words, or a text, are, and why each place stands where it does. */
import type { Engine, HybridHit, TextHit } from '../engine/types.ts';
import type { Questions, SearchAnswer, SearchHit } from './contract.ts';
import { cutText, listed, type Question } from './question.ts';

const mostHits = 50;
const linesShown = 6;
const maxLineLength = 200;

type Parameters = Questions['search']['parameters'];

async function answer(
  engine: Engine,
  { q, mode = 'meaning', prefix }: Parameters,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  return mode === 'text' ? byText(engine, { q, prefix, signal }) : byMeaning(engine, q, prefix);
}

async function byMeaning(engine: Engine, query: string, pathPrefix: string | undefined): Promise<SearchAnswer> {
  const prefix = pathPrefix === undefined ? {} : { pathPrefix };
  const { total, hits, notes } = await engine.searchRepo({ query, limit: mostHits, ...prefix });
  const words = wordsOf(query);
  const shown = listed(
    hits.map((hit) => hybridHit(hit, words)),
    { cap: mostHits, budget: 80_000 },
  );
  return { mode: 'meaning', total, hits: shown.shown, notes: [...notes] };
}

/** Words of a sentence that say nothing about a place. */
const common: ReadonlySet<string> = new Set(
  'and are can did does for from get has have how its not that the then there this was what when where which who why will with'.split(
    ' ',
  ),
);

/** The words of a question that can say why a place was found, without its filters. */
function wordsOf(query: string): string[] {
  const plain = query.replaceAll(/(?:^|\s)(?:lang|path|kind):\S+/g, ' ');
  return [...new Set([...plain.matchAll(/[\p{L}\p{N}_$]{2,}/gu)].map(([word]) => word.toLowerCase()))]
    .filter((word) => word.length > 2 && !common.has(word))
    .slice(0, 20);
}

function hybridHit({ file, chunk, score, others }: HybridHit, words: readonly string[]): SearchHit {
  const { startLine, endLine, symbols } = chunk;
  const lines = file.lines.slice(startLine - 1, endLine);
  return {
    path: file.path,
    language: file.language,
    startLine,
    endLine,
    symbols: symbols.slice(0, 8).map((name) => cutText(name, 100)),
    score,
    why: reasons({ path: file.path, symbols, lines }, words, others.length),
    lines: shownLines(lines, startLine, words),
  };
}

/** What of the question can be seen in a hit. */
function reasons(
  { path, symbols, lines }: { path: string; symbols: readonly string[]; lines: readonly string[] },
  words: readonly string[],
  others: number,
): string[] {
  const text = lines.join('\n').toLowerCase();
  const names = symbols.join(' ').toLowerCase();
  const place = path.toLowerCase();
  const quoted = (list: readonly string[]): string => list.map((word) => `“${cutText(word, 40)}”`).join(', ');
  const named = words.filter((word) => names.includes(word));
  const inPath = words.filter((word) => place.includes(word));
  const inText = words.filter((word) => text.includes(word) && !named.includes(word));
  return [
    ...(named.length > 0 ? [`defines ${quoted(named)}`] : []),
    ...(inPath.length > 0 ? [`${quoted(inPath)} in the path`] : []),
    ...(inText.length > 0 ? [`${quoted(inText)} in the lines`] : []),
    ...(named.length + inPath.length + inText.length === 0 ? ['near in meaning; none of the words is there'] : []),
    ...(others > 0 ? [`${others} more place${others === 1 ? '' : 's'} in the file`] : []),
  ];
}

/** The lines with most of the words, in the order of the file; the first lines where none has any. */
function shownLines(lines: readonly string[], startLine: number, words: readonly string[]): SearchHit['lines'] {
  const marked = lines.map((whole, at) => {
    const text = cutText(whole, maxLineLength);
    return { line: startLine + at, text, marks: marksOf(text, words) };
  });
  const best = marked
    .filter(({ text }) => text.trim() !== '')
    .toSorted((a, b) => b.marks.length - a.marks.length || a.line - b.line)
    .slice(0, linesShown);
  return best.toSorted((a, b) => a.line - b.line);
}

/** Start and length of each of the words in a line, in order. */
function marksOf(text: string, words: readonly string[]): number[] {
  const low = text.toLowerCase();
  const found: [start: number, length: number][] = [];
  for (const word of words) {
    for (let at = low.indexOf(word); at !== -1; at = low.indexOf(word, at + word.length)) found.push([at, word.length]);
  }
  let end = 0;
  const marks: number[] = [];
  for (const [start, length] of found.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start < end) continue;
    marks.push(start, length);
    end = start + length;
  }
  return marks;
}

const atLeast = 'There are more: not all files were searched. A longer text narrows it.';

async function byText(
  engine: Engine,
  { q: query, prefix, signal }: { q: string; prefix: string | undefined; signal: AbortSignal },
): Promise<SearchAnswer> {
  const globs = prefix === undefined ? {} : { globs: [`${prefix.replaceAll(/[*?[\]{}!\\]/g, '?')}**`] };
  const { total, hits, files, isLowerBound, isRegex, notes } = await engine.text.search({
    query,
    limit: mostHits,
    context: 1,
    signal,
    ...globs,
  });
  const shown = listed(hits.map(textHit), { cap: mostHits, budget: 80_000 });
  const how = isRegex ? ['Taken as a regular expression.'] : [];
  return {
    mode: 'text',
    total,
    hits: shown.shown,
    notes: [...how, isLowerBound ? atLeast : `In ${files} file${files === 1 ? '' : 's'}.`, ...notes],
  };
}

function textHit({ path, line, column, length, text, before, after }: TextHit): SearchHit {
  const plain = (lines: readonly string[], from: number): SearchHit['lines'] =>
    lines.map((one, at) => ({ line: from + at, text: cutText(one, maxLineLength), marks: [] }));
  const [first = '', ...rest] = text.split('\n').slice(0, linesShown);
  // A match far to the right is shown with what stands before it.
  const from = Math.max(0, column - 1 - maxLineLength / 2);
  const shown = `${from > 0 ? '…' : ''}${cutText(first.slice(from), maxLineLength)}`;
  const start = column - 1 - from + Number(from > 0);
  const marks = start < shown.length ? [start, Math.min(length, shown.length - start)] : [];
  return {
    path,
    language: null,
    startLine: line,
    endLine: line + rest.length,
    symbols: [],
    score: null,
    why: [],
    lines: [
      ...plain(before, line - before.length),
      { line, text: shown, marks },
      ...plain(rest, line + 1),
      ...plain(after, line + 1 + rest.length),
    ],
  };
}

export const searchQuestion: Question<Questions['search']> = {
  read: (given) => {
    const q = given.text('q');
    const mode = given.oneOf('mode', ['meaning', 'text'], 'meaning');
    const prefix = given.optionalText('prefix');
    return { q, mode, ...(prefix === undefined || prefix === '' ? {} : { prefix }) };
  },
  answer,
};
