/**
 * Macros whose arguments look like expressions (`ok!(self.parse(cmd))`, `ready!(writer.poll_flush(cx))?`), and which evaluate
 * them or pass them on. The grammar is shown a call, so it parses the arguments. Tokens may mean anything: what does not look
 * like a list of expressions is left alone.
 * Invariant: the text keeps its length and lines.
 */
import { afterText, closing } from './code-scan.ts';

const calls = /(?<![\w:#$])(?:\w+::)*([a-z_]\w*)!(?=\()/g;

/** Macros whose arguments are text, patterns, or code that they do not run. */
const others: ReadonlySet<string> = new Set(
  'macro_rules stringify concat include include_str include_bytes env option_env cfg compile_error quote quote_spanned parse_quote try'.split(
    ' ',
  ),
);

/** Limit of a call's length, in UTF-16 units. */
const maxLength = 2000;

export function showArgumentMacros(text: string): string {
  const marks: number[] = [];
  calls.lastIndex = 0;
  for (let call = calls.exec(text); call !== null; call = calls.exec(text)) {
    const open = calls.lastIndex;
    if (others.has(call[1]!)) continue;
    const end = closing(text, open);
    if (end === -1 || end - open > maxLength || !areExpressions(plain(text, open + 1, end), call[1]!)) continue;
    if (text[end + 1] === ';' && isItem(text, call.index)) continue;
    marks.push(open - 1);
  }
  if (marks.length === 0) return text;
  let shown = '';
  let from = 0;
  for (const mark of marks) {
    shown += `${text.slice(from, mark)} `;
    from = mark + 1;
  }
  return shown + text.slice(from);
}

/** The code without comments, the content of strings, and the content of braces. */
function plain(text: string, from: number, end: number): string {
  let code = '';
  for (let at = from; at < end;) {
    const next = text[at] === '{' ? closing(text, at) + 1 : afterText(text, at, end);
    // `Kind::A { .. }` is a pattern.
    if (next === 0 || next > end || (text[at] === '{' && /\.\.\s*\}$/.test(text.slice(at, next)))) return '#';
    code += next === at + 1 ? text[at]! : text[at] === '{' ? '{}' : text[at] === '/' ? ' ' : '""';
    at = next;
  }
  return code;
}

const keywords = /\b(?:as|mut|move|return|unsafe|async|await|break|continue)\b/g;
const items = /\b(?:pub|fn|struct|impl|enum|trait|type|use|mod|static|const|where|extern|let|dyn|ref)\b/;
/** Syntax that is no list of expressions: macro rules, names before a colon, signs of other notations, adjacent words. */
const noExpressions =
  /--|\.\.\.|<>|\b(?:str|bool|char|[iuf]\d+|[iu]size)!|=\s*[%?]|(?:^|,)\s*<|>\s*(?:,|$)|!\s*(?:[),.?]|$)|[$#@\\;]|=>|->|<-|(?<!:):(?!:)|(?:^|,)\s*[%?.=]|[\w)\]}"]\s+[\w"(]|^\s*$|,\s*,|(?:^|[^\w])_(?:[^\w]|$)/;

function areExpressions(code: string, name: string): boolean {
  if (!/[(.]|::/.test(code) || items.test(code)) return false;
  // After the last comma stands a pattern, which would be read as a call if it has arguments.
  if (/^(?:debug_)?(?:assert_)?matches$/.test(name) && /\(|\{/.test(code.slice(code.lastIndexOf(',')))) return false;
  return !noExpressions.test(code.replace(keywords, '+'));
}

/** How many lines above are searched for the surrounding block. */
const maxLines = 3000;

/**
 * Whether a line that begins with a macro call is in the body of a module or impl, where no function call may stand. Judged by
 * the usual indentation.
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
