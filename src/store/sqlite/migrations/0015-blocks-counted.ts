/**
 * The number of a segment's blocks, which tells whether the index of their keys is whole. Null for segments that were written before: nothing is known of
 * these.
 */
import type { Migration } from './migration.ts';

export const blocksCountedSchema: Migration = { version: 16, sql: 'ALTER TABLE segments ADD COLUMN blocks INTEGER;' };
