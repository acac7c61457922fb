/** Links from precise indexes, by file and source; they are valid for one content of the file. */
import type { Migration } from './migration.ts';

const sql = `
CREATE TABLE precise_links (
  -- Ascends with writing: of two sources the one that was written later has the last word.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL,
  source TEXT NOT NULL,
  -- Of the content that they were made for.
  hash TEXT NOT NULL,
  -- As ../../packed-precise-links.ts writes it.
  data BLOB NOT NULL,
  UNIQUE (path, source)
) STRICT;
`;

export const preciseLinksSchema: Migration = { version: 4, sql };
