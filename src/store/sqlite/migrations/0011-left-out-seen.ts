/** Size and time of files that had to be read before they were skipped. They are not read again until size or time changes. */
import type { Migration } from './migration.ts';

const sql = `
ALTER TABLE left_out ADD COLUMN seen_size INTEGER;
ALTER TABLE left_out ADD COLUMN seen_mtime_ms REAL;
DELETE FROM meta WHERE key = 'leftOutHash';
`;

export const leftOutSeenSchema: Migration = { version: 12, sql };
