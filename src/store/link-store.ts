/** The part of the store's contract that holds links: what linking knows of each file, links between files, and open sites by name. */
import type { LinkHeader } from '../model/link-header.ts';
import type { UnresolvedSite } from '../model/link.ts';

export interface LinkedFile {
  /** Stays the same while a file of that path is linked, through every rewrite of it. */
  id: number;
  path: string;
  /** The file (`FileRecord.id`) whose links these are; 0 when they have to be made anew. */
  fileId: number;
  language: string;
  header: LinkHeader;
  /** Names what other files can see of it, or the content that tells (`named-interfaces.ts` of the linker). */
  interface: string;
  /** Names what its modules mean: equal for equal. */
  resolution: string;
  /** Ids of the files that its answers lean on, ascending. */
  reads: readonly number[];
}

/** What is written for a linked file besides its row. */
export interface FileLinks {
  /** `packLinks` by the id of the file that they lead to. */
  links: ReadonlyMap<number, Uint8Array>;
  /** `packUnresolvedSites` by name. */
  open: ReadonlyMap<string, Uint8Array>;
}

export interface LinkBatch {
  /** Rows to be written; with `links`, these replace all that the file had. */
  files: readonly (LinkedFile & { content: FileLinks | null })[];
  /** Ids of files that are linked no more. */
  removed: readonly number[];
}

/** What other files see of a linked file is called otherwise, where it is still called `before`. */
export interface InterfaceChange {
  path: string;
  before: string;
  now: string;
}

export type LinkPlace = Pick<LinkedFile, 'id' | 'path' | 'fileId'>;

/** Links of one file that lead to one other. */
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

/** A file of which a precise source speaks. */
export interface PreciseFile {
  path: string;
  /** Names the source (`scip-java 0.10`); each has one say of a file. */
  source: string;
  /** `FileRecord.hash` of the content that it speaks of. */
  hash: string;
}

export interface PreciseLinks extends PreciseFile {
  /** `packPreciseAnswers` */
  data: Uint8Array;
}

export interface PreciseBatch {
  /** Replace what the same sources said of the same files. */
  files: readonly PreciseLinks[];
  removed: readonly Pick<PreciseFile, 'path' | 'source'>[];
}

export interface LinkStore {
  /** Packed facts (`unpackSummary`) by file id; no entry for a file without. */
  summaries(fileIds: readonly number[]): Promise<Map<number, Uint8Array>>;
  /** Those of one file, at once: inference comes upon files that it cannot wait for. Null for a file without. */
  summaryNow(fileId: number): Uint8Array | null;
  /** By path in code unit order. */
  linkedFiles(): Promise<LinkedFile[]>;
  /** The paths of linked files by id, units apart, and the file that the links of each were made from. */
  linkPlaces(): Promise<LinkPlace[]>;
  /** Names the set of paths that `linkPlaces` has: another one for another set. */
  linkExtent(): Promise<string>;
  /** The ids of paths; those that have none get one. */
  linkIds(paths: readonly string[]): Promise<Map<string, number>>;
  /** Those of these paths that are linked, in any order. */
  interfaces(paths: readonly string[]): Promise<Pick<LinkedFile, 'path' | 'language' | 'interface'>[]>;
  /** Makes no other link generation: links stay as they are. */
  writeInterfaces(changes: readonly InterfaceChange[]): Promise<void>;
  writeLinks(batch: LinkBatch): Promise<void>;
  /** By target, then by source. */
  linksInto(ids: readonly number[]): Promise<LinkBlob[]>;
  /** How many other files have links into each of these paths; no entry for one without. */
  linkDegrees(paths: readonly string[]): Promise<Map<string, number>>;
  /** By source, then by target. */
  linksFrom(ids: readonly number[]): Promise<LinkBlob[]>;
  /** Those of `linksFrom` in which a member stands in for another. */
  overridesFrom(ids: readonly number[]): Promise<LinkBlob[]>;
  /** Those of the names that have open sites, in the order asked. */
  unresolvedNames(names: readonly string[]): Promise<string[]>;
  /** By name in the order asked, then by file id; those of one file, if one is given. */
  unresolvedSites(names: readonly string[], file?: number): Promise<UnresolvedSites[]>;
  /** Open sites by linked file, without their names; by line within each name. No entry for a file without. */
  unresolvedPlaces(ids: readonly number[]): Promise<Map<number, UnresolvedPlace[]>>;
  /** All, by path in code unit order, then in the order in which they were written. */
  preciseFiles(): Promise<PreciseFile[]>;
  /** By path in the order asked, then in the order in which they were written. */
  preciseLinks(paths: readonly string[]): Promise<PreciseLinks[]>;
  /** Links of these files have to be made anew then (`LinkedFile.fileId` is 0). */
  writePreciseLinks(batch: PreciseBatch): Promise<void>;
}
