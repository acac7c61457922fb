/**
 * Extraction of TypeScript and JavaScript by oxc: one parse, one walk.
 * Invariants: no text that could crash the native parser reaches it, and no file's content throws. When `extraction` is null another
 * parser has to read `text`, and `issues` say why.
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
import { commentsOf, NoTrees, parseTree, type Reading, type SyntaxTree } from './tree.ts';
import { dropLargeKernel, type ParseError } from './kernel.ts';

type Dialect = 'ts' | 'tsx' | 'jsx' | 'dts';

/** The native parser's tree takes up to 100 bytes a character, and is copied and made nodes of: longer texts are another parser's. */
const maxLength = 4_000_000;

export interface EcmascriptResult {
  extraction: Extraction | null;
  /** The text for another parser: what nests too deep is blanked. */
  text: string;
  issues: FileIssue[];
  /** Lines were given up: what they declare is missing in `extraction`. */
  partial: boolean;
}

/** @param written the text as it can be parsed, of the same length and lines, where that is not as it is */
export function extractEcmascript(
  language: Language,
  path: string,
  text: string,
  written: string | null = null,
): EcmascriptResult {
  const dialect = written === null ? dialectOf(path) : 'tsx';
  const bounded = boundDepth(written ?? text, hasElements(dialect));
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
    // What is blanked out leaves errors that are not the file's.
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
  }
}

/** The tree is deeper than the walk follows. */
class TooDeep extends Error {}

/** The tree is deeper than the stack or the walk goes; anything else is a defect, and the next parser's to read. */
function failureOf(error: unknown): FileIssue {
  if (error instanceof TooDeep || error instanceof RangeError) {
    return { code: 'tooDeep', message: 'nested too deeply for the fast parser', line: null };
  }
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

/** In which ways a dialect is tried: a `.js` file may be a module, a script, CommonJS, or have types in it (Flow). */
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
  /** Lines were given up. */
  partial?: true;
}

/** The first reading without errors; else the first whose tree is whole nevertheless; else none, with the first reading's error. */
function parse(dialect: Dialect, text: string): Parsed {
  let error: ParseError | null = null;
  let whole: Reading | null = null;
  for (const reading of readings[dialect]) {
    const parsed = parseTree(text, reading);
    if (parsed.error === null) return { parsed, error: null };
    error ??= parsed.error;
    // A broken rule (`return` outside a function) leaves the tree whole; text that cannot be parsed leaves none.
    if (whole === null && isWhole(parsed, text)) whole = reading;
  }
  // Of several readings the last one's tree is at hand.
  return { parsed: whole === null ? null : parseTree(text, whole), error };
}

/**
 * A file with conflict markers is read without the markers, or without the second sides where both do not go together; any other broken
 * one without the lines where it breaks.
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

/** Lines that are given up before another parser has to read the file. */
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

/** Whether nothing but comments is left behind the last statement. */
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

/** In most files no type can import anything: those are passed over. */
const typeImports = /\bimport\s*[(/]/;

/** In most files no comment says a type. */
const docTypes = /@(?:param|returns?|type|typedef)[ \t]*\{/;

function walkTree(language: Language, dialect: Dialect, { text, places, parsed }: Tree): Extraction {
  const { kernel } = parsed;
  const docs: Docs = { text, comments: commentsOf(parsed, text), before: 0, words: [] };
  const how = { declarationFile: dialect === 'dts', withTypes: typeImports.test(text) };
  const records = kernel.walk(text, places, how);
  if (records === null) throw new TooDeep();
  const result = emptyExtraction();
  result.definitions = readDefinitions(records, docs);
  result.imports = readImports(records, (module) => language.classifyImport?.(module) ?? 'external');
  result.comments = readComments(docs, places);
  sortByPlace(result.imports);
  result.summary = kernel.summarise(result.definitions, language.id === 'javascript' && docTypes.test(text));
  return result;
}

/** The walk follows the text but for a few wrappers (`<T>value`), so most lists are in order already. */
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
