/** A piece of code that a search found, for a person: where it is and what it is, then its best lines with their numbers. */
import type { Engine } from '../../engine/types.ts';
import type { Chunk, FileLines } from '../../model/chunk.ts';
import type { OutlineSymbol } from '../../model/code-questions.ts';
import { rankLines, withShortDocs, type QueryTerms } from '../../tools/search-repo/excerpt.ts';
import { printable } from '../terminal/printable.ts';
import { kindWord } from './symbol-lines.ts';
import { cutToWidth, placeWithText, type PlaceForm, type Spot } from './place-lines.ts';

export interface Piece {
  file: FileLines;
  chunk: Chunk;
}

/** The outlines of files, by path: they say what kind of symbol a name is, and its line. */
export type Outlines = ReadonlyMap<string, readonly OutlineSymbol[]>;

export async function outlinesOf({ graph }: Pick<Engine, 'graph'>, pieces: readonly Piece[]): Promise<Outlines> {
  const outlines = new Map<string, readonly OutlineSymbol[]>();
  for (const path of new Set(pieces.map(({ file }) => file.path))) {
    const answer = await graph.outline({ symbol: path }).catch(() => null);
    if (answer !== null && answer.of === 'file' && answer.path === path) outlines.set(path, answer.symbols);
  }
  return outlines;
}

export interface PieceForm extends Pick<PlaceForm, 'shownPath' | 'width'> {
  terms: QueryTerms;
  outlines: Outlines;
  /** All lines of a piece instead of the best. */
  full: boolean;
}

/** So many lines of a piece are shown. */
const fewLines = 3;
/** Of a piece that may be the answer: enough to see whether it is. A body up to `shortBody` lines is shown whole, since it would be read next. */
const manyLines = 12;
const shortBody = 15;

/** `src/app.ts:12  function run`, then lines of code. @param isLikely more lines are worth their room, as the piece may be the answer */
export function pieceLines(piece: Piece, form: PieceForm, isLikely = false): string[] {
  const { line, title } = titleOf(piece, form);
  const place = `${printable(form.shownPath(piece.file.path))}:${line}`;
  return [...placeWithText(place, title, form.width), ...codeLines(piece, form, isLikely)];
}

/** The same for pieces of one definition: a long one has several. Null for a piece outside of definitions. */
export function definitionOf({ file, chunk }: Piece, terms: QueryTerms): string | null {
  const qualified = mainSymbol(chunk, terms) ?? chunk.container;
  return qualified === null ? null : `${file.path}#${qualified}`;
}

/** The line where a piece begins for a reader: that of its first name. */
export function pieceSpot(piece: Piece, form: PieceForm): Spot {
  const { line, name } = titleOf(piece, form);
  const text = piece.file.lines.slice(line - 1, line)[0] ?? '';
  const at = name === '' ? -1 : text.indexOf(name);
  return { path: piece.file.path, line, column: (at === -1 ? text.search(/\S|$/) : at) + 1, name };
}

function titleOf(
  { file, chunk }: Piece,
  { outlines, terms }: PieceForm,
): { line: number; name: string; title: string } {
  const qualified = mainSymbol(chunk, terms) ?? chunk.container;
  if (qualified === null)
    return { line: firstLine(file, chunk), name: '', title: chunk.kind === 'imports' ? 'imports' : '' };
  if (chunk.kind === 'section')
    return { line: firstLine(file, chunk), name: '', title: `section ${printable(qualified)}` };
  const name = lastName(qualified);
  const symbol = outlines
    .get(file.path)
    ?.find((one) => one.name === name && one.endLine >= chunk.startLine && one.startLine <= chunk.endLine);
  const kind = symbol === undefined || symbol.kind === 'cell' ? '' : `${kindWord(symbol.kind)} `;
  const more = chunk.symbols.length > 1 ? ` and ${chunk.symbols.length - 1} more` : '';
  return { line: nameLine({ file, chunk }, name), name, title: `${kind}${printable(qualified)}${more}` };
}

/** The symbol of a piece with the most words of the question in its name, the first of equal ones; null where it defines none. */
function mainSymbol({ symbols }: Chunk, terms: QueryTerms): string | null {
  let best: string | null = null;
  let most = -1;
  for (const symbol of symbols) {
    const found = terms.matching(lastName(symbol)).length;
    if (found <= most) continue;
    best = symbol;
    most = found;
  }
  return best;
}

/** `run` of `App.run(string)`. */
function lastName(qualified: string): string {
  const name = qualified.replace(/\(.*$/s, '');
  return name.slice(name.lastIndexOf('.') + 1);
}

function firstLine({ lines }: FileLines, { startLine, endLine }: Chunk): number {
  const at = lines.slice(startLine - 1, endLine).findIndex((text) => text.trim() !== '');
  return startLine + Math.max(0, at);
}

/** The first line of the piece that has the name and is no comment. */
function nameLine({ file, chunk }: Piece, name: string): number {
  const lines = file.lines.slice(chunk.startLine - 1, chunk.endLine);
  const at = lines.findIndex((text) => text.includes(name) && !/^\s*(?:\/\/|\/?\*|#(?!include|define)|--)/.test(text));
  return at === -1 ? firstLine(file, chunk) : chunk.startLine + at;
}

function codeLines(piece: Piece, form: PieceForm, isLikely: boolean): string[] {
  const ranked = rankLines(piece.file, piece.chunk, form.terms);
  const { start, lines } = ranked;
  const declared = titleOf(piece, form).line - start;
  const numbers = form.full ? lines.map((_, at) => at) : bestLines(ranked, form.terms, { declared, isLikely });
  const width = String(start + lines.length - 1).length;
  const indent = sharedIndent(numbers.map((at) => lines[at] ?? ''));
  return numbers.map((at) => {
    const text = printable((lines[at] ?? '').slice(indent).replaceAll('\t', '    '));
    const head = `  ${String(start + at).padStart(width)}  `;
    return `${head}${cutToWidth(text, Math.max(20, form.width - head.length))}`.trimEnd();
  });
}

/** Blanks that all lines begin with. */
function sharedIndent(lines: readonly string[]): number {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  return indents.length === 0 ? 0 : Math.min(...indents);
}

/** The lines that say most, in order: the declaration, and those with the words of the question. @param declared the line of the name, from 0 */
function bestLines(
  ranked: ReturnType<typeof rankLines>,
  terms: QueryTerms,
  { declared, isLikely }: { declared: number; isLikely: boolean },
): number[] {
  const { lines, order, start } = ranked;
  const isDoc = new Set(lines.map((_, at) => at));
  for (const part of withShortDocs(ranked, Infinity)) if (!('from' in part)) isDoc.delete(part.number - start);
  const saysSomething = (at: number): boolean => /[\p{L}\p{N}]/u.test(lines[at] ?? '') && !isDoc.has(at);
  const hasWord = (at: number): boolean =>
    ((lines[at] ?? '').slice(0, 1000).match(/[\p{L}\p{N}_$]+/gu) ?? []).some((word) => terms.matching(word).length > 0);
  const body = lines.map((_, at) => at).filter((at) => at >= declared && !isDoc.has(at));
  if (isLikely && body.length <= shortBody) return body;
  const others = order.filter((at) => at !== declared && saysSomething(at));
  const chosen = [declared, ...others.filter(hasWord), ...others.filter((at) => !hasWord(at))];
  if (!isLikely) return chosen.slice(0, fewLines).sort((a, b) => a - b);
  return wholeBlocks(chosen, ranked, (at) => isDoc.has(at)).sort((a, b) => a - b);
}

/** The lines of the blocks around the chosen lines, the largest that have room: single lines seldom say what a condition does. */
function wholeBlocks(
  chosen: readonly number[],
  { lines, blocks }: ReturnType<typeof rankLines>,
  isLeftOut: (at: number) => boolean,
): number[] {
  const shown = new Set<number>();
  for (const at of chosen) {
    for (const [from, to] of blocks[at]!) {
      const added: number[] = [];
      for (let line = from; line <= to; line++)
        if (!shown.has(line) && lines[line]!.trim() !== '' && !isLeftOut(line)) added.push(line);
      if (shown.size + added.length > manyLines) continue;
      for (const line of added) shown.add(line);
      break;
    }
  }
  return [...shown];
}
