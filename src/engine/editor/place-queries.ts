/** Questions about places with columns. */
import type {
  DeclarationPlace,
  FileAnswer,
  TextLinksAnswer,
  LocalUsesAnswer,
  NameKindsAnswer,
  TypesAnswer,
  UsesAnswer,
  PlaceRequest,
  UsesRequest,
} from '../../model/code-questions.ts';

/** Questions about places with columns, as editors need them. An unknown file rejects with a `NotFoundError`. */
export interface PlaceQueries {
  /** The declarations of symbols, each symbol's main one first; ids that no symbol has any more are left out. @param ids `SymbolNode.id` */
  declarations(ids: readonly string[]): Promise<DeclarationPlace[]>;
  /** Symbols whose names have the characters of a text in their order, the most alike first; each at its main declaration. */
  symbolsLike(text: string, limit: number): Promise<DeclarationPlace[]>;
  /** All uses of symbols, imports included. */
  uses(request: UsesRequest): Promise<UsesAnswer>;
  /** The uses of the variable, parameter or field that the name at a place means, if only its function knows it. */
  localUses(request: PlaceRequest): Promise<LocalUsesAnswer>;
  /** The types of what the name at a place means. */
  typesAt(request: PlaceRequest): Promise<TypesAnswer>;
  /** The lengths of the names at places of a file (UTF-16 units); 0 where there is none. @param path from the root */
  nameLengths(path: string, places: readonly { line: number; column: number }[]): Promise<number[]>;
  /** @param path from the root */
  fileContents(path: string): Promise<FileAnswer>;
  /** @param path from the root */
  textLinks(path: string): Promise<TextLinksAnswer>;
  /** @param path from the root */
  nameKinds(path: string): Promise<NameKindsAnswer>;
}

/** What an editor shows: the index, with the texts of files that are open and not saved. @template Graph all questions about the graph */
export interface EditorQueries<Graph> {
  /** Sets the text that an editor shows for a file; null: the file is as on disk again. The index stays as it is. @param path from the root */
  show(path: string, text: string | null): void;
  /** The unsaved text, or that of the file; null where there is none that may be read. @param path from the root */
  text(path: string): Promise<string | null>;
  /** The engine's questions about the graph, with the unsaved texts in place of the files. */
  graph(): Promise<Graph>;
}
