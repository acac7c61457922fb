/**
 * Edits one place of a JSON text and leaves every other character unchanged.
 * Invariants: comments, order and layout of the rest stay. Removing a member that `setValue` added to a multi-line object restores the text.
 */
import { JsonSyntaxError, parseJson, placeOf } from '../../util/json-tree.ts';
import type { JsonMember, JsonObject, JsonPart } from '../../util/json-tree.ts';
import { applySplices, indentAt, indentUnitOf, lineEndOf } from './text-style.ts';
import type { Splice } from './text-style.ts';

export type JsonPath = readonly string[];

/** Comments and trailing commas are accepted, because the clients' readers accept them. */
const settings = { isLenient: true };

/** The member of this key. Throws `JsonSyntaxError` for a duplicate key, since it is not clear which one counts. */
function memberOf(text: string, object: JsonObject, key: string): JsonMember | null {
  const [first, second] = object.members.filter((member) => member.key === key);
  if (second !== undefined)
    throw new JsonSyntaxError(`the key ${JSON.stringify(key)} stands twice`, placeOf(text, second.keyAt));
  return first ?? null;
}

function objectAt(text: string, part: JsonPart, name: string): JsonObject {
  if (part.kind === 'object') return part;
  throw new JsonSyntaxError(`${name} is not an object`, placeOf(text, part.from));
}

interface Found {
  /** The innermost existing object. */
  object: JsonObject;
  /** The missing keys below it; empty if the member exists. */
  missing: JsonPath;
  member: JsonMember | null;
}

/** Follows the path. Throws `JsonSyntaxError` for a value on the way that is not an object. */
function findMember(text: string, root: JsonPart, path: JsonPath): Found {
  let object = objectAt(text, root, 'what the file holds');
  for (const [i, key] of path.entries()) {
    const member = memberOf(text, object, key);
    if (member === null) return { object, missing: path.slice(i), member: null };
    if (i === path.length - 1) return { object, missing: [], member };
    object = objectAt(text, member.value, JSON.stringify(key));
  }
  return { object, missing: [], member: null };
}

/** The value at the path; null if there is none. Throws `JsonSyntaxError`. */
export function partAt(text: string, path: JsonPath): JsonPart | null {
  const root = parseJson(text, settings);
  if (root === null || path.length === 0) return root;
  return findMember(text, root, path).member?.value ?? null;
}

interface Layout {
  indent: string;
  unit: string;
  lineEnd: string;
}

/** @param layout null: all on one line */
function format(value: unknown, layout: Layout | null): string {
  if (layout === null) return JSON.stringify(value);
  return JSON.stringify(value, null, layout.unit).replaceAll('\n', layout.lineEnd + layout.indent);
}

function nestIn(keys: JsonPath, value: unknown): unknown {
  return keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

/** The end of the comments that follow `from` in its line; `from` if there are none. */
function endOfComments(text: string, from: number): number {
  const rest = /^(?:[ \t]*(?:\/\*(?:[^*\r\n]|\*(?!\/))*\*\/|\/\/[^\r\n]*))+/.exec(text.slice(from));
  return from + (rest?.[0].length ?? 0);
}

/** Inserts a member into an object without members, after its comments. */
function insertIntoEmpty(text: string, object: JsonObject, member: (layout: Layout | null) => string): Splice[] {
  const content = text.slice(object.from + 1, object.to - 1);
  const comments = content.trimEnd();
  const blanks = content.slice(comments.length);
  const at = object.from + 1 + comments.length;
  const isNested = /\S/.test(text.slice(0, object.from).replace('\ufeff', ''));
  // In a text that is on one line up to this object, the member is put on the same line.
  if (isNested && !/[\r\n]/.test(text.slice(0, object.to)))
    return [{ at, removed: blanks, inserted: (comments === '' ? '' : ' ') + member(null) }];
  const outerIndent = indentAt(text, object.from);
  const unit = indentUnitOf(text);
  const layout = { indent: outerIndent + unit, unit, lineEnd: lineEndOf(text) };
  const closing = comments !== '' && /[\r\n]/.test(blanks) ? blanks : layout.lineEnd + outerIndent;
  return [{ at, removed: blanks, inserted: layout.lineEnd + layout.indent + member(layout) + closing }];
}

/** Inserts a member after the last one, and after the comments that follow it in its line. */
function insertAfterLast(text: string, object: JsonObject, member: (layout: Layout | null) => string): Splice[] {
  const first = object.members[0]!;
  const last = object.members.at(-1)!;
  const anchor = last.comma === null ? last.value.to : last.comma + 1;
  const commaBefore = last.comma === null ? ',' : '';
  const commaAfter = last.comma === null ? '' : ',';
  if (!/[\r\n]/.test(text.slice(object.from, first.keyAt)))
    return [{ at: anchor, removed: '', inserted: `${commaBefore} ${member(null)}${commaAfter}` }];
  const layout = { indent: indentAt(text, first.keyAt), unit: indentUnitOf(text), lineEnd: lineEndOf(text) };
  const inserted = layout.lineEnd + layout.indent + member(layout) + commaAfter;
  const at = endOfComments(text, anchor);
  if (at === anchor) return [{ at, removed: '', inserted: commaBefore + inserted }];
  return [
    { at: anchor, removed: '', inserted: commaBefore },
    { at, removed: '', inserted },
  ];
}

/** Sets the value at the path, and creates the objects that are missing on the path. Throws `JsonSyntaxError`. */
export function setValue(text: string, path: JsonPath, value: unknown): string {
  const root = parseJson(text, settings);
  if (root === null) {
    const lineEnd = lineEndOf(text);
    const content = format(nestIn(path, value), { indent: '', unit: indentUnitOf(text), lineEnd });
    const gap = text === '' || /[\n\ufeff]$/.test(text) ? '' : lineEnd;
    return text + gap + content + lineEnd;
  }
  const { object, missing, member } = findMember(text, root, path);
  if (member !== null) {
    const { from, to } = member.value;
    const isOneLine = member.value.kind === 'object' && !/[\r\n]/.test(text.slice(from, to));
    const layout = { indent: indentAt(text, member.keyAt), unit: indentUnitOf(text), lineEnd: lineEndOf(text) };
    return text.slice(0, from) + format(value, isOneLine ? null : layout) + text.slice(to);
  }
  const [key = '', ...innerKeys] = missing;
  const memberText = (layout: Layout | null): string =>
    `${JSON.stringify(key)}: ${format(nestIn(innerKeys, value), layout)}`;
  const insert = object.members.length === 0 ? insertIntoEmpty : insertAfterLast;
  return applySplices(text, insert(text, object, memberText));
}

/** Replaces the value at the path by this source text; returns the text unchanged if there is no value. */
export function setSource(text: string, path: JsonPath, source: string): string {
  const part = partAt(text, path);
  return part === null ? text : text.slice(0, part.from) + source + text.slice(part.to);
}

/** The splices that remove the member. @param withBlanks the white space before the member is removed too */
function removalSplices(text: string, object: JsonObject, member: JsonMember, withBlanks: boolean): Splice[] {
  const i = object.members.indexOf(member);
  const previous = object.members[i - 1];
  let start = member.keyAt;
  if (withBlanks) while (/\s/.test(text[start - 1] ?? '')) start--;
  let end = member.comma === null ? member.value.to : member.comma + 1;
  if (object.members.length === 1 && text[start - 1] === '{' && /^\s*\}$/.test(text.slice(end, object.to)))
    end = object.to - 1;
  const splices = [{ at: start, removed: text.slice(start, end), inserted: '' }];
  // The comma before the last member separated only that member.
  if (member.comma === null && previous?.comma !== undefined && previous.comma !== null) {
    if (previous.comma === start - 1) splices[0] = { at: start - 1, removed: `,${splices[0]!.removed}`, inserted: '' };
    else splices.push({ at: previous.comma, removed: ',', inserted: '' });
  }
  return splices;
}

/** Removes the member at the path; returns the text unchanged if there is none. Throws `JsonSyntaxError`. */
export function removeValue(text: string, path: JsonPath): string {
  const root = parseJson(text, settings);
  if (root === null) return text;
  const { object, member } = findMember(text, root, path);
  if (member === null) return text;
  // The line end before the member may end a `//` comment. Without it, the text after the member would become part of the comment.
  const before = text.slice(0, member.keyAt).trimEnd();
  const commentBefore = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1).includes('//');
  const end = member.comma === null ? member.value.to : member.comma + 1;
  const lineEndAfter = /^[ \t]*\r?\n/.test(text.slice(end));
  return applySplices(text, removalSplices(text, object, member, !commentBefore || lineEndAfter));
}
