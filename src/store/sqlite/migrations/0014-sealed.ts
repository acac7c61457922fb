/**
 * Packed bytes end with a checksum (../../packed/sealed.ts), and the head of vectors is filled up to four bytes. Files are indexed again: a checksum of what may be damaged already would hide the damage. Precise
 * links cannot be made again here, so they stay and get theirs.
 */
import { sealed, textSeed } from '../../packed/sealed.ts';
import type { Migration } from './migration.ts';

const sql = `
UPDATE meta SET value = value + (SELECT count(*) FROM files) WHERE key = 'removals';
UPDATE meta SET value = value + 1 WHERE key = 'generation';
DELETE FROM meta
WHERE key IN ('user.extractionVersion', 'user.lastIndexedMs', 'user.linkingVersion', 'user.linkedConfigs', 'user.compilerAsked',
  'user.compilerSettled', 'user.linksSettled', 'user.vectorsSettled');
DELETE FROM links;
DELETE FROM link_degrees;
DELETE FROM open_sites;
DELETE FROM linked_files;
DELETE FROM contents;
DELETE FROM macros;
DELETE FROM chunks;
DELETE FROM vectors;
DELETE FROM texts;
DELETE FROM terms;
DELETE FROM segments;
DELETE FROM files;
`;

export const sealedSchema: Migration = {
  version: 15,
  sql,
  convert(database) {
    const rows = database.all('SELECT id, path, source, hash, data FROM precise_links');
    for (const [id, path, source, hash, data] of rows as [number, string, string, string, Uint8Array][])
      database.run('UPDATE precise_links SET data = ? WHERE id = ?', sealed(data, textSeed(path, source, hash)), id);
  },
};
