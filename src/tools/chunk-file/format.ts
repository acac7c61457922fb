/** The answer of `chunk_file`, as text and as data with the same facts. */
import type { ChunkedFile } from '../../model/chunk.ts';
import { oneLine, type Draft } from '../budget.ts';
import type { Wording } from '../wording.ts';
import { fileHead, pathLimit, pieceCost, pieceData, pieceText, unindexedNote } from '../chunk-text/chunk-words.ts';
import { chunkPage } from '../chunk-text/pages.ts';

/** Characters kept free for notes and for the field names of the data. */
const noteRoom = 500;

export function formatChunks(
  file: ChunkedFile,
  { startLine, maxChars, say }: { startLine: number; maxChars: number; say: Wording },
): Draft {
  const head = `${[...fileHead(file), `Lines: ${file.lines.length}`].join('\n')}\n`;
  const { pieces, nextLine } = chunkPage(file, { startLine, room: maxChars - head.length - noteRoom, cost: pieceCost });
  const notes = [
    ...(file.chunks.length === 0 ? ['The file is empty.'] : []),
    ...(file.indexed ? [] : [unindexedNote]),
    ...(nextLine === null
      ? []
      : [`Lines ${nextLine}-${file.lines.length} follow: ${say.repeat({ start_line: nextLine })} goes on there.`]),
  ];
  const foot = notes.length === 0 ? '' : `\n${notes.map((note) => `note: ${note}\n`).join('')}`;
  return {
    text: head + pieces.map(pieceText).join('') + foot,
    structured: {
      file_path: oneLine(file.path, pathLimit),
      language: file.language,
      total_chunks: file.chunks.length,
      lines: file.lines.length,
      chunks: pieces.map(pieceData),
      ...(nextLine === null ? {} : { next_start_line: nextLine }),
      ...(notes.length === 0 ? {} : { notes }),
    },
  };
}
