/** What the text around a name in code says of it, where the index has nothing: it is part of an import or a path, or a label. */

/** `foreign`: part of an import, a path or a longer name; `label`: a named argument, a key, or an attribute of an element. */
export type TextRole = 'foreign' | 'label';

/** The beginning of a line that imports, or names a package or namespace. */
const importLine =
  /^\s*(?:export\s+|pub(?:\([^)]*\))?\s+)?(?:use|import|from|using|package|namespace|mod|module|alias|require)\b|^\s*#\s*(?:include|import)\b/;
/** The beginning of a line up to a place in the name of a module. */
const moduleName = /\b(?:from|import|require|include|require_relative|require_once)\s*\(?\s*["'`][^"'`]*$/;
const beforeLabel = /[({,[]\s*$|^\s*$/;
const labelled = /^\s*(?::(?![:=])|=(?![=>~]))/;
/** An attribute of an element: `value='a'`, `value={a}`. */
const attribute = /^=["'{]/;

/** A line is looked at up to this number of characters before a name: minified code has lines of a million. */
const maxBefore = 300;

function lineBefore(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - maxBefore), at);
  return near.slice(near.lastIndexOf('\n') + 1);
}

/** Null where the text says nothing. @param at the index of a name in a text @param end the index behind it */
export function textRole(text: string, at: number, end: number): TextRole | null {
  const before = lineBefore(text, at);
  const after = text.slice(end, end + 40);
  if (after.startsWith('::') && !after.startsWith('::<')) return 'foreign';
  if (before.endsWith('$') || importLine.test(before)) return 'foreign';
  if (attribute.test(after) && /(?:^|\s)$/.test(before)) return 'label';
  return labelled.test(after) && beforeLabel.test(before) ? 'label' : null;
}

/** Whether a place in a string is part of the name of a module. */
export function isModuleName(text: string, at: number): boolean {
  return moduleName.test(lineBefore(text, at));
}

/** `a.name`, `a?.name`, `A::name`, `a->name`, and a cascade (`a()..name()`), but no range, no spread and no type of a result (`0..name`, `...name`, `-> name`). */
const chosen = /(?:(?:(?:^|[^.])\.|(?:^|[\s)])\.\.|::)[ \t]*|->)[#@$]?$/;

/** Whether a name is chosen from something, by what stands before it in its line. */
export function isMemberAt(text: string, at: number): boolean {
  return chosen.test(lineBefore(text, at));
}
