/**
 * Exports the project's definitions and links as a SCIP index. `exportScip` yields pieces, which joined in order are the content of the index file.
 * Invariants: documents are in the order of their paths; all declarations of a symbol have one SCIP name; an import of the index gives the same
 * links.
 */
import type { Definition, DefinitionKind } from '../../model/definition.ts';
import { hasTrait } from '../../model/file.ts';
import { symbolKey, type Link, type LinkKind } from '../../model/link.ts';
import { unpackLinks } from '../../store/packed/packed-links.ts';
import type { FileRecord, Store } from '../../store/store.ts';
import type { FileSymbols } from '../queries/index/file-symbols.ts';
import { LinkIndex } from '../queries/index/link-index.ts';
import { LineTable } from './positions.ts';
import {
  encodeDocument,
  encodeMetadata,
  indexFields,
  positionEncodings,
  symbolKinds,
  symbolRoles,
  type Occurrence,
  type Relationship,
  type ScipDocument,
  type ScipMetadata,
  type SymbolInformation,
} from './schema.ts';
import { languageName } from './languages.ts';
import { symbolName } from './symbols.ts';
import { MessageWriter } from './wire.ts';

export interface ScipExport {
  store: Store;
  metadata: ScipMetadata;
  /** A file's text, if it equals the indexed content; null otherwise. */
  read: (file: FileRecord) => string | null;
  /** Called before each batch; throws to cancel the export. */
  check?: () => void;
}

/** What was written so far. */
export interface ScipExportReport {
  documents: number;
  occurrences: number;
  symbols: number;
  /** Paths of files that were left out because their text is no longer the indexed one. */
  changed: string[];
}

/** The number of files whose links are read at once. */
const batchFiles = 64;

const rolesByKind: Partial<Record<LinkKind, number>> = {
  import: symbolRoles.import,
  reexport: symbolRoles.import,
  write: symbolRoles.write,
  read: symbolRoles.read,
  call: symbolRoles.read,
  construct: symbolRoles.read,
  render: symbolRoles.read,
  decorate: symbolRoles.read,
};

/** @param report is updated after each document */
export async function* exportScip(options: ScipExport, report: ScipExportReport): AsyncGenerator<Uint8Array> {
  const { store, metadata, read, check } = options;
  yield new MessageWriter().message(indexFields.metadata, encodeMetadata(metadata)).bytes();
  const index = new LinkIndex(store, () => null, new Set());
  await index.refresh(await store.state());
  const paths = [...index.paths].sort();
  for (let start = 0; start < paths.length; start += batchFiles) {
    check?.();
    const batch = paths.slice(start, start + batchFiles);
    const records = await store.filesByPath(batch);
    const blobs = Map.groupBy(await store.linksFrom(batch.map((path) => index.idOf(path)!)), ({ from }) => from);
    for (const record of records) {
      const id = index.idOf(record.path);
      if (id === undefined) continue;
      const text = read(record);
      if (text === null) {
        report.changed.push(record.path);
        continue;
      }
      const links = (blobs.get(id) ?? []).map(({ to, data }) => ({ to, links: unpackLinks(data) }));
      const symbols = await index.symbolsOf([id, ...links.map(({ to }) => to)]);
      const ownSymbols = symbols.get(id);
      if (ownSymbols === undefined) continue;
      const definitions = (await store.definitions([record.id])).get(record.id) ?? [];
      const document = documentOf({ record, text, ownSymbols, definitions, links, symbols });
      report.documents++;
      report.occurrences += document.occurrences.length;
      report.symbols += document.symbols.length;
      yield new MessageWriter().message(indexFields.document, encodeDocument(document)).bytes();
    }
  }
}

/** What a document is made from. */
interface FileParts {
  record: FileRecord;
  text: string;
  ownSymbols: FileSymbols;
  definitions: readonly Definition[];
  links: readonly { to: number; links: readonly Link[] }[];
  /** Symbols by file: of the exported file, and of the files to which it links. */
  symbols: ReadonlyMap<number, FileSymbols>;
}

function documentOf({ record, text, ownSymbols, definitions, links, symbols }: FileParts): ScipDocument {
  const lines = new LineTable(text);
  const testRole = hasTrait(record.traits, 'test') ? symbolRoles.test : 0;
  const overridden = new Map<number, Set<string>>();
  const occurrences: Occurrence[] = definitions.map((definition, index) => ({
    range: lines.nameAt(definition),
    symbol: scipNameOf(ownSymbols, ownSymbols.keys[index]!)!,
    roles: symbolRoles.definition | testRole,
    enclosingRange: [
      definition.startLine - 1,
      definition.startColumn - 1,
      definition.endLine - 1,
      definition.endColumn - 1,
    ],
  }));
  for (const { to, links: list } of links) {
    const target = symbols.get(to);
    if (target === undefined) continue;
    for (const link of list) {
      const symbol = scipNameOf(target, link.target);
      if (symbol === null) continue;
      if (link.kind === 'overrides') {
        const key = ownSymbols.keys[link.container];
        if (key === undefined) continue;
        const symbolsOfKey = overridden.get(key);
        if (symbolsOfKey === undefined) overridden.set(key, new Set([symbol]));
        else symbolsOfKey.add(symbol);
      } else {
        const roles = (rolesByKind[link.kind] ?? 0) | testRole;
        occurrences.push({ range: lines.nameAt(link), symbol, roles, enclosingRange: [] });
      }
    }
  }
  return {
    path: record.path,
    language: languageName(record.language, record.path),
    text: '',
    positionEncoding: positionEncodings.utf16,
    occurrences: mergedByPlace(occurrences),
    symbols: [...ownSymbols.byKey.keys()].map((key) =>
      informationOf({ ownSymbols, definitions }, key, overridden.get(key)),
    ),
  };
}

/**
 * Occurrences in the order of their places. Several references to one symbol at one place become one occurrence with all their roles; a definition
 * stays an occurrence of its own.
 */
function mergedByPlace(occurrences: Occurrence[]): Occurrence[] {
  const byPlace = new Map<string, Occurrence>();
  for (const occurrence of occurrences) {
    const { range, symbol, roles } = occurrence;
    const key = `${range.join()} ${roles & symbolRoles.definition} ${symbol}`;
    const merged = byPlace.get(key);
    if (merged === undefined) byPlace.set(key, occurrence);
    else merged.roles |= roles;
  }
  return [...byPlace.values()].sort((a, b) => a.range[0]! - b.range[0]! || a.range[1]! - b.range[1]!);
}

/** A symbol's SCIP name; null when the file no longer has the symbol. */
function scipNameOf(symbols: FileSymbols, key: number): string | null {
  const definition = symbols.main(key);
  if (definition === undefined) return null;
  return symbolName(symbols.path, definition, (qualified) => kindIn(symbols, qualified));
}

function kindIn(symbols: FileSymbols, qualified: string): DefinitionKind | undefined {
  return symbols.main(symbolKey(qualified))?.kind;
}

function informationOf(
  { ownSymbols, definitions }: Pick<FileParts, 'ownSymbols' | 'definitions'>,
  key: number,
  overridden: ReadonlySet<string> | undefined,
): SymbolInformation {
  const { name, kind, signature } = ownSymbols.main(key)!;
  const docstrings = ownSymbols.byKey.get(key)!.flatMap((index) => definitions[index]?.docstring ?? []);
  const relationships: Relationship[] = [...(overridden ?? [])].map((symbol) => ({ symbol, isImplementation: true }));
  return {
    symbol: scipNameOf(ownSymbols, key)!,
    documentation: docstrings,
    relationships,
    kind: kind === 'component' ? symbolKinds.function : symbolKinds[kind],
    displayName: name,
    signature: signature === null ? '' : `${name}${signature.startsWith('(') ? '' : ' '}${signature}`,
  };
}
