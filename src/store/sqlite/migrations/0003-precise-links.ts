/** Links from precise indexes, by file and source. They are valid while the file has the content for which they were made. */
import type { Migration } from './migration.ts';

const sql = `
CREATE TABLE precise_links (
  -- Ascending in the order of writing. If two sources differ, the one that was written later counts.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL,
  source TEXT NOT NULL,
  -- Hash of the content that the links were made for.
  hash TEXT NOT NULL,
  -- As ../../packed/packed-precise-links.ts writes it.
  data BLOB NOT NULL,
  UNIQUE (path, source)
) STRICT;
`;

export const preciseLinksSchema: Migration = { version: 4, sql };
