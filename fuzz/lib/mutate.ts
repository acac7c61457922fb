/**
 * Changes inputs at random. Texts are changed by tokens, as all our languages have them: names, numbers, strings, spaces, signs. So most mutants
 * get past the first line of a parser, and those that end it come from the sizes: depth and length are powers of two up to the target's limit.
 */
import type { Random } from './random.ts';
import type { Input } from './target.ts';

const tokenPattern = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+|[^\S\n]+|\n|[^\p{L}\p{N}\s]/gu;

const signs = Array.from('{}()[]<>"\'`@#$%^&*-+=|\\/?!~:;,._');

/** What opens or ends something in one language or another, and what is no text at all. */
const commonTokens = [
  ...signs,
  ...[
    '/*',
    '*/',
    '//',
    '"""',
    "'''",
    '${',
    '#{',
    '\\(',
    '<<<',
    '<<EOF\n',
    '=>',
    '->',
    '::',
    '<?php ',
    '?>',
    '<%',
    '%>',
  ],
  ...['<script>', '</script>', '<template>', '---\n', '%w(', '~s(', 'r#"', '$$', '@"', 'R"(', '[[', ']]', '--[['],
  ...[
    '#if 1\n',
    '#endif\n',
    '#define X(',
    'do\n',
    'end\n',
    'class ',
    'function ',
    'def ',
    'fn ',
    'import ',
    'if ',
    'else ',
  ],
  ...['\0', '\r', '\u2028', '\u202E', '\uFEFF', '\u{1F600}', '\u0001', '\u001B[31m', '\t'],
  ...['__proto__', 'constructor', 'toString', '0', '-1', '4294967296', '9007199254740993', '1e999'],
];

const brackets: Readonly<Record<string, string>> = {
  '{': '}',
  '(': ')',
  '[': ']',
  '<': '>',
  '"': '"',
  "'": "'",
  '`': '`',
};

export interface MutationSource {
  random: Random;
  /** Inputs that parts are taken from. */
  others: readonly Input[];
  tokens: readonly string[];
  /** Limit on the length of a mutant. */
  largest: number;
}

function tokensOf(text: string): string[] {
  return text.match(tokenPattern) ?? [];
}

interface Span {
  from: number;
  to: number;
}

function spanIn(random: Random, length: number): Span {
  const from = random.below(length);
  return { from, to: Math.min(length, from + random.size(Math.max(2, length - from))) };
}

/** The part from a bracket to the one that ends it, brackets included; null where the chosen token begins none. */
function bracketed(tokens: readonly string[], from: number): Span | null {
  const open = tokens[from] ?? '';
  const end = brackets[open];
  if (end === undefined) return null;
  let depth = 0;
  for (let at = from; at < tokens.length && at < from + 2000; at++) {
    if (tokens[at] === end && (open !== end || at > from)) depth--;
    else if (tokens[at] === open) depth++;
    if (depth === 0) return { from, to: at + 1 };
  }
  return null;
}

function someBracketed(random: Random, tokens: readonly string[]): Span | null {
  for (let tries = 0; tries < 20; tries++) {
    const span = bracketed(tokens, random.below(tokens.length));
    if (span !== null) return span;
  }
  return null;
}

type TextMutation = (tokens: string[], source: MutationSource) => void;

function anyToken(tokens: readonly string[], { random, tokens: known }: MutationSource): string {
  const choice = random.next();
  if (choice < 0.4 && tokens.length > 0) return random.pick(tokens);
  return choice < 0.6 && known.length > 0 ? random.pick(known) : random.pick(commonTokens);
}

function timesFor(part: string, { random, largest }: MutationSource): number {
  return random.size(Math.max(2, largest / Math.max(1, part.length)));
}

const textMutations: readonly TextMutation[] = [
  // Delete.
  (tokens, { random }) => {
    const { from, to } = spanIn(random, tokens.length);
    tokens.splice(from, to - from);
  },
  (tokens, { random }) => void tokens.splice(random.below(tokens.length), 1),
  // Duplicate elsewhere.
  (tokens, { random }) => {
    const { from, to } = spanIn(random, tokens.length);
    tokens.splice(random.below(tokens.length), 0, tokens.slice(from, Math.min(to, from + 2000)).join(''));
  },
  // Swap.
  (tokens, { random }) => {
    const [one, two] = [random.below(tokens.length), random.below(tokens.length)];
    [tokens[one], tokens[two]] = [tokens[two] ?? '', tokens[one] ?? ''];
  },
  // Insert and replace single tokens.
  (tokens, source) => void tokens.splice(source.random.below(tokens.length + 1), 0, anyToken(tokens, source)),
  (tokens, source) => void tokens.splice(source.random.below(tokens.length), 1, anyToken(tokens, source)),
  // Splice with another input.
  (tokens, { random, others }) => {
    const other = tokensOf(textOf(random.pick(others).bytes));
    if (other.length === 0) return;
    const { from, to } = spanIn(random, other.length);
    tokens.splice(random.below(tokens.length), random.below(8), ...other.slice(from, Math.min(to, from + 2000)));
  },
  // Cut at the end.
  (tokens, { random }) => void tokens.splice(random.below(tokens.length)),
  // Repeat a token.
  (tokens, source) => {
    const token = anyToken(tokens, source);
    tokens.splice(source.random.below(tokens.length + 1), 0, token.repeat(timesFor(token, source)));
  },
  // Repeat a pair of tokens, which signs that need something between them call for.
  (tokens, source) => {
    const pair = anyToken(tokens, source) + anyToken(tokens, source);
    tokens.splice(source.random.below(tokens.length + 1), 0, pair.repeat(timesFor(pair, source)));
  },
  // Repeat a part.
  (tokens, source) => {
    const { from, to } = spanIn(source.random, tokens.length);
    const part = tokens.slice(from, Math.min(to, from + 200)).join('');
    tokens.splice(from, 0, part.repeat(Math.min(timesFor(part, source), 100_000)));
  },
  // Nest a bracketed part in itself.
  (tokens, source) => {
    const span = someBracketed(source.random, tokens);
    if (span === null) return;
    const inner = bracketed(tokens, span.from + 1 + source.random.below(Math.max(1, span.to - span.from - 2)));
    const [from, to] = inner === null ? [span.from + 1, span.to - 1] : [inner.from, inner.to];
    const before = tokens.slice(span.from, from).join('');
    const after = tokens.slice(to, span.to).join('');
    const depth = timesFor(before + after, source);
    tokens.splice(from, to - from, before.repeat(depth), tokens.slice(from, to).join(''), after.repeat(depth));
  },
  // A bracket too many or too few.
  (tokens, { random }) => {
    const span = someBracketed(random, tokens);
    if (span === null) return;
    const side = random.next() < 0.5 ? span.from : span.to - 1;
    tokens.splice(side, 1, ...(random.next() < 0.5 ? [] : [`${tokens[side]}${tokens[side]}`]));
  },
  // Other names, and other line breaks.
  (tokens, source) => {
    const old = source.random.pick(tokens);
    const other = anyToken(tokens, source);
    for (let at = 0; at < tokens.length; at++) if (tokens[at] === old) tokens[at] = other;
  },
];

/** Sizes at which one token after another is tried (bytes): what ends a parser's stack needs ten thousand levels, what takes quadratic time as many. */
const lengths = [12_000, 24_000];

/**
 * One token repeated to a size, for each token of the inputs and each common one, in any order: what mutants would come to only after many thousands.
 * Alone, and in an input, where a parser may stop before it comes to them. Each is made when it is called.
 */
export function repetitions(
  inputs: readonly Input[],
  { random, tokens: known, largest }: MutationSource,
): (() => Input)[] {
  const texts = inputs.filter(({ bytes }) => bytes.length < 100_000).map(({ bytes }) => tokensOf(textOf(bytes)));
  const signsOfInputs = texts.flat().filter((token) => !/^[\p{L}\p{N}_$]/u.test(token));
  // Of words only keywords matter: they begin lines.
  const keywords = texts.flatMap((tokens) =>
    tokens.filter((token, at) => tokens[at - 1] === '\n' && /^[a-z]/.test(token)).map((word) => `${word} `),
  );
  const distinct = new Set([...commonTokens, ...known, ...signsOfInputs, ...keywords]);
  const places = [...distinct].flatMap((token) => [true, false].map((isAlone) => ({ token, isAlone })));
  const ordered = places.map((place) => ({ ...place, order: random.next() })).toSorted((a, b) => a.order - b.order);
  return ordered.map(({ token, isAlone }) => () => {
    const length = Math.min(random.pick(lengths), largest);
    const repeated = token.repeat(Math.ceil(length / token.length));
    const { name, bytes } = random.pick(inputs);
    if (isAlone) return { name, bytes: Buffer.from(repeated) };
    const tokens = tokensOf(textOf(bytes));
    tokens.splice(random.below(tokens.length + 1), 0, repeated);
    return { name, bytes: Buffer.from(tokens.join('')) };
  });
}

const edges = [0, 1, 0x7f, 0x80, 0xff];

type ByteMutation = (bytes: Uint8Array, source: MutationSource) => Uint8Array;

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

const byteMutations: readonly ByteMutation[] = [
  (bytes, { random }) => {
    const changed = bytes.slice();
    for (let count = random.size(16); count > 0; count--) changed[random.below(bytes.length)]! ^= 1 << random.below(8);
    return changed;
  },
  (bytes, { random }) => {
    const changed = bytes.slice();
    for (let count = random.size(4); count > 0; count--) changed[random.below(bytes.length)] = random.pick(edges);
    return changed;
  },
  // A number of variable length that is larger than what it counts.
  (bytes, { random }) => {
    const at = random.below(bytes.length);
    const large = Uint8Array.from({ length: 1 + random.below(9) }, () => 0xff);
    return joined(bytes.subarray(0, at), large, Uint8Array.of(0x7f), bytes.subarray(at + 1));
  },
  (bytes, { random }) => bytes.slice(0, random.below(bytes.length)),
  (bytes, { random }) => {
    const { from, to } = spanIn(random, bytes.length);
    return joined(bytes.subarray(0, from), bytes.subarray(to));
  },
  (bytes, source) => {
    const { from, to } = spanIn(source.random, bytes.length);
    const part = bytes.subarray(from, to);
    const times = source.random.size(Math.max(2, source.largest / part.length));
    return joined(bytes.subarray(0, from), Buffer.alloc(times * part.length, part), bytes.subarray(from));
  },
  (bytes, { random, others }) => {
    const other = random.pick(others).bytes;
    return joined(bytes.subarray(0, random.below(bytes.length)), other.subarray(random.below(other.length)));
  },
];

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

function mutateBytes(bytes: Uint8Array, source: MutationSource): Uint8Array {
  return bytes.length === 0
    ? Uint8Array.of(source.random.below(256))
    : source.random.pick(byteMutations)(bytes, source);
}

/** A mutant by one to eight changes; mostly few, so that most of the input stays valid. */
export function mutate(input: Input, form: 'text' | 'bytes', source: MutationSource): Input {
  const { random, largest } = source;
  const changes = random.size(9);
  let { bytes } = input;
  // A few texts are no valid UTF-8.
  if (form === 'bytes' || random.next() < 0.03) {
    for (let count = changes; count > 0; count--) bytes = mutateBytes(bytes, source);
  } else {
    const tokens = tokensOf(textOf(bytes));
    for (let count = changes; count > 0; count--) {
      if (tokens.length === 0) tokens.push(anyToken(tokens, source));
      random.pick(textMutations)(tokens, source);
    }
    bytes = Buffer.from(tokens.join(''));
  }
  return { name: input.name, bytes: bytes.length > 2 * largest ? bytes.slice(0, 2 * largest) : bytes };
}

/** The tokens of texts, and the common ones, as a dictionary of libFuzzer. */
export function dictionaryOf(texts: readonly string[]): string {
  const tokens = new Set([...commonTokens, ...texts.flatMap(tokensOf)]);
  const lines = [...tokens].map((token) => Buffer.from(token)).filter(({ length }) => length > 0 && length <= 32);
  const escaped = lines.map((bytes) => [...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''));
  return `${escaped.map((token) => `"${token}"`).join('\n')}\n`;
}
