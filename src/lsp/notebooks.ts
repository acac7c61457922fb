/**
 * Notebooks whose cells the client has open, each cell as a text of its own. The engine gets a notebook as the text that its file would have, in which each
 * line of a cell stands on a line of its own; lines of the engine's answers lead back to the cells.
 * Invariant: a layout never changes; after a change of a cell the notebook has another one.
 */
import type { Range } from 'vscode-languageserver/node';
import type { TextSpan } from '../model/code-questions.ts';
import { objectIn, type Found, type Params } from './parameters.ts';
import { languageOf } from './settings.ts';
import { columnFromUtf16, columnToUtf16, type Encoding, type OpenText, type Position } from './text-document.ts';
import { keyOf } from './workspace.ts';

/** The protocol's kind of a cell of code. */
const codeKind = 2;

/** A cell with its place in the text of the notebook. */
export class PlacedCell {
  readonly uri: string;
  /** The language as the editor names it; null where the client does not send the text of the cell. */
  readonly languageId: string | null;
  readonly lines: readonly string[];
  readonly #firstLine: number;

  /** @param firstLine the line of the notebook's text, from 1, on which the cell begins */
  constructor(uri: string, document: OpenText | undefined, firstLine: number) {
    this.uri = uri;
    this.languageId = document?.languageId ?? null;
    this.lines = (document?.text ?? '').split(/\r\n|\r|\n/);
    this.#firstLine = firstLine;
  }

  /** Whether a line of the notebook's text is one of the cell's. */
  has(line: number): boolean {
    return line >= this.#firstLine && line < this.#firstLine + this.lines.length;
  }

  range({ startLine, startColumn, endLine, endColumn }: TextSpan, encoding: Encoding): Range {
    const position = (line: number, column: number): Position => {
      const at = Math.min(line - this.#firstLine, this.lines.length - 1);
      return { line: at, character: columnFromUtf16(this.lines[at]!, column - 1, encoding) };
    };
    return { start: position(startLine, startColumn), end: position(endLine, endColumn) };
  }

  /** The place in the notebook's text; null for a line that the cell does not have. */
  place({ line, character }: Position, encoding: Encoding): { line: number; column: number } | null {
    const text = this.lines[line];
    if (text === undefined) return null;
    return { line: this.#firstLine + line, column: columnToUtf16(text, character, encoding) + 1 };
  }
}

/** The text of a notebook's file, made of its cells. */
export class NotebookLayout {
  readonly cells: readonly PlacedCell[];
  /** As Jupyter writes it: each line of a cell on a line of its own. */
  readonly text: string;

  constructor(cells: readonly CellOfNotebook[], documents: ReadonlyMap<string, OpenText>) {
    const texts = cells.map(({ uri }) => documents.get(keyOf(uri)));
    const language =
      texts.find((text, at) => text !== undefined && cells[at]!.kind === codeKind)?.languageId ?? 'python';
    const lines = ['{', '"cells": ['];
    const placed: PlacedCell[] = [];
    for (const [at, { uri, kind }] of cells.entries()) {
      // A notebook is read as one language; cells of another one are not code of it.
      const isCode = kind === codeKind && texts[at]?.languageId === language;
      lines.push('{', `"cell_type": "${isCode ? 'code' : 'markdown'}",`, '"source": [');
      const cell = new PlacedCell(uri, texts[at], lines.length + 1);
      placed.push(cell);
      lines.push(
        ...separated(cell.lines.map((line) => JSON.stringify(`${line}\n`))),
        ']',
        at + 1 < cells.length ? '},' : '}',
      );
    }
    lines.push('],', `"metadata": ${JSON.stringify({ language_info: { name: languageOf(language) } })}`, '}');
    this.cells = placed;
    this.text = lines.join('\n');
  }

  cellAt(line: number): PlacedCell | null {
    return this.cells.find((cell) => cell.has(line)) ?? null;
  }
}

function separated(lines: readonly string[]): string[] {
  return lines.map((line, at) => (at + 1 < lines.length ? `${line},` : line));
}

interface CellOfNotebook {
  uri: string;
  kind: unknown;
}

export interface OpenNotebook {
  readonly uri: string;
  layout: NotebookLayout;
}

/** A change of the texts of cells that the protocol reports as for any other text. */
export interface CellTexts {
  open: (document: Found) => void;
  change: (uri: string, version: unknown, changes: readonly Found[]) => void;
  close: (uri: string) => void;
}

export class Notebooks {
  readonly #documents: ReadonlyMap<string, OpenText>;
  readonly #texts: CellTexts;
  readonly #notebooks = new Map<string, OpenNotebook & { cells: CellOfNotebook[] }>();

  /** @param documents the texts of cells by `keyOf` their URI; `texts` changes them */
  constructor(documents: ReadonlyMap<string, OpenText>, texts: CellTexts) {
    this.#documents = documents;
    this.#texts = texts;
  }

  get open(): OpenNotebook[] {
    return [...this.#notebooks.values()];
  }

  find(uri: string): OpenNotebook | undefined {
    return this.#notebooks.get(keyOf(uri));
  }

  /** The notebook and the cell of a cell's URI. */
  cell(uri: string): { notebook: OpenNotebook; cell: PlacedCell } | null {
    for (const notebook of this.#notebooks.values()) {
      const cell = notebook.layout.cells.find((one) => one.uri === uri);
      if (cell !== undefined) return { notebook, cell };
    }
    return null;
  }

  /** The present layouts by `keyOf` the notebook's URI. */
  layouts(): Map<string, NotebookLayout> {
    return new Map([...this.#notebooks].map(([key, { layout }]) => [key, layout]));
  }

  /** @param params of `notebookDocument/didOpen` */
  didOpen(params: Params): OpenNotebook | null {
    const { uri, cells } = objectIn(params, 'notebookDocument');
    if (typeof uri !== 'string') return null;
    for (const document of objectsIn((params as Found)['cellTextDocuments'])) this.#texts.open(document);
    const notebook = { uri, cells: cellsIn(cells), layout: new NotebookLayout([], this.#documents) };
    this.#notebooks.set(keyOf(uri), notebook);
    return this.#laidOut(notebook);
  }

  /** @param params of `notebookDocument/didChange` */
  didChange(params: Params): OpenNotebook | null {
    const { uri } = objectIn(params, 'notebookDocument');
    const notebook = typeof uri === 'string' ? this.#notebooks.get(keyOf(uri)) : undefined;
    const change = objectOr(objectIn(params, 'change')['cells']);
    if (notebook === undefined || change === null) return null;
    const structure = objectOr(change['structure']);
    if (structure !== null) {
      for (const document of objectsIn(structure['didOpen'])) this.#texts.open(document);
      const { start, deleteCount, cells } = objectIn(structure, 'array');
      notebook.cells.splice(Number(start), Number(deleteCount), ...cellsIn(cells));
      for (const { uri: closed } of objectsIn(structure['didClose']))
        if (typeof closed === 'string') this.#texts.close(closed);
    }
    for (const one of objectsIn(change['textContent'])) {
      const { uri: changed, version } = objectIn(one, 'document');
      if (typeof changed === 'string') this.#texts.change(changed, version, objectsIn(one['changes']));
    }
    return this.#laidOut(notebook);
  }

  /** @param params of `notebookDocument/didClose` @returns the URI of the notebook; null where none was open */
  didClose(params: Params): string | null {
    const { uri } = objectIn(params, 'notebookDocument');
    const notebook = typeof uri === 'string' ? this.#notebooks.get(keyOf(uri)) : undefined;
    if (notebook === undefined) return null;
    this.#notebooks.delete(keyOf(notebook.uri));
    for (const cell of notebook.cells) this.#texts.close(cell.uri);
    return notebook.uri;
  }

  #laidOut(notebook: OpenNotebook & { cells: CellOfNotebook[] }): OpenNotebook {
    notebook.layout = new NotebookLayout(notebook.cells, this.#documents);
    return notebook;
  }
}

function objectOr(value: unknown): Found | null {
  return typeof value === 'object' && value !== null ? (value as Found) : null;
}

function objectsIn(list: unknown): Found[] {
  return Array.isArray(list) ? list.filter((one): one is Found => objectOr(one) !== null) : [];
}

function cellsIn(list: unknown): CellOfNotebook[] {
  return objectsIn(list).flatMap(({ document, kind }) =>
    typeof document === 'string' ? [{ uri: document, kind }] : [],
  );
}
