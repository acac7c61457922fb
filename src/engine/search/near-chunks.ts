/** The chunks of a file that are near to a question in meaning. */
export interface NearChunks {
  fileId: number;
  /** Nearness by the chunk's position in the indexed file: 1 for the nearest chunk of all files, 0 for the farthest that was found. */
  shares: ReadonlyMap<number, number>;
}

const none: ReadonlyMap<number, number> = new Map();

/** The shares if they belong to this file id, and so to the indexed content; else none. */
export function sharesOf(near: NearChunks | null, fileId: number): ReadonlyMap<number, number> {
  return near?.fileId === fileId ? near.shares : none;
}

/** The share of the file's nearest chunk; 0 if no chunk is near. */
export function nearestShare(near: NearChunks | null): number {
  let largest = 0;
  for (const share of near?.shares.values() ?? []) largest = Math.max(largest, share);
  return largest;
}
