/** The answer of `chunk_files`, as text and as data with the same facts. */
import type { ChunkedFile } from '../../model/chunk.ts';
import { AppError } from '../../model/error.ts';
import { oneLine, type Draft } from '../budget.ts';
import {
  fileHead,
  pathLimit,
  pathText,
  pieceCost,
  pieceData,
  pieceText,
  unindexedNote,
} from '../chunk-text/chunk-words.ts';
import { chunkPage, type ChunkPiece } from '../chunk-text/pages.ts';
import { errorResult } from '../error-result.ts';
import type { Wording } from '../wording.ts';

export type FileResult = { path: string; file: ChunkedFile } | { path: string; failure: AppError };

/** The index of a file in the call's list of paths, and a line of that file. */
export interface Cursor {
  index: number;
  line: number;
}

interface FilesRequest {
  start: Cursor;
  /** Number of paths that were asked for. */
  total: number;
  maxChars: number;
  say: Wording;
}

interface Section {
  text: string;
  data: Record<string, unknown>;
}

/** Characters kept free for the first line, for notes and for the field names of the data. */
const frameRoom = 250;
/** If fewer characters than this are left, the next file begins on the next page. */
const minRoom = 700;
/** Characters of an error message or of its next step. */
const messageLimit = 300;

/** `file:line`, both from 1. */
export function writeCursor({ index, line }: Cursor): string {
  return `${index + 1}:${line}`;
}

/** Throws `AppError` for a cursor that does not belong to a call with this number of files. */
export function readCursor(cursor: string | undefined, files: number): Cursor {
  if (cursor === undefined) return { index: 0, line: 1 };
  const [, file = '0', line = '0'] = /^(\d{1,4}):(\d{1,10})$/.exec(cursor) ?? [];
  const parsed = { index: Number(file) - 1, line: Number(line) };
  if (parsed.index >= 0 && parsed.index < files && parsed.line >= 1) return parsed;
  throw new AppError('ValidationError', `${JSON.stringify(cursor)} is not a cursor of this call`, {
    hint: 'Give the cursor from the previous page together with the same paths, or none for the first page.',
    details: { field: 'cursor', expected: 'the cursor from the previous page', received: cursor },
  });
}

function failureSection(path: string, error: AppError, say: Wording): Section {
  const { error: report } = errorResult(error, { say }).structured as {
    error: { type: string; message: string; next: string };
  };
  const failure = {
    type: report.type,
    message: oneLine(report.message, messageLimit),
    next: oneLine(report.next, messageLimit),
  };
  const text = `\nFile: ${pathText(path)}\nError: ${failure.message}\n${failure.next}\n`;
  return { text, data: { file_path: oneLine(path, pathLimit), failure } };
}

function fileSection(file: ChunkedFile, pieces: readonly ChunkPiece[]): Section {
  const head = [...fileHead(file), `Lines: ${file.lines.length}`, ...(file.indexed ? [] : [unindexedNote])];
  return {
    text: `\n${head.join('\n')}\n${pieces.map(pieceText).join('')}`,
    data: {
      file_path: oneLine(file.path, pathLimit),
      language: file.language,
      total_chunks: file.chunks.length,
      lines: file.lines.length,
      chunks: pieces.map(pieceData),
      ...(file.indexed ? {} : { unindexed: true }),
    },
  };
}

function sizeOf({ text, data }: Section): number {
  return Math.max(text.length, JSON.stringify(data).length + 1);
}

/** Formats files until the page is full. */
export async function formatFiles(
  files: AsyncIterable<FileResult>,
  { start, total, maxChars, say }: FilesRequest,
): Promise<{ draft: Draft; chunks: number }> {
  const sections: Section[] = [];
  let room = maxChars - frameRoom;
  let next: Cursor | null = null;
  let chunks = 0;
  let { index } = start;
  for await (const result of files) {
    const line = index === start.index ? start.line : 1;
    const isFirst = sections.length === 0;
    if ('failure' in result) {
      const failure = failureSection(result.path, result.failure, say);
      if (!isFirst && sizeOf(failure) > room) next = { index, line };
      else {
        sections.push(failure);
        room -= sizeOf(failure);
      }
    } else {
      const { file } = result;
      const left = room - sizeOf(fileSection(file, []));
      if (!isFirst && left < minRoom && pageCost(file) > left) next = { index, line };
      else {
        const page = chunkPage(file, { startLine: line, room: left, cost: pieceCost });
        const shown = fileSection(file, page.pieces);
        sections.push(shown);
        room -= sizeOf(shown);
        chunks += page.pieces.length;
        if (page.nextLine !== null) next = { index, line: page.nextLine };
      }
    }
    if (next !== null) break;
    index++;
  }
  return { draft: draftOf(sections, next, { total, say }), chunks };
}

/** The characters of all chunks of a file; `Infinity`, without chunking, if they are surely more than `minRoom`. */
function pageCost(file: ChunkedFile): number {
  // Each line takes at least one character.
  if (file.lines.length > minRoom) return Infinity;
  return chunkPage(file, { startLine: 1, room: Infinity, cost: pieceCost }).pieces.reduce(
    (sum, piece) => sum + pieceCost(piece),
    0,
  );
}

function draftOf(
  sections: readonly Section[],
  next: Cursor | null,
  { total, say }: Pick<FilesRequest, 'total' | 'say'>,
): Draft {
  const cursor = next === null ? null : writeCursor(next);
  const notes = cursor === null ? [] : [`There is more: ${say.repeat({ cursor })} goes on there.`];
  return {
    text: `Files: ${total}\n${sections.map(({ text }) => text).join('')}${notes.map((note) => `\nnote: ${note}\n`).join('')}`,
    structured: {
      total_files: total,
      files: sections.map(({ data }) => data),
      ...(cursor === null ? {} : { next_cursor: cursor }),
      ...(notes.length === 0 ? {} : { notes }),
    },
  };
}
