/**
 * Chunks, a row a file. The tables of the first schema for chunks and vectors, which nothing was ever written to, had a row a chunk: that
 * costs an entry in three indexes for each, where one blob and the path's key do.
 */
import type { Migration } from './migration.ts';

const sql = `
DROP TABLE vectors;
DROP TABLE chunks;

CREATE TABLE chunks (
  file_id INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
  -- chunkPathKey of the file's path: the first part of its chunks' ids.
  path_key INTEGER NOT NULL,
  count INTEGER NOT NULL,
  -- As ../../packed-chunks.ts writes it.
  data BLOB NOT NULL
) STRICT;
CREATE INDEX chunks_by_path_key ON chunks (path_key);
`;

export const chunksSchema: Migration = { version: 6, sql };
