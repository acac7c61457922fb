/**
 * The answer of `search_by_embedding`: each chunk with its similarity and its first lines.
 * Invariant: results that are not shown are counted, and so are lines.
 */
import type { SemanticAnswer, SemanticHit } from '../../engine/types.ts';
import { largestFitting, largestMaxChars, oneLine } from '../budget.ts';
import { codeLines, containerText, pathText, symbolsText } from '../chunk-text/chunk-words.ts';
import { chunkPage, type ChunkPiece } from '../chunk-text/pages.ts';

export interface SemanticFormat {
  /** Parameters narrowed the search. */
  filtered: boolean;
  maxChars: number;
}

const queryLimit = 120;
const noteLimit = 400;
/** Results have room for so many characters of code at the most, and at the least where not all of them fit. */
const mostCode = 1600;
const leastCode = 240;

function hitText({ file, chunk, similarity }: SemanticHit, codeRoom: number): string {
  const facts = [
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
    facts.join(' | '),
    ...(piece === undefined ? [] : [code(piece)]),
    ...(left > 0 ? [`  … ${left} more ${left === 1 ? 'line' : 'lines'}`] : []),
  ];
  return `\n${lines.join('\n')}\n`;
}

function emptyNote({ note }: SemanticAnswer, { filtered }: SemanticFormat): string {
  if (note !== null) return 'Call again in a while: code-scout_status shows how far the index is.';
  return filtered
    ? 'Loosen language or pathPrefix; list_indexed_files shows what is indexed.'
    : 'No file of the index has words that could be compared; list_indexed_files shows what is indexed.';
}

function textOf(answer: SemanticAnswer, query: string, shown: { count: number; room: number }): string {
  const hits = answer.hits.slice(0, shown.count);
  const hidden = answer.hits.length - hits.length;
  const notes = [
    ...(answer.note === null ? [] : [oneLine(answer.note, noteLimit)]),
    ...(hidden > 0
      ? [
          `${hidden} more ${hidden === 1 ? 'result does' : 'results do'} not fit: a larger max_chars (up to ${largestMaxChars}) shows more.`,
        ]
      : []),
  ];
  const foot = notes.length === 0 ? '' : `\n${notes.map((note) => `note: ${note}\n`).join('')}`;
  const head = `Found ${hits.length} chunk(s) near in meaning to: "${oneLine(query.trim(), queryLimit)}"\n`;
  return head + hits.map((hit) => hitText(hit, shown.room)).join('') + foot;
}

export function formatSemanticSearch(answer: SemanticAnswer, query: string, format: SemanticFormat): string {
  const { maxChars } = format;
  if (answer.hits.length === 0) {
    const notes = [...(answer.note === null ? [] : [oneLine(answer.note, noteLimit)]), emptyNote(answer, format)];
    return `No matches found\n\n${notes.map((note) => `note: ${note}\n`).join('')}`;
  }
  const count = largestFitting(answer.hits.length, maxChars, (some) => ({
    text: textOf(answer, query, { count: some, room: leastCode }),
    structured: {},
  }));
  const room = largestFitting(mostCode, maxChars, (some) => ({
    text: textOf(answer, query, { count, room: Math.max(some, leastCode) }),
    structured: {},
  }));
  return textOf(answer, query, { count, room: Math.max(room, count === 1 ? room : leastCode) });
}
