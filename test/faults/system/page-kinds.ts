/** What each page of an index holds (https://www.sqlite.org/fileformat.html), so that each kind can be damaged. */
import { Database } from '../../../src/store/sqlite/file/driver.ts';

export const pageKinds = [
  'header',
  'schema',
  'leaf of a table',
  'inner page of a table',
  'leaf of an index',
  'inner page of an index',
  'overflow',
  'full text',
  'free page',
  'pointer map',
  'log header',
  'log frame',
] as const;
export type PageKind = (typeof pageKinds)[number];

/** The page numbers (from 1) of each kind of page in a database without a log. */
export function pagesByKind(path: string, bytes: Buffer): Map<PageKind, number[]> {
  const kinds = new Map<number, PageKind>();
  const database = new Database(path, { readOnly: true });
  try {
    const isIndex = new Set(
      database
        .all("SELECT name FROM sqlite_schema WHERE type = 'index' OR sql LIKE '%WITHOUT ROWID%'")
        .map(([name]) => name),
    );
    for (const [name, page, type] of database.all('SELECT name, pageno, pagetype FROM dbstat')) {
      const of = isIndex.has(name) ? 'an index' : 'a table';
      let kind: PageKind = type === 'leaf' ? `leaf of ${of}` : `inner page of ${of}`;
      if (type === 'overflow') kind = 'overflow';
      if (String(name).startsWith('text')) kind = 'full text';
      if (name === 'sqlite_schema') kind = 'schema';
      kinds.set(Number(page), kind);
    }
    const count = Number(database.get('PRAGMA page_count')?.[0]);
    for (const page of freePages(bytes, Number(database.get('PRAGMA page_size')?.[0]))) kinds.set(page, 'free page');
    for (let page = 1; page <= count; page++) if (!kinds.has(page)) kinds.set(page, 'pointer map');
  } finally {
    database.close();
  }
  const pages = new Map<PageKind, number[]>([['header', [1]]]);
  for (const [page, kind] of kinds) pages.set(kind, [...(pages.get(kind) ?? []), page]);
  return pages;
}

/** The pages of the list of free pages: each trunk has the number of the next one, a count, and that many numbers of others. */
function freePages(bytes: Buffer, pageBytes: number): number[] {
  const pages: number[] = [];
  for (let trunk = bytes.readUInt32BE(32); trunk !== 0;) {
    const at = (trunk - 1) * pageBytes;
    pages.push(trunk);
    for (let leaf = 0; leaf < bytes.readUInt32BE(at + 4); leaf++) pages.push(bytes.readUInt32BE(at + 8 + leaf * 4));
    trunk = bytes.readUInt32BE(at);
  }
  return pages;
}
