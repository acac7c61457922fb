/**
 * What there is to link: the files of the index compared with those whose links are there.
 * A file is linked when its language has a collector (it has facts) or references that can be linked by name.
 */
import type { Language } from '../languages/language.ts';
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

export function planLinks(
  documents: DocumentTable,
  linked: readonly LinkedFile[],
  languages: ReadonlyMap<string, Language>,
): LinkPlan {
  const rows = new Map(linked.map((row) => [row.path, row]));
  const files: LinkFile[] = [];
  for (let at = 0; at < documents.count; at++) {
    const language = documents.languages[at]!;
    if (languages.get(language)?.nature !== 'code') continue;
    const path = documents.paths[at]!;
    files.push({ path, language, fileId: documents.ids[at]!, row: rows.get(path) ?? null });
    rows.delete(path);
  }
  const rest = [...rows.values()];
  return {
    files,
    changed: files.filter(({ row, fileId }) => row?.fileId !== fileId),
    removed: rest.filter(({ path }) => !path.startsWith('//')),
    units: new Map(rest.filter(({ path }) => path.startsWith('//')).map((row) => [row.path, row])),
  };
}
