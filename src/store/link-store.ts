/** The part of the store's contract for links: linked files, links between them, and unresolved sites by name. */
import type { LinkHeader } from '../model/link-header.ts';
import type { UnresolvedSite } from '../model/link.ts';

export interface LinkedFile {
  /** Stays the same while a file of this path is linked, even if the file is rewritten. */
  id: number;
  path: string;
  /** The file (`FileRecord.id`) that the links were made from; 0 if they have to be made again. */
  fileId: number;
  language: string;
  header: LinkHeader;
  /** A digest of what other files see of this file, or of the content that determines it. `named-interfaces.ts` of the linker has the format. */
  interface: string;
  /** Identifies how the imports of this file are resolved: equal for equal resolutions. */
  resolution: string;
  /** Ids of the files on which the links of this file depend, ascending. */
  reads: readonly number[];
}

/** The links and unresolved sites of a linked file. */
export interface FileLinks {
  /** `packLinks` by the id of the target file. */
  links: ReadonlyMap<number, Uint8Array>;
  /** `packUnresolvedSites` by name. */
  unresolved: ReadonlyMap<string, Uint8Array>;
}

export interface LinkBatch {
  /** Rows to write. `content` replaces all links and unresolved sites of the file; null leaves them unchanged. */
  files: readonly (LinkedFile & { content: FileLinks | null })[];
  /** Ids of files that are no longer linked. */
  removed: readonly number[];
}

/** Replaces the `interface` of a linked file, if it is still `before`. */
export interface InterfaceChange {
  path: string;
  before: string;
  now: string;
}

export type LinkPlace = Pick<LinkedFile, 'id' | 'path' | 'fileId'>;

/** The links from one file into another. */
export interface LinkBlob {
  to: number;
  from: number;
  /** For `unpackLinks`. */
  data: Uint8Array;
}

export interface UnresolvedSites {
  name: string;
  file: number;
  sites: UnresolvedSite[];
}

export type UnresolvedPlace = Omit<UnresolvedSite, 'name'>;

/** A file with links from a precise index. */
export interface PreciseFile {
  path: string;
  /** The program that made the index (`scip-java 0.10`); each program has one entry per file. */
  source: string;
  /** `FileRecord.hash` of the content that the links belong to. */
  hash: string;
}

export interface PreciseLinks extends PreciseFile {
  /** For `unpackPreciseAnswers`. */
  data: Uint8Array;
}

export interface PreciseBatch {
  /** Each replaces the entry of the same path and source. */
  files: readonly PreciseLinks[];
  removed: readonly Pick<PreciseFile, 'path' | 'source'>[];
}

export interface LinkStore {
  /** Packed summaries (`unpackSummary`) by file id; no entry for a file without one. */
  summaries(fileIds: readonly number[]): Promise<Map<number, Uint8Array>>;
  /** The summary of one file, synchronously, for inference that cannot wait. Null for a file without one. Throws unless `Store.isLocal`. */
  summaryNow(fileId: number): Uint8Array | null;
  /** All linked files, ordered by path in code units. */
  linkedFiles(): Promise<LinkedFile[]>;
  /** Each linked file: its id, its path, and the file that its links were made from. Entries of units (paths that begin with `//`) are left out. */
  linkPlaces(): Promise<LinkPlace[]>;
  /** The ids of paths; paths without an id get one. */
  linkIds(paths: readonly string[]): Promise<Map<string, number>>;
  /** `LinkedFile.resolution` of the linked files among these paths, by path. */
  resolutions(paths: readonly string[]): Promise<Map<string, string>>;
  /** The interfaces of the linked files among these paths, in any order. */
  interfaces(paths: readonly string[]): Promise<Pick<LinkedFile, 'path' | 'language' | 'interface'>[]>;
  /** Replaces interfaces. The link generation does not change, because the links stay the same. */
  writeInterfaces(changes: readonly InterfaceChange[]): Promise<void>;
  writeLinks(batch: LinkBatch): Promise<void>;
  /** Links into these files, ordered by target, then by source. */
  linksInto(ids: readonly number[]): Promise<LinkBlob[]>;
  /** Number of other files with links into each of these paths; no entry if there are none. */
  linkDegrees(paths: readonly string[]): Promise<Map<string, number>>;
  /** Links from these files, ordered by source, then by target. */
  linksFrom(ids: readonly number[]): Promise<LinkBlob[]>;
  /** The links of `linksFrom` by which a member overrides or implements another. */
  overridesFrom(ids: readonly number[]): Promise<LinkBlob[]>;
  /** The given names that have an unresolved site, in the given order. */
  unresolvedNames(names: readonly string[]): Promise<string[]>;
  /** Unresolved sites in the order of `names`, then by file id. @param file only sites in this file */
  unresolvedSites(names: readonly string[], file?: number): Promise<UnresolvedSites[]>;
  /** Unresolved sites by linked file, without their names; by line within each name. No entry for a file without unresolved sites. */
  unresolvedPlaces(ids: readonly number[]): Promise<Map<number, UnresolvedPlace[]>>;
  /** All files with links from precise indexes, ordered by path in code units; several sources of a path in the order of writing. */
  preciseFiles(): Promise<PreciseFile[]>;
  /** Links from precise indexes, in the order of `paths`; several sources of a path in the order of writing. */
  preciseLinks(paths: readonly string[]): Promise<PreciseLinks[]>;
  /** Writes and removes links from precise indexes, and marks the files concerned to be linked again (`LinkedFile.fileId` is 0). */
  writePreciseLinks(batch: PreciseBatch): Promise<void>;
}
