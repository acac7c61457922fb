/** What a file declares and names, with columns. */
import type { FileAnswer, NameKind, NameKindsAnswer } from '../../../model/code-questions.ts';
import { AppError } from '../../../model/error.ts';
import type { SymbolNode } from '../../../model/graph.ts';
import { qualifiedName } from '../../../model/link.ts';
import { unpackLinks } from '../../../store/packed/packed-links.ts';
import type { Stateless } from '../calls.ts';
import type { LinkIndex } from '../index/link-index.ts';
import type { LinesOf } from '../value-places.ts';
import { nameLength } from './symbol-places.ts';

/** @throws AppError where the path is not one of a file in the index */
export async function indexedFile(index: LinkIndex, path: string): Promise<{ fileId: number; language: string }> {
  const [record] = await index.store.filesByPath([path]);
  if (record !== undefined) return { fileId: record.id, language: record.language };
  throw new AppError('NotFoundError', `File not found in the index: ${path}`, {
    next: { to: 'listIndexed', prefix: null },
  });
}

export async function fileContents(index: LinkIndex, path: string): Promise<Stateless<FileAnswer>> {
  const { fileId, language } = await indexedFile(index, path);
  const definitions = (await index.store.outlines([fileId])).get(fileId) ?? [];
  return {
    path,
    language,
    definitions: [...definitions],
    ids: definitions.map((definition) => `${path}#${qualifiedName(definition)}`),
  };
}

/** The names in a file: those of its definitions, and those that are linked to symbols. */
export async function nameKinds(index: LinkIndex, path: string, linesOf: LinesOf): Promise<Stateless<NameKindsAnswer>> {
  const { fileId } = await indexedFile(index, path);
  const lines = linesOf(path) ?? [];
  const names = new Map<string, NameKind>();
  const add = (place: { line: number; column: number }, kind: SymbolNode['kind'], isDeclaration: boolean): void => {
    const { line, column } = place;
    const length = nameLength(lines[line - 1] ?? '', column);
    const key = `${line} ${column}`;
    if (length > 0 && !names.has(key)) names.set(key, { line, column, length, kind, isDeclaration });
  };
  for (const entry of (await index.store.outlines([fileId])).get(fileId) ?? []) add(entry, entry.kind, true);
  const from = index.idOf(path);
  const blobs = from === undefined ? [] : await index.store.linksFrom([from]);
  const symbols = await index.symbolsOf(blobs.map(({ to }) => to));
  for (const { to, data } of blobs) {
    for (const link of unpackLinks(data, undefined, (kind) => kind !== 'overrides' && kind !== 'implicit')) {
      const target = symbols.get(to)?.main(link.target);
      if (target !== undefined) add(link, target.kind, false);
    }
  }
  return { names: [...names.values()].sort((a, b) => a.line - b.line || a.column - b.column) };
}
