/** The native parser's output for a text: its tree, its comments, and its errors. */
import { take } from './memory';
import { pointer } from './node-parts';
import {
  commentBytes,
  commentKindAt,
  commentsAt,
  errorBytes,
  errorLabelsAt,
  errorMessageAt,
  errorsAt,
  errorSeverityAt,
  labelStartAt,
  Program,
  Word,
} from './generated/nodes';
import { readProgram } from './special-nodes/bodies';
import { readStr } from './special-nodes/texts';
import { Text } from './texts';
import { readCommentKind, readErrorSeverity } from './generated/tree';

/** The address of the root of the parser's output. */
let data: usize = 0;

export function setData(at: usize): void {
  data = at;
}

export function wholeTree(): Program {
  return changetype<Program>(readProgram(data));
}

/** The length of one of the parser's lists. */
function lengthOf(at: usize): i32 {
  return load<i32>(at + 8);
}

/** The first error that is not just a warning; 0 where there is none. */
export function firstError(): usize {
  const count = lengthOf(data + errorsAt);
  let at = pointer(data + errorsAt);
  for (let index = 0; index < count; index++, at += errorBytes) {
    if (readErrorSeverity(at + errorSeverityAt) === Word.Error) return at;
  }
  return 0;
}

/** Call this only once for each error: `readStr` overwrites the parser's text in place. */
export function errorMessage(error: usize): Text {
  return readStr(error + errorMessageAt);
}

/** The offset of an error in the text; -1 where the parser gives none. */
export function errorOffset(error: usize): i32 {
  const labels = error + errorLabelsAt;
  return lengthOf(labels) === 0 ? -1 : load<i32>(pointer(labels) + labelStartAt);
}

export function commentCount(): i32 {
  return lengthOf(data + commentsAt);
}

/** Numbers per comment: start, end, and whether it is a line comment. */
export const commentNumbers: usize = 3;

/** Whether a comment is between `/*` and `*\/`. @param table returned by `listComments` */
export function isBlockComment(table: usize, index: i32): bool {
  return load<i32>(table + ((<usize>index * commentNumbers) << 2), 8) === 0;
}

/** @returns the address of a table with `commentNumbers` numbers for each comment */
export function listComments(): usize {
  const count = commentCount();
  const table = take((<usize>count * commentNumbers) << 2);
  let from = pointer(data + commentsAt);
  let to = table;
  for (let index = 0; index < count; index++) {
    store<i32>(to, load<i32>(from));
    store<i32>(to + 4, load<i32>(from + 4));
    store<i32>(to + 8, readCommentKind(from + commentKindAt) === Word.Line ? 1 : 0);
    from += commentBytes;
    to += commentNumbers << 2;
  }
  return table;
}
