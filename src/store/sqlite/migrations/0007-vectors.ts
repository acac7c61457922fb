/** Vectors of the chunks, one row per file. Their embedder is in `meta`, under `embedder`. */
import type { Migration } from './migration.ts';

const sql = `
CREATE TABLE vectors (
  file_id INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
  -- Generation of the index when the vectors were written.
  generation INTEGER NOT NULL,
  count INTEGER NOT NULL,
  -- As ../../packed/packed-vectors.ts writes it.
  data BLOB NOT NULL
) STRICT;
-- Finds the files that have vectors without reading the rows, which are large.
CREATE INDEX vectors_by_generation ON vectors (generation);
`;

export const vectorsSchema: Migration = { version: 8, sql };
