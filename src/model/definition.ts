/**
 * Definitions: what a file declares.
 * Invariant: positions are 1-based lines (counted by `\n`) and 1-based columns in UTF-16 units.
 */

/** The fine kinds. The list is closed: every switch over it is exhaustive. */
export const definitionKinds = [
  'class',
  'interface',
  'typeAlias',
  'enum',
  'enumMember',
  'function',
  'method',
  'property',
  'variable',
  'component',
  'module',
  'macro',
] as const;
export type DefinitionKind = (typeof definitionKinds)[number];

/** The five coarse kinds, which `code-scout_search` prints. */
export type CoarseKind = 'class' | 'function' | 'component' | 'variable' | 'type';

const coarse: Record<DefinitionKind, CoarseKind> = {
  class: 'class',
  interface: 'type',
  typeAlias: 'type',
  enum: 'type',
  enumMember: 'variable',
  function: 'function',
  method: 'function',
  property: 'variable',
  variable: 'variable',
  component: 'component',
  module: 'class',
  macro: 'function',
};

/** The coarse kind of a fine kind. */
export function coarseKind(kind: DefinitionKind): CoarseKind {
  return coarse[kind];
}

export interface Definition {
  name: string;
  kind: DefinitionKind;
  /**
   * Dotted names of the definitions that contain it (`Outer.Inner`), or the declared receiver (`impl Foo`, `func (r *Foo)`); null at top level.
   * A part that begins with `~` is not a name but a local name mark: it distinguishes definitions that several functions declare under one name
   * (`duplicateContainer`).
   */
  container: string | null;
  /** Position of the name. */
  line: number;
  column: number;
  /** Span of the whole definition, decorators and modifiers included, doc comment not. `endColumn` is one past the last character. */
  startLine: number;
  startColumn: number;
  endLine: number;
  endColumn: number;
  /** Whether the definition is visible outside its file or package, by the rule of its language. */
  exported: boolean;
  /** Doc text without comment markers, at most 1,000 characters; null when there is none. */
  docstring: string | null;
  /** Decorator, annotation or attribute names without `@`/`#[]` and arguments (`app.route`). */
  decorators: string[];
  /** Text after the name up to the body, white space folded, at most 200 characters; a function's starts at its `(`. Null when empty. */
  signature: string | null;
}
