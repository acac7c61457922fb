/**
 * Outlines of definitions are stored uncompressed, followed by the parts that are only displayed. The old format cannot be read, so all files are
 * indexed again. Precise links stay: they are valid as long as the content of their file is the same. `link_degrees` has the number of files with
 * links into each file, because counting them was the slowest part of a query.
 */
import type { Migration } from './migration.ts';

const sql = `
UPDATE meta SET value = value + (SELECT count(*) FROM files) WHERE key = 'removals';
UPDATE meta SET value = value + 1 WHERE key = 'generation';
DELETE FROM meta
WHERE key IN ('user.extractionVersion', 'user.lastIndexedMs', 'user.linkingVersion', 'user.linkedConfigs', 'user.compilerAsked',
  'user.compilerSettled', 'user.linksSettled', 'user.vectorsSettled');
DELETE FROM links;
DELETE FROM open_sites;
DELETE FROM linked_files;
DELETE FROM contents;
DELETE FROM chunks;
DELETE FROM vectors;
DELETE FROM texts;
DELETE FROM terms;
DELETE FROM segments;
DELETE FROM files;

-- By the id of the linked file.
CREATE TABLE link_degrees (
  id INTEGER PRIMARY KEY,
  degree INTEGER NOT NULL
) STRICT;
`;

export const outlinesPlainSchema: Migration = { version: 13, sql };
