/**
 * Macros whose arguments are items: the items in `cfg_rt! { pub fn f() {} }` and `pin_project! { struct S {} }` are shown to the
 * grammar as they stand, after an empty call of the macro. The arguments of a macro may mean anything, so only plain items count.
 * Invariant: the text keeps its length and lines.
 */

import { afterText, closing, skipped } from './code-scan.ts';

/** Calls at the start of a line. Inside modules, impls and functions, only macros that are known to take items. */
const calls = /^(?:\w+(?:::\w+)*|[ \t]+(?:\w+::)*(?:cfg_\w+|pin_project\w*))!( ?)\{/gm;

/** Start of an item, after its attributes. `static` is left out, because macros give such an item another type. */
const item =
  /^(?:pub(?:\s*\([^)]*\))?\s+)?(?:(?:default|const|async|unsafe|extern(?:\s+"[^"]*")?)\s+)*(?:fn\s+\w+\b(?!\s*\([^)]*\sin\s)|impl\b(?!\s+\w+\s*:)|mod\s+\w+\s*[;{]|use\s+[\w:{]|trait\s+\w|type\s+\w|crate\s+\w|static\s+ref\s|const\s+\w+\s*:|(?:struct|enum|union)\s+\w+\s*(?:<[^{(;]*>\s*)?(?:where\b[^{]*)?[{(;])/;
const condition = /^(?:else\s+)?if\s+#\[[^\]]*\]\s*\{|^else\s*\{/;
const innerCall = /^(?:\w+::)*\w+!\s*[{(]/;

/** Placeholders of quotations and macro rules, and syntax that the grammar does not know. */
const standIns = /[#$]\w|\$\(|#\(|<>/;

export function showItemMacros(text: string): string {
  calls.lastIndex = 0;
  if (!calls.test(text)) return text;
  let shown: string[] | null = null;
  calls.lastIndex = 0;
  for (let call = calls.exec(text); call !== null; call = calls.exec(text)) {
    const open = calls.lastIndex - 1;
    const parts = partsIn(text, open);
    if (parts === null) continue;
    shown ??= text.split('');
    const isNamed = call[1] !== '';
    if (isNamed) [shown[open - 1], shown[open]] = ['{', '}'];
    else shown.fill(' ', text.lastIndexOf('\n', open) + 1, open + 1);
    for (const [from, to] of parts) for (let at = from; at < to; at++) if (shown[at] !== '\n') shown[at] = ' ';
  }
  return shown === null ? text : shown.join('');
}

/**
 * Ranges in the arguments of a call that do not belong to its items: the closing bracket, and conditions with their brackets.
 * Null where the arguments hold anything besides items.
 */
function partsIn(text: string, open: number): [from: number, to: number][] | null {
  const end = closing(text, open);
  if (end === -1) return null;
  const parts: [number, number][] = [[end, end + 1]];
  let isAny = false;
  for (let at = skipped(text, open + 1, end); at < end; at = skipped(text, at, end)) {
    const rest = text.slice(at, Math.min(at + 600, end));
    const branch = condition.exec(rest);
    if (branch !== null) {
      const inner = at + branch[0].length - 1;
      const last = closing(text, inner);
      const within = last === -1 || last > end ? null : itemsIn(text, inner + 1, last);
      if (within === null) return null;
      isAny ||= within;
      parts.push([at, inner + 1], [last, last + 1]);
      at = last + 1;
      continue;
    }
    const next = itemEnd(text, at, end);
    if (next === -1) return null;
    isAny = true;
    at = next;
  }
  return isAny ? parts : null;
}

/** Whether there are items between the offsets; null where there is anything else. */
function itemsIn(text: string, from: number, end: number): boolean | null {
  let isAny = false;
  for (let at = skipped(text, from, end); at < end; at = skipped(text, at, end)) {
    at = itemEnd(text, at, end);
    if (at === -1) return null;
    isAny = true;
  }
  return isAny;
}

/** End of the item that starts at an offset; -1 where there is no item. */
function itemEnd(text: string, at: number, end: number): number {
  const rest = text.slice(at, Math.min(at + 600, end));
  if (!item.test(rest) && !innerCall.test(rest)) return -1;
  // `use a::{b};` and `pub(crate) struct S(u8);` end after their brackets.
  const endsWithSemicolon = /^(?:pub(?:\s*\([^)]*\))?\s+)?(?:use|type|static|const\s+\w+\s*:)\b/.test(rest);
  for (let place = at; place < end; place++) {
    const char = text[place]!;
    if (char === ';') return hasStandIns(text, at, place) ? -1 : place + 1;
    if (char === '{' || char === '(' || char === '[') {
      place = closing(text, place);
      if (place === -1 || place >= end) return -1;
      if (char === '{' && !endsWithSemicolon) return hasStandIns(text, at, place) ? -1 : place + 1;
    } else place = afterText(text, place, end) - 1;
  }
  return -1;
}

function hasStandIns(text: string, from: number, to: number): boolean {
  return standIns.test(text.slice(from, to).replace(/"(?:[^"\\]|\\.)*"/gs, ''));
}
