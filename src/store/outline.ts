/** What the index says of a file's definitions without what is only shown, and by what some of them are chosen. */
import type { Definition, DefinitionKind } from '../model/definition.ts';

/** A definition without what is only shown. */
export type OutlineEntry = Omit<Definition, 'docstring' | 'decorators'>;

/** What a file's definitions are chosen by. */
export interface DefinitionChoice {
  /** So many of a file at the most. */
  most: number;
  /** Those with more come first; an integer from 0. Asked once for a name of a file. */
  scoreOf: (name: string) => number;
  /** Of names in ASCII, `bytes[from, to)`: whether it may have more than 0. The others are not asked for. */
  mayScore: (bytes: Uint8Array, from: number, to: number) => boolean;
  /** Kinds that come behind others with as much. */
  behind: ReadonlySet<DefinitionKind>;
}
