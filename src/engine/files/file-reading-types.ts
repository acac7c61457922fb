/** The contract of questions about files and folders on disk. */
import type { LeftOutReason } from '../../model/file.ts';
import type { SourceContent } from '../../source/source.ts';

export interface DirectoryRequest {
  /** Relative to the root, or absolute; the empty string or `.` is the root. */
  path: string;
  offset: number;
  limit: number;
  signal?: AbortSignal;
}

export interface DirectoryEntry {
  name: string;
  kind: 'folder' | 'file' | 'link' | 'special';
  /** Bytes; null if the entry is not a file. */
  size: number | null;
  /** From the index, if the file has not changed since; else null. */
  lines: number | null;
  language: string | null;
  /** Why a file is not in the index; `notYet`: it will be. Null if it is indexed or there is no index, and for folders that are not nested repositories. */
  leftOut: LeftOutReason | 'notYet' | null;
  /** For a link: its target, relative to the root; null if that is outside the project or does not exist. For a special file: its kind. */
  detail: string | null;
}

export interface DirectoryListing {
  /** Relative to the root; the empty string is the root. */
  path: string;
  /** The path that was asked for, if a link led here; else null. */
  via: string | null;
  /** Counts of the whole folder, without ignored entries. */
  folders: number;
  files: number;
  /** Links, pipes, sockets, devices. */
  others: number;
  ignored: number;
  /** The requested page: folders first, then by name. */
  entries: readonly DirectoryEntry[];
}

export interface FileRequest {
  path: string;
  /** From 1. */
  startLine: number;
  /** Column to start at, in UTF-16 units from 1; more than 1 continues a line that was longer than a page. */
  startColumn: number;
  /** Last line, inclusive; null: to the end. */
  endLine: number | null;
  /** Most characters to return. */
  maxChars: number;
  signal?: AbortSignal;
}

export interface TextPage {
  kind: 'text';
  /** The text as on disk, with its line ends, without a byte order mark. May end inside a line. */
  text: string;
  /** Whether the file, or the requested range, ends with this page. */
  isLast: boolean;
  /** Null for a large file whose end has not been seen yet. */
  totalLines: number | null;
  encoding: NonNullable<SourceContent['encoding']>;
  hasMark: boolean;
  /** Some bytes are invalid in the encoding; they are shown as U+FFFD. */
  isDamaged: boolean;
}

export interface BinaryPage {
  kind: 'binary';
  isImage: boolean;
  /** `PNG image`, `ZIP archive`, `binary data`. */
  type: string;
}

export interface FilePage {
  path: string;
  via: string | null;
  /** Bytes. */
  size: number;
  content: TextPage | BinaryPage;
}

/** Files and folders as they are on disk at this moment. Nothing outside the root is ever read. */
export interface FileQueries {
  /** Rejects with a `NotFoundError` that names the nearest paths, or a `ValidationError` or `FileSystemError` if the file may not be read. */
  read(request: FileRequest): Promise<FilePage>;
  list(request: DirectoryRequest): Promise<DirectoryListing>;
}
