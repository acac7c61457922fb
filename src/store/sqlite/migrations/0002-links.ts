/**
 * The input and output of linking. A linked file keeps its id in `linked_files` when it is written again, because links identify their source and
 * target by that id. `file_id` identifies the content that the links were made from.
 */
import type { Migration } from './migration.ts';

const sql = `
-- As ../../packed/packed-summary.ts writes it; null for a file that is not linked.
ALTER TABLE contents ADD COLUMN facts BLOB;

CREATE TABLE linked_files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL UNIQUE,
  -- The file (files.id) that the links were made from; 0 if they have to be made again.
  file_id INTEGER NOT NULL,
  language TEXT NOT NULL,
  -- A digest of what other files see of the file.
  interface TEXT NOT NULL,
  -- Identifies how the imports of the file are resolved.
  resolution TEXT NOT NULL,
  unit TEXT NOT NULL,
  -- JSON lists; null for none.
  globals TEXT,
  extensions TEXT,
  -- Ids of the files that the file's links depend on, ascending, as varints of differences. The next two columns have the same format.
  reads BLOB NOT NULL,
  -- Ids of the files that the file has links to.
  targets BLOB NOT NULL,
  -- Keys (model/link.ts, symbolKey) of the names of the file's unresolved sites.
  open_names BLOB NOT NULL
) STRICT;

CREATE TABLE links (
  to_file INTEGER NOT NULL,
  from_file INTEGER NOT NULL,
  -- As ../../packed/packed-links.ts writes it.
  data BLOB NOT NULL,
  PRIMARY KEY (to_file, from_file)
) STRICT, WITHOUT ROWID;

-- Unresolved sites, by the key of their name (model/link.ts, symbolKey).
CREATE TABLE open_sites (
  name INTEGER NOT NULL,
  file INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (name, file)
) STRICT, WITHOUT ROWID;
`;

export const linksSchema: Migration = { version: 3, sql };
