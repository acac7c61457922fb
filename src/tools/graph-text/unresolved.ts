/** Unresolved places that may belong to an answer: their number, and some of them by file. */
import type { Unresolved } from '../../model/graph.ts';
import { oneLine } from '../budget.ts';
import { clip, type Detail } from './detail.ts';

export interface UnresolvedData {
  places: number;
  files: number;
  samples: { path: string; line: number; in?: string; name?: string }[];
}

/** Undefined if there are none. @param container the definition that contains all of them; it is not repeated for each place */
export function unresolvedData(
  unresolved: Unresolved,
  detail: Detail,
  container: string | null = null,
): UnresolvedData | undefined {
  if (unresolved.sites === 0) return undefined;
  return {
    places: unresolved.sites,
    files: unresolved.files,
    samples: unresolved.samples.slice(0, detail.samples).map(({ path, line, caller, name }) => ({
      path: clip(path, detail.path),
      line,
      ...(caller === null || caller === container ? {} : { in: clip(caller, detail.name) }),
      ...(name === undefined ? {} : { name: clip(name, detail.name) }),
    })),
  };
}

export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`;
}

/** @param meaning what the places may mean: `may be calls of it` @param title what the places are */
export function unresolvedLines(data: UnresolvedData | undefined, meaning: string, title = 'unresolved'): string[] {
  if (data === undefined) return [];
  const byFile = new Map<string, string[]>();
  for (const { path, line, in: caller, name } of data.samples) {
    const places = byFile.get(path) ?? [];
    places.push(
      `${line}${name === undefined ? '' : ` ${oneLine(name)}`}${caller === undefined ? '' : ` in ${oneLine(caller)}`}`,
    );
    byFile.set(path, places);
  }
  const more = data.places - data.samples.length;
  return [
    '',
    `${title}: ${count(data.places, 'place')} in ${count(data.files, 'file')} (${meaning})`,
    ...[...byFile].map(([path, places]) => `  ${oneLine(path)}: ${places.join(', ')}`),
    ...(more > 0 ? [`  ... and ${more} more`] : []),
  ];
}
