/**
 * Macros by example (`macro_rules!`) of a file: their rules, how a call matches one, and the text that the rule makes of it.
 * Invariant: what is not understood gives null; a rule is never half expanded.
 */
import type { Pieces, Source } from '../expanded-text.ts';
import { closingBracket } from './code-scan.ts';
import { afterFragment, tokensOf, type Token } from './macro-tokens.ts';

export interface Rule {
  pattern: readonly Token[];
  body: Token;
}

export interface MacroRules {
  name: string;
  /** Offsets of the whole definition. */
  start: number;
  end: number;
  rules: readonly Rule[];
}

const definitions = /\bmacro_rules!\s+(\w+)\s*[({[]/g;

/** The macros that a text defines. One whose rules cannot be read has none. */
export function macrosIn(text: string): MacroRules[] {
  const found: MacroRules[] = [];
  definitions.lastIndex = 0;
  for (let match = definitions.exec(text); match !== null; match = definitions.exec(text)) {
    const lineStart = text.lastIndexOf('\n', match.index) + 1;
    if (text.slice(lineStart, match.index).includes('//')) continue;
    const open = definitions.lastIndex - 1;
    const close = closingBracket(text, open);
    if (close === -1) continue;
    found.push({
      name: match[1]!,
      start: match.index,
      end: close + 1,
      rules: rulesOf(tokensOf(text, open + 1, close)),
    });
    definitions.lastIndex = close;
  }
  return found;
}

function rulesOf(tokens: readonly Token[] | null): Rule[] {
  const rules: Rule[] = [];
  for (let at = 0; tokens !== null && at + 2 < tokens.length; at += 4) {
    const [pattern, arrow, body] = tokens.slice(at, at + 3);
    if (pattern?.kind !== 'group' || arrow?.text !== '=>' || body?.kind !== 'group') return [];
    rules.push({ pattern: pattern.inner, body });
  }
  return rules;
}

/** What a variable of a rule stands for: a range of the call's text, or one for each repetition. */
type Bound = { start: number; end: number } | Bound[];
type Bindings = Map<string, Bound>;

/** `$( … ) sep op` at a position of a pattern or body. */
interface Repetition {
  inner: readonly Token[];
  group: Token;
  separator: Token | null;
  operator: string;
  /** The index behind it. */
  next: number;
}

function repetitionAt(tokens: readonly Token[], at: number): Repetition | null {
  const group = tokens[at + 1];
  if (tokens[at]!.text !== '$' || group?.text !== '(') return null;
  const isOperator = (token: Token | undefined): boolean => token !== undefined && /^[*+?]$/.test(token.text);
  const [first, second] = [tokens[at + 2], tokens[at + 3]];
  if (isOperator(first) && !(first!.text !== '*' && isOperator(second) && second!.start === first!.end))
    return { inner: group.inner, group, separator: null, operator: first!.text, next: at + 3 };
  if (first === undefined || !isOperator(second)) return null;
  return { inner: group.inner, group, separator: first, operator: second!.text, next: at + 4 };
}

/** Matches a pattern with tokens; returns the index after the match, -1 for none. */
function match(pattern: readonly Token[], tokens: readonly Token[], from: number, bindings: Bindings): number {
  let at = from;
  for (let part = 0; part < pattern.length;) {
    const token = pattern[part]!;
    const repetition = repetitionAt(pattern, part);
    if (repetition !== null) {
      at = matchRepeated(repetition, tokens, at, bindings);
      if (at === -1) return -1;
      part = repetition.next;
    } else if (token.text === '$' && pattern[part + 2]?.text === ':') {
      const [name, kind] = [pattern[part + 1]!.text, pattern[part + 3]?.text ?? ''];
      const next = afterFragment(kind, tokens, at);
      if (next === -1) return -1;
      const [first, last] = [tokens[at], tokens[next - 1]];
      bindings.set(name, next === at ? { start: 0, end: 0 } : { start: first!.start, end: last!.end });
      at = next;
      part += 4;
    } else {
      const given = tokens[at];
      if (given === undefined || given.text !== token.text) return -1;
      if (token.kind === 'group' && match(token.inner, given.inner, 0, bindings) !== given.inner.length) return -1;
      at++;
      part++;
    }
  }
  return at;
}

function matchRepeated(
  { inner, separator, operator }: Repetition,
  tokens: readonly Token[],
  from: number,
  bindings: Bindings,
): number {
  const all: Bindings[] = [];
  let at = from;
  while (at < tokens.length && !(operator === '?' && all.length > 0)) {
    let start = at;
    if (all.length > 0 && separator !== null) {
      if (tokens[at]!.text !== separator.text) break;
      start = at + 1;
    }
    const bound: Bindings = new Map();
    const next = match(inner, tokens, start, bound);
    if (next === -1 || next === start) break;
    all.push(bound);
    at = next;
  }
  if (operator === '+' && all.length === 0) return -1;
  for (const name of namesIn(inner))
    bindings.set(
      name,
      all.flatMap((one) => (one.has(name) ? [one.get(name)!] : [])),
    );
  return at;
}

/** The variables that a pattern binds. */
function namesIn(pattern: readonly Token[]): string[] {
  return pattern.flatMap((token, at) => {
    if (token.kind === 'group') return namesIn(token.inner);
    const name = pattern[at + 1];
    return token.text === '$' && name?.kind === 'word' ? [name.text] : [];
  });
}

const maxExpanded = 200_000;

/**
 * Writes what a call with these arguments becomes by the first rule that matches; returns whether it could.
 * @param text the file, which has the rules
 */
export function expand(
  text: string,
  rules: readonly Rule[],
  { source, args }: { source: Source; args: readonly Token[] },
  pieces: Pieces,
): boolean {
  for (const { pattern, body } of rules) {
    const bindings: Bindings = new Map();
    if (match(pattern, args, 0, bindings) !== args.length) continue;
    const limit = pieces.length + maxExpanded;
    return transcribe(
      text,
      { tokens: body.inner, from: body.start + 1, to: body.end - 1 },
      { bindings, source, pieces, limit },
    );
  }
  return false;
}

interface Transcription {
  bindings: Bindings;
  /** What the bindings are ranges of. */
  source: Source;
  pieces: Pieces;
  limit: number;
}

/** Writes the text between two offsets, with variables and repetitions replaced. */
function transcribe(
  text: string,
  { tokens, from, to }: { tokens: readonly Token[]; from: number; to: number },
  into: Transcription,
): boolean {
  const { bindings, source, pieces, limit } = into;
  let copied = from;
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]!;
    if (pieces.length > limit) return false;
    const repetition = repetitionAt(tokens, at);
    const name = token.text === '$' ? tokens[at + 1] : undefined;
    if (repetition !== null) {
      pieces.add(text.slice(copied, token.start), copied);
      if (!repeat(text, repetition, into)) return false;
      copied = tokens[repetition.next - 1]!.end;
      at = repetition.next;
    } else if (name?.kind === 'word') {
      const bound = bindings.get(name.text);
      if (Array.isArray(bound) || (bound === undefined && name.text !== 'crate')) return false;
      pieces.add(text.slice(copied, token.start), copied);
      if (bound === undefined) pieces.add('crate', name.start);
      else pieces.addFrom(source, bound.start, bound.end);
      copied = name.end;
      at += 2;
    } else {
      if (token.kind === 'group') {
        pieces.add(text.slice(copied, token.start + 1), copied);
        if (!transcribe(text, { tokens: token.inner, from: token.start + 1, to: token.end - 1 }, into)) return false;
        copied = token.end - 1;
      }
      at++;
    }
  }
  pieces.add(text.slice(copied, to), copied);
  return true;
}

function repeat(text: string, { inner, group, separator }: Repetition, into: Transcription): boolean {
  const { bindings, source, pieces, limit } = into;
  const repeated = [...new Set(namesIn(inner))].filter((name) => Array.isArray(bindings.get(name)));
  const count = Math.max(0, ...repeated.map((name) => (bindings.get(name) as Bound[]).length));
  if (repeated.length === 0) return false;
  for (let turn = 0; turn < count; turn++) {
    const ofTurn: Bindings = new Map(bindings);
    for (const name of repeated) {
      const bound = (bindings.get(name) as Bound[])[turn];
      if (bound === undefined) return false;
      ofTurn.set(name, bound);
    }
    if (turn > 0 && separator !== null) pieces.add(separator.text, separator.start);
    const range = { tokens: inner, from: group.start + 1, to: group.end - 1 };
    if (!transcribe(text, range, { bindings: ofTurn, source, pieces, limit })) return false;
    pieces.add('\n', group.end - 1);
  }
  return true;
}

/** A rule as code in which names stand for its variables. */
export interface Template {
  /** The names of the variables with the kinds of their fragments, in order. */
  variables: ReadonlyMap<string, string>;
  /** Whether the pattern is a list of single variables, so that arguments are told by their position. */
  isList: boolean;
}

/** What precedes the name of a variable that stands for a type: names of types begin with a capital letter. */
export const typeVariable = 'T_';

/** Writes a rule's body with names in the place of its variables, and each repetition once. */
export function writeTemplate(text: string, { pattern, body }: Rule, pieces: Pieces): Template {
  const variables = new Map<string, string>();
  addVariables(pattern, variables);
  copyAsTemplate(text, { tokens: body.inner, from: body.start + 1, to: body.end - 1 }, { variables, pieces });
  return { variables, isList: isVariableList(pattern) };
}

function addVariables(pattern: readonly Token[], variables: Map<string, string>): void {
  for (const [at, token] of pattern.entries()) {
    if (token.kind === 'group') addVariables(token.inner, variables);
    else if (token.text === '$' && pattern[at + 2]?.text === ':' && pattern[at + 1]!.kind === 'word')
      variables.set(pattern[at + 1]!.text, pattern[at + 3]?.text ?? '');
  }
}

/** Whether a pattern is `$a:expr, $b:expr`, perhaps with an optional comma at its end. */
function isVariableList(pattern: readonly Token[]): boolean {
  for (let at = 0; at < pattern.length; at += 5) {
    if (pattern[at]!.text !== '$') return false;
    if (pattern[at + 2]?.text !== ':') return at > 0 && repetitionAt(pattern, at)?.operator === '?';
    const next = pattern[at + 4];
    if (next?.text === '$') return repetitionAt(pattern, at + 4)?.operator === '?';
    if (next !== undefined && next.text !== ',') return false;
  }
  return true;
}

function copyAsTemplate(
  text: string,
  { tokens, from, to }: { tokens: readonly Token[]; from: number; to: number },
  into: { variables: ReadonlyMap<string, string>; pieces: Pieces },
): void {
  const { variables, pieces } = into;
  let copied = from;
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]!;
    const repetition = repetitionAt(tokens, at);
    const name = token.text === '$' ? tokens[at + 1] : undefined;
    if (repetition !== null) {
      const { inner, group, next } = repetition;
      pieces.add(text.slice(copied, token.start), copied);
      copyAsTemplate(text, { tokens: inner, from: group.start + 1, to: group.end - 1 }, into);
      copied = tokens[next - 1]!.end;
      at = next;
    } else if (name?.kind === 'word') {
      pieces.add(text.slice(copied, token.start), copied);
      pieces.add(standIn(name.text, variables.get(name.text) ?? '', tokens[at + 2]?.text === '::'), name.start);
      copied = name.end;
      at += 2;
    } else {
      if (token.kind === 'group') {
        pieces.add(text.slice(copied, token.start + 1), copied);
        copyAsTemplate(text, { tokens: token.inner, from: token.start + 1, to: token.end - 1 }, into);
        copied = token.end - 1;
      }
      at++;
    }
  }
  pieces.add(text.slice(copied, to), copied);
}

/** What stands for a variable in a template, by the kind of its fragment. */
function standIn(name: string, kind: string, isInPath: boolean): string {
  if (kind === 'vis' || kind === 'item') return '';
  if (kind === 'lifetime') return `'${name}`;
  if (kind === 'block') return '{}';
  const isType = name !== 'crate' && (isInPath || kind === 'ty' || kind === 'path');
  return isType ? `${typeVariable}${name}` : name;
}
