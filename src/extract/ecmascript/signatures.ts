/** Signatures and decorator names, made from the source of TypeScript and JavaScript definitions. */
import type { Docs } from './docs.ts';
import { maxSignature, withoutComments } from '../text.ts';

/** The signature between two offsets, with folded white space. Comments, and the start of a body or the end of a statement, are removed. */
export function signatureBetween(docs: Docs, start: number, end: number): string | null {
  const { text } = docs;
  let from = start;
  while (from < end && text.charCodeAt(from) <= 32) from++;
  if (end <= from) return null;
  const last = Math.min(end, from + maxSignature * 8);
  const shape = shapeOf(text, from, last);
  if (shape === 'plain') return withoutEnd(text.slice(from, last));
  return withoutEnd(foldSignature(shape === 'comments' ? withoutComments(docs, from, last) : text.slice(from, last)));
}

/** `plain`: a short text without white space to fold; `comments`: a text that may contain comments; `long`: any other text. */
function shapeOf(text: string, start: number, end: number): 'plain' | 'long' | 'comments' {
  let plain = end - start <= maxSignature;
  let before = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 || (code === 32 /* blank */ && before === 32) /* blank */) plain = false;
    else if (before === 47 /* / */ && (code === 47 /* / */ || code === 42) /* * */) return 'comments';
    before = code;
  }
  return plain ? 'plain' : 'long';
}

/**
 * Folds white space. Multi-line lists lose their blanks and their last comma. At most `maxSignature` characters.
 * The result is not read while it grows: V8 would flatten the string each time.
 */
function foldSignature(text: string): string {
  const { length } = text;
  let result = '';
  let from = 0;
  let last = 0;
  for (let i = 0; i <= length && result.length <= maxSignature; i++) {
    if (text.charCodeAt(i) > 32) continue;
    const before = i > from ? text.charCodeAt(i - 1) : last;
    const end = i;
    while (i < length && text.charCodeAt(i) <= 32) i++;
    const next = text.charCodeAt(i);
    const closes = next === 41 /* ) */ || next === 93; /* ] */
    const part = text.slice(from, closes && before === 44 /* , */ ? end - 1 : end);
    last = before;
    if (closes || next === 44 /* , */ || before === 40 /* ( */ || before === 91 /* [ */) result += part;
    else {
      result += `${part} `;
      last = 32;
    }
    from = i;
  }
  result += text.slice(from);
  return result.length <= maxSignature ? result : `${result.slice(0, maxSignature - 1).trimEnd()}…`;
}

/** The signature without `=>`, `{`, `;` or `,` at the end; null when nothing is left. */
function withoutEnd(signature: string): string | null {
  let end = signature.length;
  while (end > 0 && signature.charCodeAt(end - 1) <= 32) end--;
  const last = signature.charCodeAt(end - 1);
  if (last === 123 /* { */ || last === 59 /* ; */ || last === 44 /* , */) end--;
  else if (last === 62 /* > */ && signature.charCodeAt(end - 2) === 61 /* = */) end -= 2;
  while (end > 0 && signature.charCodeAt(end - 1) <= 32) end--;
  return end === 0 || (end === 1 && signature === '=') ? null : signature.slice(0, end);
}

/** The name of a decorator as written, without arguments. */
export function decoratorName(text: string, start: number, end: number): string {
  return text.slice(start, Math.min(end, start + 80)).replace(/\s+/g, '');
}
