/**
 * The contract of `source/`: which files a project has, their contents, and which are left out and why.
 * Invariants: nothing outside the root is ever read (no symlink is followed, parents included). No code or hook of the repository is
 * run. A file that cannot be read is a `LeftOut`, never an exception.
 */
import type { LeftOut, SourceFile } from '../model/file.ts';

export interface WalkOptions {
  /** Bytes; larger files are left out as `tooLarge`. */
  maxFileSize: number;
  /** gitignore-style patterns that apply everywhere, tracked files included (`node_modules/`, …). */
  ignorePatterns: readonly string[];
  /**
   * Environment for a git child (PATH, HOME, …). Of git's own variables only those that limit its search are passed on. Absent: the system's usual
   * folders and the home folder.
   */
  gitEnvironment?: Readonly<Record<string, string | undefined>>;
}

export interface WalkResult {
  /** Sorted by path (code unit order). */
  files: SourceFile[];
  /** Sorted by path. An ignored folder is one entry (path ends in `/`); its content is not listed. */
  leftOut: LeftOut[];
  /** Whether git listed the files; false when a walk of the folders did. */
  usedGit: boolean;
}

/** Lists the project's files. In a git work tree: tracked files, and untracked ones that are not ignored. Elsewhere: by the same ignore rules. */
export type Walk = (root: string, options: WalkOptions, signal?: AbortSignal) => Promise<WalkResult>;

/** The content of a file at one moment: either text or a reason why there is none. */
export interface SourceContent {
  size: number;
  mtimeMs: number;
  /** SHA-256 of the bytes, hex; empty when they could not be read. */
  hash: string;
  /** Decoded without a byte order mark; null when left out. */
  text: string | null;
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | null;
  leftOut: LeftOut | null;
  /** When it was read, ms since 1970. */
  readAtMs: number;
}

export interface FileToRead extends Pick<SourceFile, 'path' | 'rawPath'> {
  /** Whether a notebook is read as the JSON that it is, and not as the code of its cells. */
  asWritten?: boolean;
}

/** Reads and decodes one file, synchronously (it runs in parse workers). A file that changes while it is read is read again, in all at most three times. */
export type ReadSource = (root: string, file: FileToRead, options: WalkOptions) => SourceContent;
