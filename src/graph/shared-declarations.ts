/**
 * Files that declare names for the program which other files declare too.
 * Whoever asked for such a name leaned on all files that declared it then, so that a file that declares it since concerns those who leaned
 * on one of the others.
 */
import type { LinkHeader } from '../model/link-header.ts';

function namesOf(header: LinkHeader | undefined): readonly string[] {
  return header === undefined ? [] : [...header.globals, ...header.extensions];
}

/**
 * @param headers of all files
 * @param before the headers of files when they were last linked
 * @returns places of the files that declare a name which a changed file declares since
 */
export function declaringSame(
  headers: readonly LinkHeader[],
  before: readonly (LinkHeader | undefined)[],
  changed: readonly number[],
): number[] {
  const gained = new Set<string>();
  for (const place of changed) {
    const known = new Set(namesOf(before[place]));
    for (const name of namesOf(headers[place])) if (!known.has(name)) gained.add(name);
  }
  if (gained.size === 0) return [];
  return [...headers.keys()].filter((place) => namesOf(headers[place]).some((name) => gained.has(name)));
}
