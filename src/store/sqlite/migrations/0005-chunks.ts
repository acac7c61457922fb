/**
 * Chunks, one row per file: a blob of all its chunks and the key of its path. The first schema had tables with one row per chunk, which were never
 * written, because each such row would cost three index entries.
 */
import type { Migration } from './migration.ts';

const sql = `
DROP TABLE vectors;
DROP TABLE chunks;

CREATE TABLE chunks (
  file_id INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
  -- chunkPathKey of the file's path, which is the first part of the ids of its chunks.
  path_key INTEGER NOT NULL,
  count INTEGER NOT NULL,
  -- As ../../packed/packed-chunks.ts writes it.
  data BLOB NOT NULL
) STRICT;
CREATE INDEX chunks_by_path_key ON chunks (path_key);
`;

export const chunksSchema: Migration = { version: 6, sql };
