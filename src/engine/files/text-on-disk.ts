/** What text search needs from the disk. All paths are those of the index. */
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import { readSource } from '../../source/read/read-source.ts';
import type { SourceContent } from '../../source/source.ts';
import { plainFileCheck } from '../../source/walk/plain-files.ts';
import type { Store, StoreState } from '../../store/store.ts';
import { countText, findText, findTextIn } from '../../text/ripgrep.ts';
import type { TextEnd, TextMatch, TextSearch } from '../../text/text-search.ts';
import { rawPathOf } from '../../util/bytes/path-bytes.ts';
import { eachInTurns } from '../../util/turns/each-in-turns.ts';
import { FilesNow } from '../live/files-now.ts';

export type RootlessSearch = Omit<TextSearch, 'root'>;

export interface TextOnDisk {
  /** The matching lines, in no particular order. */
  find: (search: RootlessSearch) => Promise<{ matches: TextMatch[]; end: TextEnd }>;
  /** The number of matching lines by file; files without any are left out. */
  count: (search: RootlessSearch) => Promise<{ counts: Map<string, number>; end: TextEnd }>;
  /** The matching lines of a text; the results get the given path. */
  findIn: (search: Omit<RootlessSearch, 'paths'>, path: string, text: string) => Promise<TextMatch[]>;
  /** The paths that are files, without a link in their place or on the way. */
  plainFiles: (paths: Iterable<string>) => Promise<Set<string>>;
  read: (path: string) => Promise<SourceContent>;
  /** As `FilesNow.findDifferent`. */
  findDifferent: (
    store: Store,
    state: Pick<StoreState, 'documents' | 'marks'>,
  ) => Promise<{ paths: readonly string[]; isWhole: boolean }>;
}

/** The files below one root. */
export function textOnDisk(data: ParseWorkerData): TextOnDisk {
  const files = new FilesNow(data);
  const { root } = data;
  return {
    find: async (search) => findText({ ...search, root }),
    count: async (search) => countText({ ...search, root }),
    findIn: async (search, path, text) => findTextIn({ ...search, root }, path, text),
    plainFiles: async (paths) => {
      const isPlain = plainFileCheck(root);
      const plain = new Set<string>();
      await eachInTurns([...paths], (path) => {
        if (isPlain(path)) plain.add(path);
      });
      return plain;
    },
    read: async (path) => readSource(root, { path, rawPath: rawPathOf(path), asWritten: true }, data),
    findDifferent: async (store, state) => files.findDifferent(store, state),
  };
}
