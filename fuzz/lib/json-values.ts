/** Values for messages: as a JSON schema says, as one like them, or as nobody expects them. */
import type { Random } from './random.ts';

/** What strings are made of where a schema says no more. Folders that a server might take for a project, such as `/`, are not among them. */
export interface Vocabulary {
  /** Strings that mean something in the project that is asked. */
  known: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;

/** How often a value is none that the schema allows. */
const wrong = 0.04;

const oddStrings: readonly string[] = [
  ...[
    '',
    ' ',
    '\0',
    '\n',
    '\u2028',
    '\uD800',
    '\uFEFF',
    '\u{1F600}',
    'e\u0301',
    '\u202Ea',
    '%00',
    '%2e%2e/',
    '../../x',
  ],
  ...[
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    '*',
    '**',
    '?',
    '[',
    '(',
    '{a,b',
    '(?<',
    '\\',
    '"',
    "'",
    '`',
  ],
  ...[
    'a#b#c',
    'a.b.',
    '.',
    '::',
    '#',
    '@',
    'src/',
    '/src',
    'C:\\a',
    'file:///x',
    'a:1:2',
    'lang:',
    '-',
    '--',
    '$',
    '^$',
    '.*',
    '(a+)+$',
  ],
];

const oddValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1, 0.5, -0, 1e21, 2 ** 31, 2 ** 31 - 1, 2 ** 53, -(2 ** 63), 1e308],
  ...['', 'x', '1', [], [[]], [null], {}, { a: null }, { length: -1 }, { toString: 1 }, { __proto__: { a: 1 } }],
];

export function oddValue(random: Random): unknown {
  return random.next() < 0.3 ? someString(random, { known: [] }, 100_000) : random.pick(oddValues);
}

/** @param most limit on its length (UTF-16 units) */
export function someString(random: Random, { known }: Vocabulary, most: number): string {
  const choice = random.next();
  const pick = (): string => (known.length > 0 && random.next() < 0.7 ? random.pick(known) : random.pick(oddStrings));
  if (choice < 0.5 && known.length > 0) return random.pick(known).slice(0, most);
  if (choice < 0.65) return random.pick(oddStrings).slice(0, most);
  if (choice < 0.97)
    return Array.from({ length: 1 + random.below(5) }, pick)
      .join(random.pick(['', ' ', '.', '/', '#']))
      .slice(0, most);
  const part = pick() || 'a';
  return part.repeat(Math.ceil(random.size(most) / part.length)).slice(0, most);
}

function someInteger(random: Random, { minimum, maximum }: Schema): number {
  const low = typeof minimum === 'number' ? minimum : -1000;
  const high = typeof maximum === 'number' ? maximum : 1_000_000;
  const choice = random.next();
  if (choice < 0.2) return low;
  if (choice < 0.3) return high;
  return choice < 0.8 ? Math.min(high, low + random.below(10)) : low + random.below(high - low + 1);
}

/** A value of a JSON schema, mostly one that it allows. Names of properties that are not required come in half the time. */
export function valueFor(random: Random, schema: Schema, words: Vocabulary): unknown {
  if (random.next() < wrong) return oddValue(random);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum'] as unknown[]);
  for (const key of ['anyOf', 'oneOf'])
    if (Array.isArray(schema[key])) return valueFor(random, random.pick(schema[key] as Schema[]), words);
  const { type } = schema;
  if (type === 'boolean') return random.next() < 0.5;
  if (type === 'integer') return someInteger(random, schema);
  if (type === 'number') return someInteger(random, schema) + (random.next() < 0.5 ? 0 : random.next());
  if (type === 'string')
    return someString(random, words, typeof schema['maxLength'] === 'number' ? schema['maxLength'] : 10_000);
  if (type === 'array') return someArray(random, schema, words);
  if (type === 'object') return someObject(random, schema, words);
  return oddValue(random);
}

function someArray(random: Random, { items, minItems, maxItems }: Schema, words: Vocabulary): unknown[] {
  const least = typeof minItems === 'number' ? minItems : 0;
  const most = typeof maxItems === 'number' ? maxItems : 20;
  const length = Math.min(most, least + random.below(4));
  return Array.from({ length }, () => valueFor(random, (items ?? {}) as Schema, words));
}

function someObject(random: Random, { properties, required }: Schema, words: Vocabulary): Record<string, unknown> {
  const names = new Set(Array.isArray(required) ? (required as string[]) : []);
  const value: Record<string, unknown> = {};
  for (const [name, one] of Object.entries((properties ?? {}) as Record<string, Schema>)) {
    if (random.next() < (names.has(name) ? 1 - wrong : 0.4)) value[name] = valueFor(random, one, words);
  }
  if (random.next() < wrong) value[random.pick(['', '__proto__', 'symbol', 'x', 'Limit'])] = oddValue(random);
  return value;
}
