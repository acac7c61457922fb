/** What files say about macros across files. Files that an older version wrote have no row until they are read again. */
import type { Migration } from './migration.ts';

const sql = `
CREATE TABLE macros (
  file_id INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
  family TEXT NOT NULL,
  -- JSON list of the names of the macros that the file offers; null for none.
  names TEXT,
  -- Their definitions, and the digest of these; null for none.
  definitions TEXT,
  digest TEXT,
  -- JSON list of the names of macros of other files that the file calls; null for none.
  calls TEXT,
  unexpanded INTEGER NOT NULL,
  -- Identifies the macros that the file was read with; '' for none.
  given TEXT NOT NULL
) STRICT;
`;

export const macrosSchema: Migration = { version: 14, sql };
