/**
 * Extraction by lines, for languages without a grammar: comments by their markers, definitions and imports by one pattern per line,
 * section titles as modules.
 * Invariant: never throws, and costs no more than a few passes over the text, whatever is in it.
 */
import type { Language, LineSyntax } from '../../languages/language.ts';
import type { Definition } from '../../model/definition.ts';
import { emptyExtraction, type Extraction } from '../../model/extraction.ts';
import type { Import } from '../../model/import.ts';
import { findHeadings } from './line-headings.ts';
import { readComments, type CommentMarks, type LineComments } from './line-comments.ts';
import { CommentBlocks, fold, maxSignature } from '../text.ts';

/** Maximum length of a line (UTF-16 units). Longer lines are skipped: nobody writes such lines of source. */
const maxLine = 2_000;
/** More blanks side by side than in any code: patterns would look from each of them. */
const manyBlanks = /\s{100}/;
/** Maximum number of lines of a signature after its first. */
const maxSignatureLines = 12;
const maxName = 300;
const maxContainer = 300;
/** Matches a line that closes a block, if the line is indented like the block's first line. */
const closing = /^\s*([})\]]|end\b|fi\b|done\b|esac\b|\*\/|#?endif\b|endfunc|endmacro)/i;

/** A definition whose end and container are not known yet. */
interface Draft {
  name: string;
  kind: Definition['kind'];
  /** 0-based. */
  row: number;
  /** 1-based. */
  column: number;
  indent: number;
  /** Level of a title; 0 for any other definition. */
  level: number;
  exported: boolean;
  /** Matches the line that ends the definition; null where indentation ends it. */
  until: RegExp | null;
  /** The text after the name in its line. */
  rest: string;
}

export function extractByLines(language: Language, text: string): Extraction {
  const result = emptyExtraction();
  const syntax = language.lines;
  if (syntax === undefined || text === '') return result;
  const marks = marksIn(text, syntax);
  if (marks === null) return result;
  const lines = linesOf(text);
  const comments = readComments(lines, marks, maxLine);
  for (const { text: words, line, endLine } of comments.list) result.comments.push({ text: words, line, endLine });
  const drafts = [
    ...findHeadings(lines, syntax, comments.opaque).map(headingDraft),
    ...findDefinitions(lines, syntax, comments),
  ];
  drafts.sort((a, b) => a.row - b.row || a.column - b.column);
  buildDefinitions(drafts, { lines, syntax, comments }, result.definitions);
  result.imports = findImports(language, lines, syntax, comments);
  return result;
}

/** The comment markers that occur in a text; null where there is nothing to find. */
function marksIn(text: string, { lineComments, blockComments, fence, ...others }: LineSyntax): CommentMarks | null {
  const marks = {
    lineComments: lineComments?.filter((mark) => text.includes(mark)) ?? [],
    blockComments: blockComments?.filter(([mark]) => text.includes(mark)) ?? [],
    fence,
  };
  const hasMarks = marks.lineComments.length > 0 || marks.blockComments.length > 0;
  const { headings, definitions, imports } = others;
  return hasMarks || (headings ?? definitions ?? imports) !== undefined ? marks : null;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (!text.includes('\r')) return lines;
  for (let row = 0; row < lines.length; row++) if (lines[row]!.endsWith('\r')) lines[row] = lines[row]!.slice(0, -1);
  return lines;
}

function headingDraft({ title, row, column, level }: ReturnType<typeof findHeadings>[number]): Draft {
  return { name: title, kind: 'module', row, column, indent: 0, level, exported: true, until: null, rest: '' };
}

/** A line without its comment, and with one of the blanks at its end; empty for one that nobody wrote. @param length where the comment begins */
function codeOf(line: string, length: number): string {
  if (line.length > maxLine) return '';
  const beforeComment = line.slice(0, length);
  const code = beforeComment.trimEnd();
  if (code === '' || (manyBlanks.test(code) && manyBlanks.test(code.trimStart()))) return '';
  return code.length === beforeComment.length ? code : `${code} `;
}

function findDefinitions(lines: readonly string[], syntax: LineSyntax, { opaque, lengths }: LineComments): Draft[] {
  const drafts: Draft[] = [];
  const definedNames = new Set<string>();
  if (syntax.definitions === undefined) return drafts;
  for (let row = 0; row < lines.length; row++) {
    const fullLine = lines[row]!;
    const line = opaque[row] === 1 ? '' : codeOf(fullLine, lengths[row]!);
    if (line === '') continue;
    for (const { pattern, kind, exported, once, until } of syntax.definitions) {
      const match = pattern.exec(line);
      if (match === null) continue;
      const name = match.findLast((group) => group !== undefined) ?? '';
      const key = `${kind} ${name}`;
      if (name === '' || name.length > maxName || (once === true && definedNames.has(key))) continue;
      definedNames.add(key);
      const end = match[0].length;
      drafts.push({
        name,
        kind,
        row,
        column: end - name.length + 1,
        indent: indentOf(line),
        level: 0,
        exported: exported?.test(line) ?? true,
        until: until ?? null,
        rest: line.slice(end),
      });
      break;
    }
  }
  return drafts;
}

/** Columns of white space before a line's first word; a tab advances to the next multiple of eight. */
function indentOf(line: string): number {
  let width = 0;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 0x20) width++;
    else if (code === 0x09) width += 8 - (width % 8);
    else break;
  }
  return width;
}

interface ReadLines {
  lines: readonly string[];
  syntax: LineSyntax;
  comments: LineComments;
}

const containerKinds = new Set<Definition['kind']>(['class', 'interface', 'enum', 'module']);

/** Adds a definition for each draft, with its end, container and doc comment. */
function buildDefinitions(
  drafts: readonly Draft[],
  { lines, syntax, comments }: ReadLines,
  definitions: Definition[],
): void {
  const blocks = new CommentBlocks(comments.list);
  const code = (row: number): string => lines[row]!.slice(0, Math.min(maxLine, comments.lengths[row]!));
  const ends = endRows(drafts, lines, syntax);
  const open: { endRow: number; definition: Definition }[] = [];
  for (const [index, draft] of drafts.entries()) {
    const endRow = ends[index]!;
    while (open.length > 0 && open[open.length - 1]!.endRow < draft.row) open.pop();
    const parent = open.findLast(({ definition }) => containerKinds.has(definition.kind))?.definition ?? null;
    const first = lines[draft.row]!;
    const last = lines[endRow]!;
    const definition: Definition = {
      name: draft.name,
      kind: draft.kind === 'function' && parent !== null && parent.kind !== 'module' ? 'method' : draft.kind,
      container: parent === null ? null : join(parent),
      line: draft.row + 1,
      column: draft.column,
      startLine: draft.row + 1,
      startColumn: draft.level > 0 ? 1 : first.length - first.trimStart().length + 1,
      endLine: endRow + 1,
      endColumn: last.trimEnd().length + 1,
      exported: draft.exported,
      docstring: blocks.above(draft.row + 1),
      decorators: [],
      signature: signatureOf(draft, lines.length, code),
    };
    definitions.push(definition);
    open.push({ endRow, definition });
  }
}

function join({ container, name }: Definition): string {
  if (container === null) return name;
  const joined = `${container}.${name}`;
  return joined.length <= maxContainer ? joined : `…${joined.slice(-maxContainer)}`;
}

/**
 * The text after the name, over all lines of a parameter list, up to the bracket that closes one opened before the name. Null for section
 * titles, modules and enum members, and where nothing is left.
 */
function signatureOf(
  { kind, level, row, column, name, rest }: Draft,
  rows: number,
  code: (row: number) => string,
): string | null {
  if (level > 0 || kind === 'module' || kind === 'enumMember') return null;
  let source = rest;
  const quote = code(row)[column - 2] ?? '';
  if (/["'`]/.test(quote) && source.startsWith(quote)) source = source.slice(1);
  const last = Math.min(rows - 1, row + maxSignatureLines);
  for (let next = row + 1; next <= last && openParentheses(source) > 0; next++) source += ` ${code(next).trim()}`;
  const isCallable = kind === 'function' || kind === 'method' || kind === 'macro';
  if (isCallable) source = source.replace(/^\s*(?:<?<-|=|:)?\s*function\b\s*/, '');
  const signature = fold(source.slice(0, signatureEnd(source, isCallable)), maxSignature)
    .replace(/^(?:\) |[,.] ?)/, '')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
    .replace(/\s*(=>|->|[{:;=,]|\b(do|is|then|begin|where|as|end))$/i, '')
    .trim();
  return signature === '' || signature === name ? null : signature;
}

/** Number of parentheses that are still open at the end. */
function openParentheses(source: string): number {
  let open = 0;
  for (const character of source) {
    if (character === '(') open++;
    else if (character === ')') open--;
  }
  return open;
}

/** Offset of the first bracket that closes nothing (a leading one belongs to an operator's name), or of a callable's body. */
function signatureEnd(source: string, isCallable: boolean): number {
  let open = 0;
  for (let at = 0; at < source.length; at++) {
    const letter = source[at]!;
    // A body opens after a blank or the parameters; `error{Full}` is a type, `= { a }: …` a pattern.
    if (letter === '{' && open === 0 && isCallable && /(?:[^=:\s] +|\))$/.test(source.slice(Math.max(0, at - 8), at)))
      return at;
    if ('([{'.includes(letter)) open++;
    else if (')]}'.includes(letter) && --open < 0) {
      if (at > 0) return at;
      open = 0;
    }
  }
  return source.length;
}

/**
 * The last row of each draft, in one pass. A block without `until` ends before the next line that is not indented deeper, or with that line
 * if the line closes the block.
 */
function endRows(drafts: readonly Draft[], lines: readonly string[], syntax: LineSyntax): number[] {
  const ends = drafts.map((draft) => draft.row);
  // Drafts that are still open, the outermost first; indentation (or level) grows along the stack.
  const open: number[] = [];
  let lastText = 0;
  let next = 0;
  for (let row = drafts[0]?.row ?? lines.length; row < lines.length; row++) {
    // If no draft is open, none ends before the next draft.
    if (open.length === 0 && drafts[next]?.row !== row) {
      if (next === drafts.length) break;
      row = drafts[next]!.row;
    }
    const first = next;
    while (next < drafts.length && drafts[next]!.row === row) next++;
    const line = lines[row]!;
    if (line.trim() !== '') {
      if (open.length > 0)
        endDraftsAt(line, row, { drafts, open, ends, lastText, level: levelOf(drafts, first, next) });
      lastText = row;
    }
    for (let index = first; index < next; index++)
      if (syntax.span !== 'line' || drafts[index]!.level > 0) open.push(index);
  }
  for (const index of open) ends[index] = Math.max(ends[index]!, lastText);
  return ends;
}

/** The level of the title among the drafts of a row; 0 where there is none. */
function levelOf(drafts: readonly Draft[], first: number, end: number): number {
  for (let index = first; index < end; index++) if (drafts[index]!.level > 0) return drafts[index]!.level;
  return 0;
}

interface Ending {
  drafts: readonly Draft[];
  open: number[];
  ends: number[];
  /** The last non-blank row above the line. */
  lastText: number;
  /** Level of the line's title; 0 where the line is none. */
  level: number;
}

/** Ends the open drafts that do not include a line. */
function endDraftsAt(whole: string, row: number, { drafts, open, ends, lastText, level }: Ending): void {
  // A title's section ends where another title begins.
  if (level === 0 && drafts[open.at(-1)!]!.level > 0) return;
  const line = whole.length > maxLine ? whole.slice(0, maxLine) : whole;
  const indent = indentOf(line);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const draft = drafts[top]!;
    if (draft.until !== null) {
      if (!draft.until.test(line)) return;
      ends[top] = row;
    } else {
      const isOver = draft.level > 0 ? level > 0 && level <= draft.level : level > 0 || indent <= draft.indent;
      if (!isOver) return;
      if (draft.level === 0 && indent === draft.indent && closesBlock(line, whole)) ends[top] = row;
      else if (draft.level === 0 && continuesBlock(draft, whole, indent)) return;
      else ends[top] = Math.max(ends[top]!, lastText);
    }
    open.pop();
  }
}

/** Whether a line closes a block and does not open the next part of it (`} else {`). */
function closesBlock(line: string, whole: string): boolean {
  return closing.test(line) && !/[{([]\s*$/.test(whole.slice(-20));
}

/** Whether a line continues a block: equations after a type signature, a brace that opens the block on a separate line, `) {` and `} else {`. */
function continuesBlock({ name, kind, indent }: Draft, line: string, lineIndent: number): boolean {
  const start = line.trimStart();
  if (lineIndent !== indent) return false;
  if (start.startsWith('{') || /^(begin|is|as|[)}\]])/i.test(start.slice(0, 8))) return true;
  return kind === 'function' && start.startsWith(name) && !/^[\w'-]/.test(start.slice(name.length, name.length + 1));
}

function findImports(
  language: Language,
  lines: readonly string[],
  syntax: LineSyntax,
  { opaque, lengths }: LineComments,
): Import[] {
  const found: Import[] = [];
  if (syntax.imports === undefined) return found;
  for (let row = 0; row < lines.length; row++) {
    const fullLine = lines[row]!;
    const line = opaque[row] === 1 ? '' : codeOf(fullLine, lengths[row]!);
    if (line === '') continue;
    for (const { pattern, type } of syntax.imports) {
      const match = pattern.exec(line);
      const module = match?.[1];
      if (match === null || module === undefined || module === '') continue;
      found.push({
        module,
        type: type ?? language.classifyImport?.(module) ?? (/^\.{0,2}\//.test(module) ? 'local' : 'external'),
        names: namesIn(match.groups?.['names']),
        alias: match.groups?.['alias'] ?? null,
        isDynamic: false,
        isReexport: false,
        isTypeOnly: false,
        line: row + 1,
        column: line.length - line.trimStart().length + 1,
      });
      break;
    }
  }
  return found;
}

function namesIn(list: string | undefined): Import['names'] {
  const names = list?.split(/[\s,]+/).filter((name) => name !== '') ?? [];
  return names.map((name) => ({ name, alias: null }));
}
