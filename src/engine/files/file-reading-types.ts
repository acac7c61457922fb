/** What the engine answers about files and folders as they are on disk. */
import type { LeftOutReason } from '../../model/file.ts';
import type { SourceContent } from '../../source/source.ts';

export interface DirectoryRequest {
  /** From the root, or absolute; `` or `.` is the root. */
  path: string;
  offset: number;
  limit: number;
  signal?: AbortSignal;
}

export interface DirectoryEntry {
  name: string;
  kind: 'folder' | 'file' | 'link' | 'special';
  /** Bytes; null for what is no file. */
  size: number | null;
  /** What the index knows of a file that has not changed since; else null. */
  lines: number | null;
  language: string | null;
  /** Why a file is not in the index; `notYet` where nothing speaks against it; null when it is there or there is no index, and for folders that are no repositories of their own. */
  leftOut: LeftOutReason | 'notYet' | null;
  /** Of a link: where it leads, from the root; null when that is out of the project or nowhere. Of something special: what it is. */
  detail: string | null;
}

export interface DirectoryListing {
  /** From the root; `` is the root. */
  path: string;
  /** What was asked for, where a link led here. */
  via: string | null;
  /** Of the whole folder, without what is ignored. */
  folders: number;
  files: number;
  /** Links, pipes, sockets, devices. */
  others: number;
  ignored: number;
  /** Folders first, by name: the page that was asked for. */
  entries: readonly DirectoryEntry[];
}

export interface FileRequest {
  path: string;
  /** From 1. */
  startLine: number;
  /** Where in that line to start, in UTF-16 units from 1; more than 1 goes on in a line that was longer than a page. */
  startColumn: number;
  /** Included; null: to the end. */
  endLine: number | null;
  /** No more than so many characters are read. */
  maxChars: number;
  signal?: AbortSignal;
}

export interface TextPage {
  kind: 'text';
  /** As on disk, line ends and all, but for a byte order mark. May end inside a line. */
  text: string;
  /** Whether the file, or the lines that were asked for, end with it. */
  isLast: boolean;
  /** Null for a large file whose end has not been seen yet. */
  totalLines: number | null;
  encoding: NonNullable<SourceContent['encoding']>;
  hasMark: boolean;
  /** Some bytes are none of the encoding's; they are shown as U+FFFD. */
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

/** Files and folders as they are on disk at this moment. Nothing outside of the root is ever looked into. */
export interface FileQueries {
  /** Rejects with a `NotFoundError` that names the nearest, a `ValidationError` or `FileSystemError` for what may not be read. */
  read(request: FileRequest): Promise<FilePage>;
  list(request: DirectoryRequest): Promise<DirectoryListing>;
}
