/** What becomes of a file, and its parts on the way: what reading, extraction and the count of its words say of it. */
import { sealFacts, type OpenFacts } from '../store/packed/packed-facts.ts';
import type { FileWrite } from '../store/store.ts';
import type { FileWords, WordSource } from './file-words.ts';
import type { ReadFile, ReadOutcome } from './read-file.ts';

/** What reading says of a file. */
type ReadFields = 'path' | 'rawPath' | 'size' | 'mtimeMs' | 'hash' | 'verifiedAtMs' | 'encoding';

/** What extraction says of a file. */
export interface ExtractedFields extends Omit<FileWrite, ReadFields | keyof FileWords | 'facts'> {
  /** Null without. */
  facts: OpenFacts | null;
}

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
  /** What the file's facts were made of, where that is at hand; null in a file without facts. */
  openFacts?: OpenFacts | null;
}

export type FileOutcome = IndexedFile | ReadOutcome;

const noFacts = new Uint8Array(0);

export function indexedFile(read: ReadFile, file: ExtractedFields, words: FileWords): IndexedFile {
  const { path, rawPath, size, mtimeMs, hash, readAtMs, encoding, text } = read;
  const { facts: openFacts } = file;
  const fields = { path, rawPath, size, mtimeMs, hash, verifiedAtMs: readAtMs, encoding };
  const facts = openFacts === null ? noFacts : sealFacts(openFacts);
  return { kind: 'indexed', file: { ...fields, ...file, ...words, facts }, text, openFacts };
}
