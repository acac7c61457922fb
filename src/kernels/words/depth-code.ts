/** The part of the depth scan that reads code: words, operators, strings and templates. */
import {
  closeAngles,
  closeLevel,
  commentEnd,
  Cost,
  spendLevel,
  Kind,
  isLineEnd,
  lineEnd,
  openLevel,
  resetExpression,
  resetLevel,
  resetStatement,
  scan,
  spend,
  Token,
  topExpression,
  topKind,
  unitAt,
} from './depth-levels';
import { Break, breakBlank, breakNumber, breakString, isBreaking } from './depth-breaks';
import { startsElement } from './depth-jsx';
import { isWordUnit, scanWord } from './depth-words';

const wordClass: i32 = 1;
const spaceClass: i32 = 2;
const classes = memory.data(128);
for (let code = 0; code < 128; code++) {
  if (isWordUnit(code) || code === 36 /* $ */ || code === 92 /* \ */) store<u8>(classes + <usize>code, <u8>wordClass);
  else if (code <= 32) store<u8>(classes + <usize>code, <u8>spaceClass);
}

function classOf(code: i32): i32 {
  if (code < 128) return <i32>load<u8>(classes + <usize>code);
  return code === 0xa0 || code === 0x2028 || code === 0x2029 || code === 0xfeff ? spaceClass : wordClass;
}

/**
 * Reads a word, an operator, or white space.
 * @returns false where the text of a template, a tag or the text of an element follows, or the scan is lost
 */
export function scanToken(): bool {
  const length = scan.length;
  let at = scan.at;
  let code = unitAt(at);
  const kind = classOf(code);
  if (kind === spaceClass) {
    if (isBreaking) breakBlank(at);
    do {
      if (isLineEnd(code)) scan.afterLineEnd = true;
      if (++at === length) break;
      code = unitAt(at);
    } while (code <= 32);
    scan.at = at;
    return true;
  }
  if (kind === wordClass) {
    const start = at++;
    while (at < length && classOf(unitAt(at)) === wordClass) at++;
    if (isBreaking) breakNumber(start, at);
    scanWord(start, at);
    scan.at = at;
    scan.afterLineEnd = false;
    return true;
  }
  scanPunctuation(code);
  scan.afterLineEnd = false;
  // Levels of the kinds from `template` on are read by other functions.
  return topKind() < Kind.template && !scan.lost;
}

function scanPunctuation(code: i32): void {
  switch (code) {
    case 40: // (
      if (scan.token !== Token.operator) spend(Cost.link);
      openLevel(Kind.paren, Cost.bracket);
      scan.at++;
      return;
    case 91: // [
    case 123: // {
      if (code === 91 /* [ */ && scan.token !== Token.operator) spend(Cost.link);
      openLevel(code === 91 /* [ */ ? Kind.bracket : Kind.brace, Cost.bracket);
      scan.at++;
      return;
    case 41: // )
    case 93: // ]
    case 125: // }
      closeLevel(code);
      scan.at++;
      return;
    case 34: // "
    case 39: // '
      skipString(code);
      return;
    case 96: // `
      if (scan.token !== Token.operator) spend(Cost.link);
      openLevel(Kind.template, Cost.link);
      scan.at++;
      return;
    case 47: // /
      scanSlash();
      return;
    case 60: // <
      scanLess();
      return;
    default:
      scanOperator(code);
  }
}

function scanOperator(code: i32): void {
  const at = scan.at;
  const next = unitAt(at + 1);
  scan.at = at + 1;
  switch (code) {
    case 59: // ;
      closeAngles();
      resetLevel();
      break;
    case 44: // ,
      endItem();
      break;
    case 46: // .
      scan.afterDot = next !== 46; /* . */
      if (next === 46 /* . */) scan.at++;
      spend(scan.dotCost);
      break;
    case 62: // >
      scanGreater(next);
      return;
    case 61: // =
      if (next === 62 /* > */) {
        scan.at++;
        spend(Cost.arrow);
      } else if (next === 61 /* = */) {
        scan.at += unitAt(at + 2) === 61 /* = */ ? 2 : 1;
        spend(Cost.link);
      } else spend(Cost.assignment);
      scan.dotCost = Cost.dot;
      break;
    case 63: // ?
      if (next === 46 /* . */ || next === 63 /* ? */) {
        scan.at++;
        scan.afterDot = next === 46; /* . */
        spend(Cost.link);
      } else spend(Cost.conditional);
      break;
    case 58: // :
      spend(Cost.colon);
      break;
    case 43: // +
    case 45: // -
      if (next === code) {
        scan.at++;
        // `-->` at the start of a line: a comment in a script, operators in a module.
        if (code === 45 /* - */ && unitAt(at + 2) === 62 /* > */ && scan.afterLineEnd) scan.lost = true;
        // Postfix: the operand before it remains the last token.
        if (scan.token !== Token.operator && !scan.afterLineEnd) return;
      }
      spend(Cost.link);
      break;
    case 33: // !
      spend(Cost.link);
      if (next === 61 /* = */) scan.at++;
      // Postfix (`x!`): the operand before it remains the last token.
      else if (scan.token !== Token.operator && !scan.afterLineEnd) return;
      break;
    case 64: // @
      scanDecorator();
      break;
    case 38: // &
    case 124: // |
      if (next === code) closeAngles(); // `a < b && c`: the `<` was an operator.
      spend(Cost.link);
      break;
    default:
      spend(Cost.operator);
  }
  scan.token = Token.operator;
}

/**
 * A decorator in an expression that has begun decorates the expression of another decorator. Such decorators nest past the apparent end of a
 * statement: in `@@{} @@{}`, each adds a level.
 */
function scanDecorator(): void {
  if (scan.token !== Token.operator && scan.token !== Token.either) spend(Cost.operator);
  else if (topExpression() > 0) spendLevel(Cost.decorator);
  else spend(Cost.decorator);
}

/** A comma ends the current expression. In brackets, it also ends what counts as the current statement. */
function endItem(): void {
  resetExpression();
  const kind = topKind();
  if (kind === Kind.paren || kind === Kind.bracket || kind === Kind.angle) resetStatement();
}

function scanLess(): void {
  const at = scan.at;
  const next = unitAt(at + 1);
  if (next === 33 /* ! */ && unitAt(at + 2) === 45 /* - */ && unitAt(at + 3) === 45 /* - */) {
    // `<!--`: a comment in a script, an operator in a module.
    scan.lost = true;
    return;
  }
  scan.at = at + 1;
  if (next === 61 /* = */) {
    scan.at++;
    spend(Cost.link);
    scan.token = Token.operator;
    return;
  }
  if (scan.jsx && scan.token === Token.operator && startsElement(at + 1)) {
    openLevel(Kind.tag, Cost.element);
    return;
  }
  spend(Cost.assertion);
  openLevel(Kind.angle, Cost.angle);
}

function scanGreater(next: i32): void {
  if (topKind() === Kind.angle) {
    closeLevel(62 /* > */);
    if (next === 61 /* = */) scan.at++;
    scan.token = next === 61 /* = */ ? Token.operator : Token.operand;
    return;
  }
  if (next === 61 /* = */) scan.at++;
  spend(Cost.link);
  scan.token = Token.operator;
}

/** A comment, a regular expression or a division. */
function scanSlash(): void {
  const at = scan.at;
  const next = unitAt(at + 1);
  if (next === 47 /* / */) {
    scan.at = lineEnd(at);
    return;
  }
  if (next === 42 /* * */) {
    scan.at = min(commentEnd(at + 2) + 2, scan.length);
    return;
  }
  if (scan.token !== Token.operand) {
    const end = regexEnd(at);
    if (end !== -1) {
      if (scan.token !== Token.operator) scan.lost = true;
      scan.at = end;
      scan.token = Token.operand;
      return;
    }
  }
  spend(Cost.operator);
  scan.at = at + 1;
  scan.token = Token.operator;
}

/** The offset after the regular expression that starts at `start`, or -1 when none ends on the line. */
function regexEnd(start: i32): i32 {
  let inClass = false;
  for (let at = start + 1; at < scan.length; at++) {
    const code = unitAt(at);
    if (isLineEnd(code)) return -1;
    if (code === 92 /* \ */) at++;
    else if (code === 91 /* [ */) inClass = true;
    else if (code === 93 /* ] */) inClass = false;
    else if (code === 47 /* / */ && !inClass) return at + 1;
  }
  return -1;
}

/** Moves to the closing quote, or to the end of the line. */
function skipString(quote: i32): void {
  const length = scan.length;
  let at = scan.at + 1;
  for (; at < length; at++) {
    const code = unitAt(at);
    if (code === quote) {
      at++;
      break;
    }
    if (code === 10 /* \n */ || code === 13 /* \r */) break;
    if (code === 92 /* \ */) at += unitAt(at + 1) === 13 /* \r */ && unitAt(at + 2) === 10 /* \n */ ? 2 : 1;
  }
  if (isBreaking) breakString(scan.at, at, Break.continued);
  scan.at = at;
  scan.token = Token.operand;
}

export function scanTemplate(): void {
  const end = templateEnd();
  if (isBreaking) breakString(scan.at, end, Break.line);
  if (end < scan.length) {
    if (unitAt(end) === 96 /* ` */) closeLevel(96 /* ` */);
    else openLevel(Kind.substitution, Cost.bracket);
  }
  scan.at = min(end + (unitAt(end) === 96 /* ` */ ? 1 : 2), scan.length);
}

/** Where a template ends, or its part before a substitution. */
function templateEnd(): i32 {
  const length = scan.length;
  for (let at = scan.at; at < length; at++) {
    const code = unitAt(at);
    if (code === 92 /* \ */) at++;
    else if (code === 96 || (code === 36 && unitAt(at + 1) === 123)) return at; // a backtick or `${`
  }
  return length;
}
