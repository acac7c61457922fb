/** The tokens of Go as numbers, and the properties of each that the parser needs. */
import { keywordTokens } from '../../keyword-tokens.ts';

export const tokens = {
  end: 0,
  name: 1,
  int: 2,
  float: 3,
  imaginary: 4,
  rune: 5,
  string: 6,
  rawString: 7,
  /** Includes the semicolon that a line end implies. */
  semicolon: 8,
  comma: 9,
  dot: 10,
  ellipsis: 11,
  colon: 12,
  define: 13,
  assign: 14,
  /** `+=` and similar operators. */
  operate: 15,
  increment: 16,
  decrement: 17,
  openParen: 18,
  closeParen: 19,
  openBracket: 20,
  closeBracket: 21,
  openBrace: 22,
  closeBrace: 23,
  arrow: 24,
  not: 25,
  or: 26,
  and: 27,
  /** `==`, `<` and similar operators. */
  compare: 28,
  /** `|`. */
  add: 29,
  /** `+`, `-`, `^`, which may also be unary. */
  sign: 30,
  /** `/`, `%`, `<<`, `>>`, `&^`. */
  multiply: 31,
  /** Also a unary operator, like `&`. */
  star: 32,
  ampersand: 33,
  tilde: 34,
  break: 40,
  case: 41,
  chan: 42,
  const: 43,
  continue: 44,
  default: 45,
  defer: 46,
  else: 47,
  fallthrough: 48,
  for: 49,
  func: 50,
  go: 51,
  goto: 52,
  if: 53,
  import: 54,
  interface: 55,
  map: 56,
  package: 57,
  range: 58,
  return: 59,
  select: 60,
  struct: 61,
  switch: 62,
  type: 63,
  var: 64,
} as const;

/** By token: the precedence of a binary operator; 0 for other tokens. */
export const precedence = new Uint8Array(65);
precedence[tokens.or] = 1;
precedence[tokens.and] = 2;
precedence[tokens.compare] = 3;
precedence[tokens.add] = 4;
precedence[tokens.sign] = 4;
precedence[tokens.multiply] = 5;
precedence[tokens.star] = 5;
precedence[tokens.ampersand] = 5;

/** By token: 1 if a line end after it implies a semicolon. */
export const endsStatement = new Uint8Array(65);
for (const name of [
  'name',
  'int',
  'float',
  'imaginary',
  'rune',
  'string',
  'rawString',
  'break',
  'continue',
  'fallthrough',
  'return',
  'increment',
  'decrement',
  'closeParen',
  'closeBracket',
  'closeBrace',
] as const)
  endsStatement[tokens[name]] = 1;

/** Classifies the letters from `start` to `end`: the token of a keyword, or that of a name. */
export const wordToken = keywordTokens(tokens, { first: tokens.break, name: tokens.name });
