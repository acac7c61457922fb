/** The symbols of a file and of all projects. */
import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver/node';
import type { Engine } from '../../engine/types.ts';
import { withoutDuplicateMarks } from '../../model/link.ts';
import type { Places } from '../places.ts';
import { known, type FileQuestion } from './context.ts';
import { symbolKinds } from './kinds.ts';

/** At most this many symbols of all projects together. */
const maxSymbols = 200;
/** Longer queries are cut (characters). */
const maxQuery = 400;

export async function documentSymbols(question: FileQuestion): Promise<DocumentSymbol[]> {
  const { graph, places, path } = question;
  const file = await known(graph.fileContents(path));
  const top: DocumentSymbol[] = [];
  const open: DocumentSymbol[] = [];
  for (const definition of file?.definitions ?? []) {
    if (!places.isAsked(definition.startLine)) continue;
    const symbol: DocumentSymbol = {
      name: definition.name === '' ? '(unnamed)' : definition.name,
      kind: symbolKinds[definition.kind],
      range: await places.range(question, definition),
      selectionRange: await places.nameRange(question, { ...definition, length: definition.name.length }),
      children: [],
      ...(definition.signature === null ? {} : { detail: definition.signature }),
    };
    // A name may stand outside of its definition, as that of a receiver's method; the protocol wants it inside.
    if (!contains(symbol.range, symbol.selectionRange))
      symbol.selectionRange = { start: symbol.range.start, end: symbol.range.start };
    while (open.length > 0 && !contains(open.at(-1)!.range, symbol.range)) open.pop();
    (open.at(-1)?.children ?? top).push(symbol);
    open.push(symbol);
  }
  return top;
}

type Range = DocumentSymbol['range'];

function contains(outer: Range, inner: Range): boolean {
  const isBefore = (a: Range['start'], b: Range['start']): boolean =>
    a.line < b.line || (a.line === b.line && a.character <= b.character);
  return isBefore(outer.start, inner.start) && isBefore(inner.end, outer.end);
}

/** The symbols whose names have the query's characters one after the other. */
export async function workspaceSymbols(
  engines: readonly Engine[],
  query: string,
  { places, isEnabled }: { places: Places; isEnabled: (path: string) => boolean },
): Promise<SymbolInformation[]> {
  const text = query.replaceAll(/\s+/g, '').slice(0, maxQuery);
  const found: SymbolInformation[] = [];
  for (const engine of text === '' ? [] : engines) {
    const graph = await engine.editor.graph();
    for (const place of await graph.symbolsLike(text, maxSymbols - found.length)) {
      const { node } = place;
      if (!isEnabled(node.path)) continue;
      const container = withoutDuplicateMarks(node.qualified.slice(0, -node.name.length - 1) || null);
      found.push({
        name: node.name,
        kind: symbolKinds[node.kind],
        location: await places.location(engine, place),
        ...(container === null ? {} : { containerName: container }),
      });
    }
    if (found.length >= maxSymbols) break;
  }
  return found;
}
