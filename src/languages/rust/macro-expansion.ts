/**
 * Items that macros of a file make where the file calls them: `index_type!(StateID);` beside items, or in an impl or trait. The expanded items are a
 * text of their own, in which every token knows the place that it comes from. Items that an expansion makes by a further macro are expanded in turn.
 * A call in an expression is expanded too, where all that its arguments call is in the result: to a constant that has the call's value.
 * Macros of other files count where the file does not define their name, and make items alone; their text follows that of the file (`withOutside`). The
 * rules of the file's own macros are part of the text as code, with names for their variables, so that their calls are known, and the values that they give.
 */
import { withOutside, type MacroContext } from '../../model/macros.ts';
import { ExpandedText, Pieces } from '../expanded-text.ts';
import type { Expansion, RuleTemplate } from '../language.ts';
import { closingBracket, skipTrivia } from './code-scan.ts';
import { crateUnit } from './crate-unit.ts';
import { areItemsRead } from './item-macros.ts';
import { expand, macrosIn, writeTemplate, type MacroRules, type Rule } from './macro-rules.ts';
import { tokensOf, type Token } from './macro-tokens.ts';

const maxCalls = 400;
const maxExpansion = 400_000;

/** The call of a macro at the start of a line. */
export const lineCalls = /^([ \t]*)(?:\w+::)*(\w+)!\s*[({[]/gm;
/** What an expansion that consists of items begins with, after its attributes. */
const itemStart = /^(?:pub|fn|impl|struct|enum|union|trait|type|const|static|unsafe|async|extern|mod|use|default)\b/;
/** Words before the names that items declare, and words that may stand between. */
const declaring: ReadonlySet<string> = new Set('fn struct enum union trait type mod static const'.split(' '));
const modifiers: ReadonlySet<string> = new Set('mut fn unsafe async extern'.split(' '));

interface Call {
  /** Offsets of the call, from its path to its closing bracket. */
  start: number;
  end: number;
  /** Offset of the opening bracket. */
  open: number;
  macro: MacroRules;
  /** The offsets of the enclosing `impl … {` or `trait … {`; null at the top level. */
  header: { start: number; end: number } | null;
}

export function expandItemMacros(text: string, context: Pick<MacroContext, 'path' | 'outside'>): Expansion | null {
  if (context.outside.length === 0 && !text.includes('macro_rules!')) return null;
  const all = withOutside(text, outsideOf(context));
  const found = macrosIn(all);
  const macros = found.filter(({ start }) => start < text.length);
  const withRules = macros.filter(({ rules }) => rules.length > 0).map((macro) => [macro.name, macro] as const);
  const byName = new Map([...othersOf(found, macros), ...withRules]);
  if (byName.size === 0) return null;
  const pieces = new Pieces();
  const calls: { call: Call; from: number; to: number }[] = [];
  const expanded = new Set<string>();
  for (const call of itemCalls(text, macros, byName)) {
    const args = tokensOf(text, call.open + 1, call.end - 1);
    const first = new Pieces();
    const source = { text, pieces: null };
    if (args === null || !expand(all, call.macro.rules, { source, args }, first)) continue;
    const within = new Set([call.macro.name]);
    const own = withInnerItems({ text: all, macros: byName }, first, { level: 0, expanded: within });
    if (!startsWithItem(own.text)) continue;
    for (const name of within) expanded.add(name);
    const from = pieces.length;
    const { header } = call;
    if (header !== null) pieces.add(`${text.slice(header.start, header.end)}\n`, header.start);
    pieces.addFrom({ text: own.text, pieces: own }, 0, own.length);
    pieces.add(header === null ? '\n' : '\n}\n', call.end - 1);
    calls.push({ call, from, to: pieces.length });
    if (calls.length === maxCalls || pieces.length > maxExpansion) break;
  }
  const expressions = addExpressions(
    { text, macros: new Map(withRules) },
    { macros, calls: calls.map(({ call }) => call) },
    pieces,
  );
  const templates = addTemplates(
    text,
    macros.filter(({ name }) => !expanded.has(name)),
    pieces,
  );
  return pieces.length === 0
    ? null
    : new ExpandedText(text, pieces, {
        calls,
        macros: expanded,
        expressions,
        templates,
        namesIn: (made, from, to) => declaredNames(tokensOf(made, from, to) ?? []),
      });
}

/**
 * The macros of other files. `$crate` in those of another package is a crate that the file need not know: no name of its own crate is meant.
 */
function outsideOf({ path, outside }: Pick<MacroContext, 'path' | 'outside'>): MacroContext['outside'] {
  const unit = crateUnit(path);
  return outside.map((one) =>
    crateUnit(one.path) === unit ? one : { ...one, text: one.text.replace(/\$crate\b/g, '_crate') },
  );
}

/** By name the macros of other files, where the file has none and only one file has it. */
function othersOf(all: readonly MacroRules[], own: readonly MacroRules[]): Map<string, MacroRules> {
  const names = new Set(own.map(({ name }) => name));
  const others = new Map<string, MacroRules>();
  for (const macro of all.slice(own.length)) {
    if (names.has(macro.name)) others.delete(macro.name);
    else if (macro.rules.length > 0) others.set(macro.name, macro);
    names.add(macro.name);
  }
  return others;
}

/** Adds the rules of macros as code; returns them by the offset of the macro. */
function addTemplates(text: string, macros: readonly MacroRules[], pieces: Pieces): Map<number, RuleTemplate[]> {
  const found = new Map<number, RuleTemplate[]>();
  for (const { start, rules } of macros) {
    const templates: RuleTemplate[] = [];
    for (const rule of rules) {
      if (pieces.length > maxExpansion) return found;
      const at = pieces.length;
      pieces.add('const _: () = {', rule.body.start);
      const template = writeTemplate(text, rule, pieces);
      pieces.add('\n};\n', rule.body.end - 1);
      templates.push({ ...template, at });
    }
    found.set(start, templates);
  }
  return found;
}

/** Adds what macros of the file make of calls in expressions; returns the calls, each with the offset of the constant that has its value. */
function addExpressions(
  file: { text: string; macros: ReadonlyMap<string, MacroRules> },
  { macros, calls }: { macros: readonly MacroRules[]; calls: readonly Call[] },
  pieces: Pieces,
): { start: number; end: number; at: number }[] {
  const { text } = file;
  const found: { start: number; end: number; at: number }[] = [];
  if (file.macros.size === 0) return found;
  const ofItems = new Set(calls.map(({ start }) => start));
  const pattern = new RegExp(`(?<![\\w:$])(?:\\w+::)*(${[...file.macros.keys()].join('|')})!\\s*[({[]`, 'g');
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { index } = match;
    const open = pattern.lastIndex - 1;
    const close = closingBracket(text, open);
    const isInRule = macros.some(({ start, end }) => index > start && index < end);
    if (close === -1 || isInRule || ofItems.has(index)) continue;
    const args = tokensOf(text, open + 1, close);
    const own = new Pieces();
    const source = { text, pieces: null };
    if (args === null || !expand(text, file.macros.get(match[1]!)!.rules, { source, args }, own)) continue;
    const { rules } = file.macros.get(match[1]!)!;
    if (startsWithItem(own.text) || !areKept(args, { made: own, rules })) continue;
    if (found.length === maxCalls || pieces.length + own.length > maxExpansion) break;
    found.push({ start: index, end: close + 1, at: pieces.length });
    pieces.add('const _: () = {', index);
    pieces.addFrom({ text: own.text, pieces: own }, 0, own.length);
    pieces.add('};\n', close);
    pattern.lastIndex = close + 1;
  }
  return found;
}

/** Whether everything that the tokens seem to call is in the text that was made of them. Words of the rules' own patterns call nothing. */
function areKept(args: readonly Token[], { made, rules }: { made: Pieces; rules: readonly Rule[] }): boolean {
  const ofPatterns = new Set(rules.flatMap(({ pattern }) => wordsIn(pattern)));
  const origins = made.starts.map(
    (start, at) => [made.origins[at]!, (made.starts[at + 1] ?? made.length) - start] as const,
  );
  const areIn = (tokens: readonly Token[]): boolean =>
    tokens.every((token, at) => {
      if (token.kind === 'group') return areIn(token.inner);
      const isCalled = token.kind === 'word' && tokens[at + 1]?.text === '(' && !ofPatterns.has(token.text);
      return !isCalled || origins.some(([origin, length]) => token.start >= origin && token.end <= origin + length);
    });
  return areIn(args);
}

function wordsIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ kind, text, inner }) => (kind === 'group' ? wordsIn(inner) : kind === 'word' ? [text] : []));
}

/** The calls of macros of the file that stand where items do. */
function itemCalls(text: string, macros: readonly MacroRules[], byName: ReadonlyMap<string, MacroRules>): Call[] {
  const found: Call[] = [];
  const calls = new RegExp(lineCalls);
  for (let match = calls.exec(text); match !== null; match = calls.exec(text)) {
    const macro = byName.get(match[2]!);
    if (macro === undefined) continue;
    const start = match.index + match[1]!.length;
    const open = calls.lastIndex - 1;
    const close = closingBracket(text, open);
    // The file's own tree has the items that are arguments.
    if (close === -1 || (macro.start >= text.length && areItemsRead(text, start, open))) continue;
    calls.lastIndex = close;
    if (macros.some((macro) => start > macro.start && start < macro.end)) continue;
    const header = match[1] === '' ? null : headerOf(text, match.index, match[1]!.length);
    if (header === undefined) continue;
    found.push({ start, end: close + 1, open, macro, header });
  }
  return found;
}

function startsWithItem(text: string): boolean {
  return itemStart.test(text.slice(skipTrivia(text, 0, text.length)));
}

/** How deeply macros are expanded in what macros make. */
const maxLevels = 8;

/** Replaces the calls of macros that stand where items do in an expansion, and make items, by what they make. */
function withInnerItems(
  file: { text: string; macros: ReadonlyMap<string, MacroRules> },
  made: Pieces,
  /** `expanded`: gets the names of the macros whose calls were replaced. */
  { level, expanded }: { level: number; expanded: Set<string> },
): Pieces {
  const { text } = made;
  if (level === maxLevels || !text.includes('!')) return made;
  const source = { text, pieces: made };
  const all = new Pieces();
  let copied = 0;
  const calls = new RegExp(
    `(?=\\w)(?<=(?:^|[;{}\\]])\\s*)(?:\\w+::)*(${[...file.macros.keys()].join('|')})!\\s*[({[]`,
    'g',
  );
  for (let match = calls.exec(text); match !== null; match = calls.exec(text)) {
    const open = calls.lastIndex - 1;
    const close = closingBracket(text, open);
    const args = close === -1 ? null : tokensOf(text, open + 1, close);
    const own = new Pieces();
    if (args === null || !expand(file.text, file.macros.get(match[1]!)!.rules, { source, args }, own)) continue;
    const within = new Set([match[1]!]);
    const inner = withInnerItems(file, own, { level: level + 1, expanded: within });
    if (!startsWithItem(inner.text)) continue;
    for (const name of within) expanded.add(name);
    all.addFrom(source, copied, match.index);
    all.addFrom({ text: inner.text, pieces: inner }, 0, inner.length);
    copied = text[close + 1] === ';' ? close + 2 : close + 1;
    calls.lastIndex = copied;
    if (all.length > maxExpansion) return made;
  }
  all.addFrom(source, copied, text.length);
  return all;
}

const maxLines = 3000;

/**
 * The header of the impl or trait in whose body a line is, by the usual indentation; undefined where that body is of something else.
 * @param depth the line's indentation
 */
function headerOf(text: string, lineStart: number, depth: number): { start: number; end: number } | undefined {
  let end = lineStart - 1;
  for (let lines = 0; end > 0 && lines < maxLines; lines++) {
    const from = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(from, end);
    end = from - 1;
    const indent = line.search(/\S/);
    if (indent === -1 || indent >= depth || /^(?:#|\/\/|where\b|\{$|\)|\})/.test(line.slice(indent))) continue;
    if (indent > 0 || !/^(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?(?:impl|trait)\b/.test(line)) return undefined;
    const open = text.indexOf('{', from);
    // A trait would be declared again.
    return open === -1 || !/\bimpl\b/.test(line) ? undefined : { start: from, end: open + 1 };
  }
  return undefined;
}

/** The offsets of the names that items among the tokens declare. */
function declaredNames(tokens: readonly Token[]): number[] {
  return tokens.flatMap((token, at) => {
    if (token.kind === 'group') return declaredNames(token.inner);
    const next = tokens[at + 1];
    const isName = next?.kind === 'word' && !modifiers.has(next.text) && next.text !== '_';
    return token.kind === 'word' &&
      (declaring.has(token.text) || (token.text === 'mut' && tokens[at - 1]?.text === 'static')) &&
      isName
      ? [next.start]
      : [];
  });
}
