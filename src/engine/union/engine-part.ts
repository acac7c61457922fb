/** What a union of engines asks of each of them: the parts that `engine.ts` has put together for its own project. */
import type { FileRecord, IndexView, Store, StoreState } from '../../store/store.ts';
import type { FilesOnDisk } from '../files/files-on-disk.ts';
import type { AnswerSource } from '../live/watch-updates.ts';
import type { HybridSearchHost } from '../search/hybrid-search.ts';
import type { QuestionVectors } from '../search/vector-search.ts';
import type { EngineConfig, Freshness } from '../types.ts';

export interface EnginePart {
  readonly root: string;
  readonly config: EngineConfig;
  /** Null where there is no index; none is made. */
  openIfThere: () => Promise<Store | null>;
  /** Brings an index that is there up to date with the disk, and returns its state. */
  bringUpToDate: (store: Store, wants: AnswerSource) => Promise<StoreState>;
  readAgain: (store: Store, files: readonly FileRecord[]) => Promise<void>;
  makeLateLinks: (store: Store) => Promise<boolean>;
  freshness: (view: IndexView, wants: AnswerSource) => Promise<Pick<Freshness, 'state' | 'note'>>;
  disk: FilesOnDisk;
  /** Whether so much is being written that only shown files are compared with the disk. */
  isBehind: () => boolean;
  /** Whether a run is writing. */
  isIndexing: () => boolean;
  files: Pick<HybridSearchHost, 'chunkedFiles' | 'readings' | 'chunkWords' | 'comparesAll'>;
  vectors: QuestionVectors;
  /** Memory limit of vectors (bytes). */
  vectorBytes: number;
}
