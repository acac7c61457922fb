/** The part of the store's contract for macros across files (`model/macros.ts`). Lists are ordered by path in code units. */
import type { IndexedMacros } from '../model/macros.ts';
import type { FileState } from '../model/file.ts';

/** A file that offers macros. */
export interface MacroOffer extends Pick<IndexedMacros, 'family' | 'names' | 'digest'> {
  path: string;
}

/** A file that calls macros which it does not define. */
export interface MacroCaller extends Pick<IndexedMacros, 'family' | 'calls' | 'given'>, Pick<FileState, 'path'> {
  rawPath: Uint8Array | null;
}

export interface MacroStore {
  macroOffers(): Promise<MacroOffer[]>;
  macroCallers(): Promise<MacroCaller[]>;
  /** The texts of the macros that files offer, by path. */
  macroTexts(paths: readonly string[]): Promise<Map<string, string>>;
}
