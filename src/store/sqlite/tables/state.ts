/** The state of the index, kept while neither this connection nor another has written. */
import { stateMarks, type StoreState } from '../../store.ts';
import type { Database } from '../file/driver.ts';
import type { DocumentIndex } from './documents.ts';
import { readLinkExtent } from './link-tables.ts';
import { readMeta } from './meta.ts';
import { readEmbedders } from './vector-tables.ts';

/** The present state; `previous` itself if nothing of it has changed. To be called inside a transaction. */
export function readState(
  database: Database,
  { table }: Pick<DocumentIndex, 'table'>,
  previous: StoreState | null,
): StoreState {
  const marks = Object.fromEntries(stateMarks.map((key) => [key, readMeta(database, key)])) as StoreState['marks'];
  const linkExtent = readLinkExtent(database);
  // Embedders change with the generation, and so with the table.
  const kept = previous?.documents === table ? previous : null;
  const isSame = kept?.linkExtent === linkExtent && stateMarks.every((key) => marks[key] === kept.marks[key]);
  if (isSame) return kept;
  const { generation } = table;
  return { generation, documents: table, linkExtent, embedders: kept?.embedders ?? readEmbedders(database), marks };
}
