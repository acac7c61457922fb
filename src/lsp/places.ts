/** Translates between places of the engine (from 1, lines by `\n`, UTF-16) and positions of the client (from 0, in the units agreed on). */
import type { Location, Position, Range } from 'vscode-languageserver/node';
import type { Engine } from '../engine/types.ts';
import type { NamePlace, TextSpan } from '../model/code-questions.ts';
import { isNotebook } from '../model/notebook-cell.ts';
import type { NotebookLayout, PlacedCell } from './notebooks.ts';
import { columnFromUtf16, columnToUtf16, type Encoding, type OpenText } from './text-document.ts';
import type { ProjectFile, Workspace } from './workspace.ts';

interface Place {
  line: number;
  column: number;
}

type PlacedFile = Pick<ProjectFile, 'path'> & { engine: Pick<Engine, 'root'> };

/** The lines of a text as the engine and as the protocol count them; they differ only where a `\r` stands alone. */
class Lines {
  readonly #text: string;
  readonly #engine: readonly number[];
  readonly #client: readonly number[];

  constructor(text: string) {
    this.#text = text;
    this.#engine = startsOf(text, /\n/g);
    this.#client = /\r(?!\n)/.test(text) ? startsOf(text, /\r\n|\r|\n/g) : this.#engine;
  }

  position({ line, column }: Place, encoding: Encoding): Position {
    const offset = Math.min((this.#engine[line - 1] ?? this.#text.length) + column - 1, this.#text.length);
    const at = this.#client === this.#engine ? line - 1 : lineAt(this.#client, offset);
    const start = this.#client[at] ?? this.#text.length;
    return { line: at, character: columnFromUtf16(this.#text.slice(start, offset), offset - start, encoding) };
  }

  /** The text of a line as the engine counts them. */
  text(line: number): string {
    return this.#text.slice(this.#engine[line - 1] ?? this.#text.length, this.#engine[line] ?? this.#text.length);
  }

  place({ line, character }: Position, encoding: Encoding): Place | null {
    const start = this.#client[line];
    if (start === undefined) return null;
    const text = this.#text.slice(start, this.#client[line + 1] ?? this.#text.length).replace(/[\r\n]+$/, '');
    const offset = start + columnToUtf16(text, character, encoding);
    const at = this.#client === this.#engine ? line : lineAt(this.#engine, offset);
    return { line: at + 1, column: offset - this.#engine[at]! + 1 };
  }
}

/** The line of a notebook's file that holds a line of a cell, up to the beginning of the string. */
const beforeString = /^\s*(?:"source"\s*:\s*)?(?:\[\s*)?"/;

/**
 * A place in a notebook's code as one in the text of its file: the line is the same, the column is that of the character in the JSON string.
 * @param text of the line in the file
 */
function inFile({ line, column }: Place, text: string): Place {
  let at = beforeString.exec(text)?.[0].length;
  if (at === undefined) return { line, column: 1 };
  for (let left = column - 1; left > 0 && at < text.length && text[at] !== '"'; left--)
    at += text[at] !== '\\' ? 1 : text[at + 1] === 'u' ? 6 : 2;
  return { line, column: at + 1 };
}

function startsOf(text: string, ends: RegExp): number[] {
  const starts = [0];
  while (ends.exec(text) !== null) starts.push(ends.lastIndex);
  return starts;
}

/** The last line that begins at an offset or before it. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export interface PlacesInput {
  encoding: Encoding;
  workspace: Pick<Workspace, 'uriOf'>;
  /** The open files by `keyOf` their URI. */
  documents: ReadonlyMap<string, OpenText>;
  /** The notebooks that are open by their cells, by the same. */
  notebooks: ReadonlyMap<string, NotebookLayout>;
  /** The cell that the request is about; null where it is not about one. */
  cell: PlacedCell | null;
}

/** Translates the places of one answer; each text is read once. */
export class Places {
  readonly #workspace: PlacesInput['workspace'];
  readonly #encoding: Encoding;
  readonly #documents: ReadonlyMap<string, OpenText>;
  readonly #notebooks: ReadonlyMap<string, NotebookLayout>;
  readonly #cell: PlacedCell | null;
  readonly #lines = new Map<string, Lines | null>();

  constructor({ workspace, encoding, documents, notebooks, cell }: PlacesInput) {
    this.#workspace = workspace;
    this.#encoding = encoding;
    this.#documents = documents;
    this.#notebooks = notebooks;
    this.#cell = cell;
  }

  /** Whether a line of the file that the request is about belongs to the text that the client means: all do, but of a notebook only those of the cell. */
  isAsked(line: number): boolean {
    return this.#cell === null || this.#cell.has(line);
  }

  #cellAt({ engine, path }: PlacedFile, line: number): PlacedCell | null {
    return this.#notebooks.size === 0
      ? null
      : (this.#notebooks.get(this.#workspace.uriOf(engine, path))?.cellAt(line) ?? null);
  }

  /** Null where columns need no text to be translated. */
  async #linesOf({ engine, path }: ProjectFile): Promise<Lines | null> {
    const uri = this.#workspace.uriOf(engine, path);
    let lines = this.#lines.get(uri);
    if (lines === undefined) {
      const open = this.#documents.get(uri);
      const isNeeded =
        this.#encoding !== 'utf-16' || isNotebook(path) || (open !== undefined && /\r(?!\n)/.test(open.text));
      const text = isNeeded ? (open?.text ?? (await engine.editor.text(path))) : null;
      lines = text === null ? null : new Lines(text);
      this.#lines.set(uri, lines);
    }
    return lines;
  }

  /** The engine's place of a position; null for a line that the file does not have. */
  async place(file: ProjectFile, position: Position): Promise<Place | null> {
    if (this.#cell !== null) return this.#cell.place(position, this.#encoding);
    const lines = await this.#linesOf(file);
    if (lines !== null) return lines.place(position, this.#encoding);
    return { line: position.line + 1, column: position.character + 1 };
  }

  async range(file: ProjectFile, span: TextSpan): Promise<Range> {
    const { startLine, startColumn, endLine, endColumn } = span;
    const cell = this.#cellAt(file, startLine);
    if (cell !== null) return cell.range(span, this.#encoding);
    const lines = await this.#linesOf(file);
    const position = (line: number, column: number): Position => {
      if (lines === null) return { line: Math.max(0, line - 1), character: Math.max(0, column - 1) };
      const place = isNotebook(file.path) ? inFile({ line, column }, lines.text(line)) : { line, column };
      return lines.position(place, this.#encoding);
    };
    return { start: position(startLine, startColumn), end: position(endLine, endColumn) };
  }

  nameRange(file: ProjectFile, { line, column, length }: Omit<NamePlace, 'path'>): Promise<Range> {
    return this.range(file, { startLine: line, startColumn: column, endLine: line, endColumn: column + length });
  }

  /** The URI of a line of a file: that of its cell in a notebook that the client has open, else of the file as the client writes it. */
  uri(engine: Pick<Engine, 'root'>, path: string, line: number): string {
    const uri = this.#workspace.uriOf(engine, path);
    return this.#cellAt({ engine, path }, line)?.uri ?? this.#documents.get(uri)?.uri ?? uri;
  }

  async location(engine: Engine, { path, ...place }: NamePlace): Promise<Location> {
    return { uri: this.uri(engine, path, place.line), range: await this.nameRange({ engine, path }, place) };
  }

  async locations(engine: Engine, places: readonly NamePlace[]): Promise<Location[]> {
    const found: Location[] = [];
    for (const place of places) found.push(await this.location(engine, place));
    return found;
  }
}
