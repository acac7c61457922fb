/**
 * Rewrites macro calls whose arguments look like expressions (`ok!(self.parse(cmd))`) to function calls: the `!` becomes a blank, so
 * that the grammar parses the arguments. The tokens of a macro may mean anything, so a macro call is left unchanged if its
 * arguments do not look like a list of expressions.
 * Invariant: the text keeps its length and lines.
 */
import { afterText, closingBracket } from './code-scan.ts';

const calls = /(?<![\w:#$])(?:\w+::)*([a-z_]\w*)!(?=\()/g;

/** Macros whose arguments are text, patterns, or code that they do not run. */
const excludedMacros: ReadonlySet<string> = new Set(
  'macro_rules stringify concat include include_str include_bytes env option_env cfg compile_error quote quote_spanned parse_quote try'.split(
    ' ',
  ),
);

/** Limits of the length of an argument list, in UTF-16 units: where all of its blocks are bodies of closures, which are code, and otherwise. */
const maxLengthOfClosures = 30_000;
const maxLength = 2000;

/** Rewrites the calls in a file. */
export function rewriteArgumentMacros(text: string): string {
  const blanks: number[] = [];
  calls.lastIndex = 0;
  for (let call = calls.exec(text); call !== null; call = calls.exec(text)) {
    const open = calls.lastIndex;
    if (excludedMacros.has(call[1]!)) continue;
    const end = closingBracket(text, open);
    if (end === -1 || end - open > maxLengthOfClosures) continue;
    const skeleton = skeletonOf(text, open + 1, end);
    if (end - open > maxLength && otherBlock.test(skeleton.code)) continue;
    if (!areExpressions(skeleton, call[1]!)) continue;
    // The grammar accepts a macro call as an item, but not a function call.
    if (text[end + 1] === ';' && isItem(text, call.index)) continue;
    blanks.push(open - 1, ...skeleton.blanks);
  }
  if (blanks.length === 0) return text;
  let rewritten = '';
  let from = 0;
  for (const blank of blanks.sort((a, b) => a - b)) {
    rewritten += `${text.slice(from, blank)} `;
    from = blank + 1;
  }
  return rewritten + text.slice(from);
}

interface Skeleton {
  /** The code without comments and without the contents of strings and braces; `#` if it is a pattern or does not end properly. */
  code: string;
  /** Offsets of characters that are left out of `code`, and must be blanks for the grammar. */
  blanks: number[];
}

function skeletonOf(text: string, from: number, end: number): Skeleton {
  let code = '';
  const blanks: number[] = [];
  for (let at = from; at < end;) {
    // `@"…"`: a snapshot that a macro keeps in the code.
    if (text[at] === '@' && afterText(text, at + 1, end) > at + 2) {
      blanks.push(at++);
      continue;
    }
    const next = text[at] === '{' ? closingBracket(text, at) + 1 : afterText(text, at, end);
    // `Kind::A { .. }` is a pattern. The result `#` matches `nonExpressions`.
    if (next === 0 || next > end || (text[at] === '{' && /\.\.\s*\}$/.test(text.slice(at, next))))
      return { code: '#', blanks };
    code += next === at + 1 ? text[at]! : text[at] === '{' ? '{}' : text[at] === '/' ? ' ' : '""';
    at = next;
  }
  return { code, blanks };
}

/** Keywords inside expressions. Before adjacent words are searched, each keyword is replaced by an operator, which may separate words. */
const keywords = /\b(?:as|mut|move|return|unsafe|async|await|break|continue)\b/g;
/** The parameters of a closure, which may have types. */
const closureParameters = /\|(?<=(?:^|[(,=]|\bmove)\s*\|)[^|]*\|/g;
/** A block that is no body of a closure. */
const otherBlock = /\{(?<!\|\s*\{)/;
const itemKeywords = /\b(?:pub|fn|struct|impl|enum|trait|type|use|mod|static|const|where|extern|let|dyn|ref)\b/;
/** Syntax that cannot occur in a list of expressions: macro rules, names before a colon, signs of other notations, adjacent words. */
const nonExpressions =
  /--|\.\.\.|<>|\b(?:str|bool|char|[iuf]\d+|[iu]size)!|=\s*[%?]|(?:^|,)\s*<|>\s*(?:,|$)|!\s*(?:[),.?]|$)|[$#@\\;]|=>|->|<-|(?<!:):(?!:)|(?:^|,)\s*[%?.=]|[\w)\]}"]\s+[\w"(]|^\s*$|,\s*,|(?:^|[^\w])_(?:[^\w]|$)/;

function areExpressions(skeleton: Skeleton, name: string): boolean {
  const code = skeleton.code.replace(closureParameters, '||');
  if (!/[(.]|::|\|\s*\{/.test(code) || itemKeywords.test(code)) return false;
  // The last argument of `matches!` is a pattern, which would be read as a call or a struct if it has parentheses or braces.
  if (/^(?:debug_)?(?:assert_)?matches$/.test(name) && /\(|\{/.test(code.slice(code.lastIndexOf(',')))) return false;
  return !nonExpressions.test(code.replace(keywords, '+'));
}

/** The enclosing block is searched in this many lines above a call. */
const maxLines = 3000;

/**
 * Whether a macro call at the start of a line is an item, that is, directly in the body of a module, impl, trait or extern block.
 * The usual indentation is assumed.
 */
function isItem(text: string, at: number): boolean {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const depth = at - start;
  if (depth === 0 || text.slice(start, at).trim() !== '') return false;
  let end = start - 1;
  for (let lines = 0; end > 0 && lines < maxLines; lines++) {
    const from = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(from, end);
    end = from - 1;
    const indent = line.search(/\S/);
    if (indent === -1 || indent >= depth || /^(?:#|\/\/|where\b|\{$|\)|\})/.test(line.slice(indent))) continue;
    return /^(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?(?:mod|impl|trait|extern)\b/.test(line.slice(indent));
  }
  return false;
}
