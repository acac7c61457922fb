/** Vectors of several embedders; existing vectors stay with their embedder. */
import type { Migration } from './migration.ts';

const sql = `
CREATE TABLE embedders (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  -- A number that increases; the embedder that was opened last has the largest.
  began INTEGER NOT NULL
) STRICT;
INSERT INTO embedders SELECT 1, CAST(value AS TEXT), 1 FROM meta WHERE key = 'embedder';
DELETE FROM meta WHERE key = 'embedder';
CREATE TABLE vectors_by_embedder (
  file_id INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  embedder_id INTEGER NOT NULL REFERENCES embedders (id) ON DELETE CASCADE,
  -- Generation of the index when the vectors were written.
  generation INTEGER NOT NULL,
  count INTEGER NOT NULL,
  -- As ../../packed/packed-vectors.ts writes it.
  data BLOB NOT NULL,
  PRIMARY KEY (file_id, embedder_id)
) STRICT;
INSERT INTO vectors_by_embedder
  SELECT file_id, 1, generation, count, data FROM vectors WHERE EXISTS (SELECT 1 FROM embedders);
DROP TABLE vectors;
ALTER TABLE vectors_by_embedder RENAME TO vectors;
-- Finds the files that have vectors without reading the rows, which are large.
CREATE INDEX vectors_by_generation ON vectors (embedder_id, generation, file_id);
`;

export const vectorsByEmbedderSchema: Migration = { version: 9, sql };
