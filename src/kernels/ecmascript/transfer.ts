/** What the native parser has written for a text: its tree, its comments, and what it says of errors. */
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

/** Where the parser says where everything else is. */
let data: usize = 0;

export function setData(at: usize): void {
  data = at;
}

export function wholeTree(): Program {
  return changetype<Program>(readProgram(data));
}

/** Of a list of the parser's. */
function lengthOf(at: usize): i32 {
  return load<i32>(at + 8);
}

/** The first that is more than a warning; 0 where there is none. */
export function firstError(): usize {
  const count = lengthOf(data + errorsAt);
  let at = pointer(data + errorsAt);
  for (let index = 0; index < count; index++, at += errorBytes) {
    if (readErrorSeverity(at + errorSeverityAt) === Word.Error) return at;
  }
  return 0;
}

/** To be asked once. */
export function errorMessage(error: usize): Text {
  return readStr(error + errorMessageAt);
}

/** Where in the text it is; -1 where that is not said. */
export function errorOffset(error: usize): i32 {
  const labels = error + errorLabelsAt;
  return lengthOf(labels) === 0 ? -1 : load<i32>(pointer(labels) + labelStartAt);
}

export function commentCount(): i32 {
  return lengthOf(data + commentsAt);
}

/** Of each comment its start, its end, and whether it is one of lines. */
export const commentNumbers: usize = 3;

/** @param table of the comments */
export function isDocComment(table: usize, index: i32): bool {
  return load<i32>(table + ((<usize>index * commentNumbers) << 2), 8) === 0;
}

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
