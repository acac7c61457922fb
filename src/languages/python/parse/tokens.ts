/** The tokens of Python as numbers, and tables of what the parser has to know of each. */
import { keywordTokens } from '../../keyword-tokens.ts';

export const tokens = {
  end: 0,
  /** End of a statement's line. */
  newline: 1,
  indent: 2,
  dedent: 3,
  name: 4,
  int: 5,
  float: 6,
  string: 7,
  /** Prefix and opening quotes of an f-string. */
  fString: 8,
  comma: 9,
  dot: 10,
  ellipsis: 11,
  colon: 12,
  semicolon: 13,
  assign: 14,
  /** `+=` and similar operators. */
  augment: 15,
  walrus: 16,
  /** `->`. */
  arrow: 17,
  openParen: 18,
  closeParen: 19,
  openBracket: 20,
  closeBracket: 21,
  openBrace: 22,
  closeBrace: 23,
  at: 24,
  star: 25,
  power: 26,
  /** `+`, `-`, which may also be unary. */
  sign: 27,
  /** `//`, `%`. */
  multiply: 28,
  slash: 29,
  tilde: 30,
  shift: 31,
  ampersand: 32,
  caret: 33,
  pipe: 34,
  /** `==`, `<` and similar operators. */
  compare: 35,
  /** `!r`. */
  conversion: 36,
  False: 40,
  None: 41,
  True: 42,
  and: 43,
  as: 44,
  assert: 45,
  async: 46,
  await: 47,
  break: 48,
  class: 49,
  continue: 50,
  def: 51,
  del: 52,
  elif: 53,
  else: 54,
  except: 55,
  finally: 56,
  for: 57,
  from: 58,
  global: 59,
  if: 60,
  import: 61,
  in: 62,
  is: 63,
  lambda: 64,
  nonlocal: 65,
  not: 66,
  or: 67,
  pass: 68,
  raise: 69,
  return: 70,
  try: 71,
  while: 72,
  with: 73,
  yield: 74,
} as const;

/** Number of codes. */
const count = 75;

/** Precedence of a binary operator in the grammar (`&` binds less than `^`); 0 for other tokens. */
export const precedence = new Uint8Array(count);
precedence[tokens.pipe] = 1;
precedence[tokens.ampersand] = 2;
precedence[tokens.caret] = 3;
precedence[tokens.shift] = 4;
precedence[tokens.sign] = 5;
precedence[tokens.multiply] = 6;
precedence[tokens.slash] = 6;
precedence[tokens.star] = 6;
precedence[tokens.at] = 6;

/** Tokens that may start an expression. */
export const startsExpression = new Uint8Array(count);
for (const name of [
  'name',
  'int',
  'float',
  'string',
  'fString',
  'ellipsis',
  'openParen',
  'openBracket',
  'openBrace',
  'star',
  'sign',
  'tilde',
  'False',
  'None',
  'True',
  'await',
  'lambda',
  'not',
] as const)
  startsExpression[tokens[name]] = 1;

/** Tokens that may continue an expression after a name, a literal or a closing bracket. */
export const continuesExpression = new Uint8Array(count);
for (const name of [
  ...['star', 'power', 'sign', 'multiply', 'slash', 'shift', 'ampersand', 'caret', 'pipe', 'at', 'compare'],
  ...['in', 'is', 'not', 'and', 'or'],
] as const)
  continuesExpression[tokens[name as keyof typeof tokens]] = 1;

/** Tokens that start a primary expression. */
export const startsPrimary = new Uint8Array(count);
for (const name of [
  ...['name', 'int', 'float', 'string', 'fString', 'ellipsis', 'openParen', 'openBracket', 'openBrace', 'star'],
  ...['False', 'None', 'True'],
] as const)
  startsPrimary[tokens[name as keyof typeof tokens]] = 1;

/** Tokens after which the grammar accepts any closing bracket. */
export const mayPrecedeClose = new Uint8Array(count);
for (const name of [
  'name',
  'int',
  'float',
  'string',
  'ellipsis',
  'openParen',
  'closeParen',
  'closeBracket',
  'closeBrace',
  'comma',
  'False',
  'None',
  'True',
] as const)
  mayPrecedeClose[tokens[name]] = 1;

/** The token of the word between two offsets: that of a keyword, or `name`. */
export const wordToken = keywordTokens(tokens, { first: tokens.False, name: tokens.name });
