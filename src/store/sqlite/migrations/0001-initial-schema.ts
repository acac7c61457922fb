/**
 * The first released schema. Its version is 2: earlier indexes have version 1 and cannot be upgraded.
 * Ids: a file gets a new id each time it is written; ids are never reused.
 * Contents: the definitions, imports and references of a file are read together and never searched by SQL, so each is one packed blob.
 * Terms: `segments` and `terms` are an inverted index in immutable segments (see ../index/segments.ts), of tags and of the names of definitions.
 * `chunks` and `vectors` are for chunks and embeddings; this version never writes them.
 */
import type { Migration } from './migration.ts';

const sql = `
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value ANY
) STRICT, WITHOUT ROWID;

INSERT INTO meta VALUES ('generation', 0), ('nextFileId', 1), ('removals', 0);

CREATE TABLE files (
  id INTEGER PRIMARY KEY,
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
  -- Number of the file's distinct terms.
  term_count INTEGER NOT NULL,
  -- Number of the file's entries in the inverted index: its distinct terms and the distinct names of its definitions.
  posting_count INTEGER NOT NULL,
  -- Nine varints, in the order of tagFields.
  field_lengths BLOB NOT NULL,
  -- JSON list; null if the file has none.
  issues TEXT
) STRICT;

-- Each column as ../../packed/packed-*.ts writes it; null if the file has none. No row if all would be null.
CREATE TABLE contents (
  file_id INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
  definitions BLOB,
  imports BLOB,
  refs BLOB
) STRICT;

CREATE TABLE segments (
  id INTEGER PRIMARY KEY,
  -- 0 being built, 1 in use, 2 being dropped.
  state INTEGER NOT NULL,
  -- Lowest and highest id of the segment's files. The ranges of segments in use never overlap.
  first_file INTEGER NOT NULL,
  last_file INTEGER NOT NULL,
  postings INTEGER NOT NULL,
  -- Number of postings of files that are gone.
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
  file_id INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  -- The id that people and agents see. An unchanged chunk keeps it when its file is indexed again.
  text_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  start_byte INTEGER NOT NULL,
  end_byte INTEGER NOT NULL,
  hash TEXT NOT NULL,
  -- JSON list of the names that the chunk defines.
  symbols TEXT NOT NULL
) STRICT;
CREATE INDEX chunks_by_file ON chunks (file_id);
CREATE INDEX chunks_by_text_id ON chunks (text_id);

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
`;

export const initialSchema: Migration = { version: 2, sql };
