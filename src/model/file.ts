/** Files: the rows of the index, and the files that it skips. */

/** Properties of a file that follow from its path, text, language or definitions; bits of `FileRecord.traits`. */
export const fileTraits = {
  test: 1,
  generated: 2,
  vendored: 4,
  minified: 8,
  exports: 16,
  example: 32,
  documentation: 64,
  data: 128,
} as const;
export type FileTrait = keyof typeof fileTraits;

export function hasTrait(traits: number, trait: FileTrait): boolean {
  return (traits & fileTraits[trait]) !== 0;
}

/** A file as the walk sees it. */
export interface SourceFile {
  /** Relative to the root, `/` between parts; bytes that are not UTF-8 are shown as `\xHH`. Unique. */
  path: string;
  /** The path's bytes where `path` does not encode back to them; null otherwise. */
  rawPath: Uint8Array | null;
  size: number;
  /** Milliseconds since 1970 with the fraction that the file system gives. */
  mtimeMs: number;
  /** When content, name or attributes last changed (ms since 1970). Programs cannot set this time. */
  ctimeMs: number;
}

/** The part of an indexed file's record that change detection needs. */
export interface FileState {
  id: number;
  path: string;
  size: number;
  mtimeMs: number;
  /** SHA-256 of the bytes, hex. */
  hash: string;
  /** When the bytes were last read (ms since 1970). If the file was modified less than two seconds before that, it is read again. */
  verifiedAtMs: number;
}

export const leftOutReasons = [
  'ignored',
  'binary',
  'tooLarge',
  'symlink',
  'special',
  'unreadable',
  'secret',
  'vanished',
  'nestedRepository',
  'failed',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export interface LeftOut {
  path: string;
  reason: LeftOutReason;
  /** A detail worth showing (`12.3 MB, limit 10 MB`; the pattern that ignored it), or null. */
  detail: string | null;
  /** For a file that had to be read before it was skipped: its size and time at that moment. It is not read again until they change. */
  seen?: { size: number; mtimeMs: number };
}

/** Traits of files that get no vectors: a program wrote them (minified, generated), or they have no prose (data such as JSON, lock files). */
const withoutVectors = fileTraits.minified | fileTraits.generated | fileTraits.data;

/** Whether a file gets vectors. */
export function getsVectors({ traits }: { traits: number }): boolean {
  return (traits & withoutVectors) === 0;
}

/** Whether a file of C or C++ is compiled by itself. Other files see none of its definitions, unless a header declares them. */
export function isSourceOfC(path: string): boolean {
  return /\.(?:c|cc|cpp|cxx|c\+\+|cu|ino|m|mm)$/i.test(path);
}
