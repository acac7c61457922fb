/**
 * The project's definitions and links as a SCIP index, in pieces: joined, they are the file.
 * Invariants: paths are in order; a symbol has one name however often it is declared; importing the index again gives the same links.
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
  /** Throws to end the run. */
  check?: () => void;
}

/** What was written so far. */
export interface ScipExportReport {
  documents: number;
  occurrences: number;
  symbols: number;
  /** Files that changed in the meantime. */
  changed: string[];
}

/** How many files' links are read at once. */
const batchFiles = 64;

const rolesOf: Partial<Record<LinkKind, number>> = {
  import: symbolRoles.import,
  reexport: symbolRoles.import,
  write: symbolRoles.write,
  read: symbolRoles.read,
  call: symbolRoles.read,
  construct: symbolRoles.read,
  render: symbolRoles.read,
  decorate: symbolRoles.read,
};

export async function* exportScip(options: ScipExport, report: ScipExportReport): AsyncGenerator<Uint8Array> {
  const { store, metadata, read, check } = options;
  yield new MessageWriter().message(indexFields.metadata, encodeMetadata(metadata)).bytes();
  const index = new LinkIndex(store, () => null, new Set());
  await index.refresh();
  const paths = [...index.paths].sort();
  for (let at = 0; at < paths.length; at += batchFiles) {
    check?.();
    const part = paths.slice(at, at + batchFiles);
    const records = await store.filesByPath(part);
    const blobs = Map.groupBy(await store.linksFrom(part.map((path) => index.idOf(path)!)), ({ from }) => from);
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
      const own = symbols.get(id);
      if (own === undefined) continue;
      const definitions = (await store.definitions([record.id])).get(record.id) ?? [];
      const document = documentOf({ record, text, own, definitions, links, symbols });
      report.documents++;
      report.occurrences += document.occurrences.length;
      report.symbols += document.symbols.length;
      yield new MessageWriter().message(indexFields.document, encodeDocument(document)).bytes();
    }
  }
}

interface FileParts {
  record: FileRecord;
  text: string;
  own: FileSymbols;
  definitions: readonly Definition[];
  links: readonly { to: number; links: readonly Link[] }[];
  symbols: ReadonlyMap<number, FileSymbols>;
}

function documentOf({ record, text, own, definitions, links, symbols }: FileParts): ScipDocument {
  const lines = new LineTable(text);
  const testRole = hasTrait(record.traits, 'test') ? symbolRoles.test : 0;
  const overridden = new Map<number, Set<string>>();
  const occurrences: Occurrence[] = definitions.map((definition, at) => ({
    range: lines.nameAt(definition),
    symbol: nameOf(own, own.keys[at]!)!,
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
      const symbol = nameOf(target, link.target);
      if (symbol === null) continue;
      if (link.kind === 'overrides') {
        const key = own.keys[link.container];
        if (key === undefined) continue;
        const known = overridden.get(key);
        if (known === undefined) overridden.set(key, new Set([symbol]));
        else known.add(symbol);
      } else {
        const roles = (rolesOf[link.kind] ?? 0) | testRole;
        occurrences.push({ range: lines.nameAt(link), symbol, roles, enclosingRange: [] });
      }
    }
  }
  return {
    path: record.path,
    language: languageName(record.language, record.path),
    text: '',
    positionEncoding: positionEncodings.utf16,
    occurrences: inOrder(occurrences),
    symbols: [...own.byKey.keys()].map((key) => informationOf({ own, definitions }, key, overridden.get(key))),
  };
}

/** By place; occurrences of several kinds at one place are merged. */
function inOrder(occurrences: Occurrence[]): Occurrence[] {
  const byPlace = new Map<string, Occurrence>();
  for (const occurrence of occurrences) {
    const { range, symbol, roles } = occurrence;
    const key = `${range.join()} ${roles & symbolRoles.definition} ${symbol}`;
    const known = byPlace.get(key);
    if (known === undefined) byPlace.set(key, occurrence);
    else known.roles |= roles;
  }
  return [...byPlace.values()].sort((a, b) => a.range[0]! - b.range[0]! || a.range[1]! - b.range[1]!);
}

/** Null for a symbol that is gone. */
function nameOf(symbols: FileSymbols, key: number): string | null {
  const definition = symbols.main(key);
  if (definition === undefined) return null;
  return symbolName(symbols.path, definition, (qualified) => kindIn(symbols, qualified));
}

function kindIn(symbols: FileSymbols, qualified: string): DefinitionKind | undefined {
  return symbols.main(symbolKey(qualified))?.kind;
}

function informationOf(
  { own, definitions }: Pick<FileParts, 'own' | 'definitions'>,
  key: number,
  overridden: ReadonlySet<string> | undefined,
): SymbolInformation {
  const { name, kind, signature } = own.main(key)!;
  const texts = own.byKey.get(key)!.flatMap((at) => definitions[at]?.docstring ?? []);
  const relationships: Relationship[] = [...(overridden ?? [])].map((symbol) => ({ symbol, isImplementation: true }));
  return {
    symbol: nameOf(own, key)!,
    documentation: texts,
    relationships,
    kind: kind === 'component' ? symbolKinds.function : symbolKinds[kind],
    displayName: name,
    signature: signature === null ? '' : `${name}${signature.startsWith('(') ? '' : ' '}${signature}`,
  };
}
