/** The words that the depth scan knows: those that nest, and those that end or begin statements. */
import {
  closeAngles,
  Cost,
  resetLevel,
  scan,
  spend,
  spendStatement,
  Token,
  topStatement,
  unitAt,
} from './depth-levels';
import { get, set } from './memory';

/** Properties of a word, one number each. */
const enum Trait {
  /** Its letters, in one of the lists below. */
  letters,
  length,
  /** The next word of the same length and first letter, plus one; 0 for none. */
  next,
  /** Cost that lasts until the expression ends. */
  expression,
  /** Cost that lasts until the statement ends. */
  statement,
  /** The token that it counts as (`Token`). */
  token,
  /** Whether it begins a new statement at the start of a line after an operand. */
  starts,
  /** Whether it continues the statement after `}`. */
  continues,
  /** Whether its parentheses are a head, which an operand follows. */
  head,
  /** Whether it ends the statement before it (`case`, `default`). */
  clause,
  /** Cost of each dot after it. */
  dots,
  count,
}

const maxWords: i32 = 128;
const words = memory.data(maxWords * Trait.count * 4);
let wordCount: i32 = 0;
/** By length and first letter: the first such word plus one; 0 for none. For most words of a text there is none, so that no letters are compared. */
const buckets = memory.data(16 * 32);

function bucketOf(letters: usize, length: i32): usize {
  return buckets + <usize>((length << 5) | (<i32>load<u16>(letters) & 31));
}

function isSame(one: usize, other: usize, length: i32): bool {
  for (let at: usize = 0; at < (<usize>length) << 1; at += 2)
    if (load<u16>(one + at) !== load<u16>(other + at)) return false;
  return true;
}

/** The address of a word's traits; 0 for a word that the scan ignores. */
function find(letters: usize, length: i32): usize {
  if (length >= 16) return 0;
  let next = <i32>load<u8>(bucketOf(letters, length));
  while (next > 0) {
    const word = words + <usize>((next - 1) * Trait.count) * 4;
    if (get(word, Trait.length) === length && isSame(<usize>get(word, Trait.letters), letters, length)) return word;
    next = get(word, Trait.next);
  }
  return 0;
}

function findOrAdd(letters: usize, length: i32): usize {
  const existing = find(letters, length);
  if (existing !== 0) return existing;
  const word = words + <usize>(wordCount++ * Trait.count) * 4;
  const bucket = bucketOf(letters, length);
  set(word, Trait.letters, <i32>letters);
  set(word, Trait.length, length);
  set(word, Trait.next, <i32>load<u8>(bucket));
  set(word, Trait.token, Token.operand);
  set(word, Trait.dots, Cost.dot);
  store<u8>(bucket, <u8>wordCount);
  return word;
}

/** The address of the blank after a word of a list, or of the list's end. */
function wordEnd(letters: usize, end: usize): usize {
  let at = letters;
  while (at < end && load<u16>(at) !== 32 /* blank */) at += 2;
  return at;
}

/** Sets a trait of each word of a list. Costs are bytes of native stack, as in `Cost`. */
function define(list: string, trait: i32, value: i32): void {
  const end = changetype<usize>(list) + ((<usize>list.length) << 1);
  for (let at = changetype<usize>(list); at < end;) {
    const next = wordEnd(at, end);
    set(findOrAdd(at, <i32>((next - at) >> 1)), trait, value);
    at = next + 2;
  }
}

define('return throw case do else export default', Trait.token, Token.operator);
define('typeof void delete in instanceof new extends', Trait.token, Token.operator);
define('await yield keyof unique readonly infer asserts is of', Trait.token, Token.either);
define('typeof void delete in instanceof as satisfies', Trait.expression, Cost.link);
define('new', Trait.expression, 400);
define('extends', Trait.expression, 1200);
define('await', Trait.expression, 250);
define('yield keyof unique readonly infer asserts is', Trait.expression, 550);
define('if while with do else', Trait.statement, 350);
define('for', Trait.statement, 550);
define('if while with for', Trait.head, 1);
define('else while catch finally as in instanceof satisfies extends implements of from is', Trait.continues, 1);
define(
  'const let var export import function class interface type enum declare abstract namespace return',
  Trait.starts,
  1,
);
define('case default', Trait.clause, 1);
define('namespace module', Trait.dots, 250);

export function scanWord(start: i32, end: i32): void {
  const word: usize = scan.afterDot ? <usize>0 : find(scan.text + ((<usize>start) << 1), end - start);
  scan.afterDot = false;
  if (scan.token === Token.brace) {
    if (word === 0 || get(word, Trait.continues) === 0) endStatement();
  } else if (
    word !== 0 &&
    get(word, Trait.starts) === 1 &&
    scan.afterLineEnd &&
    scan.token !== Token.operator &&
    hasNoOpenHead()
  ) {
    endStatement();
  }
  if (word === 0) {
    scan.token = Token.operand;
    scan.afterHeadWord = false;
    return;
  }
  if (get(word, Trait.clause) === 1) endStatement();
  let statement = get(word, Trait.statement);
  if (statement > 0) {
    // Of the words with such a cost, only `else` begins with an e.
    if (unitAt(start) === 101 /* e */) statement += scan.releasedCost;
    spendStatement(statement);
  }
  scan.releasedCost = 0;
  spend(get(word, Trait.expression));
  scan.token = get(word, Trait.token);
  scan.afterHeadWord = get(word, Trait.head) === 1;
  scan.dotCost = get(word, Trait.dots);
}

function endStatement(): void {
  closeAngles();
  resetLevel();
}

/** Whether no `if (…)` or the like waits for its statement, so that the last `)` closed an expression. */
function hasNoOpenHead(): bool {
  return topStatement() === 0;
}

/** The words that begin a declaration, where one follows a line end. */
const declarations = 'export import const let var function class interface type enum async abstract declare namespace';

/** ASCII letters and digits, and `_`. */
export function isWordUnit(code: i32): bool {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95; /* _ */
}

/** Whether a word that begins a declaration is at an offset. */
export function startsDeclaration(start: i32): bool {
  let after = start;
  while (isWordUnit(unitAt(after))) after++;
  const length = (<usize>(after - start)) << 1;
  const letters = scan.text + ((<usize>start) << 1);
  const end = changetype<usize>(declarations) + ((<usize>declarations.length) << 1);
  for (let at = changetype<usize>(declarations); at < end;) {
    const next = wordEnd(at, end);
    if (next - at === length && isSame(at, letters, after - start)) return true;
    at = next + 2;
  }
  return false;
}
