/** Vectors of the chunks, one row per file. Their embedder is in `meta`, under `embedder`. */
import type { Migration } from './migration.ts';

const sql = `
CREATE TABLE vectors (
  file_id INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
  -- Of the index when they were written.
  generation INTEGER NOT NULL,
  count INTEGER NOT NULL,
  -- As ../../packed-vectors.ts writes it.
  data BLOB NOT NULL
) STRICT;
-- Says which files have vectors without the rows themselves, which are large.
CREATE INDEX vectors_by_generation ON vectors (generation);
`;

export const vectorsSchema: Migration = { version: 8, sql };
