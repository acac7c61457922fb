import type { Database } from '../file/driver.ts';

/** One step of the schema. */
export interface Migration {
  /** The schema's version after this step: one more than that of the step before. The first step begins with an empty database. */
  version: number;
  sql: string;
  /** What SQL cannot do; runs after `sql`, in the same transaction. */
  convert?: (database: Database) => void;
}
