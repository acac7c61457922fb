/** Records the targets of links by which a member overrides or implements another. There are few of them, and some queries read only these. */
import type { Migration } from './migration.ts';

const sql = `
-- Ids of the files that these links lead to, ascending, as varints of differences.
ALTER TABLE linked_files ADD COLUMN overrides BLOB NOT NULL DEFAULT x'';

-- All links have to be made again, so that the column is filled.
UPDATE linked_files SET file_id = 0;
`;

export const overridesSchema: Migration = { version: 5, sql };
