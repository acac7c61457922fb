/**
 * Chunks: pieces of a file along its syntax, for reading and for search.
 * Invariants: every line of a file is in exactly one of its chunks, in order; an unchanged chunk keeps its id when the file is indexed again and
 * when the chunk moves within its file.
 */
import type { Definition } from './definition.ts';
import { qualifiedName } from './link.ts';

/**
 * `definition`: one whole definition with its doc comment; `group`: several small definitions; `part`: a piece of a definition that is too large
 * for one chunk; `imports`; `section`: a part of prose under its title; `text`: everything else.
 */
export const chunkKinds = ['definition', 'group', 'part', 'imports', 'section', 'text'] as const;
export type ChunkKind = (typeof chunkKinds)[number];

/** A chunk as it is stored. Its contents follow from the definitions of the file. */
export interface ChunkSpan {
  /** Lines from 1, both inclusive. Blank lines after its text belong to the chunk. */
  startLine: number;
  endLine: number;
  kind: ChunkKind;
  /** 40 bits that identify the chunk in its file. They depend on its text alone, except where a text is repeated in the file. */
  key: number;
}

/** The definitions in a chunk, and the definition that contains the chunk. */
export interface ChunkOutline {
  /** Qualified names of the definitions whose names are in the chunk, in order, each once. */
  symbols: string[];
  /** Qualified name of the innermost definition that contains the chunk; null at the top of the file. */
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

function toDigits(value: number, count: number): string {
  let text = '';
  for (let rest = value, left = count; left > 0; left--, rest = Math.floor(rest / 32)) text = digits[rest % 32]! + text;
  return text;
}

function fromDigits(text: string): number {
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
  return prefix + toDigits(chunkPathKey(path), pathDigits) + toDigits(key, keyDigits);
}

/** The parts of an id, in upper or lower case; null when it is not an id. */
export function parseChunkId(id: string): { pathKey: number; key: number } | null {
  const match = idPattern.exec(id.trim().toLowerCase());
  if (match === null) return null;
  return { pathKey: fromDigits(match[1]!), key: fromDigits(match[2]!) };
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
  let nextNamed = 0;
  let nextOpened = 0;
  return spans.map(({ startLine, endLine }) => {
    while (nextOpened < definitions.length && definitions[nextOpened]!.startLine < startLine)
      enclosing.push(definitions[nextOpened++]!);
    while (enclosing.length > 0 && enclosing.at(-1)!.endLine < startLine) enclosing.pop();
    const inside: OutlinedDefinition[] = [];
    for (; nextNamed < byLine.length && byLine[nextNamed]!.line <= endLine; nextNamed++)
      inside.push(byLine[nextNamed]!);
    return {
      symbols: [...new Set(inside.map(qualifiedName))],
      container: containerOf(inside, enclosing),
    };
  });
}

/** The outline of one chunk, at a fraction of the cost of all outlines. */
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

/** The container that all definitions in the chunk share. If the chunk has none, the innermost definition that contains the chunk. */
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

/** Drops local name marks (`~1`) at the end, which name no definition. */
function withoutMark(container: string | null): string | null {
  const dot = container?.lastIndexOf('.') ?? -1;
  if (container?.startsWith('~', dot + 1) !== true) return container;
  return dot === -1 ? null : withoutMark(container.slice(0, dot));
}

export interface Chunk extends Omit<ChunkSpan, 'key'>, ChunkOutline {
  id: string;
}

/** Lines of a file. An array of strings has this type. */
export interface Lines {
  readonly length: number;
  /** As `Array.prototype.slice`, but without negative positions. The first line is at 0. */
  slice(from: number, to?: number): string[];
}

/** A file as it is on disk at the moment of the question. */
export interface FileLines {
  path: string;
  language: string;
  /** Lines without their line breaks. The text after the last line break is a line, unless it is empty. */
  lines: Lines;
  /** False for a file that is not in the index (ignored, or not read yet). Its chunks cannot be looked up by id. */
  indexed: boolean;
}

/** A file with its lines and chunks. */
export interface ChunkedFile extends FileLines {
  chunks: readonly Chunk[];
}

export interface ChunkedFileList {
  /** Number of files that match. */
  total: number;
  /** Number of matching files by language, most files first, then by name. */
  languages: readonly { language: string; files: number }[];
  /** The files from `offset` on: in the order of `languages`, then by path in code unit order. `chunks`: how many the file has. */
  files: readonly { path: string; language: string; chunks: number }[];
  /** A note about the answer; null for none. */
  note: string | null;
}
