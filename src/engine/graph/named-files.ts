/**
 * Where the texts of the project have a word: by the trigrams of the index, and then in the texts themselves, as they are on disk.
 * Invariant: the work is bounded by numbers and sizes of files; files beyond the bounds are counted.
 */
import type { NamedFile, NamedFiles } from '../../graph/queries/account/named-files.ts';
import { hasTrait } from '../../model/file.ts';
import { sourceText } from '../../source/read/source-text.ts';
import type { DocumentTable, Store } from '../../store/store.ts';
import type { FilesOnDisk } from '../files/files-on-disk.ts';
import { bytesOf } from '../../text/file-bytes.ts';
import { requiredText } from '../../text/required-text.ts';
import { wordPlaces } from '../../text/word-places.ts';
import { QuestionTurns } from '../../util/turns/question.ts';

/** Limits on the files that are read for one word: their number and their size together (bytes). Most lack the word, which is seen fast. */
const maxFiles = 5000;
const maxBytes = 64 * 1024 * 1024;
/** Larger files are not read (bytes). */
const maxFileBytes = 16 * 1024 * 1024;

/** By the ids of a document table: the rows of files by their ids. */
const rowsByIds = new WeakMap<Uint32Array, ReadonlyMap<number, number>>();

function rowsOf({ ids }: DocumentTable): ReadonlyMap<number, number> {
  let rows = rowsByIds.get(ids);
  if (rows === undefined) rowsByIds.set(ids, (rows = new Map(ids.entries().map(([row, id]) => [id, row]))));
  return rows;
}

/** The files of an index, and where they are. */
export interface Texts {
  disk: Pick<FilesOnDisk, 'locate'>;
  store: Store;
  documents: DocumentTable;
}

/** Whether a file has a word; true, too, where the first `most` files that may have it do not. */
export async function mayHaveWord({ disk, store, documents }: Texts, word: string, most: number): Promise<boolean> {
  const candidates = await candidateRows(store, documents, word);
  const turns = new QuestionTurns();
  for (const row of candidates.slice(0, most)) {
    const turn = turns.take();
    if (turn !== null) await turn;
    const text = textWith(disk.locate(documents.paths[row]!), documents.paths[row]!, word)?.text ?? null;
    if (text !== null && wordPlaces(text, word).length > 0) return true;
  }
  return candidates.length > most;
}

/** The files that have a word. @param goesFirst if not all can be read: whether files of this language are read before others */
export async function filesNaming(
  { disk, store, documents }: Texts,
  word: string,
  goesFirst: (language: string) => boolean,
): Promise<NamedFiles> {
  const { paths, languages, traits } = documents;
  const candidates = await candidateRows(store, documents, word);
  const order = (row: number): number => (goesFirst(languages[row]!) ? 0 : 1);
  if (candidates.length > maxFiles) candidates.sort((a, b) => order(a) - order(b) || a - b);
  const files: NamedFile[] = [];
  let bytesLeft = maxBytes;
  let read = 0;
  const turns = new QuestionTurns();
  for (; read < candidates.length && read < maxFiles && bytesLeft > 0; read++) {
    const turn = turns.take();
    if (turn !== null) await turn;
    const row = candidates[read]!;
    const found = textWith(disk.locate(paths[row]!), paths[row]!, word);
    if (found === null) continue;
    bytesLeft -= found.size;
    const { text } = found;
    const places = text === null ? [] : wordPlaces(text, word);
    if (text === null || places.length === 0) continue;
    const isProse = hasTrait(traits[row]!, 'documentation') && !hasTrait(traits[row]!, 'data');
    files.push({ path: paths[row]!, language: languages[row]!, isProse, text, places });
  }
  return { files, unread: candidates.length - read };
}

/** The rows of the files that may have a word, in ascending order. */
async function candidateRows(store: Store, documents: DocumentTable, word: string): Promise<number[]> {
  const pattern = { query: word, isRegex: false, case: 'sensitive', wholeWord: true, multiline: false } as const;
  const required = requiredText(pattern);
  if (required === null) return Array.from({ length: documents.count }, (_, row) => row);
  const rows = rowsOf(documents);
  const found = new Set<number>();
  for (const id of [...(await store.texts.candidates(required)), ...(await store.texts.missing())]) {
    const row = rows.get(id);
    if (row !== undefined) found.add(row);
  }
  return Array.from(found).sort((a, b) => a - b);
}

/** A file's size, and its text, which is null where it lacks the word; null for what is no text file. */
function textWith(
  location: string | Buffer | null,
  path: string,
  word: string,
): { size: number; text: string | null } | null {
  if (location === null) return null;
  try {
    const bytes = bytesOf(location, maxFileBytes);
    if (bytes === null || bytes === undefined) return null;
    const { length: size } = bytes;
    // UTF-16 has a byte order mark, or a NUL among its first bytes; other encodings have the bytes of an ASCII word.
    const isWide = bytes[0] === 0xff || bytes[0] === 0xfe || bytes.subarray(0, 2).includes(0);
    if (!isWide && isAscii(word) && !bytes.includes(word)) return { size, text: null };
    return { size, text: sourceText(path, bytes)?.text ?? null };
  } catch {
    return null;
  }
}

function isAscii(word: string): boolean {
  return /^[\x20-\x7e]*$/.test(word);
}
