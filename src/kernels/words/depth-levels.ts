/** The open levels at a position of the depth scan (`depth.ts`), and the stack that the parser needs for them. */
import { nextUnit as nextIn, unit } from './memory';

/** Kinds of levels. The kind of the innermost level determines how the scan reads on. */
export const enum Kind {
  root,
  paren,
  bracket,
  brace,
  /** `<` that may begin type arguments. */
  angle,
  /** `${` in a template. */
  substitution,
  template,
  /** An element's tag, from `<` to `>`. */
  tag,
  /** Between an element's tags. */
  element,
}

/** The last token: an operator (so `/` starts a regular expression), an operand, a word that may be either, a closing brace. */
export const enum Token {
  operator,
  operand,
  either,
  brace,
}
/**
 * Bytes of native stack per construct, measured with oxc-parser 0.154 on Linux x64 (4 MB divided by the depth that crashed), rounded up.
 * The costs of nested constructs add up.
 */
export const enum Cost {
  bracket = 2800,
  angle = 1500,
  element = 550,
  arrow = 950,
  conditional = 750,
  /** `@` where an operand is expected: a decorator that another one decorates (`@@@`). */
  decorator = 750,
  assignment = 500,
  colon = 450,
  /** `<T>x`, `a<b>.c`. */
  assertion = 300,
  operator = 150,
  /** One more link in a chain that the parser builds in a loop, but walks recursively. `dot` is the cheapest of them. */
  link = 120,
  dot = 70,
}

/** Maximum number of levels. Normally a text exceeds `stackLimit` first; the scan of a text with more levels is `lost`. */
const maxLevels: i32 = 4096;

/** By level: its kind, and whether its parentheses are those of an `if`, `for`, `while` or `with`. */
const kinds = memory.data(maxLevels);
const heads = memory.data(maxLevels);
/** By level: its own cost, and the costs of its current expression and statement. */
const bases = memory.data(maxLevels << 2);
const expressions = memory.data(maxLevels << 2);
const statements = memory.data(maxLevels << 2);

@unmanaged
class Scan {
  /** Address and length of the text (UTF-16 units). */
  text: usize = 0;
  length: i32 = 0;
  /** Whether `<` may start an element. */
  jsx: bool = false;
  /** The reading position, as an offset. */
  at: i32 = 0;
  /** The innermost open level. */
  top: i32 = 0;
  /** Sum of the costs of all levels. */
  total: i32 = 0;
  token: i32 = 0;
  /** Whether a line ends between the last token and `at`. */
  afterLineEnd: bool = false;
  /** Whether the last token was a dot, so that the next word is a name. */
  afterDot: bool = false;
  /** Whether the last word was `if`, `for`, `while` or `with`. */
  afterHeadWord: bool = false;
  /** Cost of a dot: `namespace a.b.c` nests. */
  dotCost: i32 = 0;
  /** The cost that the last statement end released; `else` adds it again. */
  releasedCost: i32 = 0;
  /** Whether the scan can no longer distinguish code from text. */
  lost: bool = false;
}

/** There is one scan at a time. */
export const scan = new Scan();

export function startScan(text: usize, length: i32, jsx: bool): void {
  scan.text = text;
  scan.length = length;
  scan.jsx = jsx;
  scan.at = 0;
  scan.top = 0;
  scan.total = 0;
  scan.token = Token.operator;
  scan.afterLineEnd = true;
  scan.afterDot = false;
  scan.afterHeadWord = false;
  scan.dotCost = Cost.dot;
  scan.releasedCost = 0;
  scan.lost = false;
  store<i32>(bases, 0);
  store<i32>(expressions, 0);
  store<i32>(statements, 0);
}

/** The code unit at an offset; -1 after the end. */
export function unitAt(at: i32): i32 {
  return at < scan.length ? unit(scan.text, at) : -1;
}

/** The offset of the next occurrence of a character; the text's end for none. */
export function nextUnit(code: i32, from: i32): i32 {
  return from < scan.length ? nextIn(scan.text, code, from, scan.length) : scan.length;
}

/** The offset where the line ends; the text's end for the last one. The parser knows four ends of lines, and reads on behind each of them. */
export function lineEnd(from: i32): i32 {
  if (from >= scan.length) return scan.length;
  let end = nextIn(scan.text, 10 /* \n */, from, scan.length);
  end = nextIn(scan.text, 13 /* \r */, from, end);
  end = nextIn(scan.text, 0x2028, from, end);
  return nextIn(scan.text, 0x2029, from, end);
}

export function isLineEnd(code: i32): bool {
  return code === 10 /* \n */ || code === 13 /* \r */ || code === 0x2028 || code === 0x2029;
}

/** The offset of the next `*\/`; the text's end for none. */
export function commentEnd(from: i32): i32 {
  let at = nextUnit(42 /* * */, from);
  while (at < scan.length && unitAt(at + 1) !== 47 /* / */) at = nextUnit(42 /* * */, at + 1);
  return at;
}

function numberAt(list: usize, level: i32): usize {
  return list + ((<usize>level) << 2);
}

export function topKind(): i32 {
  return <i32>load<u8>(kinds + <usize>scan.top);
}

export function setTopKind(kind: i32): void {
  store<u8>(kinds + <usize>scan.top, <u8>kind);
}

export function topExpression(): i32 {
  return load<i32>(numberAt(expressions, scan.top));
}

export function topStatement(): i32 {
  return load<i32>(numberAt(statements, scan.top));
}

/** Adds a cost that lasts until the current expression ends. */
export function spend(cost: i32): void {
  store<i32>(numberAt(expressions, scan.top), topExpression() + cost);
  scan.total += cost;
}

/** Adds a cost that lasts until the current statement ends. */
export function spendStatement(cost: i32): void {
  store<i32>(numberAt(statements, scan.top), topStatement() + cost);
  scan.total += cost;
}

/** Adds a cost that lasts until the innermost level closes. */
export function spendLevel(cost: i32): void {
  const base = numberAt(bases, scan.top);
  store<i32>(base, load<i32>(base) + cost);
  scan.total += cost;
}

export function openLevel(kind: i32, cost: i32): void {
  if (scan.top === maxLevels - 1) {
    scan.lost = true;
    return;
  }
  const top = ++scan.top;
  store<u8>(kinds + <usize>top, <u8>kind);
  store<u8>(heads + <usize>top, kind === Kind.paren && scan.afterHeadWord ? 1 : 0);
  store<i32>(numberAt(bases, top), cost);
  store<i32>(numberAt(expressions, top), 0);
  store<i32>(numberAt(statements, top), 0);
  scan.total += cost;
  scan.token = Token.operator;
  scan.afterDot = false;
  scan.afterHeadWord = false;
  scan.dotCost = Cost.dot;
}

export function popLevel(): void {
  scan.total -= load<i32>(numberAt(bases, scan.top)) + topExpression() + topStatement();
  scan.top--;
}

/** Closes levels of `<` that turned out to be an operator. */
export function closeAngles(): void {
  while (topKind() === Kind.angle) popLevel();
}

/** Closes templates, tags, elements and `<` down to the innermost bracket or `${`. */
export function closeToBracket(): void {
  for (let kind = topKind(); kind === Kind.angle || kind >= Kind.template; kind = topKind()) popLevel();
}

/** Drops the costs of the current expression, which has ended. */
export function resetExpression(): void {
  scan.total -= topExpression();
  store<i32>(numberAt(expressions, scan.top), 0);
}

export function resetStatement(): void {
  scan.total -= topStatement();
  store<i32>(numberAt(statements, scan.top), 0);
}

/** Drops the costs of the current expression and statement, which have ended. */
export function resetLevel(): void {
  scan.releasedCost = topExpression() + topStatement();
  resetExpression();
  resetStatement();
}

/** For a closing bracket, `>` or backtick: closes the innermost level of its kind and all levels within it. */
export function closeLevel(code: i32): void {
  let top = scan.top;
  let kind = 0;
  for (; top > 0; top--) {
    kind = <i32>load<u8>(kinds + <usize>top);
    if (closes(code, kind)) break;
    // A bracket cannot end what is outside its template or element.
    if (kind >= Kind.substitution) return;
  }
  if (top === 0) return;
  const head = load<u8>(heads + <usize>top) === 1;
  while (scan.top >= top) popLevel();
  if (kind === Kind.brace) scan.token = Token.brace;
  else scan.token = head ? Token.operator : Token.operand;
}

/** Whether a character closes a level of this kind. */
function closes(code: i32, kind: i32): bool {
  switch (code) {
    case 41: // )
      return kind === Kind.paren;
    case 93: // ]
      return kind === Kind.bracket;
    case 125: // }
      return kind === Kind.brace || kind === Kind.substitution;
    case 62: // >
      return kind === Kind.angle;
    case 96: // `
      return kind === Kind.template;
    default:
      return false;
  }
}
