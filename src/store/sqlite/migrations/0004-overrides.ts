/** Records which links of a file mean that a member overrides or implements another: they are few, and walks read only those. */
import type { Migration } from './migration.ts';

const sql = `
-- Ids of the files that such links lead to, ascending, as varints of differences.
ALTER TABLE linked_files ADD COLUMN overrides BLOB NOT NULL DEFAULT x'';

-- Links that were made before have to be made anew, so that this is known of them too.
UPDATE linked_files SET file_id = 0;
`;

export const overridesSchema: Migration = { version: 5, sql };
