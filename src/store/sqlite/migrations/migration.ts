/** One step of the schema, as SQL. */
export interface Migration {
  /** The schema's version after it; each is one more than the one before. The first begins with an empty database. */
  version: number;
  sql: string;
}
