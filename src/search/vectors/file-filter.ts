/** Which files a search is confined to, decided once a file before any row is scored. */

/** What is known of the files, one place of each list a file. */
export interface FileColumns {
  /** From 0; what `VectorRow.file` holds. */
  ids: ArrayLike<number>;
  paths: readonly string[];
  /** Language ids. */
  languages: readonly string[];
  /** Milliseconds since 1970. */
  mtimesMs: ArrayLike<number>;
}

/** All that are given must hold. */
export interface FileConditions {
  language?: string;
  /** Compared as text: `src/a` takes `src/app.ts` too. */
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
      // Whole seconds: a file changed within the second that was named is not later than it.
      Math.floor(seconds) <= before;
    if (meets) wanted[ids[i]!] = 1;
  }
  return wanted;
}
