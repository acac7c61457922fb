/** The answer of `get_context`: the file, each chunk under its lines. */
import type { ChunkedFile } from '../../model/chunk.ts';
import type { Wording } from '../wording.ts';
import { codeLines, fileHead, rangeText, unindexedNote } from '../chunk-text/chunk-words.ts';
import { chunkPage, type ChunkPiece } from '../chunk-text/pages.ts';

/** Characters kept free for notes below the text. */
const noteRoom = 300;

function block(piece: ChunkPiece): string {
  return `\n${[`Lines ${rangeText(piece)}:`, ...codeLines(piece, '  ')].join('\n')}\n`;
}

export function formatContext(
  file: ChunkedFile,
  { startLine, maxChars, say }: { startLine: number; maxChars: number; say: Wording },
): string {
  const head = `${fileHead(file).join('\n')}\n`;
  const page = chunkPage(file, {
    startLine,
    room: maxChars - head.length - noteRoom,
    cost: (piece) => block(piece).length,
  });
  const { pieces, nextLine } = page;
  const notes = [
    ...(file.chunks.length === 0 ? ['The file is empty.'] : []),
    ...(file.indexed ? [] : [unindexedNote]),
    ...(nextLine === null
      ? []
      : [`Lines ${nextLine}-${file.lines.length} follow: ${say.repeat({ start_line: nextLine })} goes on there.`]),
  ];
  const foot = notes.length === 0 ? '' : `\n${notes.map((note) => `note: ${note}\n`).join('')}`;
  return head + pieces.map(block).join('') + foot;
}
