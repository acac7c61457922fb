/**
 * Contents have a new packed format. The old format cannot be read, so all files are indexed again. Precise links stay: they are valid as long as the
 * content of their file is the same.
 */
import type { Migration } from './migration.ts';

const sql = `
UPDATE meta SET value = value + (SELECT count(*) FROM files) WHERE key = 'removals';
UPDATE meta SET value = value + 1 WHERE key = 'generation';
DELETE FROM meta
WHERE key IN ('user.extractionVersion', 'user.lastIndexedMs', 'user.linkingVersion', 'user.linkedConfigs', 'user.compilerAsked');
DELETE FROM links;
DELETE FROM open_sites;
DELETE FROM linked_files;
DELETE FROM contents;
DELETE FROM chunks;
DROP TABLE terms;
DELETE FROM segments;
DELETE FROM files;

-- The table has row ids now. Blocks are written in the order of their keys. That fills the pages of a table by row id completely, but those of a
-- table WITHOUT ROWID only to three quarters.
CREATE TABLE terms (
  segment INTEGER NOT NULL,
  -- The first key of the block.
  first BLOB NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (segment, first)
) STRICT;
`;

export const contentsAnewSchema: Migration = { version: 7, sql };
