/**
 * Where a variable or parameter that only its function knows is declared, for a place that names it. The file's summary has the declarations; their
 * blocks, which it does not place, are read from the brackets of the text.
 */
import { entityFields, entityFlags, entityKinds, entityWidth, type FileSummary } from '../../../model/file-summary.ts';
import type { LocalDeclaration } from '../../../model/code-questions.ts';

/** A place in the text; both count from 1. */
interface Place {
  line: number;
  column: number;
}

interface Span {
  startLine: number;
  endLine: number;
}

/** The text of a file, and what the index knows of it. */
export interface LocalContext {
  lines: readonly string[];
  summary: FileSummary;
  /** Spans of the file's functions, by the index of their definitions; other definitions are left out. */
  functions: ReadonlyMap<number, Span>;
  /** Whether blocks are made by brackets, and not by indentation or `end`. */
  hasBraces: boolean;
}

interface Declaration extends Place {
  entity: number;
  kind: LocalDeclaration['kind'];
}

const kinds: ReadonlyMap<number, LocalDeclaration['kind']> = new Map([
  [entityKinds.variable, 'variable'],
  [entityKinds.parameter, 'parameter'],
  [entityKinds.typeParameter, 'typeParameter'],
  [entityKinds.function, 'function'],
  [entityKinds.import, 'import'],
]);

const fieldKinds: ReadonlyMap<number, LocalDeclaration['kind']> = new Map([[entityKinds.property, 'field']]);

/**
 * Texts and comments of most languages, whose brackets do not count. A quote of Rust's lifetimes begins no text. An unfinished text or comment ends
 * with its line, one of several lines with what is searched.
 */
const texts =
  /"(?:\\.|[^"\\\n])*"?|`(?:\\[^]|[^`\\])*`?|'(?:\\[^'\n]+|[^'\\\n]{0,200})'|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
/** How far before a place the beginning of its statement is searched (UTF-16 units). */
const maxHead = 500;
/** The beginning of a statement whose names end with its block. */
const blockHead = /\b(?:for|foreach|if|while|switch|catch|match|when|with|using)\b[^{};]*(?:;[^{};]*)?$/;
const arrow = /=>|->|\|/;
/** What follows the parameters of a function without a name. */
const body = /^(?:[^\n;{}=]*\{|\s*(?::[^=;]*?)?(?:=>|->|throws\b|in\b))/;

/**
 * The field of a type without a name that a member at a place means, as those of a table of tests: the only field of the name that such a type around the
 * place declares. Null for none, or several.
 */
export function localField(
  context: LocalContext,
  { name, place }: { name: string; place: Place },
): (Declaration & { container: number }) | null {
  const declared = declarationsOf(context, name, fieldKinds);
  for (const level of [...functionsAround(context, place), -1]) {
    const own = declared.filter((one) => (functionsAround(context, one)[0] ?? -1) === level);
    if (own.length > 0) return own.length === 1 ? { ...own[0]!, container: level } : null;
  }
  return null;
}

/** The declaration that a name at a place means; null for none. */
export function localDeclaration(
  context: LocalContext,
  { name, place }: { name: string; place: Place },
): (Declaration & { container: number }) | null {
  const declared = declarationsOf(context, name, kinds);
  const outer = functionsAround(context, place);
  // From the innermost function outwards; last, what no function contains.
  for (const level of [...outer, -1]) {
    const own = declared.filter((one) => ownerOf(context, one) === level);
    const found = nearest(context, own, place);
    if (found !== null) return { ...found, container: level };
  }
  return null;
}

function nearest(context: LocalContext, declared: readonly Declaration[], place: Place): Declaration | null {
  const before = declared.filter((one) => compare(one, place) <= 0);
  if (!context.hasBraces) return before.at(-1) ?? declared[0] ?? null;
  const open = before.filter((one) => isOpen(context, one, place));
  // A name may be used in a function before the line that declares it.
  const isHoisted = ({ kind }: Declaration): boolean => kind !== 'parameter' && kind !== 'typeParameter';
  return open.at(-1) ?? declared.find((one) => compare(one, place) > 0 && isHoisted(one)) ?? null;
}

function compare(a: Place, b: Place): number {
  return a.line - b.line || a.column - b.column;
}

/** The declarations of a name without a definition, in order of place. */
function declarationsOf(
  { summary }: LocalContext,
  name: string,
  wanted: ReadonlyMap<number, LocalDeclaration['kind']>,
): Declaration[] {
  const { entities, strings } = summary;
  const index = strings.indexOf(name);
  const found: Declaration[] = [];
  for (let at = 0; index !== -1 && at < entities.length; at += entityWidth) {
    if (entities[at + entityFields.name] !== index) continue;
    const kind = wanted.get(entities[at + entityFields.kind]!);
    const isNarrowed = (entities[at + entityFields.flags]! & entityFlags.narrowed) !== 0;
    if (kind === undefined || isNarrowed || entities[at + entityFields.definition] !== -1) continue;
    const [line, column] = [entities[at + entityFields.line]!, entities[at + entityFields.column]!];
    found.push({ entity: at / entityWidth, kind, line, column });
  }
  return found.sort(compare);
}

/** The functions that contain a place, the innermost first. */
function functionsAround({ functions }: LocalContext, { line }: Place): number[] {
  const around = [...functions].filter(([, { startLine, endLine }]) => startLine <= line && line <= endLine);
  return around.sort(([, a], [, b]) => a.endLine - a.startLine - (b.endLine - b.startLine)).map(([index]) => index);
}

/** The function that declares it: of a parameter its own, else the innermost around it; -1 for none. */
function ownerOf(context: LocalContext, { entity, kind, line, column }: Declaration): number {
  const { summary, functions } = context;
  if (kind === 'parameter') {
    const parent = summary.entities[entity * entityWidth + entityFields.parent]!;
    const definition = parent < 0 ? -1 : summary.entities[parent * entityWidth + entityFields.definition]!;
    if (functions.has(definition)) return definition;
  }
  return functionsAround(context, { line, column })[0] ?? -1;
}

/** Whether the block of a declaration still contains a place after it. */
function isOpen(context: LocalContext, declared: Declaration, place: Place): boolean {
  const { lines, summary, functions } = context;
  if (compare(declared, place) === 0) return true;
  if (declared.kind === 'parameter') {
    const parent = summary.entities[declared.entity * entityWidth + entityFields.parent]!;
    const definition = parent < 0 ? -1 : summary.entities[parent * entityWidth + entityFields.definition]!;
    if (functions.has(definition)) return true;
  }
  const pattern = patternAround(lines, declared);
  const from = pattern === null ? declared : pattern.start;
  const whole = textBetween(lines, from, place);
  const end = pattern === null ? 0 : endOfBrackets(whole);
  // The place is in the pattern itself.
  if (end === null) return true;
  const text = whole.slice(end);
  if (declared.kind === 'parameter' || pattern?.isParameter === true) return isInLambda(text);
  const head = (lines[from.line - 1] ?? '').slice(0, from.column - 1).replace(texts, blank);
  const statement = head.slice(Math.max(head.lastIndexOf('{'), head.lastIndexOf('}')) + 1);
  return isInBlock(text, blockHead.test(statement.slice(-maxHead)));
}

/** Lines before a declaration in which the pattern around it may begin. */
const patternLines = 50;
const declarationWord = /\b(?:const|let|var|auto)\b[\w:&\s]*$/;
/** What stands before a pattern in another one, or in parameters. */
const beforeInner = /(?:[(,:[{]|\.\.\.)\s*$/;

/** The outermost destructuring pattern around a declaration, `{ a, b: [c] }`: where it begins, and whether it is a parameter. Null for none. */
function patternAround(lines: readonly string[], declared: Place): { start: Place; isParameter: boolean } | null {
  const first = Math.max(1, declared.line - patternLines);
  const before = textBetween(lines, { line: first, column: 1 }, declared);
  const startAt = (at: number): Place => {
    const above = before.slice(0, at).split('\n');
    return { line: first + above.length - 1, column: above.at(-1)!.length + 1 };
  };
  let closed = 0;
  let found: number | null = null;
  for (let at = before.length - 1; at >= 0; at--) {
    const char = before[at]!;
    if (')]}'.includes(char)) closed++;
    else if (char === ';' && closed === 0) return null;
    else if (!'([{'.includes(char)) continue;
    else if (closed > 0) closed--;
    else if (char === '(') return found === null ? null : { start: startAt(found), isParameter: true };
    else {
      const head = before.slice(Math.max(0, at - maxHead), at);
      if (declarationWord.test(head)) return { start: startAt(at), isParameter: false };
      // A block, or a literal.
      if (!beforeInner.test(head)) return null;
      found = at;
    }
  }
  return null;
}

/** The offset behind the bracket that closes the one at the beginning; null where it is open at the end. */
function endOfBrackets(text: string): number | null {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) depth++;
    else if (')]}'.includes(text[at]!) && --depth === 0) return at + 1;
  }
  return null;
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}

function textBetween(lines: readonly string[], from: Place, to: Place): string {
  const between = lines.slice(from.line - 1, to.line);
  if (between.length === 0) return '';
  between[between.length - 1] = between.at(-1)!.slice(0, to.column - 1);
  return between
    .join('\n')
    .slice(from.column - 1)
    .replace(texts, blank);
}

/** Whether the block is open at the end of the text. @param endsWithBlock whether the first block of the text is that of the declaration */
function isInBlock(text: string, endsWithBlock: boolean): boolean {
  let parentheses = 0;
  /** For each open brace, whether it is that of the declaration's block, and not of a function in the head. */
  const open: boolean[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '(') parentheses++;
    // The head of the block may be in parentheses, which open before the declaration.
    else if (char === ')') parentheses = Math.max(0, parentheses - 1);
    else if (char === '{') open.push(parentheses === 0);
    else if (char === '}') {
      const isOwn = open.pop();
      if (isOwn === undefined) return false;
      const isEnd = isOwn && open.length === 0 && endsWithBlock;
      if (isEnd && !/^\s*(?:else|elif)\b/.test(text.slice(at + 1, at + 40))) return false;
    }
  }
  return true;
}

/** Whether the function without a name, one of whose parameters begins the text, is open at its end. */
function isInLambda(text: string): boolean {
  let depth = 0;
  let isBody = false;
  // A brace among the parameters is a pattern's.
  let isBehindParameters = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (depth === 0 && arrow.test(text.slice(at, at + 2))) isBody = true;
    if ('([{'.includes(char)) {
      depth++;
      if (char === '{' && isBehindParameters) isBody = true;
    } else if (')]}'.includes(char)) {
      depth--;
      if (depth >= 0) continue;
      if (char !== ')' || isBody || !body.test(text.slice(at + 1))) return false;
      isBehindParameters = true;
      depth = 0;
    } else if (depth === 0 && isBody && (char === ',' || char === ';')) return false;
  }
  return true;
}
