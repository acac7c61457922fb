/** What an answer is made from. */
import type { Position } from 'vscode-languageserver/node';
import type { Engine, GraphQueries, PlaceQueries } from '../../engine/types.ts';
import type { DeclarationPlace, DefinitionAnswer } from '../../model/code-questions.ts';
import { AppError } from '../../model/error.ts';
import type { Places } from '../places.ts';
import type { ProjectFile } from '../workspace.ts';

export type Graph = GraphQueries & PlaceQueries;

/** A question about a file of a project. */
export interface FileQuestion extends ProjectFile {
  graph: Graph;
  places: Places;
}

/** A question about a position in a file. */
export interface PlaceQuestion extends FileQuestion {
  position: Position;
}

/** The answer of a question; null where the engine knows no such file, symbol or place. */
export async function known<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'NotFoundError' || error.code === 'ValidationError')) return null;
    throw error;
  }
}

/** What the name at the position means; null where there is no name. */
export async function meantAt(question: PlaceQuestion): Promise<DefinitionAnswer | null> {
  const { graph, places, path, position } = question;
  const place = await places.place(question, position);
  return place === null ? null : known(graph.definitionAt({ file: path, ...place }));
}

/** The ids of the symbols that the name at the position means; empty for none. */
export async function symbolsAt(question: PlaceQuestion): Promise<string[]> {
  return (await meantAt(question))?.symbols.map(({ node }) => node.id) ?? [];
}

/** The main declaration of each symbol. */
export async function mainDeclarations(graph: Graph, ids: readonly string[]): Promise<DeclarationPlace[]> {
  const found = new Map<string, DeclarationPlace>();
  for (const one of await graph.declarations(ids)) if (!found.has(one.node.id)) found.set(one.node.id, one);
  return [...found.values()];
}

export type { Engine };
