/**
 * The input and output of linking. A linked file keeps its id in `linked_files` even if it is rewritten, because links identify both their ends by
 * it; `file_id` says which content the links were made from.
 */
import type { Migration } from './migration.ts';

const sql = `
-- As ../../packed-summary.ts writes it; null for a file that is not linked.
ALTER TABLE contents ADD COLUMN facts BLOB;

CREATE TABLE linked_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL UNIQUE,
  -- The file whose links these are; 0 when they have to be made anew.
  file_id INTEGER NOT NULL,
  language TEXT NOT NULL,
  -- Names what other files can see of it.
  interface TEXT NOT NULL,
  -- Names what its modules mean.
  resolution TEXT NOT NULL,
  unit TEXT NOT NULL,
  -- JSON lists; null for none.
  globals TEXT,
  extensions TEXT,
  -- Ids of the files that its answers lean on, ascending, as varints of differences. So the next two.
  reads BLOB NOT NULL,
  -- Ids of the files that its links lead to.
  targets BLOB NOT NULL,
  -- Numbers of the names of its open sites.
  open_names BLOB NOT NULL
) STRICT;

CREATE TABLE links (
  to_file INTEGER NOT NULL,
  from_file INTEGER NOT NULL,
  -- As ../../packed-links.ts writes it.
  data BLOB NOT NULL,
  PRIMARY KEY (to_file, from_file)
) STRICT, WITHOUT ROWID;

-- Places whose target nobody knows, by the number of their name (model/link.ts, symbolKey).
CREATE TABLE open_sites (
  name INTEGER NOT NULL,
  file INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (name, file)
) STRICT, WITHOUT ROWID;
`;

export const linksSchema: Migration = { version: 3, sql };
