/** `code`: lines of a file with their spans and links. */
import type { Engine } from '../engine/types.ts';
import type { CodePage, CodeSpan, NamedPlace } from '../model/code-questions.ts';
import { spanClasses, type CodeAnswer, type CodeTarget, type Questions } from './contract.ts';
import { weaker } from './places.ts';
import type { Question } from './question.ts';

/** Lines of one answer, if they are not long. The page asks for the next ones when the reader comes near. */
const mostLines = 400;
/** Longer lines are cut: they are of minified files or data, and a browser lays them out slowly. */
const maxLineLength = 2000;
/** The size at which an answer ends, in bytes of JSON; what the last line adds fits below the limit of answers. */
const enough = 60_000;

const nameAt = /[$@#]*[\p{L}_$][\p{L}\p{N}_$]*[?!]?/uy;

interface Shown {
  lines: string[];
  cutLines: number[];
  spans: number[][];
  links: number[][];
  targets: CodeTarget[];
}

type Parameters = Questions['code']['parameters'];

async function answer(
  engine: Engine,
  { path, start = 1, end = start + mostLines - 1 }: Parameters,
): Promise<CodeAnswer> {
  const endLine = Math.max(start, Math.min(end, start + mostLines - 1));
  const page = await engine.code({ file: path, startLine: start, endLine });
  const { language, totalLines, startLine, names, indexed } = page;
  return {
    path: page.path,
    language,
    totalLines,
    startLine,
    ...shownLines(page),
    indexed,
    note: names.state.freshness.note,
  };
}

function shownLines({ lines, spans, names, startLine }: CodePage): Shown {
  const shown: Shown = { lines: [], cutLines: [], spans: [], links: [], targets: [] };
  const targets = new Map<number, number>();
  const places = Map.groupBy(names.places, ({ line }) => line);
  let size = 0;
  for (const [at, whole] of lines.entries()) {
    if (size > enough) break;
    const line = startLine + at;
    const text = whole.slice(0, maxLineLength);
    if (text.length < whole.length) shown.cutLines.push(line);
    const found = (places.get(line) ?? []).filter(({ column }) => column <= text.length);
    const before = shown.targets.length;
    shown.lines.push(text);
    shown.spans.push(packSpans(spans[at] ?? [], found, text));
    shown.links.push(
      found.flatMap((place) => [
        place.column - 1,
        lengthAt(text, place),
        targetOf(shown.targets, targets, names.symbols[place.symbol]!, place),
      ]),
    );
    const added = [text, shown.spans.at(-1), shown.links.at(-1), shown.targets.slice(before)];
    size += Buffer.byteLength(JSON.stringify(added));
  }
  return shown;
}

/** The length of the name at a place; 1 where none begins there (an operator). */
function lengthAt(text: string, { column }: NamedPlace): number {
  nameAt.lastIndex = column - 1;
  return nameAt.exec(text)?.[0].length ?? 1;
}

function targetOf(
  shown: CodeTarget[],
  numbers: Map<number, number>,
  { id, kind }: CodePage['names']['symbols'][number],
  place: NamedPlace,
): number {
  const known = numbers.get(place.symbol);
  const resolution = place.kind === 'definition' ? 'definition' : place.resolution;
  if (known === undefined) {
    numbers.set(place.symbol, shown.length);
    return shown.push({ id, kind, resolution }) - 1;
  }
  const target = shown[known]!;
  if (resolution === 'definition') target.resolution = resolution;
  else if (target.resolution !== 'definition') target.resolution = weaker(target.resolution, resolution);
  return known;
}

/** The spans of a line, with the names of its definitions among them. */
function packSpans(spans: readonly CodeSpan[], places: readonly NamedPlace[], text: string): number[] {
  const own = places
    .filter(({ kind }) => kind === 'definition')
    .map((place) => ({ start: place.column - 1, length: lengthAt(text, place), kind: 'definition' as const }));
  const isFree = ({ start, length }: CodeSpan): boolean =>
    own.every((one) => start + length <= one.start || start >= one.start + one.length);
  return [...spans.filter(isFree), ...own]
    .filter(({ start }) => start < text.length)
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ start, length, kind }) => [start, Math.min(length, text.length - start), spanClasses.indexOf(kind)]);
}

export const codeQuestion: Question<Questions['code']> = {
  read: (given) => {
    const path = given.text('path');
    const start = given.whole('start', { min: 1, max: 1e9, usual: undefined });
    const end = given.whole('end', { min: 1, max: 1e9, usual: undefined });
    return { path, ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
  },
  answer,
};
