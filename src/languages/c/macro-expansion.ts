/**
 * Functions and variables that macros of a file make where the file calls them: `#define GETTER(n) int get_##n(void) { return s.n; }`,
 * `GETTER(size)`. What the calls make is a text of its own, in which every part knows the place that it comes from; in the file's own tree the
 * calls are blank. Only macros whose text begins with a declaration, or with a call of such a macro, are expanded, and only where a line begins
 * with their call. What macros of other files make is unknown.
 * Invariant: a call is expanded wholly or not at all.
 */
import { ExpandedText, Pieces, type ExpandedCall } from '../expanded-text.ts';
import type { Expansion } from '../language.ts';

interface Macro {
  parameters: readonly string[];
  /** Offsets of its text in the file. */
  start: number;
  end: number;
}

const maxCalls = 400;
const maxExpansion = 400_000;
/** How deeply macros are expanded in what macros make. */
const maxLevels = 6;

const definitions =
  /^[ \t]*#[ \t]*define[ \t]+(\w+)\(([\w \t,.\\\n]{0,300})\)([^\n\\]*(?:\\(?:\r\n|[\s\S])?[^\n\\]*)*)/gm;
/** Words that begin a statement or an expression, not a declaration. */
const noTypes =
  'do|if|for|while|return|switch|else|case|goto|sizeof|typeof|asm|extern|typedef|namespace|using|template|class';
/** `static int a_##name(int x) {`, `struct a name = {`: at least a type and a name, and then a body or a value. */
const makes = new RegExp(
  `^[\\s\\\\]*(?!(?:${noTypes})\\b)(?:[A-Za-z_]\\w*[\\s\\\\]+|[A-Za-z_]\\w*[\\s\\\\]*\\*[\\s\\\\*]*)+[\\w#\\s\\\\]+(?:\\([^;{}]*\\)[\\s\\\\]*\\{|(?:\\[\\w*\\])?[\\s\\\\]*=)`,
);

/** The macros of a file that make functions or variables, by name; null for none. */
function makersIn(text: string): Map<string, Macro> | null {
  // Without a macro that is longer than a line or pastes names, none makes anything.
  if (!text.includes('##') && !/#[ \t]*define[ \t]+\w+\([^\n]*\{/.test(text)) return null;
  const all = new Map<string, Macro & { body: string }>();
  for (const { index, 0: whole, 1: name, 2: parameters, 3: body } of text.matchAll(definitions)) {
    const end = index + whole.length;
    // Of several macros of one name, which branches define, none is known to be the one.
    if (all.has(name!)) all.set(name!, { body: '', parameters: [], start: end, end });
    else
      all.set(name!, {
        body: body!,
        parameters: parameters!.split(',').map((one) => one.replace(/[\s\\]/g, '')),
        start: end - body!.length,
        end,
      });
  }
  const makers = new Map([...all].filter(([, { body }]) => body.length < 4000 && makes.test(body)));
  const rest = [...all].filter(([name]) => !makers.has(name));
  for (let level = 0, added = true; added && makers.size > 0 && level < maxLevels; level++) {
    added = false;
    for (const [name, macro] of rest) {
      const first = /^[\s\\]*(\w+)[ \t]*\(/.exec(macro.body)?.[1];
      if (makers.has(name) || first === undefined || !makers.has(first)) continue;
      makers.set(name, macro);
      added = true;
    }
  }
  return makers.size === 0 ? null : makers;
}

interface Made {
  calls: ExpandedCall[];
  macros: Set<string>;
  pieces: Pieces;
}

let last: { text: string; made: Made | null } | null = null;

/** What the calls of a file make. The last answer is kept, because the same file is asked about twice. */
function madeOf(text: string): Made | null {
  if (last?.text === text) return last.made;
  const made = makeAll(text);
  last = { text, made };
  return made;
}

function makeAll(text: string): Made | null {
  const makers = makersIn(text);
  if (makers === null) return null;
  const pieces = new Pieces();
  const calls: ExpandedCall[] = [];
  const macros = new Set<string>();
  const starts = new RegExp(`^(?:static[ \\t]+|inline[ \\t]+){0,2}(${[...makers.keys()].join('|')})[ \\t]*\\(`, 'gm');
  for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
    const open = starts.lastIndex - 1;
    // A line that continues the one before belongs to a directive.
    if (/\\\r?\n$/.test(text.slice(Math.max(0, match.index - 3), match.index))) continue;
    const args = argumentsAt(text, open);
    if (args === null) continue;
    const own = new Pieces();
    const within = new Set<string>();
    const source = { text, pieces: null };
    if (!write({ text, makers, within }, match[1]!, { source, args }, { to: own, level: 0 })) continue;
    const end = args.end + (/^[ \t]*;/.exec(text.slice(args.end, args.end + 10))?.[0].length ?? 0);
    // A call before a block is a function that the block belongs to.
    if (/^\s*\{/.test(text.slice(end, end + 100))) continue;
    const from = pieces.length;
    pieces.addFrom({ text: own.text, pieces: own }, 0, own.length);
    pieces.add(';\n', args.end - 1);
    calls.push({
      call: { start: open - match[0].length + match[0].search(/\w+[ \t]*\($/) + 1, end },
      from,
      to: pieces.length,
    });
    for (const name of within) macros.add(name);
    starts.lastIndex = end;
    if (calls.length === maxCalls || pieces.length > maxExpansion) break;
  }
  return calls.length === 0 ? null : { calls, macros, pieces };
}

interface Arguments {
  /** Offsets of each argument, without blanks around it. */
  ranges: { start: number; end: number }[];
  /** The offset behind the closing bracket. */
  end: number;
}

/** The arguments of a call whose bracket opens at an offset; null where it is not closed. */
function argumentsAt(text: string, open: number): Arguments | null {
  const marks = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[(),;{}]/g;
  marks.lastIndex = open + 1;
  const ranges: { start: number; end: number }[] = [];
  let [from, depth] = [open + 1, 0];
  const add = (to: number): void => {
    let [start, end] = [from, to];
    while (start < end && /\s/.test(text[start]!)) start++;
    while (end > start && /\s/.test(text[end - 1]!)) end--;
    ranges.push({ start, end });
    from = to + 1;
  };
  for (let match = marks.exec(text); match !== null && match.index < open + 2000; match = marks.exec(text)) {
    const mark = match[0];
    if (mark === '(') depth++;
    else if (mark === ')' && depth-- === 0) {
      add(match.index);
      return { ranges, end: match.index + 1 };
    } else if (mark === ',' && depth === 0) add(match.index);
    else if (mark === ';' || mark === '{' || mark === '}') return null;
  }
  return null;
}

interface Context {
  text: string;
  makers: ReadonlyMap<string, Macro>;
  /** Gets the names of the macros that are expanded. */
  within: Set<string>;
}

interface Given {
  source: { text: string; pieces: Pieces | null };
  args: Arguments;
}

/** Writes what a call of a macro makes, and in turn what the calls in it make; returns whether it could. */
function write(
  context: Context,
  name: string,
  { source, args }: Given,
  { to, level }: { to: Pieces; level: number },
): boolean {
  const macro = context.makers.get(name)!;
  const { parameters, start, end } = macro;
  if (level === maxLevels || parameters.length !== args.ranges.length || parameters.includes('...')) return false;
  const own = new Pieces();
  const body = context.text.slice(start, end);
  // Blanks and `##` between two parts of a name are left out; a line end keeps no mark of continuation.
  for (const { 0: part, 1: pasted, 2: continued, 3: quoted, 4: word, index } of body.matchAll(
    /(\s*##\s*)|(\\\r?\n)|(#[ \t]*\w+)|([A-Za-z_]\w*)|"(?:[^"\\\n]|\\.)*"|\/\*[^]*?\*\/|\/\/[^\n]*|[^\s#\\\w"/]+|[^]/g,
  )) {
    if (pasted !== undefined) continue;
    const argument = word === undefined ? undefined : args.ranges[parameters.indexOf(word)];
    if (argument !== undefined) own.addFrom(source, argument.start, argument.end);
    else if (quoted !== undefined) own.add('""', start + index);
    else own.add(continued === undefined ? part : '\n', start + index);
  }
  context.within.add(name);
  return addInner(context, own, { to, level });
}

/** Adds a made text, with its calls of macros outside of braces replaced by what they make. */
function addInner(context: Context, made: Pieces, { to, level }: { to: Pieces; level: number }): boolean {
  const { text } = made;
  const source = { text, pieces: made };
  let [copied, depth] = [0, 0];
  const words = /"(?:[^"\\\n]|\\.)*"|[{}]|([A-Za-z_]\w*)[ \t]*\(/g;
  for (let match = words.exec(text); match !== null; match = words.exec(text)) {
    if (match[0] === '{') depth++;
    else if (match[0] === '}') depth--;
    const name = match[1];
    if (depth > 0 || name === undefined || !context.makers.has(name)) continue;
    const args = argumentsAt(text, words.lastIndex - 1);
    if (args === null) return false;
    to.addFrom(source, copied, match.index);
    if (!write(context, name, { source, args }, { to, level: level + 1 })) return false;
    copied = args.end;
    words.lastIndex = copied;
  }
  to.addFrom(source, copied, text.length);
  return true;
}

/** What macros of a file make of its calls; null for nothing. */
export function expandMacros(text: string): Expansion | null {
  const made = madeOf(text);
  if (made === null) return null;
  const { calls, macros, pieces } = made;
  return new ExpandedText(text, pieces, {
    calls,
    macros,
    expressions: [],
    templates: new Map(),
    namesIn: declaredNames,
    isInCalls: true,
  });
}

/** The file without the calls that are expanded; keeps length and lines. */
export function withoutExpandedCalls(text: string): string {
  const made = madeOf(text);
  if (made === null) return text;
  let [result, copied] = ['', 0];
  for (const { call } of made.calls) {
    const lineStart = text.lastIndexOf('\n', call.start) + 1;
    result += text.slice(copied, lineStart) + text.slice(lineStart, call.end).replace(/[^\r\n]/g, ' ');
    copied = call.end;
  }
  return result + text.slice(copied);
}

/** The offsets of the names before a list of parameters or a value, outside of braces. */
function declaredNames(made: string, from: number, to: number): number[] {
  const names: number[] = [];
  let depth = 0;
  const words = /"(?:[^"\\\n]|\\.)*"|[{}()]|([A-Za-z_]\w*)(?=\s*(?:\(|=|\[|;))/g;
  words.lastIndex = from;
  for (let match = words.exec(made); match !== null && match.index < to; match = words.exec(made)) {
    if (match[0] === '{' || match[0] === '(') depth++;
    else if (match[0] === '}' || match[0] === ')') depth--;
    else if (match[1] !== undefined && depth === 0) names.push(match.index);
  }
  return names;
}
