/** What the native parser has written for a text: its tree, comments, and how many errors it has found. */
import { take } from './memory';
import { pointer } from './node-parts';
import { commentBytes, commentKindAt, commentsAt, errorsAt, Program, Word } from './nodes';
import { readProgram } from './special-nodes';
import { readCommentKind } from './tree';

/** Where the parser says where everything else is. */
let data: usize = 0;

export function setData(at: usize): void {
  data = at;
}

export function errorCount(): i32 {
  return load<i32>(data + errorsAt + 8);
}

export function commentCount(): i32 {
  return load<i32>(data + commentsAt + 8);
}

/** Of each comment its start, its end, and whether it is one of lines. */
const commentNumbers: i32 = 3;

export function listComments(): usize {
  const count = commentCount();
  const table = take(<usize>(count * commentNumbers) << 2);
  let from = pointer(data + commentsAt);
  let to = table;
  for (let index = 0; index < count; index++) {
    store<i32>(to, load<i32>(from));
    store<i32>(to + 4, load<i32>(from + 4));
    store<i32>(to + 8, readCommentKind(from + commentKindAt) === Word.Line ? 1 : 0);
    from += commentBytes;
    to += <usize>commentNumbers << 2;
  }
  return table;
}

export function wholeTree(): Program {
  return changetype<Program>(readProgram(data));
}
