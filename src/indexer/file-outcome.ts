/** What becomes of a file, and its parts on the way: what reading, extraction and the count of its words say of it. */
import type { FileWrite } from '../store/store.ts';
import type { FileWords, WordSource } from './file-words.ts';
import type { ReadFile, ReadOutcome } from './read-file.ts';

/** What reading says of a file. */
type ReadFields = 'path' | 'rawPath' | 'size' | 'mtimeMs' | 'hash' | 'verifiedAtMs' | 'encoding';

/** What extraction says of a file. */
export type ExtractedFields = Omit<FileWrite, ReadFields | keyof FileWords>;

/** A file whose words are still to be counted. */
export interface ExtractedFile {
  kind: 'extracted';
  file: ExtractedFields;
  words: WordSource;
}

export interface IndexedFile {
  kind: 'indexed';
  file: FileWrite;
  /** What was analysed, where it is at hand; null from a thread that was not asked for it. */
  text: string | null;
}

export type FileOutcome = IndexedFile | ReadOutcome;

export function indexedFile(read: ReadFile, file: ExtractedFields, words: FileWords): IndexedFile {
  const { path, rawPath, size, mtimeMs, hash, readAtMs, encoding, text } = read;
  const fields = { path, rawPath, size, mtimeMs, hash, verifiedAtMs: readAtMs, encoding };
  return { kind: 'indexed', file: { ...fields, ...file, ...words }, text };
}
