/** Words of chunks. Files that were indexed before this migration have none until they are read again. */
import type { Migration } from './migration.ts';

const sql = `
-- As ../../packed/packed-chunk-words.ts writes it.
ALTER TABLE chunks ADD COLUMN words BLOB NOT NULL DEFAULT x'';
`;

export const chunkWordsSchema: Migration = { version: 10, sql };
