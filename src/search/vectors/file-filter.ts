/** Which files a search is limited to, decided once per file before any row is scored. */

/** Data about the files, one entry per file in each list. */
export interface FileColumns {
  /** Numbers from 0, as in `VectorRow.file`. */
  ids: ArrayLike<number>;
  paths: readonly string[];
  /** Language ids. */
  languages: readonly string[];
  /** Milliseconds since 1970. */
  mtimesMs: ArrayLike<number>;
}

/** All given conditions must hold. */
export interface FileConditions {
  language?: string;
  /** The beginning of the path, compared as text: `src/a` also matches `src/app.ts`. */
  pathPrefix?: string;
  /** Unix seconds, both inclusive. */
  after?: number;
  before?: number;
}

/** By file id: 1 for the files that meet the conditions. */
export function wantedFiles(
  { ids, paths, languages, mtimesMs }: FileColumns,
  { language, pathPrefix = '', after = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY }: FileConditions,
): Uint8Array {
  let greatest = -1;
  for (let i = 0; i < ids.length; i++) greatest = Math.max(greatest, ids[i]!);
  const wanted = new Uint8Array(greatest + 1);
  for (let i = 0; i < ids.length; i++) {
    const seconds = mtimesMs[i]! / 1000;
    const meets =
      (language === undefined || languages[i] === language) &&
      paths[i]!.startsWith(pathPrefix) &&
      seconds >= after &&
      // In whole seconds: a file changed within the given second is not later than it.
      Math.floor(seconds) <= before;
    if (meets) wanted[ids[i]!] = 1;
  }
  return wanted;
}
