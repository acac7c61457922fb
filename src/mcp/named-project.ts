/** One of several projects of a server. */
export interface NamedProject {
  /** Distinct from the others, whatever its case. */
  name: string;
  /** Absolute. */
  root: string;
}
