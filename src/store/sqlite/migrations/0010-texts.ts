/**
 * Trigrams of texts, to tell which files may hold one. `detail=none` keeps which files have a trigram and not where; the texts are not kept.
 * The virtual table has no foreign keys: a row of `texts` stands for a file's in it, and takes it along.
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
