/** What a piece is, by the first sentence of its doc comment. */
import type { ExplorePiece } from '../../engine/types.ts';
import { isCommentLine } from '../../util/comment-lines.ts';
import { oneLine } from '../budget.ts';

/** Lines at the start of a piece in which its doc comment is looked for. */
const linesOfDoc = 6;
const docMarks = /^\s*(?:[rR]?["']{3}|[/*#!;-]+)|(?:\*\/|["']{3})\s*$/g;

/** The first sentence of a piece's doc comment, or its beginning; empty where the piece has none. @param limit characters */
export function docSentence({ file, chunk }: ExplorePiece, limit: number): string {
  if (chunk.kind !== 'definition') return '';
  const end = Math.min(chunk.endLine, chunk.startLine + linesOfDoc - 1);
  const lines = file.lines.slice(chunk.startLine - 1, end).map((line) => line.slice(0, 500));
  // Python has the text below the head.
  const start = isCommentLine(lines[0] ?? '') ? 0 : lines.findIndex((line) => /^\s*[rR]?(?:"""|'{3})/.test(line));
  if (start === -1) return '';
  const isText = start > 0;
  const words: string[] = [];
  for (const line of lines.slice(start)) {
    if (!isText && !isCommentLine(line)) break;
    words.push(line.replaceAll(docMarks, '').trim());
    if (isText && (line.trim() === '' || /["']{3}\s*$/.test(words.length === 1 ? line.trim().slice(4) : line))) break;
  }
  const text = words.join(' ').trim();
  return oneLine(/^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text, limit);
}
