/** Takes the part out of a text that a parser cannot get over. The text keeps its length and its lines. */
import type { UnreadPart } from '../../languages/language.ts';

/** The first characters of a line that begins a declaration at the top level. */
const declarationStart = /^[\p{L}_@`#]/gmu;

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The declaration of the top level around an offset, up to the next one, judged by the beginnings of lines. */
export function declarationAround(text: string, at: number): UnreadPart {
  let start = 0;
  for (const { index } of text.matchAll(declarationStart)) {
    if (index > at) return { start, end: index };
    start = index;
  }
  return { start, end: text.length };
}

/** A line that begins with a letter or an annotation, with its indentation. */
const indentedStart = /^([ \t]+)[\p{L}_@`#]/gmu;

/** The start of the line of the last member of a declaration before an offset: of those lines with the smallest indentation. Null where there is none. */
export function memberBefore(text: string, { start }: UnreadPart, at: number): number | null {
  let [smallest, last]: [number, number | null] = [Infinity, null];
  for (const { index, 1: indentation } of text.slice(start, at).matchAll(indentedStart)) {
    if (indentation!.length > smallest) continue;
    smallest = indentation!.length;
    last = start + index;
  }
  return last;
}

/** What closes the brackets that a text leaves open. Brackets in strings count too: a bracket too many costs an error in the tree, no more. */
function closersOf(text: string): string {
  const open: string[] = [];
  for (const char of text) {
    const closer = closers[char];
    if (closer !== undefined) open.push(closer);
    else if (open.at(-1) === char) open.pop();
  }
  return open.toReversed().join('');
}

/**
 * Blanks out a declaration from the line of an offset on. What stands before that line stays, and its brackets are closed. An offset before the declaration
 * blanks out all of it.
 */
export function cutFault(text: string, { start, end }: UnreadPart, at: number): string {
  const from = Math.max(start, text.lastIndexOf('\n', at - 1) + 1);
  const blanks = text.slice(from, end).replace(/[^\r\n]/g, ' ');
  const closing = closersOf(text.slice(start, from));
  const isRoomForClosing = blanks.startsWith(' '.repeat(closing.length));
  const rest = isRoomForClosing ? closing + blanks.slice(closing.length) : blanks;
  return text.slice(0, from) + rest + text.slice(end);
}
