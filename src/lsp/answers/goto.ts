/** Where a name is defined, declared, implemented and used, and the types of what it means. */
import type { Location } from 'vscode-languageserver/node';
import type { NamePlace } from '../../model/code-questions.ts';
import { known, mainDeclarations, meantAt, symbolsAt, type FileQuestion, type PlaceQuestion } from './context.ts';

/** @param all whether all declarations of a symbol are wanted (overloads, merged types), and not the main one only */
export async function definitionAt(question: PlaceQuestion, all: boolean): Promise<Location[]> {
  const { engine, graph, places, path } = question;
  const meant = await meantAt(question);
  if (meant === null) return fileAt(question);
  const ids = meant.symbols.map(({ node }) => node.id);
  const declared: NamePlace[] =
    ids.length === 0 ? [] : await (all ? graph.declarations(ids) : mainDeclarations(graph, ids));
  const { local, name } = meant;
  if (local !== null && name !== null)
    declared.push({ path, line: local.line, column: local.column, length: name.length });
  return declared.length > 0 ? places.locations(engine, declared) : fileAt(question);
}

/** The file that the text at the position names: the module of an import, or a path in a comment. */
async function fileAt(question: PlaceQuestion): Promise<Location[]> {
  const { engine, graph, places, path, position } = question;
  const place = await places.place(question, position);
  const links = place === null ? null : await known(graph.textLinks(path));
  const link = links?.links.find(
    ({ line, column, length }) => line === place!.line && column <= place!.column && place!.column <= column + length,
  );
  return link === undefined ? [] : places.locations(engine, [{ path: link.target, line: 1, column: 1, length: 0 }]);
}

export async function typeDefinitionAt(question: PlaceQuestion): Promise<Location[]> {
  const { engine, graph, places, path, position } = question;
  const place = await places.place(question, position);
  const found = place === null ? null : await known(graph.typesAt({ file: path, ...place }));
  if (found === null) return [];
  return places.locations(
    engine,
    await mainDeclarations(
      graph,
      found.types.map(({ id }) => id),
    ),
  );
}

export async function implementationsAt(question: PlaceQuestion): Promise<Location[]> {
  const { engine, graph, places } = question;
  const ids: string[] = [];
  const unnamed: NamePlace[] = [];
  for (const symbol of await symbolsAt(question)) {
    const { found } = await graph.implementers({ symbol, direction: 'implementers' });
    for (const { node, path, line } of found) {
      if (node !== null) ids.push(node.id);
      // A type that the project does not define, or that has no name: the place that says that it implements.
      else unnamed.push({ path, line, column: 1, length: 0 });
    }
  }
  return places.locations(engine, [...(await mainDeclarations(graph, ids)), ...unnamed]);
}

/** @param withDeclaration whether the declarations belong to the answer */
export async function referencesAt(question: PlaceQuestion, withDeclaration: boolean): Promise<Location[]> {
  const { engine, graph, places, path, position } = question;
  const meant = await meantAt(question);
  if (meant === null) return [];
  const found: NamePlace[] = [];
  const ids = meant.symbols.map(({ node }) => node.id);
  if (ids.length > 0) {
    if (withDeclaration) found.push(...(await graph.declarations(ids)));
    found.push(...(await graph.uses({ symbols: ids })).uses);
  }
  const { local } = meant;
  const place = local === null ? null : await places.place(question, position);
  if (place !== null) {
    const { uses } = await graph.localUses({ file: path, ...place });
    const isDeclaration = ({ line, column }: { line: number; column: number }): boolean =>
      line === local!.line && column === local!.column;
    found.push(...uses.filter((use) => withDeclaration || !isDeclaration(use)).map((use) => ({ path, ...use })));
  }
  const distinct = new Map(found.map((one) => [`${one.path} ${one.line} ${one.column}`, one]));
  return places.locations(engine, [...distinct.values()]);
}

/** The uses of a symbol by its id. */
export async function symbolLocations({ engine, graph, places }: FileQuestion, id: string): Promise<Location[]> {
  const found = await known(graph.uses({ symbols: [id] }));
  return places.locations(engine, found?.uses.filter(({ kind }) => kind !== 'import') ?? []);
}
