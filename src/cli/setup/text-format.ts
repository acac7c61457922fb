/** Entries that are texts: a block between two marks in a file of Markdown, a whole file, and a list of hooks in a JSON file. */
import { JsonSyntaxError, placeOf } from '../../util/json-tree.ts';
import type { EntryFormat } from './entry-format.ts';
import { jsonFormat } from './entry-format.ts';
import { setValue } from './json-edit.ts';
import { lineEndOf } from './text-style.ts';

const beginMark = '<!-- code-scout: begin -->';
const endMark = '<!-- code-scout: end -->';

interface Block {
  from: number;
  to: number;
  /** The text between the marks, with `\n` as line end. */
  text: string;
}

function blockIn(text: string): Block | null {
  const from = text.indexOf(beginMark);
  if (from === -1) return null;
  const end = text.indexOf(endMark, from);
  if (end === -1) throw new JsonSyntaxError(`the block has no end: ${endMark} is missing`, placeOf(text, from));
  const inner = text.slice(from + beginMark.length, end).replaceAll('\r\n', '\n');
  return { from, to: end + endMark.length, text: inner.replace(/^\n/, '').replace(/\n$/, '') };
}

function blockOf(inner: unknown, lineEnd: string): string {
  return [beginMark, String(inner), endMark].join('\n').replaceAll('\n', lineEnd);
}

function withBlock(text: string, source: string): string {
  const block = blockIn(text);
  if (block !== null) return text.slice(0, block.from) + source + text.slice(block.to);
  const lineEnd = lineEndOf(text);
  // The block stands apart from what is above it.
  const gap = text.trim() === '' ? '' : text.endsWith('\n') ? lineEnd : lineEnd + lineEnd;
  return text + gap + source + lineEnd;
}

/** The entry is `{ text }`: what stands between the marks. */
export const blockFormat: EntryFormat = {
  read(text) {
    const block = blockIn(text);
    return block === null ? undefined : { text: block.text };
  },
  set: (text, _, { fields }) => withBlock(text, blockOf(fields['text'], lineEndOf(text))),
  remove(text) {
    const block = blockIn(text);
    if (block === null) return text;
    const after = text.slice(block.to).replace(/^\r?\n/, '');
    return text.slice(0, block.from).replace(/(\n)\r?\n$/, '$1') + after;
  },
  source(text) {
    const block = blockIn(text);
    return block === null ? null : text.slice(block.from, block.to);
  },
  restore: (text, _, source) => withBlock(text, source),
  hasServers: () => true,
  removeServers: (text) => text,
  withoutEntry(text) {
    const block = blockIn(text);
    const rest = block === null ? text : text.slice(0, block.from) + text.slice(block.to);
    // The blank lines around the block belong to it.
    return rest.split(/\r?\n/).filter((line) => line.trim() !== '');
  },
  isBlank: (text) => /^\ufeff?\s*$/.test(text),
};

/** The entry is `{ text }`: the whole file. */
export const fileFormat: EntryFormat = {
  read: (text) => (text === '' ? undefined : { text }),
  set: (_text, _path, { fields }) => String(fields['text']),
  remove: () => '',
  source: (text) => (text === '' ? null : text),
  restore: (_text, _path, source) => source,
  hasServers: () => true,
  removeServers: (text) => text,
  withoutEntry: () => null,
  isBlank: (text) => text === '',
};

/** The entry is `{ hooks }`: the list at the path. */
export const hookFormat: EntryFormat = {
  ...jsonFormat,
  read(text, path) {
    const hooks = jsonFormat.read(text, path);
    return hooks === undefined ? undefined : { hooks };
  },
  set: (text, path, { fields }) => setValue(text, path, fields['hooks']),
};
