/** Files as an editor shows them, with what extraction and linking made of them. Sent from the thread that made it. */
import type { FileWrite } from '../../store/store.ts';
import type { FileLinks, LinkedFile } from '../../store/link-store.ts';

export interface ShownText {
  /** From the root. */
  path: string;
  text: string;
}

/** The parts of a file's row that depend on its text. */
export interface ShownFile extends Pick<
  FileWrite,
  | 'path'
  | 'language'
  | 'lines'
  | 'traits'
  | 'definitions'
  | 'definitionNames'
  | 'imports'
  | 'references'
  | 'summary'
  | 'fieldLengths'
> {
  /** An id that no file of the index has, and no other text. */
  id: number;
  /** The id of the file in the index that it stands for; null for a new file. */
  indexId: number | null;
}

/** A row of a linked file that differs from the index. `content` null: its links are those of the index. */
export type ShownRow = LinkedFile & { content: FileLinks | null };

/** What unsaved texts change in an index. */
export interface ShownState {
  /** The generation of the index that it stands on. */
  generation: number;
  files: ShownFile[];
  rows: ShownRow[];
  /** Ids of linked files that are gone. */
  removed: number[];
}

/** Ids of files with unsaved texts begin here: those of the index count from 1, and ids have 32 bits. */
export const firstShownId = 0xf0_00_00_00;
/** The same for ids of linked files. */
export const firstShownLink = 0x40_00_00_00;
