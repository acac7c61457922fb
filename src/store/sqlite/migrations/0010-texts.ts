/**
 * Trigrams of texts, to find the files that may contain a text. `detail=none` stores which files have a trigram, but not where; the texts are not
 * stored. The virtual table has no foreign keys, so each file has a row in `texts`, whose deletion deletes its trigrams.
 */
import type { Migration } from './migration.ts';

const sql = `
CREATE VIRTUAL TABLE text_trigrams USING fts5 (text, content='', contentless_delete=1, detail=none, tokenize='trigram');
CREATE TABLE texts (
  file_id INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE
) STRICT;
CREATE TRIGGER texts_gone AFTER DELETE ON texts BEGIN
  DELETE FROM text_trigrams WHERE rowid = old.file_id;
END;
`;

export const textsSchema: Migration = { version: 11, sql };
