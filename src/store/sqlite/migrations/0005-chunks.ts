/**
 * Chunks, one row per file. The tables for chunks and vectors of the first schema, which were never written, had one row per chunk: that costs three
 * index entries for each chunk, where one blob and the path's key are enough.
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
