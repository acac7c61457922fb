/**
 * Imports a SCIP index: stores its links, for each file of the project that it covers, as the links of a precise source.
 * Invariants: a document is used only when the file still has the content that it was made from; a name that the index does not define, but the
 * project may define, keeps our own links; memory holds the index and one batch of documents.
 */
import { symbolKeys } from '../../model/link.ts';
import { posix } from 'node:path';
import type { DefinitionKind } from '../../model/definition.ts';
import type { LinkKind } from '../../model/link.ts';
import type { PreciseLink, PrecisePlace } from '../../model/precise-links.ts';
import type { PreciseLinks } from '../../store/link-store.ts';
import { packPreciseAnswers } from '../../store/packed/packed-precise-links.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { FileRecord, Store } from '../../store/store.ts';
import { DefinitionPlaces, isDefinition, placeOccurrences, type PlacedOccurrence } from './document-places.ts';
import { ScipIndex } from './read-index.ts';
import { symbolRoles, type ScipDocument } from './schema.ts';
import { isLocal, lastDescriptor, packageOf } from './symbols.ts';

export interface ScipImport {
  store: Store;
  bytes: Uint8Array;
  /** The project folder that the index's paths are relative to; empty for the root. */
  prefix: string;
  /** A file's text and the hash of its bytes, as they are on disk; null when it cannot be read. */
  read: (file: FileRecord) => { text: string; hash: string } | null;
  /** Whether our own links are removed also at places that the index does not mention. */
  whole: boolean;
  /** Names of the project's own packages: a symbol of theirs that the index does not define may still be in the project. */
  packages: ReadonlySet<string>;
  /** Called before each batch; throws to cancel the import. */
  check?: () => void;
}

export interface ScipImportReport {
  /** The program that made the index, with its version. */
  maker: string;
  documents: number;
  /** Files whose links now come from the index. */
  covered: number;
  /** The number of links of those files to the project's symbols. */
  links: number;
  /** Files that have changed since the index was made. */
  stale: string[];
  /** Paths of documents that the project's index does not have. */
  outside: string[];
}

/** Prefix of the names of precise sources that are imported indexes. */
export const scipSource = 'scip:';
/** The maximum length of a tool's name in characters; longer names are cut. */
const maxName = 200;
/** The number of documents that are decoded at once. */
const batchDocuments = 128;

interface Target {
  path: string;
  key: number;
}

/** A document that was made from the present content of its file. */
interface Covered {
  document: ScipDocument;
  path: string;
  hash: string;
  occurrences: PlacedOccurrence[];
  definitions: readonly OutlineEntry[];
  keys: readonly number[];
  places: DefinitionPlaces;
}

/** Kinds of definitions that get no `overrides` links. Only members get them. */
const typeLike: ReadonlySet<DefinitionKind> = new Set(['class', 'interface', 'typeAlias', 'enum', 'module']);

export async function importScip(options: ScipImport): Promise<ScipImportReport> {
  const { store, check } = options;
  const index = new ScipIndex(options.bytes);
  const { toolName, toolVersion } = index.metadata;
  // The source has no version in its name, so that the links of a newer version replace those of an older one.
  const source = `${scipSource}${toolName.slice(0, maxName)}`;
  const maker = `${toolName} ${toolVersion}`.trim().slice(0, maxName);
  const report: ScipImportReport = {
    maker,
    documents: index.documentCount,
    covered: 0,
    links: 0,
    stale: [],
    outside: [],
  };
  const targets = new Map<string, Target[]>();
  for (let at = 0; at < index.documentCount; at += batchDocuments) {
    check?.();
    for (const file of await openBatch(index.documents(at, batchDocuments), options, report))
      defineSymbols(file, targets);
  }
  for (let at = 0; at < index.documentCount; at += batchDocuments) {
    check?.();
    const files: PreciseLinks[] = [];
    for (const file of await openBatch(index.documents(at, batchDocuments), options, null)) {
      const { links, external } = linksOf(file, targets, options.packages);
      const data = packPreciseAnswers({ whole: options.whole, links, external });
      files.push({ path: file.path, source, hash: file.hash, data });
      report.links += links.length;
    }
    report.covered += files.length;
    await store.writePreciseLinks({ files, removed: [] });
  }
  return report;
}

/** Matches a batch of documents with the project's files. @param report gets the files that are not covered; null for no report */
async function openBatch(
  documents: readonly ScipDocument[],
  { store, prefix, read }: ScipImport,
  report: ScipImportReport | null,
): Promise<Covered[]> {
  const paths = documents.map(({ path }) => posix.normalize(posix.join(prefix, path)));
  const records = new Map((await store.filesByPath(paths)).map((record) => [record.path, record]));
  const definitions = await store.outlines([...records.values()].map(({ id }) => id));
  const covered: Covered[] = [];
  for (const [at, document] of documents.entries()) {
    const path = paths[at]!;
    const record = records.get(path);
    if (record === undefined) {
      report?.outside.push(path);
      continue;
    }
    const content = read(record);
    const occurrences = content?.hash === record.hash ? placeOccurrences(document, content.text) : null;
    if (occurrences === null) {
      report?.stale.push(path);
      continue;
    }
    const outline = definitions.get(record.id) ?? [];
    const places = new DefinitionPlaces(outline);
    covered.push({
      document,
      path,
      hash: record.hash,
      occurrences,
      definitions: outline,
      keys: symbolKeys(outline),
      places,
    });
  }
  return covered;
}

/** Adds the symbols that a document defines and that other documents can name. */
function defineSymbols(file: Covered, targets: Map<string, Target[]>): void {
  for (const occurrence of file.occurrences)
    if (isDefinition(occurrence) && !isLocal(occurrence.symbol)) addTarget(file, occurrence, targets);
}

function addTarget(file: Covered, { symbol, range }: PlacedOccurrence, targets: Map<string, Target[]>): void {
  const { path, places, keys } = file;
  const definition = places.at(range);
  const existing = targets.get(symbol);
  if (definition === -1) {
    // The file defines the symbol, but our graph has no definition at that place.
    if (existing === undefined) targets.set(symbol, []);
    return;
  }
  const key = keys[definition]!;
  if (existing === undefined) targets.set(symbol, [{ path, key }]);
  else if (!existing.some((target) => target.path === path && target.key === key)) existing.push({ path, key });
}

function linksOf(
  file: Covered,
  targets: ReadonlyMap<string, readonly Target[]>,
  packages: ReadonlySet<string>,
): { links: PreciseLink[]; external: PrecisePlace[] } {
  const local = new Map<string, Target[]>();
  for (const occurrence of file.occurrences)
    if (isDefinition(occurrence) && isLocal(occurrence.symbol)) addTarget(file, occurrence, local);
  const links: PreciseLink[] = overridesOf(file, targets);
  const external: PrecisePlace[] = [];
  for (const occurrence of file.occurrences) {
    const { symbol, range } = occurrence;
    if (isDefinition(occurrence) || range.text === '') continue;
    const { line, column } = range;
    const kind = kindOf(occurrence);
    const found = (isLocal(symbol) ? local : targets).get(symbol);
    for (const { path, key } of found ?? []) links.push({ path, target: key, kind, line, column });
    // `found` is empty for a symbol that the index defines and our graph does not (a value in an object): our own link stays.
    if (found === undefined && !isLocal(symbol) && !packages.has(packageOf(symbol))) external.push({ line, column });
  }
  return { links, external };
}

function kindOf({ symbol, roles }: PlacedOccurrence): LinkKind {
  if ((roles & symbolRoles.import) !== 0) return 'import';
  if ((roles & symbolRoles.write) !== 0) return 'write';
  return lastDescriptor(symbol)?.isType === true ? 'type' : 'read';
}

/** The `overrides` links of a file's members, each at the overriding member's name. */
function overridesOf(file: Covered, targets: ReadonlyMap<string, readonly Target[]>): PreciseLink[] {
  const overridden = new Map<string, Target[]>();
  for (const { symbol, relationships } of file.document.symbols) {
    const found = relationships
      .filter(({ isImplementation }) => isImplementation)
      .flatMap((one) => targets.get(one.symbol) ?? []);
    if (found.length > 0) overridden.set(symbol, found);
  }
  if (overridden.size === 0) return [];
  return file.occurrences.flatMap((occurrence) => {
    const found = overridden.get(occurrence.symbol);
    if (found === undefined || !isDefinition(occurrence)) return [];
    const definition = file.definitions[file.places.at(occurrence.range)];
    if (definition === undefined || typeLike.has(definition.kind)) return [];
    const { line, column } = definition;
    return found.map(({ path, key }) => ({ path, target: key, kind: 'overrides' as const, line, column }));
  });
}
