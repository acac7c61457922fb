/**
 * Schema version 1.
 * Ids: a file takes `id_span` consecutive ids (one, unless it has more than a million definitions) and is never given an old one again;
 * row n of what hangs on it has the id `file id * 2^20 + n`, so a file's rows are one range of the primary key and need no index.
 * Terms: `segments` and `terms` are an inverted index in immutable segments (see ../segments.ts).
 * `chunks`, `edges` and `vectors` are for chunking, the call graph and embeddings, and stay empty until those write them.
 */
import type { Migration } from './migrate.ts';

const sql = `
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value ANY
) STRICT, WITHOUT ROWID;

INSERT INTO meta VALUES ('generation', 0), ('nextFileId', 1), ('removals', 0);

CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  id_span INTEGER NOT NULL,
  path TEXT NOT NULL UNIQUE,
  raw_path BLOB,
  language TEXT NOT NULL,
  encoding TEXT NOT NULL,
  size INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  traits INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  verified_at_ms REAL NOT NULL,
  indexed_at_ms REAL NOT NULL,
  hash TEXT NOT NULL,
  definition_count INTEGER NOT NULL,
  import_count INTEGER NOT NULL,
  reference_count INTEGER NOT NULL,
  issue_count INTEGER NOT NULL,
  -- Its distinct terms.
  term_count INTEGER NOT NULL,
  -- Entries of the inverted index that belong to the file: its terms and the distinct names of its definitions.
  posting_count INTEGER NOT NULL,
  -- Nine varints, in the order of tagFields.
  field_lengths BLOB NOT NULL,
  -- JSON list; null when there are none.
  issues TEXT
) STRICT;

CREATE TABLE definitions (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  kind INTEGER NOT NULL,
  container TEXT,
  exported INTEGER NOT NULL,
  line INTEGER NOT NULL,
  column INTEGER NOT NULL,
  start_line INTEGER NOT NULL,
  start_column INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  end_column INTEGER NOT NULL,
  signature TEXT,
  docstring TEXT,
  -- JSON list; null when there are none.
  decorators TEXT
) STRICT;

CREATE TABLE imports (
  id INTEGER PRIMARY KEY,
  module TEXT NOT NULL,
  type INTEGER NOT NULL,
  -- Bits: 1 dynamic, 2 re-export, 4 type only.
  flags INTEGER NOT NULL,
  alias TEXT,
  -- JSON list of [name, alias or null]; null when there are none.
  names TEXT,
  line INTEGER NOT NULL,
  column INTEGER NOT NULL
) STRICT;

CREATE TABLE refs (
  file_id INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE segments (
  id INTEGER PRIMARY KEY,
  -- 0 being built, 1 in use, 2 being dropped.
  state INTEGER NOT NULL,
  -- The ids of its files lie in this range; ranges of segments in use never overlap.
  first_file INTEGER NOT NULL,
  last_file INTEGER NOT NULL,
  postings INTEGER NOT NULL,
  -- How many of the postings belong to files that are gone.
  dead_postings INTEGER NOT NULL
) STRICT;

CREATE TABLE terms (
  segment INTEGER NOT NULL,
  -- The first key of the block.
  first BLOB NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (segment, first)
) STRICT, WITHOUT ROWID;

CREATE TABLE chunks (
  id INTEGER PRIMARY KEY,
  -- The id that people and agents see; the same for an unchanged chunk through every re-index.
  text_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  start_byte INTEGER NOT NULL,
  end_byte INTEGER NOT NULL,
  hash TEXT NOT NULL,
  -- JSON list of the names defined in it.
  symbols TEXT NOT NULL
) STRICT;
CREATE INDEX chunks_by_text_id ON chunks (text_id);

CREATE TABLE edges (
  -- By the file of the site.
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  resolution TEXT NOT NULL CHECK (resolution IN ('compiler', 'type', 'scope', 'name')),
  line INTEGER NOT NULL,
  column INTEGER NOT NULL,
  -- Null for a site outside every definition.
  from_definition INTEGER,
  -- Null for an edge to a whole file.
  to_definition INTEGER,
  to_file INTEGER
) STRICT;
CREATE INDEX edges_by_from ON edges (from_definition) WHERE from_definition IS NOT NULL;
CREATE INDEX edges_by_to ON edges (to_definition) WHERE to_definition IS NOT NULL;
CREATE INDEX edges_by_to_file ON edges (to_file) WHERE to_file IS NOT NULL;

CREATE TABLE vectors (
  chunk_id INTEGER NOT NULL REFERENCES chunks (id) ON DELETE CASCADE,
  model TEXT NOT NULL,
  -- Quantised components; a value v stands for v * scale.
  data BLOB NOT NULL,
  scale REAL NOT NULL,
  PRIMARY KEY (chunk_id, model)
) STRICT, WITHOUT ROWID;

CREATE TABLE left_out (
  -- By path in code unit order.
  position INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  reason TEXT NOT NULL,
  detail TEXT
) STRICT;

CREATE TRIGGER files_deleted AFTER DELETE ON files BEGIN
  DELETE FROM definitions WHERE id >= old.id << 20 AND id < (old.id + old.id_span) << 20;
  DELETE FROM imports WHERE id >= old.id << 20 AND id < (old.id + old.id_span) << 20;
  DELETE FROM chunks WHERE id >= old.id << 20 AND id < (old.id + old.id_span) << 20;
  DELETE FROM edges WHERE id >= old.id << 20 AND id < (old.id + old.id_span) << 20;
END;
`;

export const initialSchema: Migration = { version: 1, sql };
