/** Small text work that every extractor shares: folding, comment markers, doc comments. */
import type { Comment } from '../model/extraction.ts';

export const maxSignature = 200;
export const maxDocstring = 1000;

/** White space runs to one space, ends trimmed, at most `limit` characters (cut with `…`). */
export function fold(text: string, limit: number): string {
  // A bounded slice first: a signature of a megabyte must not cost a megabyte of regular expression.
  const folded = text
    .slice(0, limit * 8)
    .replace(/\s+/g, ' ')
    .trim();
  return folded.length <= limit ? folded : folded.slice(0, limit - 1).trimEnd() + '…';
}

/** A comment's text without its markers, lines kept. */
export function stripCommentMarkers(raw: string): string {
  let text = raw;
  if (text.startsWith('/*')) text = text.replace(/^\/\*+!?/, '').replace(/\*+\/$/, '');
  else if (text.startsWith('"""') || text.startsWith("'''")) text = text.slice(3).replace(/("""|''')$/, '');
  else if (text.startsWith('--[[')) text = text.slice(4).replace(/\]\](--)?$/, '');
  else if (text.startsWith('=begin')) text = text.slice(6).replace(/=end\s*$/, '');
  else if (text.startsWith('<!--')) text = text.slice(4).replace(/-->$/, '');
  else return text.replace(/^\s*(\/\/[/!]?|#+!?|--+|;+|%+)\s?/, '').trimEnd();
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim();
}

export interface PlacedComment extends Comment {
  column: number;
  /** Nothing but white space stands before it on its line. */
  ownLine: boolean;
}

/** Doc comments by the line they end on: neighbouring line comments of one column are one block. */
export class CommentBlocks {
  readonly #byEndLine = new Map<number, PlacedComment>();

  /** @param comments in order of place */
  constructor(comments: readonly PlacedComment[]) {
    let block: PlacedComment | undefined;
    for (const comment of comments) {
      if (!comment.ownLine) continue;
      if (block !== undefined && comment.line === block.endLine + 1 && comment.column === block.column) {
        this.#byEndLine.delete(block.endLine);
        block = { ...block, endLine: comment.endLine, text: `${block.text}\n${comment.text}` };
      } else {
        block = { ...comment };
      }
      this.#byEndLine.set(block.endLine, block);
    }
  }

  /** The doc comment of a definition that starts on `line`, or null. */
  above(line: number): string | null {
    const block = this.#byEndLine.get(line - 1);
    if (block === undefined) return null;
    const text = block.text.trim();
    return text === '' ? null : text.slice(0, maxDocstring);
  }
}
