/**
 * Outlines of definitions stand plain from here on, what is shown of them alone behind them: what was packed before cannot be read, so the
 * index begins anew. What precise sources said stays: it holds for the same contents. `link_degrees` says of each file how many others have
 * links into it, since to count them takes a question longer than all else.
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
