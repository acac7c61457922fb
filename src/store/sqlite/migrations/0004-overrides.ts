/** Which of a file's links say that a member stands in for another: few do, and walks look for those alone. */
import type { Migration } from './migration.ts';

const sql = `
-- Ids of the files that such links lead to, ascending, as varints of differences.
ALTER TABLE linked_files ADD COLUMN overrides BLOB NOT NULL DEFAULT x'';

-- Links that were made before have to be made anew, so that this is known of them too.
UPDATE linked_files SET file_id = 0;
`;

export const overridesSchema: Migration = { version: 5, sql };
