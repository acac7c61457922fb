/**
 * Extraction of TypeScript and JavaScript by oxc: one parse, one walk.
 * Invariants: no text that could crash the native parser reaches it, and no file's content throws. When `extraction` is null, another
 * parser must read `text`, and `issues` say why.
 */
import type { Language } from '../../languages/language.ts';
import { emptyExtraction, type Extraction, type FileIssue } from '../../model/extraction.ts';
import { hasConflicts, withoutMarkers } from './conflicts.ts';
import { withoutLine } from './broken-lines.ts';
import { boundDepth } from './depth.ts';
import { readComments, type Docs } from './docs.ts';
import { hasLongLines, withShorterLines } from './long-lines.ts';
import { linePlaces, locate, type Places } from './places.ts';
import { readDefinitions, readImports } from './records.ts';
import { commentsOf, MostlyErrors, NoTrees, parseTree, type Reading, type SyntaxTree } from './tree.ts';
import { dropLargeKernel, type ParseError } from './kernel.ts';
import { releaseLargeTree } from './raw-transfer.ts';

type Dialect = 'ts' | 'tsx' | 'jsx' | 'dts';

/**
 * Maximum length of a text (UTF-16 units); another parser reads longer ones. The native parser's tree takes up to 100 bytes per character, and is
 * copied and converted to nodes.
 */
const maxLength = 4_000_000;

export interface EcmascriptResult {
  extraction: Extraction | null;
  /** The text for another parser, in which too deeply nested parts are blanked. */
  text: string;
  issues: FileIssue[];
  /** Whether lines were blanked, so that definitions in them are missing in `extraction`. */
  partial: boolean;
}

/** @param parsableText a version of the text, with the same length and lines, to parse instead; null where the text itself can be parsed */
export function extractEcmascript(
  language: Language,
  path: string,
  text: string,
  parsableText: string | null = null,
): EcmascriptResult {
  const dialect = parsableText === null ? dialectOf(path) : 'tsx';
  const bounded = boundDepth(parsableText ?? text, hasElements(dialect));
  const issues: FileIssue[] = [];
  const places = linePlaces(text);
  if (bounded.blankedAt !== -1) {
    locate(places, bounded.blankedAt);
    issues.push({ code: 'tooDeep', message: 'nested too deeply: what lies deeper is left out', line: places.line });
  }
  const refused: EcmascriptResult = { extraction: null, text: bounded.text, issues, partial: false };
  if (!bounded.certain || text.length > maxLength) return refused;
  const parsable = hasLongLines(text) ? withShorterLines(bounded.text, hasElements(dialect)) : bounded.text;
  if (parsable === null) return refused;
  try {
    const { parsed, error, partial } = parseResolved(dialect, parsable, bounded.blankedAt === -1);
    // Blanked parts cause errors that are not in the file.
    if (error !== null && issues.length === 0) issues.push(syntaxIssue(places, error));
    if (parsed === null) return refused;
    return {
      ...refused,
      partial: partial === true,
      extraction: { ...walkTree(language, dialect, { text, places, parsed }), issues },
    };
  } catch (error) {
    issues.push(failureOf(error));
    return refused;
  } finally {
    dropLargeKernel();
    releaseLargeTree();
  }
}

/** Thrown where a tree is too deep for the walk. */
class TooDeep extends Error {}

/**
 * The issue of an error of the parser or the walk: a tree that is too deep for the stack or the walk, a text that consists of errors, or a machine on
 * which the parser does not run (`NoTrees`). Any other error is a defect of Code Scout.
 */
function failureOf(error: unknown): FileIssue {
  if (error instanceof TooDeep || error instanceof RangeError) {
    return { code: 'tooDeep', message: 'nested too deeply for the fast parser', line: null };
  }
  if (error instanceof MostlyErrors)
    return { code: 'syntax', message: 'too many errors for the fast parser', line: null };
  if (error instanceof NoTrees) return { code: 'internal', message: error.message, line: null };
  return { code: 'internal', message: `the fast parser failed: ${String(error)}`.slice(0, 200), line: null };
}

function dialectOf(path: string): Dialect {
  const name = path.toLowerCase();
  if (/\.d\.(?:[\w-]+\.)?[mc]?ts$/.test(name)) return 'dts';
  if (name.endsWith('.tsx')) return 'tsx';
  return /\.[mc]?ts$/.test(name) ? 'ts' : 'jsx';
}

function hasElements(dialect: Dialect): boolean {
  return dialect === 'tsx' || dialect === 'jsx';
}

/** The ways to parse a dialect, in order: a `.js` file may be a module, a script, CommonJS, or contain types (Flow). */
const readings: Record<Dialect, readonly Reading[]> = {
  ts: [
    { lang: 'ts', sourceType: 'module' },
    { lang: 'ts', sourceType: 'commonjs' },
  ],
  tsx: [{ lang: 'tsx', sourceType: 'module' }],
  dts: [{ lang: 'dts', sourceType: 'module' }],
  jsx: [
    { lang: 'jsx', sourceType: 'module' },
    { lang: 'jsx', sourceType: 'commonjs' },
    { lang: 'tsx', sourceType: 'module' },
  ],
};

interface Parsed {
  parsed: SyntaxTree | null;
  error: ParseError | null;
  /** Whether lines were blanked. */
  partial?: true;
}

/**
 * Parses by the first reading that gives no error. If there is none, by the first that gives a complete tree in spite of errors. If there is none
 * either, the result has no tree, and the error of the first reading.
 */
function parse(dialect: Dialect, text: string): Parsed {
  let error: ParseError | null = null;
  let completeReading: Reading | null = null;
  for (const reading of readings[dialect]) {
    const parsed = parseTree(text, reading);
    if (parsed.error === null) return { parsed, error: null };
    error ??= parsed.error;
    // A semantic error (`return` outside a function) leaves the tree complete; a text that cannot be parsed has no tree.
    if (completeReading === null && isWhole(parsed, text)) completeReading = reading;
  }
  // The kernel has the tree of the last reading only, so the chosen one is parsed again.
  return { parsed: completeReading === null ? null : parseTree(text, completeReading), error };
}

/**
 * A file with conflict markers is parsed without the markers, or with the first side of each conflict if both sides do not fit together. Any other
 * broken file is parsed without the lines that have errors, unless the text has blanked parts: these cause errors in sound lines.
 * @param isWholeText whether no part of the text is blanked
 */
function parseResolved(dialect: Dialect, text: string, isWholeText: boolean): Parsed {
  const first = parse(dialect, text);
  if (first.parsed !== null) return first;
  if (!hasConflicts(text)) return isWholeText ? parseWithoutLines(dialect, text, first) : first;
  for (const oneSide of [false, true]) {
    const resolved = boundDepth(withoutMarkers(text, oneSide), hasElements(dialect));
    const { parsed } = resolved.certain ? parse(dialect, resolved.text) : first;
    if (parsed !== null) return { parsed, error: first.error };
  }
  return first;
}

/** Maximum number of lines that are blanked before another parser must read the file. */
const maxBrokenLines = 3;

function parseWithoutLines(dialect: Dialect, text: string, first: Parsed): Parsed {
  let rest = text;
  let offset = first.error?.offset ?? null;
  for (let line = 0; line < maxBrokenLines && offset !== null; line++) {
    const shorter = withoutLine(rest, offset);
    if (shorter === null) break;
    const bounded = boundDepth(shorter, hasElements(dialect));
    if (!bounded.certain) break;
    const { parsed, error } = parse(dialect, bounded.text);
    if (parsed !== null) return { parsed, error: first.error, partial: true };
    rest = shorter;
    offset = error?.offset ?? null;
  }
  return first;
}

/** Whether a tree covers its whole text: only comments follow the last statement. */
function isWhole(parsed: SyntaxTree, text: string): boolean {
  let at = parsed.kernel.lastEnd();
  if (at === 0) return false;
  for (const { start, end } of commentsOf(parsed, text)) {
    if (start < at) continue;
    if (text.slice(at, start).trim() !== '') return false;
    at = end;
  }
  return text.slice(at).trim() === '';
}

function syntaxIssue(places: Places, { message, offset }: ParseError): FileIssue {
  if (offset !== null) locate(places, offset);
  return { code: 'syntax', message: message.slice(0, 200), line: offset === null ? null : places.line };
}

interface Tree {
  text: string;
  places: Places;
  parsed: SyntaxTree;
}

/** Matches where a type may contain an import. In other files, which are most, types are skipped. */
const typeImports = /\bimport\s*[(/]/;

/** Matches where a comment may contain a type; in most files none does. */
const docTypes = /@(?:param|returns?|type|typedef)[ \t]*\{/;

function walkTree(language: Language, dialect: Dialect, { text, places, parsed }: Tree): Extraction {
  const { kernel } = parsed;
  const docs: Docs = { text, comments: commentsOf(parsed, text), endedCount: 0, words: [] };
  const walkOptions = { declarationFile: dialect === 'dts', withTypes: typeImports.test(text) };
  const records = kernel.walk(text, places, walkOptions);
  if (records === null) throw new TooDeep();
  const result = emptyExtraction();
  result.definitions = readDefinitions(records, docs);
  result.imports = readImports(records, (module) => language.classifyImport?.(module) ?? 'external');
  result.comments = readComments(docs, places);
  sortByPlace(result.imports);
  result.summary = kernel.summarise(result.definitions, language.id === 'javascript' && docTypes.test(text));
  return result;
}

/** Sorts a list by place. The walk follows the text except for a few wrappers (`<T>value`), so most lists are in order already. */
function sortByPlace(list: { line: number; column: number }[]): void {
  for (let i = 1; i < list.length; i++) {
    const a = list[i - 1]!;
    const b = list[i]!;
    if (a.line > b.line || (a.line === b.line && a.column > b.column)) {
      list.sort((one, other) => one.line - other.line || one.column - other.column);
      return;
    }
  }
}
