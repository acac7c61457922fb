/** Chunks of a file that are near to a question in meaning. */

/** A file's chunks that are near in meaning. */
export interface NearChunks {
  fileId: number;
  /** By their places among the chunks that the index knows of the file, 0 to 1: the nearest of all has 1. */
  shares: ReadonlyMap<number, number>;
}

const none: ReadonlyMap<number, number> = new Map();

/** Those of the content that the index knows now. */
export function sharesOf(near: NearChunks | null, fileId: number): ReadonlyMap<number, number> {
  return near?.fileId === fileId ? near.shares : none;
}

export function nearest(near: NearChunks | null): number {
  let largest = 0;
  for (const share of near?.shares.values() ?? []) largest = Math.max(largest, share);
  return largest;
}
