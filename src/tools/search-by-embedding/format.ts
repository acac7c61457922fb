/**
 * The answer of `search_by_embedding`: each chunk with its similarity and its first lines.
 * Invariant: results that are not shown are counted, and so are lines.
 */
import type { SemanticAnswer, SemanticHit } from '../../engine/types.ts';
import { largestFitting, largestMaxChars, oneLine } from '../budget.ts';
import type { Wording } from '../wording.ts';
import { codeLines, containerText, pathText, symbolsText } from '../chunk-text/chunk-words.ts';
import { chunkPage, type ChunkPiece } from '../chunk-text/pages.ts';

export interface SemanticFormat {
  /** Whether the arguments narrowed the search. */
  isFiltered: boolean;
  maxChars: number;
  say: Wording;
}

const queryLimit = 120;
const noteLimit = 400;
/** Most characters of code that one result gets, even if there is room. */
const maxCode = 1600;
/** Least characters of code of a result: fewer results are shown rather than less code of each. */
const minCode = 240;

function hitText({ file, chunk, similarity }: SemanticHit, codeRoom: number): string {
  const properties = [
    `Language: ${file.language}`,
    `Symbols: ${symbolsText(chunk)}`,
    `Chunk: ${chunk.id}`,
    ...(chunk.container === null ? [] : [`In: ${containerText(chunk.container)}`]),
  ];
  const code = (piece: ChunkPiece): string => codeLines(piece, '  ').join('\n');
  const { pieces } = chunkPage(
    { ...file, chunks: [chunk] },
    { startLine: chunk.startLine, room: codeRoom, cost: (piece) => code(piece).length },
  );
  const [piece] = pieces;
  const left = piece === undefined ? 0 : chunk.endLine - piece.to;
  const lines = [
    `[similarity ${similarity.toFixed(3)}] ${pathText(file.path)}:${chunk.startLine}-${chunk.endLine}`,
    properties.join(' | '),
    ...(piece === undefined ? [] : [code(piece)]),
    ...(left > 0 ? [`  … ${left} more ${left === 1 ? 'line' : 'lines'}`] : []),
  ];
  return `\n${lines.join('\n')}\n`;
}

function emptyNote({ note }: SemanticAnswer, { isFiltered, say }: SemanticFormat): string {
  if (note !== null) return `Ask again in a while: ${say.tool('code-scout_status')} shows how far the index is.`;
  const indexed = `${say.tool('list_indexed_files')} shows what is indexed.`;
  return isFiltered
    ? `Try without ${say.option('language')} or ${say.option('pathPrefix')}; ${indexed}`
    : `No file of the index has words that could be compared; ${indexed}`;
}

interface Shown {
  count: number;
  /** Characters of code of each result. */
  room: number;
}

function textOf(answer: SemanticAnswer, query: string, shown: Shown, say: Wording): string {
  const hits = answer.hits.slice(0, shown.count);
  const hidden = answer.hits.length - hits.length;
  const notes = [
    ...(answer.note === null ? [] : [oneLine(answer.note, noteLimit)]),
    ...(hidden > 0
      ? [
          `${hidden} more ${hidden === 1 ? 'result does' : 'results do'} not fit: a larger ${say.option('max_chars')} (up to ${largestMaxChars}) shows more.`,
        ]
      : []),
  ];
  const foot = notes.length === 0 ? '' : `\n${notes.map((note) => `note: ${note}\n`).join('')}`;
  const head = `Found ${hits.length} chunk(s) near in meaning to: "${oneLine(query.trim(), queryLimit)}"\n`;
  return head + hits.map((hit) => hitText(hit, shown.room)).join('') + foot;
}

export function formatSemanticSearch(answer: SemanticAnswer, query: string, format: SemanticFormat): string {
  const { maxChars, say } = format;
  if (answer.hits.length === 0) {
    const notes = [...(answer.note === null ? [] : [oneLine(answer.note, noteLimit)]), emptyNote(answer, format)];
    return `No matches found\n\n${notes.map((note) => `note: ${note}\n`).join('')}`;
  }
  const count = largestFitting(answer.hits.length, maxChars, (some) => ({
    text: textOf(answer, query, { count: some, room: minCode }, say),
    structured: {},
  }));
  const room = largestFitting(maxCode, maxChars, (some) => ({
    text: textOf(answer, query, { count, room: Math.max(some, minCode) }, say),
    structured: {},
  }));
  // A single result may have less code than `minCode`, so that it fits at all.
  return textOf(answer, query, { count, room: Math.max(room, count === 1 ? room : minCode) }, say);
}
