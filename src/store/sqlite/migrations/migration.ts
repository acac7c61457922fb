/** One step of the schema, as SQL. */
export interface Migration {
  /** The schema's version after this step: one more than that of the step before. The first step begins with an empty database. */
  version: number;
  sql: string;
}
