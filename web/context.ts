/** What every part of the page can reach. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Source } from './source.ts';

export interface Explorer {
  source: Source;
  /** Rises when the index has changed: views ask again. */
  generation: number;
  /** Opens the palette, with a text. */
  openPalette(text?: string): void;
  /** Says something to the reader for a few seconds ("Copied"); screen readers hear it. */
  say(text: string): void;
  /** The views that stand in the navigation. */
  destinations: readonly { name: string; label: string; about: string }[];
  /** Where a file is on the reader's machine, from its path: absolute, with slashes. Null where that is not known. */
  placeOnDisk(path: string): string | null;
}

export const ExplorerContext = createContext<Explorer | null>(null);

export function useExplorer(): Explorer {
  const explorer = useContext(ExplorerContext);
  if (explorer === null) throw new Error('A part of the page is outside of its frame');
  return explorer;
}
