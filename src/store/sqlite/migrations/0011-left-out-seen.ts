/** Of a file that had to be read to know that it is left out: its size and time then, so that it is not read again until they change. */
import type { Migration } from './migration.ts';

const sql = `
ALTER TABLE left_out ADD COLUMN seen_size INTEGER;
ALTER TABLE left_out ADD COLUMN seen_mtime_ms REAL;
DELETE FROM meta WHERE key = 'leftOutHash';
`;

export const leftOutSeenSchema: Migration = { version: 12, sql };
