/**
 * Functions and variables that macros of a file make where the file calls them: `#define GETTER(n) int get_##n(void) { return s.n; }`,
 * `GETTER(size)`. What the calls make is a text of its own, in which every part knows the place that it comes from; in the file's own tree the
 * calls are blank. Only macros whose text begins with a declaration, or with a call of such a macro, are expanded, and only where a line begins
 * with their call. Macros of headers count where the file does not define their name; their text follows that of the file (`withOutside`).
 * Invariant: a call is expanded wholly or not at all.
 */
import { offered, withOutside, type FileMacros, type MacroContext } from '../../model/macros.ts';
import { ExpandedText, Pieces, type ExpandedCall } from '../expanded-text.ts';
import type { Expansion } from '../language.ts';

interface Macro {
  parameters: readonly string[];
  /** The offset of its definition. */
  from: number;
  /** Offsets of its text. */
  start: number;
  end: number;
}

const maxCalls = 400;
const maxExpansion = 400_000;
/** How deeply macros are expanded in what macros make. */
const maxLevels = 6;

const definitions =
  /^[ \t]*#[ \t]*define[ \t]+(\w+)\(([\w \t,.\\\n]{0,300})\)([^\n\\]*(?:\\(?:\r\n|[\s\S])?[^\n\\]*)*)/gm;
/** A call at the start of a line, where no type precedes it. */
const lineCalls = /^(?:static[ \t]+|inline[ \t]+){0,2}([A-Za-z_]\w*)[ \t]*\(/gm;
/** Words that begin a statement or an expression, not a declaration. */
const noTypes =
  'do|if|for|while|return|switch|else|case|goto|sizeof|typeof|asm|extern|typedef|namespace|using|template|class';
/** `static int a_##name(int x) {`, `struct a name = {`: at least a type and a name, and then a body or a value. */
const makes = new RegExp(
  `^[\\s\\\\]*(?!(?:${noTypes})\\b)(?:[A-Za-z_]\\w*[\\s\\\\]+|[A-Za-z_]\\w*[\\s\\\\]*\\*[\\s\\\\*]*)+(?:[\\w#][\\w#\\s\\\\]*|(?<=[\\s\\\\*][\\s\\\\]))(?:\\([^;{}]*\\)[\\s\\\\]*\\{|=|\\[\\w*\\][\\s\\\\]*=)`,
);

/**
 * The macros that make functions or variables, by name; null for none.
 * @param length that of the file, behind which the macros of other files follow
 */
function makersIn(text: string, length: number): Map<string, Macro> | null {
  // Without a macro that is longer than a line or pastes names, none makes anything.
  if (!text.includes('##') && !/^[ \t]*#[ \t]*define[ \t]+\w+\(.*\{/m.test(text)) return null;
  const all = new Map<string, Macro & { body: string }>();
  for (const { index, 0: whole, 1: name, 2: parameters, 3: body } of text.matchAll(definitions)) {
    const end = index + whole.length;
    const known = all.get(name!);
    // The file's own macro is meant, whatever others there are.
    if (known !== undefined && known.from < length && index >= length) continue;
    // Of several macros of one name, which branches define, none is known to be the one.
    if (known !== undefined) all.set(name!, { body: '', parameters: [], from: known.from, start: end, end });
    else
      all.set(name!, {
        body: body!,
        parameters: parameters!.split(',').map((one) => one.replace(/[\s\\]/g, '')),
        from: index,
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

interface FileReading {
  /** The text of the file and of the macros of other files. */
  all: string;
  makers: ReadonlyMap<string, Macro>;
  /** Null for nothing. */
  made: Made | null;
}

let last: FileReading | null = null;

/** What the calls of a file make. The last answer is kept, because the same file is asked about several times. */
function readingOf(text: string, outside: MacroContext['outside']): FileReading {
  const all = withOutside(text, outside);
  if (last?.all === all) return last;
  const makers = makersIn(all, text.length);
  last = {
    all,
    makers: makers ?? new Map(),
    made: makers === null ? null : makeAll(all, { length: text.length, makers }),
  };
  return last;
}

/** @param file its length, and the macros that make something */
function makeAll(
  text: string,
  { length, makers }: { length: number; makers: ReadonlyMap<string, Macro> },
): Made | null {
  const pieces = new Pieces();
  const calls: ExpandedCall[] = [];
  const macros = new Set<string>();
  const starts = new RegExp(lineCalls);
  for (let match = starts.exec(text); match !== null && match.index < length; match = starts.exec(text)) {
    const open = starts.lastIndex - 1;
    if (!makers.has(match[1]!)) continue;
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
  const marks = /"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\.){1,16}'|[(),;{}]/g;
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
    /(\s*##\s*)|(\\\r?\n)|(#[ \t]*\w+)|([A-Za-z_]\w*)|'(?:[^'\\\n]|\\.){1,16}'|"(?:[^"\\\n]|\\[^])*"?|\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|[^\s#\\\w"'/]+|\s+|[^]/g,
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
  const words = /'(?:[^'\\\n]|\\.){1,16}'|"(?:[^"\\\n]|\\[^])*"?|[{}]|(?<!\w)([A-Za-z_]\w*)[ \t]*\(/g;
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

/** What macros make of a file's calls; null for nothing. */
export function expandMacros(
  text: string,
  { outside }: Pick<MacroContext, 'outside'> = { outside: [] },
): Expansion | null {
  const { made } = readingOf(text, outside);
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
export function withoutExpandedCalls(text: string, outside: MacroContext['outside'] = []): string {
  const { made } = readingOf(text, outside);
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
  const words = /'(?:[^'\\\n]|\\.){1,16}'|"(?:[^"\\\n]|\\[^])*"?|[{}()]|(?<!\w)([A-Za-z_]\w*)(?=\s*(?:\(|=|\[|;))/g;
  words.lastIndex = from;
  for (let match = words.exec(made); match !== null && match.index < to; match = words.exec(made)) {
    if (match[0] === '{' || match[0] === '(') depth++;
    else if (match[0] === '}' || match[0] === ')') depth--;
    else if (match[1] !== undefined && depth === 0) names.push(match.index);
  }
  return names;
}

/** Files whose macros others can have: they are included. */
const header = /\.(?:h|hh|hpp|hxx|h\+\+|inc|inl|ipp|tpp|def|cuh)$/i;
const keywords: ReadonlySet<string> = new Set(
  'if for while switch return sizeof typeof asm __asm__ defined catch decltype static_assert _Static_assert alignas __attribute__ __declspec'.split(
    ' ',
  ),
);

/** The macros that a file offers to others, and those that it calls beside declarations. */
export function macrosOf(text: string, { path, outside }: MacroContext): FileMacros {
  const { makers, made } = readingOf(text, outside);
  const own = [...makers].filter(([, { from, parameters }]) => from < text.length && !parameters.includes('...'));
  const offers = header.test(path) ? own.map(([name, { from, end }]) => ({ name, text: text.slice(from, end) })) : [];
  const expanded = new Set(made?.calls.map(({ call }) => call.start));
  const calls = new Set<string>();
  let unexpanded = 0;
  for (const match of text.matchAll(lineCalls)) {
    const [whole, name = ''] = match;
    const open = match.index + whole.length - 1;
    const start = match.index + whole.search(/\w+[ \t]*\($/);
    if (keywords.has(name) || !isMacroCall(text, match.index, open)) continue;
    if (!expanded.has(start)) unexpanded++;
    const maker = makers.get(name);
    if (maker === undefined || maker.from >= text.length) calls.add(name);
  }
  return { family: 'c', ...offered(offers), calls: [...calls].sort(), unexpanded };
}

/** Whether what is called at the start of a line is a macro: nothing before the line belongs to it, and neither a block nor a declaration follows. */
function isMacroCall(text: string, lineStart: number, open: number): boolean {
  const before = text.slice(Math.max(0, lineStart - 400), lineStart).trimEnd();
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isFirst =
    before === '' ||
    /[;{}]$|\*\/$|\/\/[^\n]*$/.test(before) ||
    /^[ \t]*#/.test(line) ||
    /^\w+[ \t]*\([^\n]*\)$/.test(line);
  if (!isFirst || before.endsWith('\\')) return false;
  const args = argumentsAt(text, open);
  return args !== null && /^[ \t]*(?:;|\/[/*]|\r?\n(?!\s*\{)|$)/.test(text.slice(args.end, args.end + 100));
}
