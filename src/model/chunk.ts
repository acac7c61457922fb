/**
 * Chunks: pieces of a file along its syntax, for reading and for search.
 * Invariants: the chunks of a file tile it (every line is in exactly one, in order); an unchanged chunk keeps its id through every
 * re-index and wherever it moves within its file.
 */
import type { Definition } from './definition.ts';
import { qualifiedName } from './link.ts';

/**
 * `definition`: one definition whole, with its doc comment; `group`: several small ones; `part`: a piece of a definition that is too large
 * for one chunk; `imports`; `section`: a part of prose under its title; `text`: everything else.
 */
export const chunkKinds = ['definition', 'group', 'part', 'imports', 'section', 'text'] as const;
export type ChunkKind = (typeof chunkKinds)[number];

/** A chunk as it is stored. Its contents follow from the definitions of the file. */
export interface ChunkSpan {
  /** 1-based, inclusive. Blank lines after its text belong to the chunk. */
  startLine: number;
  endLine: number;
  kind: ChunkKind;
  /** Identifies its text among the chunks of the file: 40 bits, the same for the same text; repeated texts get different keys. */
  key: number;
}

/** The definitions in a chunk, and the one that contains it. */
export interface ChunkOutline {
  /** Qualified names of the definitions that are named in it, in order, each once. */
  symbols: string[];
  /** Qualified name of the innermost definition that contains it; null at the top of the file. */
  container: string | null;
}

/** The largest key: 40 bits. */
export const maxChunkKey = 2 ** 40 - 1;

const prefix = 'chunk_';
/** Digits and letters that are not mistaken for one another (Crockford's base 32), five bits each. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const pathDigits = 6;
const keyDigits = 8;
const idPattern = new RegExp(`^${prefix}([${digits}]{${pathDigits}})([${digits}]{${keyDigits}})$`);

function written(value: number, count: number): string {
  let text = '';
  for (let rest = value, left = count; left > 0; left--, rest = Math.floor(rest / 32)) text = digits[rest % 32]! + text;
  return text;
}

function valueOf(text: string): number {
  let value = 0;
  for (const digit of text) value = value * 32 + digits.indexOf(digit);
  return value;
}

/** A hash of a path, 30 bits; two paths of a large project may share one. FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv), folded. */
export function chunkPathKey(path: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < path.length; at++) hash = Math.imul(hash ^ path.charCodeAt(at), 0x01000193);
  return ((hash >>> 30) ^ hash) & 0x3fffffff;
}

/** `chunk_` and fourteen digits: six from the path, eight from the text. */
export function chunkId(path: string, key: number): string {
  return prefix + written(chunkPathKey(path), pathDigits) + written(key, keyDigits);
}

/** The parts of an id, in upper or lower case; null when it is not an id. */
export function parseChunkId(id: string): { pathKey: number; key: number } | null {
  const match = idPattern.exec(id.trim().toLowerCase());
  if (match === null) return null;
  return { pathKey: valueOf(match[1]!), key: valueOf(match[2]!) };
}

/** The fields of a definition that outlines need. */
export type OutlinedDefinition = Pick<Definition, 'name' | 'container' | 'line' | 'startLine' | 'endLine'>;

/**
 * The outline of each chunk of a file, in order.
 * @param definitions of the file, in order of their start
 */
export function chunkOutlines(spans: readonly ChunkSpan[], definitions: readonly OutlinedDefinition[]): ChunkOutline[] {
  const byLine = definitions.toSorted((a, b) => a.line - b.line);
  const enclosing: OutlinedDefinition[] = [];
  let named = 0;
  let opened = 0;
  return spans.map(({ startLine, endLine }) => {
    while (opened < definitions.length && definitions[opened]!.startLine < startLine)
      enclosing.push(definitions[opened++]!);
    while (enclosing.length > 0 && enclosing.at(-1)!.endLine < startLine) enclosing.pop();
    const inside: OutlinedDefinition[] = [];
    for (; named < byLine.length && byLine[named]!.line <= endLine; named++) inside.push(byLine[named]!);
    return {
      symbols: [...new Set(inside.map(qualifiedName))],
      container: containerOf(inside, enclosing),
    };
  });
}

/** The outline of one chunk, for a fraction of the cost of all. */
export function chunkOutlineAt(
  spans: readonly ChunkSpan[],
  at: number,
  definitions: readonly OutlinedDefinition[],
): ChunkOutline {
  const { startLine, endLine } = spans[at]!;
  const after = at === 0 ? -Infinity : spans[at - 1]!.endLine;
  const inside: OutlinedDefinition[] = [];
  // The last definition that begins before the chunk and ends in or after it is the innermost.
  let innermost: OutlinedDefinition | undefined;
  for (const one of definitions) {
    if (one.line > after && one.line <= endLine) inside.push(one);
    if (one.startLine < startLine && one.endLine >= startLine) innermost = one;
  }
  inside.sort((a, b) => a.line - b.line);
  return {
    symbols: [...new Set(inside.map(qualifiedName))],
    container: containerOf(inside, innermost === undefined ? [] : [innermost]),
  };
}

/** The container that the outermost definitions in the chunk share; without any, the innermost definition that contains it. */
function containerOf(inside: readonly OutlinedDefinition[], enclosing: readonly OutlinedDefinition[]): string | null {
  const [first] = inside;
  if (first === undefined) {
    const innermost = enclosing.at(-1);
    return innermost === undefined ? null : qualifiedName(innermost);
  }
  let common = first.container;
  for (const { container } of inside) {
    while (common !== null && container !== common && container?.startsWith(`${common}.`) !== true) {
      const dot = common.lastIndexOf('.');
      common = dot === -1 ? null : common.slice(0, dot);
    }
  }
  return withoutMark(common);
}

/** Drops trailing marks of duplicates (`~1`), which name no definition. */
function withoutMark(container: string | null): string | null {
  const dot = container?.lastIndexOf('.') ?? -1;
  if (container?.startsWith('~', dot + 1) !== true) return container;
  return dot === -1 ? null : withoutMark(container.slice(0, dot));
}

export interface Chunk extends Omit<ChunkSpan, 'key'>, ChunkOutline {
  id: string;
}

/** Lines of a file; an array of strings is one. */
export interface Lines {
  readonly length: number;
  /** From 0; as `Array.prototype.slice` with numbers from 0 on. */
  slice(from: number, to?: number): string[];
}

/** A file as it is on disk when asked for. */
export interface FileLines {
  path: string;
  language: string;
  /** Lines without their line breaks; a text without a final line break ends in a line too. */
  lines: Lines;
  /** False for a file that is not in the index (ignored, or not read yet): its chunks cannot be looked up by id. */
  indexed: boolean;
}

/** The same with its chunks. */
export interface ChunkedFile extends FileLines {
  chunks: readonly Chunk[];
}

export interface ChunkedFileList {
  /** Files that match, and how many of them there are by language: most first, then by name. */
  total: number;
  languages: readonly { language: string; files: number }[];
  /** The files from `offset` on: by language in that order, then by path in code unit order. */
  files: readonly { path: string; language: string; chunks: number }[];
  /** A note about the answer; null for none. */
  note: string | null;
}
