/** References: where a file names something that it or another file defines. */

export const referenceKinds = ['call', 'construct', 'render', 'inherit', 'implement', 'type', 'decorate'] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

export interface Reference {
  /** The last name only (`json` in `c.res.json()`). */
  name: string;
  kind: ReferenceKind;
  /** The receiver when it is a plain dotted path (`this`, `c.res`); `()` or `[]` parts are shortened to `?`; null for none. At most 80 characters. */
  receiver: string | null;
  /** Position of the name. */
  line: number;
  column: number;
  /** The innermost definition that contains the reference, as an index into the file's definitions; -1 at top level. */
  container: number;
}
