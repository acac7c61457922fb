/**
 * Rewrites macro calls whose arguments are items, such as `cfg_rt! { pub fn f() {} }`: ` {` becomes `{}`, and the closing bracket
 * becomes a blank. So the grammar parses the items after an empty macro call. The arguments of a macro may mean anything, so only plain items count.
 * Invariant: the text keeps its length and lines.
 */
import { afterText, closingBracket, skipTrivia } from './code-scan.ts';

/** Macro calls at the start of a line. In an indented line, only macros that are known to take items. */
const calls = /^(?:\w+(?:::\w+)*|[ \t]+(?:\w+::)*(?:cfg_\w+|pin_project\w*))!( ?)\{/gm;

const callHere = new RegExp(calls.source, 'my');

/** The start of an item, after its attributes. A plain `static` is left out, because macros change the type of such an item. */
const item =
  /^(?:pub(?:\s*\([^)]*\))?\s+)?(?:(?:default|const|async|unsafe|extern(?:\s+"[^"]*")?)\s+)*(?:fn\s+\w+\b(?!\s*\([^)]*\sin\s)|impl\b(?!\s+\w+\s*:)|mod\s+\w+\s*[;{]|use\s+[\w:{]|trait\s+\w|type\s+\w|crate\s+\w|static\s+ref\s|const\s+\w+\s*:|(?:struct|enum|union)\s+\w+\s*(?:<[^{(;]*>\s*)?(?:where\b[^{]*)?[{(;])/;
const condition = /^(?:else\s+)?if\s+#\[[^\]]*\]\s*\{|^else\s*\{/;
const innerCall = /^(?:\w+::)*\w+!\s*[{(]/;

/** Placeholders of quotations and macro rules, and syntax that the grammar does not know. */
const placeholders = /[#$]\w|\$\(|#\(|<>/;

/** The start of an item is searched in this many characters. */
const maxHead = 600;

/** Rewrites the calls in a file. */
export function rewriteItemMacros(text: string): string {
  calls.lastIndex = 0;
  if (!calls.test(text)) return text;
  let rewritten: string[] | null = null;
  calls.lastIndex = 0;
  for (let call = calls.exec(text); call !== null; call = calls.exec(text)) {
    const open = calls.lastIndex - 1;
    const removed = removedRanges(text, open);
    if (removed === null) continue;
    rewritten ??= text.split('');
    const hasBlank = call[1] !== '';
    if (hasBlank) [rewritten[open - 1], rewritten[open]] = ['{', '}'];
    // Without a blank before the bracket there is no room for `{}`, so the name of the macro is removed too.
    else rewritten.fill(' ', text.lastIndexOf('\n', open) + 1, open + 1);
    for (const [from, to] of removed)
      for (let at = from; at < to; at++) if (rewritten[at] !== '\n') rewritten[at] = ' ';
  }
  return rewritten === null ? text : rewritten.join('');
}

/** Whether `rewriteItemMacros` makes the arguments of a call items of the file. @param open the offset of the call's opening bracket */
export function areItemsRead(text: string, start: number, open: number): boolean {
  callHere.lastIndex = text.lastIndexOf('\n', start) + 1;
  return callHere.test(text) && callHere.lastIndex - 1 === open && removedRanges(text, open) !== null;
}

/**
 * The ranges in a macro's arguments that must be replaced by blanks so that only items remain: the closing bracket, and conditions
 * (`if #[cfg(unix)] { … }`) with their brackets. Null if the arguments contain anything else.
 */
function removedRanges(text: string, open: number): [from: number, to: number][] | null {
  const end = closingBracket(text, open);
  if (end === -1) return null;
  const removed: [number, number][] = [[end, end + 1]];
  let hasItems = false;
  for (let at = skipTrivia(text, open + 1, end); at < end; at = skipTrivia(text, at, end)) {
    const rest = text.slice(at, Math.min(at + maxHead, end));
    const branch = condition.exec(rest);
    if (branch !== null) {
      const openBrace = at + branch[0].length - 1;
      const closeBrace = closingBracket(text, openBrace);
      const containsItems = closeBrace === -1 || closeBrace > end ? null : itemsIn(text, openBrace + 1, closeBrace);
      if (containsItems === null) return null;
      hasItems ||= containsItems;
      removed.push([at, openBrace + 1], [closeBrace, closeBrace + 1]);
      at = closeBrace + 1;
      continue;
    }
    const next = itemEnd(text, at, end);
    if (next === -1) return null;
    hasItems = true;
    at = next;
  }
  return hasItems ? removed : null;
}

/** Whether there are items between the offsets; null if there is anything besides items. */
function itemsIn(text: string, from: number, end: number): boolean | null {
  let hasItems = false;
  for (let at = skipTrivia(text, from, end); at < end; at = skipTrivia(text, at, end)) {
    at = itemEnd(text, at, end);
    if (at === -1) return null;
    hasItems = true;
  }
  return hasItems;
}

/** The end of the item that starts at an offset; -1 if no item starts there. */
function itemEnd(text: string, at: number, end: number): number {
  const rest = text.slice(at, Math.min(at + maxHead, end));
  if (!item.test(rest) && !innerCall.test(rest)) return -1;
  // `use a::{b};` and `pub(crate) struct S(u8);` end after their brackets.
  const endsWithSemicolon = /^(?:pub(?:\s*\([^)]*\))?\s+)?(?:use|type|static|const\s+\w+\s*:)\b/.test(rest);
  for (let offset = at; offset < end; offset++) {
    const char = text[offset]!;
    if (char === ';') return hasPlaceholders(text, at, offset) ? -1 : offset + 1;
    if (char === '{' || char === '(' || char === '[') {
      offset = closingBracket(text, offset);
      if (offset === -1 || offset >= end) return -1;
      if (char === '{' && !endsWithSemicolon) return hasPlaceholders(text, at, offset) ? -1 : offset + 1;
    } else offset = afterText(text, offset, end) - 1;
  }
  return -1;
}

function hasPlaceholders(text: string, from: number, to: number): boolean {
  return placeholders.test(text.slice(from, to).replace(/"(?:[^"\\]|\\[^])*"?/g, ''));
}
