/**
 * Imports a SCIP index: its answers for each covered file of the project are stored as those of a precise source.
 * Invariants: a document is used only for the content that it was made from; names that the index does not define but the project may are left to
 * our own links; memory is limited by the index and one batch of documents.
 */
import { posix } from 'node:path';
import type { DefinitionKind } from '../../model/definition.ts';
import type { LinkKind } from '../../model/link.ts';
import type { PreciseLink, PrecisePlace } from '../../model/precise-links.ts';
import type { PreciseLinks } from '../../store/link-store.ts';
import { packPreciseAnswers } from '../../store/packed/packed-precise-links.ts';
import type { OutlineEntry } from '../../store/outline.ts';
import type { FileRecord, Store } from '../../store/store.ts';
import { symbolKeys } from '../program/definition-keys.ts';
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
  /** Our links at places that the index does not mention are removed too. */
  whole: boolean;
  /** Names of the project's own packages: a name of theirs that the index does not define may be of the project. */
  packages: ReadonlySet<string>;
  /** Throws to end the run. */
  check?: () => void;
}

export interface ScipImportReport {
  /** The program that made the index, with its version. */
  maker: string;
  documents: number;
  /** Files whose links now come from the index. */
  covered: number;
  /** Places of those files that link to the project's symbols. */
  links: number;
  /** Files that have changed since the index was made. */
  stale: string[];
  /** Documents that are not files of the project's index. */
  outside: string[];
}

/** Prefix of the names of precise sources that are imported indexes. */
export const scipSource = 'scip:';
/** The longest name of a tool; longer ones are cut. */
const maxName = 200;
/** How many documents are handled at once. */
const batchDocuments = 128;

interface Target {
  path: string;
  key: number;
}

/** A document for the present content of a file of the project. */
interface Covered {
  document: ScipDocument;
  path: string;
  hash: string;
  occurrences: PlacedOccurrence[];
  definitions: readonly OutlineEntry[];
  keys: readonly number[];
  places: DefinitionPlaces;
}

const typeLike: ReadonlySet<DefinitionKind> = new Set(['class', 'interface', 'typeAlias', 'enum', 'module']);

export async function importScip(options: ScipImport): Promise<ScipImportReport> {
  const { store, check } = options;
  const index = new ScipIndex(options.bytes);
  const { toolName, toolVersion } = index.metadata;
  // Without the version: answers of a newer version replace those of an older one.
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
      const { links, external } = answersOf(file, targets, options.packages);
      const data = packPreciseAnswers({ whole: options.whole, links, external });
      files.push({ path: file.path, source, hash: file.hash, data });
      report.links += links.length;
    }
    report.covered += files.length;
    await store.writePreciseLinks({ files, removed: [] });
  }
  return report;
}

/** @param report gets the files that are not covered, when given */
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
    const own = definitions.get(record.id) ?? [];
    const places = new DefinitionPlaces(own);
    covered.push({ document, path, hash: record.hash, occurrences, definitions: own, keys: symbolKeys(own), places });
  }
  return covered;
}

/** Adds the symbols that a document defines for all documents. */
function defineSymbols(file: Covered, targets: Map<string, Target[]>): void {
  for (const occurrence of file.occurrences)
    if (isDefinition(occurrence) && !isLocal(occurrence.symbol)) addTarget(file, occurrence, targets);
}

function addTarget(file: Covered, { symbol, range }: PlacedOccurrence, targets: Map<string, Target[]>): void {
  const { path, places, keys } = file;
  const definition = places.at(range);
  const known = targets.get(symbol);
  if (definition === -1) {
    // Defined here, but not as a definition of the project's graph.
    if (known === undefined) targets.set(symbol, []);
    return;
  }
  const key = keys[definition]!;
  if (known === undefined) targets.set(symbol, [{ path, key }]);
  else if (!known.some((one) => one.path === path && one.key === key)) known.push({ path, key });
}

function answersOf(
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
    // A symbol defined where our graph has no definition may still have a link of our own (a value in an object).
    if (found === undefined && !isLocal(symbol) && !packages.has(packageOf(symbol))) external.push({ line, column });
  }
  return { links, external };
}

function kindOf({ symbol, roles }: PlacedOccurrence): LinkKind {
  if ((roles & symbolRoles.import) !== 0) return 'import';
  if ((roles & symbolRoles.write) !== 0) return 'write';
  return lastDescriptor(symbol)?.isType === true ? 'type' : 'read';
}

/** Overrides at the places of the overriding members. */
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
