/** What a union of engines asks of each of them: the parts that `engine.ts` has put together for its own project. */
import type { FileRecord, IndexView, Store } from '../../store/store.ts';
import type { FilesOnDisk } from '../files/files-on-disk.ts';
import type { AnswerSource } from '../live/watch-updates.ts';
import type { HybridSearchHost } from '../search/hybrid-search.ts';
import type { TextOnDisk } from '../files/text-on-disk.ts';
import type { QuestionVectors } from '../search/vector-search.ts';
import type { EngineConfig, Freshness } from '../types.ts';

export interface EnginePart {
  readonly root: string;
  readonly config: EngineConfig;
  /** Opens an index that is there and brings it up to date with the disk. Null where there is none, and none is being made. */
  prepareIfThere: (wants: AnswerSource) => Promise<IndexView | null>;
  readAgain: (store: Store, files: readonly FileRecord[]) => Promise<void>;
  makeLateLinks: (store: Store) => Promise<boolean>;
  freshness: (view: IndexView, wants: AnswerSource) => Promise<Pick<Freshness, 'state' | 'note'>>;
  disk: FilesOnDisk;
  /** Whether so much is being written that only shown files are compared with the disk. */
  isBehind: () => boolean;
  /** Whether a run is writing. */
  isIndexing: () => boolean;
  /** Whether the index was compared with the disk a moment ago, or a watcher keeps it up to date. */
  isCompared: () => boolean;
  text: TextOnDisk;
  files: Pick<HybridSearchHost, 'chunkedFiles' | 'readings' | 'chunkWords' | 'comparesAll'>;
  vectors: QuestionVectors;
  /** Memory limit of vectors (bytes). */
  vectorBytes: number;
}
