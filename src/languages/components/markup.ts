/**
 * Finds the names that markup uses: the expressions in attributes and between braces, and the components that tags name.
 * Invariant: linear in the text. Malformed expressions are left out, because one of them would make the whole program unparsable.
 */

/** The syntax in which a kind of component writes expressions. */
export type MarkupStyle = 'vue' | 'svelte' | 'astro';

export interface MarkupParts {
  /**
   * Offsets of the expressions, and the text that goes before and after each one in the program. `after` has one character,
   * `before` at most two.
   */
  expressions: { start: number; end: number; before: string; after: string }[];
  /** Offsets of tag names that may be components, with the component's name as a program writes it. */
  tags: { start: number; end: number; name: string }[];
}

const tagName = /[A-Za-z][\w.-]*/y;
/** Vue directives whose value is no expression, or whose value declares names. */
const withoutValue = /^(?:v-slot|v-pre|v-once|v-cloak|v-else$|#)/;
const simplePath = /^\s*[\w$]+(?:\.[\w$]+)*\s*$/;
const functionStart = /^\s*(?:async\b\s*)?(?:function\b|\([^()]*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>)/;
/** Longer expressions are ignored (UTF-16 units). */
const maxExpression = 4_000;

/** Reads the markup between the offsets `from` and `to`. */
export function readMarkup(text: string, { from, to }: { from: number; to: number }, style: MarkupStyle): MarkupParts {
  const parts: MarkupParts = { expressions: [], tags: [] };
  const reader: Reader = { to, style, parts, budget: { left: 4 * (to - from) } };
  let at = from;
  while (at < to && reader.budget.left > 0) {
    const next = nextMark(text, at, to);
    if (next === -1) break;
    if (text[next] === '<') at = readTag(text, next, reader);
    else if (style === 'vue') at = readMustache(text, next, reader);
    else at = readBraces(text, next, reader);
  }
  return parts;
}

interface Reader {
  to: number;
  parts: MarkupParts;
  style: MarkupStyle;
  /** How many UTF-16 units may still be scanned in vain, as happens where braces are never closed. */
  budget: { left: number };
}

/** Offset of the next `<` or `{`; -1 for none. */
function nextMark(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x3c || unit === 0x7b) return at;
  }
  return -1;
}

/** `{{ … }}` of Vue. Returns the offset at which to continue. */
function readMustache(text: string, at: number, { to, parts }: Reader): number {
  if (text[at + 1] !== '{') return at + 1;
  const end = text.indexOf('}}', at + 2);
  if (end === -1 || end + 2 > to) return to;
  addExpression(parts, text, { start: at + 2, end, before: ';(', after: ')' });
  return end + 2;
}

/** `{ … }` of Svelte and Astro. Returns the offset at which to continue. */
function readBraces(text: string, at: number, { to, style, parts, budget }: Reader): number {
  const end = closingBrace(text, at, Math.min(to, at + maxExpression));
  if (end === -1) {
    budget.left -= maxExpression;
    return at + 1;
  }
  const content = text.slice(at + 1, end);
  // An expression that contains markup is not added as a whole: reading continues at that markup.
  const markup = content.search(/<[A-Za-z]/);
  if (markup !== -1) {
    budget.left -= content.length;
    return at + 1 + markup;
  }
  const [first, last] =
    style === 'svelte' ? expressionOfBlock(content) : [/^\s*(?:\.\.\.)?/.exec(content)![0].length, content.length];
  // An attribute's value may be an object literal.
  const isValue = text[at - 1] === '=' && first === 0;
  const [before, after] = isValue ? [';(', ')'] : [';', ';'];
  addExpression(parts, text, { start: at + 1 + first, end: at + 1 + last, before, after });
  return end + 1;
}

/** The range of the expression in `{#if …}`, `{#each … as …}`, `{@html …}` or `{...…}`; empty if the block has none. */
function expressionOfBlock(content: string): [start: number, end: number] {
  const word = /^\s*(?:#(?:if|key|each|await|snippet)\b|:else\s+if\b|@(?:html|render|debug|attach)\b|\.\.\.)?/.exec(
    content,
  )![0];
  if (/^\s*[#:/@]/.test(content) && !/[\w.]$/.test(word)) return [0, 0];
  const rest = content.slice(word.length);
  const kind = word.trim();
  if (kind === '#snippet') return [0, 0];
  const cut =
    kind === '#each' ? /(?<!\s)\s+as\s/.exec(rest) : kind === '#await' ? /(?<!\s)\s+(?:then|catch)\b/.exec(rest) : null;
  return [word.length, word.length + (cut?.index ?? rest.length)];
}

/** Reads a tag with its attributes. Returns the offset at which to continue. */
function readTag(text: string, at: number, reader: Reader): number {
  const { to, parts } = reader;
  tagName.lastIndex = at + 1;
  const name = tagName.exec(text);
  if (name === null) return at + 1;
  const start = at + 1;
  let next = start + name[0].length;
  const component = componentNamed(name[0], reader.style);
  if (component !== null) parts.tags.push({ start, end: next, name: component });
  while (next < to) {
    const unit = text[next]!;
    if (unit === '>') return next + 1;
    if (unit === '{' && reader.style !== 'vue') next = readBraces(text, next, reader);
    else if (/[\s/]/.test(unit)) next++;
    else next = readAttribute(text, next, reader);
  }
  return next;
}

/** The component that a tag names, as a program writes it: `MyChild`, in Vue also for `my-child`. Null for an HTML element. */
function componentNamed(tag: string, style: MarkupStyle): string | null {
  if (/^[A-Z]\w*$/.test(tag)) return tag;
  if (style !== 'vue' || !/^[a-z]\w*(?:-\w+)+$/.test(tag)) return null;
  return tag.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const attributeName = /[^\s=>{]+/y;

function readAttribute(text: string, at: number, reader: Reader): number {
  attributeName.lastIndex = at;
  const name = attributeName.exec(text)?.[0] ?? text[at]!;
  const equals = at + name.length;
  if (text[equals] !== '=') return equals;
  const quote = text[equals + 1];
  if (quote === '{') return reader.style === 'vue' ? equals + 2 : readBraces(text, equals + 1, reader);
  if (quote !== '"' && quote !== "'") return equals + 1;
  const end = text.indexOf(quote, equals + 2);
  if (end === -1 || end > reader.to) return reader.to;
  const value = { start: equals + 2, end };
  if (reader.style === 'vue') addDirective(reader.parts, text, name, value);
  else
    for (let next = text.indexOf('{', value.start); next !== -1 && next < end; next = text.indexOf('{', next))
      next = readBraces(text, next, { ...reader, to: end });
  return end + 1;
}

function addDirective(
  parts: MarkupParts,
  text: string,
  name: string,
  { start, end }: { start: number; end: number },
): void {
  if (!/^(?:[:@.]|v-)/.test(name) || withoutValue.test(name)) return;
  const value = text.slice(start, end);
  if (name === 'v-for') {
    const separator = /\s(?:in|of)\s/.exec(value);
    if (separator !== null)
      addExpression(parts, text, {
        start: start + separator.index + separator[0].length,
        end,
        before: ';(',
        after: ')',
      });
    return;
  }
  // The value of an event handler may be statements.
  const isHandler = name.startsWith('@') || name.startsWith('v-on');
  const isBlock = isHandler && !simplePath.test(value) && !functionStart.test(value);
  addExpression(parts, text, { start, end, before: isBlock ? ';{' : ';(', after: isBlock ? '}' : ')' });
}

function addExpression(parts: MarkupParts, text: string, expression: MarkupParts['expressions'][number]): void {
  const { start, end } = expression;
  const content = text.slice(start, end);
  if (content.trim() === '' || content.length > maxExpression || !isBalanced(content)) return;
  parts.expressions.push(expression);
}

const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Whether brackets and quotes of an expression match. */
function isBalanced(content: string): boolean {
  const brackets: string[] = [];
  for (let at = 0; at < content.length; at++) {
    const unit = content[at]!;
    if (unit === '"' || unit === "'" || unit === '`') {
      at = endOfString(content, at);
      if (at === -1) return false;
    } else if (unit === '(' || unit === '[' || unit === '{') brackets.push(unit);
    else if (pairs[unit] !== undefined && brackets.pop() !== pairs[unit]) return false;
  }
  return brackets.length === 0;
}

/** Offset of the quote that closes the string at `from`; -1 where no quote before `to` closes it. */
function endOfString(text: string, from: number, to = text.length): number {
  const quote = text[from];
  for (let at = from + 1; at < to; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}

/** Offset of the brace that closes the one at `from`; -1 where there is none before `to`. */
function closingBrace(text: string, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const unit = text[at]!;
    if (unit === '{') depth++;
    else if (unit === '}' && --depth === 0) return at;
    else if (unit === '"' || unit === "'" || unit === '`') {
      at = endOfString(text, at, to);
      if (at === -1) return -1;
    }
  }
  return -1;
}
