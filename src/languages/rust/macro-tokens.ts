/** Tokens of Rust's macros: the trees of tokens in a text, and matchers that read one fragment (`$x:expr`) of them. */
import { afterText, closingBracket } from './code-scan.ts';

export interface Token {
  /** `group` for brackets with their contents, `word` for names, numbers and lifetimes, `literal` for strings and characters, else `sign`. */
  kind: 'group' | 'word' | 'literal' | 'sign';
  /** Offsets in the text. */
  start: number;
  end: number;
  /** The text of a token; of a group its opening bracket. */
  text: string;
  /** The tokens in a group. */
  inner: readonly Token[];
}

const none: readonly Token[] = [];
const word = /(?:r#)?[\p{L}\p{N}_]+|'[\p{L}_][\p{L}\p{N}_]*(?!')/uy;
const longSigns = /=>|->|::|\.\.=|\.\.\.|\.\.|[=!<>+\-*/%^&|]=|&&|\|\|/y;
const maxTokens = 20_000;

/** The tokens between two offsets; null for brackets that do not match, or for too many tokens. */
export function tokensOf(text: string, from: number, end: number, budget = { left: maxTokens }): Token[] | null {
  const tokens: Token[] = [];
  for (let at = from; at < end;) {
    const char = text[at]!;
    if (/\s/.test(char)) {
      at++;
      continue;
    }
    if (budget.left-- <= 0) return null;
    const after = afterText(text, at, end);
    if (after > at + 1) {
      if (char !== '/')
        tokens.push({ kind: 'literal', start: at, end: after, text: text.slice(at, after), inner: none });
      at = after;
    } else if (char === '(' || char === '[' || char === '{') {
      const close = closingBracket(text, at);
      const inner = close === -1 || close >= end ? null : tokensOf(text, at + 1, close, budget);
      if (inner === null) return null;
      tokens.push({ kind: 'group', start: at, end: close + 1, text: char, inner });
      at = close + 1;
    } else if (char === ')' || char === ']' || char === '}') return null;
    else {
      const length = matchedAt(word, text, at);
      const size = length > 0 ? length : Math.max(1, matchedAt(longSigns, text, at));
      tokens.push({
        kind: length > 0 ? 'word' : 'sign',
        start: at,
        end: at + size,
        text: text.slice(at, at + size),
        inner: none,
      });
      at += size;
    }
  }
  return tokens;
}

function matchedAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** Where an expression, type or pattern ends at the latest. */
const ends: Readonly<Record<string, ReadonlySet<string>>> = {
  expr: new Set([',', ';', '=>']),
  ty: new Set([',', ';', '=>', '=', '|', ':']),
  path: new Set([',', ';', '=>', '=', '|', ':']),
  pat: new Set([',', ';', '=>', '=']),
  pat_param: new Set([',', ';', '=>', '=', '|']),
  stmt: new Set([';', ',']),
};

/** The index after a fragment of that kind at `from`; -1 where there is none. */
export function afterFragment(kind: string, tokens: readonly Token[], from: number): number {
  const first = tokens[from];
  if (kind === 'vis') return afterVisibility(tokens, from);
  if (first === undefined) return -1;
  switch (kind) {
    case 'tt':
      return from + 1;
    case 'ident':
      return first.kind === 'word' && /^[\p{L}_r]/u.test(first.text) ? from + 1 : -1;
    case 'lifetime':
      return first.text.startsWith("'") && first.kind === 'word' ? from + 1 : -1;
    case 'literal': {
      const at = first.text === '-' ? from + 1 : from;
      const token = tokens[at];
      const isLiteral = token?.kind === 'literal' || /^(?:\d|true$|false$)/.test(token?.text ?? '');
      return isLiteral ? at + 1 : -1;
    }
    case 'block':
      return first.text === '{' ? from + 1 : -1;
    case 'meta':
      return afterMeta(tokens, from);
    case 'item':
      return afterItem(tokens, from);
    default:
      return ends[kind] === undefined ? -1 : afterRun(kind, tokens, from);
  }
}

function afterVisibility(tokens: readonly Token[], from: number): number {
  if (tokens[from]?.text !== 'pub') return from;
  return tokens[from + 1]?.text === '(' ? from + 2 : from + 1;
}

function afterMeta(tokens: readonly Token[], from: number): number {
  let at = from;
  while (tokens[at]?.kind === 'word' || tokens[at]?.text === '::') at++;
  if (at === from) return -1;
  if (tokens[at]?.kind === 'group') return at + 1;
  return tokens[at]?.text === '=' ? at + 2 : at;
}

function afterItem(tokens: readonly Token[], from: number): number {
  for (let at = from; at < tokens.length; at++) if (tokens[at]!.text === ';' || tokens[at]!.text === '{') return at + 1;
  return -1;
}

/** An expression, type or pattern: everything up to a sign that ends it, outside of angle brackets. */
function afterRun(kind: string, tokens: readonly Token[], from: number): number {
  const hasAngles = kind === 'ty' || kind === 'path';
  let depth = 0;
  let at = from;
  for (; at < tokens.length; at++) {
    const { text } = tokens[at]!;
    if (hasAngles && text === '<') depth++;
    else if (hasAngles && text === '>') depth--;
    if (depth < 0 || (depth === 0 && ends[kind]!.has(text))) break;
    if (hasAngles && text === '{') break;
  }
  return at === from ? -1 : at;
}
