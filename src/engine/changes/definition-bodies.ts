/**
 * Cuts a file into definition bodies: the text of each definition without the definitions inside it, and the file's text without any definition.
 * Invariant: a body stays the same if the definition moves to other lines, or is indented as a whole.
 */
import { qualifiedName } from '../../model/link.ts';
import type { OutlineEntry } from '../../store/outline.ts';

/** All declarations of one qualified name in one file. */
export interface DefinitionBody {
  qualified: string;
  /** The longest declaration, which is the one with a body if the others have none. */
  definition: OutlineEntry;
  text: string;
  /** Names that are declared directly inside this definition. */
  inner: string[];
}

export interface DefinitionBodies {
  definitions: Map<string, DefinitionBody>;
  /** Text outside all definitions, without comments. */
  topLevel: string;
}

interface Span {
  start: number;
  end: number;
  entry: OutlineEntry;
  /** The collected parts of the body. */
  pieces: string[];
  /** Offset up to which the body has been collected. */
  at: number;
  hasInner: boolean;
}

/** Stands in a body for an inner definition, and between the texts of several declarations. */
const gap = '\0';

export function definitionBodies(text: string, definitions: readonly OutlineEntry[]): DefinitionBodies {
  const starts = lineStarts(text);
  const offsetOf = (line: number, column: number): number =>
    Math.min(text.length, (starts[line - 1] ?? text.length) + Math.max(0, column - 1));
  const spans = definitions
    .map((entry): Span => {
      const start = offsetOf(entry.startLine, entry.startColumn);
      const end = Math.max(start, offsetOf(entry.endLine, entry.endColumn));
      return { start, end, entry, pieces: [], at: start, hasInner: false };
    })
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const top: Pick<Span, 'pieces' | 'at'> = { pieces: [], at: 0 };
  const openSpans: Span[] = [];
  const closeSpans = (until: number): void => {
    while (openSpans.length > 0 && openSpans.at(-1)!.end <= until) {
      const span = openSpans.pop()!;
      span.pieces.push(text.slice(span.at, span.end));
      const outer = openSpans.at(-1) ?? top;
      outer.at = Math.max(outer.at, span.end);
    }
  };
  for (const span of spans) {
    closeSpans(span.start);
    const outer = openSpans.at(-1);
    // Spans that overlap without nesting: the later one is cut at the end of the outer one, so that no text is lost or counted twice.
    if (outer !== undefined && span.end > outer.end) span.end = outer.end;
    const parent = outer ?? top;
    parent.pieces.push(text.slice(parent.at, span.start), gap);
    parent.at = Math.max(parent.at, span.start);
    if (outer !== undefined) outer.hasInner = true;
    openSpans.push(span);
  }
  closeSpans(Infinity);
  top.pieces.push(text.slice(top.at));
  return { definitions: byName(spans, text, starts), topLevel: withoutComments(top.pieces.join('')) };
}

function byName(spans: readonly Span[], text: string, starts: readonly number[]): Map<string, DefinitionBody> {
  const found = new Map<string, DefinitionBody>();
  for (const { entry, pieces, start, hasInner } of spans) {
    const joined = pieces.join('');
    const indent = indentOf(text, starts[entry.startLine - 1] ?? start);
    // Comments between inner definitions usually belong to those, so a change of them is no change of this body.
    const body = hasInner ? withoutComments(joined) : dedented(joined, indent);
    const qualified = qualifiedName(entry);
    const earlier = found.get(qualified);
    if (earlier === undefined) {
      found.set(qualified, { qualified, definition: entry, text: body, inner: [] });
      continue;
    }
    earlier.text += `\n${gap}${body}`;
    if (linesOf(entry) > linesOf(earlier.definition)) earlier.definition = entry;
  }
  for (const { definition } of found.values()) {
    if (definition.container !== null) found.get(definition.container)?.inner.push(definition.name);
  }
  return found;
}

function linesOf({ startLine, endLine }: OutlineEntry): number {
  return endLine - startLine;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function indentOf(text: string, lineStart: number): number {
  let at = lineStart;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at - lineStart;
}

/** Removes trailing blanks and empty lines, and from each line as much indentation as the first line has. */
function dedented(text: string, indent: number): string {
  return text
    .split('\n')
    .map((line, at) => {
      let from = 0;
      while (at > 0 && from < indent && (line[from] === ' ' || line[from] === '\t')) from++;
      return line.slice(from).trimEnd();
    })
    .filter((line) => line !== '')
    .join('\n');
}

/** The beginning of a comment line in most languages. `#[` of Rust and `#include` of C are no comments. */
const commentLine = /^(\/\/|\/\*|\*\/|\*(\s|$)|#(\s|!(?!\[)|#|$)|--\s|;;)/;

function withoutComments(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== gap && !commentLine.test(line))
    .join('\n');
}
