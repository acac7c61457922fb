/**
 * What there is to link: the files of the index compared with those whose links are there.
 * A file is linked when its language has a collector (it has facts) or references that can be linked by name.
 */
import type { Language } from '../languages/language.ts';
import { unitPath } from '../model/link-facts.ts';
import type { LinkHeader } from '../model/link-header.ts';
import type { LinkedFile } from '../store/link-store.ts';
import type { DocumentTable } from '../store/store.ts';

export interface LinkFile {
  path: string;
  language: string;
  /** `FileRecord.id` */
  fileId: number;
  /** The row of the last time; null for a new file. */
  row: LinkedFile | null;
}

export interface LinkPlan {
  /** All files that can have links, by path. */
  files: LinkFile[];
  /** Those whose content is not what their links were made from. */
  changed: LinkFile[];
  /** Rows of files that are gone. */
  removed: LinkedFile[];
  /** Rows of units, by path. */
  units: Map<string, LinkedFile>;
}

/** @param linked rows by path */
export function planLinks(
  documents: DocumentTable,
  linked: ReadonlyMap<string, LinkedFile>,
  languages: ReadonlyMap<string, Language>,
): LinkPlan {
  const files: LinkFile[] = [];
  let known = 0;
  for (let at = 0; at < documents.count; at++) {
    const language = documents.languages[at]!;
    if (languages.get(language)?.nature !== 'code') continue;
    const path = documents.paths[at]!;
    const row = linked.get(path) ?? null;
    if (row !== null) known++;
    files.push({ path, language, fileId: documents.ids[at]!, row });
  }
  const units = new Map([...linked.values()].filter(({ path }) => path.startsWith('//')).map((row) => [row.path, row]));
  // Paths of one kind are none of the other.
  const paths = known + units.size === linked.size ? null : new Set(files.map(({ path }) => path));
  return {
    files,
    changed: files.filter(({ row, fileId }) => row?.fileId !== fileId),
    removed: paths === null ? [] : [...linked.values()].filter(({ path }) => !paths.has(path) && !units.has(path)),
    units,
  };
}

/** What the answers of each file, and of each unit, leaned on, by id. */
export function readsOf({ files, units }: LinkPlan): Map<number, readonly number[]> {
  const reads = new Map<number, readonly number[]>();
  const members = new Map<string, number[]>();
  for (const { row } of files) {
    if (row === null) continue;
    reads.set(row.id, row.reads);
    if (row.header.unit === '') continue;
    const known = members.get(row.header.unit);
    if (known === undefined) members.set(row.header.unit, [row.id]);
    else known.push(row.id);
  }
  for (const [unit, ids] of members) {
    const row = units.get(unitPath(unit));
    if (row !== undefined) reads.set(row.id, ids);
  }
  return reads;
}

/** Files, and all that their answers leaned on last time, directly or through others; by place. `byId`: places by the ids of rows. */
export function leanedOn(
  { files, units }: LinkPlan,
  { headers, byId }: { headers: readonly LinkHeader[]; byId: ReadonlyMap<number, number> },
  places: readonly number[],
): Set<number> {
  const unitOf = new Map([...units.values()].map(({ id, path }) => [id, path]));
  const wanted = new Set(places);
  for (const place of wanted) {
    for (const id of files[place]?.row?.reads ?? []) {
      const read = byId.get(id);
      const unit = unitOf.get(id);
      if (read !== undefined) wanted.add(read);
      else if (unit !== undefined) {
        for (const [member, header] of headers.entries())
          if (header.unit !== '' && unitPath(header.unit) === unit) wanted.add(member);
      }
    }
  }
  return wanted;
}
