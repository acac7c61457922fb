/** Indexes that leave this machine, and those that come from another. Apart from registry.ts, because few processes need it. */
import type { IndexLocation } from './index-location.ts';
import { adoptIndex as adoptSqlite } from './sqlite/file/adopt-index.ts';
import { sealIndex as sealSqlite, type IndexFlavour } from './sqlite/file/seal-index.ts';
import { sqlitePath } from './sqlite/file/sqlite-path.ts';

export { schemaVersion } from './sqlite/file/seal-index.ts';
export type { IndexFlavour };

export interface SealOptions extends IndexFlavour {
  from: IndexLocation;
  /** The sealed file; replaced if it exists. */
  file: string;
}

/** Rejects with a `DatabaseError` where the index is incomplete, damaged or not of this flavour. */
export async function sealIndex({ from, file, ...flavour }: SealOptions): Promise<void> {
  await sealSqlite({ from: sqlitePath(from), to: file, ...flavour });
}

export interface AdoptOptions extends IndexFlavour {
  /** The sealed index, in the folder of the index's local state. It is changed, and stays where it is. */
  file: string;
  to: IndexLocation;
}

/** Null if the file is the index at `to` now; else why it is not, as the end of a sentence. Throws if the index cannot be written. */
export function adoptIndex({ file, to, ...flavour }: AdoptOptions): string | null {
  return adoptSqlite({ from: file, to: sqlitePath(to), ...flavour });
}
