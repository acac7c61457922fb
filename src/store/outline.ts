/** Definitions without docstrings and decorators, and the choice of some of them. */
import type { Definition, DefinitionKind } from '../model/definition.ts';

/** A definition without the parts that are only displayed. */
export type OutlineEntry = Omit<Definition, 'docstring' | 'decorators'>;

/** How to choose some definitions of a file. */
export interface DefinitionChoice {
  /** Maximum number of definitions of one file. */
  maxCount: number;
  /** Higher scores come first; an integer from 0. Called once for each name in a file. */
  scoreOf: (name: string) => number;
  /** Called for ASCII names, as `bytes[from, to)`: whether the score may be more than 0. If not, `scoreOf` is not called and the score is 0. */
  mayScore: (bytes: Uint8Array, from: number, to: number) => boolean;
  /** Kinds that come after other kinds with the same score. */
  lastKinds: ReadonlySet<DefinitionKind>;
}
