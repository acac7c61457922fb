/** What is shown in the text of a file: links, tokens, and the number of references above each definition. */
import type { CodeLens, DocumentLink, Range, SemanticTokens } from 'vscode-languageserver/node';
import type { DefinitionKind } from '../../model/definition.ts';
import { known, type FileQuestion } from './context.ts';
import { tokenType } from './kinds.ts';

export const referencesCommand = 'codeScout.showReferences';

const lensKinds: ReadonlySet<DefinitionKind> = new Set([
  'class',
  'interface',
  'typeAlias',
  'enum',
  'function',
  'method',
  'component',
  'macro',
]);

export async function documentLinks(question: FileQuestion): Promise<DocumentLink[]> {
  const { engine, graph, places, path } = question;
  const links: DocumentLink[] = [];
  for (const { target, ...place } of (await known(graph.textLinks(path)))?.links ?? []) {
    if (!places.isAsked(place.line)) continue;
    const range = await places.nameRange(question, place);
    links.push({ range, target: places.uri(engine, target, 1), tooltip: target });
  }
  return links;
}

/** @param range only tokens of these lines; null: all */
export async function semanticTokens(question: FileQuestion, range: Range | null): Promise<SemanticTokens> {
  const { graph, places, path } = question;
  const data: number[] = [];
  let [line, character] = [0, 0];
  for (const name of (await known(graph.nameKinds(path)))?.names ?? []) {
    if (!places.isAsked(name.line)) continue;
    const { start, end } = await places.nameRange(question, name);
    if (range !== null && (end.line < range.start.line || start.line > range.end.line)) continue;
    const length = end.character - start.character;
    if (length <= 0 || end.line !== start.line) continue;
    data.push(start.line - line, start.line === line ? start.character - character : start.character, length);
    data.push(tokenType(name.kind), Number(name.isDeclaration));
    [line, character] = [start.line, start.character];
  }
  return { data };
}

/** The symbol of a lens, which is counted when the lens is seen. */
export interface LensData {
  uri: string;
  id: string;
}

/** @param uri the client's name of the file */
export async function codeLenses(question: FileQuestion, uri: string): Promise<CodeLens[]> {
  const { graph, places, path } = question;
  const file = await known(graph.fileContents(path));
  const lenses: CodeLens[] = [];
  const seen = new Set<string>();
  for (const [at, definition] of file?.definitions.entries() ?? []) {
    const id = file!.ids[at]!;
    if (!lensKinds.has(definition.kind) || definition.name === '' || seen.has(id)) continue;
    seen.add(id);
    if (!places.isAsked(definition.line)) continue;
    const data: LensData = { uri, id };
    lenses.push({ range: await places.nameRange(question, { ...definition, length: definition.name.length }), data });
  }
  return lenses;
}

export async function resolvedLens(question: FileQuestion, lens: CodeLens, id: string): Promise<CodeLens> {
  const uses = (await known(question.graph.uses({ symbols: [id] })))?.uses ?? [];
  const count = uses.filter(({ kind }) => kind !== 'import').length;
  const { uri } = lens.data as LensData;
  return {
    ...lens,
    command: {
      title: count === 1 ? '1 reference' : `${count} references`,
      command: referencesCommand,
      arguments: [uri, lens.range.start, id],
    },
  };
}
