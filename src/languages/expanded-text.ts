/** Texts that are made of a file by its macros, in which every part knows the place that it comes from. */
import { lastAtMost } from '../util/lower-bound.ts';
import type { Expansion, MadeExpression, RuleTemplate } from './language.ts';

/** A call in the file, and the offsets in the made text of what it becomes. */
export interface ExpandedCall {
  call: { start: number; end: number };
  from: number;
  to: number;
}

/** A text that is put together from ranges of another, with the origin of each. */
export class Pieces {
  #text = '';
  readonly starts: number[] = [];
  readonly origins: number[] = [];

  get length(): number {
    return this.#text.length;
  }

  get text(): string {
    return this.#text;
  }

  /** @param origin the offset of the added text in the other text */
  add(text: string, origin: number): void {
    if (text === '') return;
    this.starts.push(this.#text.length);
    this.origins.push(origin);
    this.#text += text;
  }

  /** Adds the text between two offsets of a source, with the origins that it has there. */
  addFrom({ text, pieces }: Source, from: number, to: number): void {
    if (pieces === null) {
      this.add(text.slice(from, to), from);
      return;
    }
    const { starts, origins } = pieces;
    for (let piece = lastAtMost(starts, from); piece < starts.length && starts[piece]! < to; piece++) {
      const start = Math.max(from, starts[piece]!);
      const end = Math.min(to, starts[piece + 1] ?? text.length);
      this.add(text.slice(start, end), origins[piece]! + start - starts[piece]!);
    }
  }

  originOf(offset: number): number {
    const piece = lastAtMost(this.starts, offset);
    return this.origins[piece]! + offset - this.starts[piece]!;
  }
}

/** Where the arguments of a call stand: in the file (`pieces` null), or in a text that is put together from it. */
export interface Source {
  text: string;
  pieces: Pieces | null;
}

/** A text that is made of the calls of macros in a file. */
export class ExpandedText implements Expansion {
  readonly text: string;
  readonly calls: ReadonlySet<number>;
  readonly macros: ReadonlySet<string>;
  readonly expressions: ReadonlyMap<number, MadeExpression>;
  readonly templates: ReadonlyMap<number, readonly RuleTemplate[]>;
  readonly #fileLength: number;
  readonly #lines: readonly number[];
  readonly #linesOfFile: readonly number[];
  readonly #pieces: Pieces;
  readonly #calls: readonly ExpandedCall[];
  /** Where each call's part of this text starts. */
  readonly #starts: readonly number[];
  readonly #isInCalls: boolean;
  /** Places that were chosen in calls, by the offset in this text, and as `line:column`. */
  readonly #moved = new Map<number, { line: number; column: number }>();
  readonly #taken = new Set<string>();
  /** Offsets in the file by the offset of a declared name in this text. */
  readonly #declared = new Map<number, number>();

  /** @param file the text of the file. Origins behind its end are in other files: what comes from there has its place in the call. */
  constructor(
    file: string,
    pieces: Pieces,
    {
      calls,
      macros,
      expressions,
      templates,
      namesIn,
      isInCalls = false,
    }: {
      calls: readonly ExpandedCall[];
      macros: ReadonlySet<string>;
      expressions: readonly { start: number; end: number; at: number }[];
      templates: ReadonlyMap<number, readonly RuleTemplate[]>;
      /** The offsets of the names that the made text declares between two offsets. */
      namesIn: (made: string, from: number, to: number) => readonly number[];
      /** Whether what a macro's own text names has a place in each call; otherwise its place is in the macro. */
      isInCalls?: boolean;
    },
  ) {
    this.#isInCalls = isInCalls;
    this.#fileLength = file.length;
    this.#starts = calls.map(({ from }) => from);
    this.text = pieces.text;
    this.#pieces = pieces;
    this.#calls = calls;
    this.templates = templates;
    this.#lines = lineStarts(this.text);
    this.#linesOfFile = lineStarts(file);
    this.calls = new Set(calls.map(({ call }) => call.start));
    this.macros = macros;
    const placeAt = (offset: number): { line: number; column: number } => placeIn(this.#linesOfFile, offset);
    this.expressions = new Map(
      expressions.map(({ start, end, at }) => [start, { at, from: placeAt(start), to: placeAt(end) }]),
    );
    this.#placeNames(namesIn);
  }

  /** Gives each declared name a place of its own in the macro call: where the call hands the name in, if it does. */
  #placeNames(namesIn: (made: string, from: number, to: number) => readonly number[]): void {
    const taken = new Set<number>();
    for (const { call, from, to } of this.#calls) {
      let next = call.start;
      for (const offset of namesIn(this.text, from, to)) {
        let origin = this.#pieces.originOf(offset);
        if (origin <= call.start || origin >= call.end || taken.has(origin)) {
          while (taken.has(next)) next++;
          origin = next;
        }
        if (origin >= call.end) break;
        taken.add(origin);
        this.#declared.set(offset, origin);
      }
    }
  }

  isPlaced(line: number, column: number): boolean {
    return this.#declared.has(this.#lines[line - 1]! + column - 1);
  }

  placeOf(line: number, column: number): { line: number; column: number } {
    const offset = this.#lines[line - 1]! + column - 1;
    const declared = this.#declared.get(offset);
    if (declared !== undefined) return placeIn(this.#linesOfFile, declared);
    const origin = this.#pieces.originOf(offset);
    const isInCall = this.#isInCalls || origin >= this.#fileLength;
    return isInCall ? this.#placeInCall(offset, origin) : placeIn(this.#linesOfFile, origin);
  }

  /**
   * A place of its own in the call, or behind it on the line: several calls that name a function through one part of a macro's text are
   * several uses of the function.
   */
  #placeInCall(offset: number, origin: number): { line: number; column: number } {
    const known = this.#moved.get(offset);
    if (known !== undefined) return known;
    const { start, end } = this.#callAt(offset);
    const first = placeIn(this.#linesOfFile, start);
    let place = origin > start && origin < end ? placeIn(this.#linesOfFile, origin) : first;
    const key = (): string => `${place.line}:${place.column}`;
    for (let column = first.column; this.#taken.has(key()); column++) place = { line: first.line, column };
    this.#taken.add(key());
    this.#moved.set(offset, place);
    return place;
  }

  #callAt(offset: number): { start: number; end: number } {
    return this.#calls[lastAtMost(this.#starts, offset)]!.call;
  }

  spanOf(line: number): { startLine: number; startColumn: number; endLine: number; endColumn: number } {
    const offset = this.#lines[line - 1]!;
    const call = this.#callAt(offset);
    const [start, end] = [placeIn(this.#linesOfFile, call.start), placeIn(this.#linesOfFile, call.end)];
    return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function placeIn(lines: readonly number[], offset: number): { line: number; column: number } {
  const line = lastAtMost(lines, offset);
  return { line: line + 1, column: offset - lines[line]! + 1 };
}
