/** Which documents a page of files shows. */
import { lowerBound } from '../util/lower-bound.ts';
import type { DocumentTable, FileFilter } from './store.ts';

/** The ids of a page, in the order of paths, and the number of all files that the filter lets through. */
export function listedRows(documents: DocumentTable, filter: FileFilter): { total: number; ids: number[] } {
  const { language, pathPrefix = '', afterPath, offset, limit } = filter;
  const ids: number[] = [];
  let total = 0;
  let skipped = 0;
  for (let row = lowerBound(documents.paths, pathPrefix); row < documents.count; row++) {
    if (!documents.paths[row]!.startsWith(pathPrefix)) break;
    if (language !== undefined && documents.languages[row] !== language) continue;
    total++;
    if (afterPath !== undefined && documents.paths[row]! <= afterPath) continue;
    if (skipped++ >= offset && ids.length < limit) ids.push(documents.ids[row]!);
  }
  return { total, ids };
}
