/** The store under test. */
import type { FileWrite, Store, WriteBatch } from '../store.ts';

/** Set before each test. A test may replace the store; the new one is then closed. */
export const subject = { directory: '' } as { store: Store; directory: string };

export function batch(part: Partial<WriteBatch>): WriteBatch {
  return { files: [], touched: [], removed: [], ...part };
}

export async function writeFiles(...files: FileWrite[]): Promise<void> {
  await subject.store.write(batch({ files }));
}

export async function idOf(path: string): Promise<number> {
  const [file] = await subject.store.filesByPath([path]);
  if (file === undefined) throw new Error(`${path} is not there`);
  return file.id;
}

/** Paths of the files with a term, in order. */
export async function pathsWith(term: string): Promise<(string | undefined)[]> {
  const { documents, postings } = await subject.store.postings([term]);
  return [...(postings[0]?.rows ?? [])].sort((a, b) => a - b).map((row) => documents.paths[row]);
}
