/** The part of the depth scan that reads JSX: tags, and the text between them. */
import {
  commentEnd,
  Cost,
  Kind,
  lineEnd,
  nextUnit,
  openLevel,
  popLevel,
  scan,
  setTopKind,
  spend,
  Token,
  unitAt,
} from './depth-levels';
import { Break, breakString, isBreaking } from './depth-breaks';
import { isWordUnit } from './depth-words';

/** Whether `\s` of a regular expression matches a code unit. */
function isWhite(code: i32): bool {
  if (code <= 32) return code === 32 /* blank */ || (code >= 9 && code <= 13);
  if (code < 0xa0) return false;
  if (code === 0xa0 || code === 0x1680 || (code >= 0x2000 && code <= 0x200a)) return true;
  return code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000 || code === 0xfeff;
}

/** Whether `extends` and white space are at an offset. */
function isExtends(at: i32): bool {
  const word = 'extends';
  for (let index = 0; index < word.length; index++) if (unitAt(at + index) !== word.charCodeAt(index)) return false;
  return isWhite(unitAt(at + word.length));
}

/** Whether type parameters begin at an offset: `const T`, `T,`, `T =`, `T extends`. */
function isGeneric(start: i32): bool {
  let at = start;
  while (isWordUnit(unitAt(at)) || unitAt(at) === 36 /* $ */) at++;
  if (at === start) return false;
  const isConst =
    at - start === 5 &&
    unitAt(start) === 99 /* c */ &&
    unitAt(start + 1) === 111 /* o */ &&
    unitAt(start + 2) === 110 /* n */ &&
    unitAt(start + 3) === 115 /* s */ &&
    unitAt(start + 4) === 116; /* t */
  if (isConst && isWhite(unitAt(at))) return true;
  // A name that itself ends with `extends` also matches. Results depend on this, so it stays.
  if (at - start > 7 && isExtends(at - 7)) return true;
  while (isWhite(unitAt(at))) at++;
  const next = unitAt(at);
  return next === 44 /* , */ || next === 61 /* = */ || isExtends(at);
}

/** Whether `<` before `at`, where an operand is expected, begins an element and not type parameters. */
export function startsElement(at: i32): bool {
  const code = unitAt(at);
  const letter =
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 /* _ */ ||
    code === 36 /* $ */ ||
    code > 127;
  return letter ? !isGeneric(at) : code === 62; /* > */
}

/** Reads inside a tag, up to its end or an opening brace. */
export function scanTag(): void {
  const length = scan.length;
  for (let at = scan.at; at < length; at++) {
    const code = unitAt(at);
    switch (code) {
      case 34: // " and '
      case 39: {
        const start = at + 1;
        at = nextUnit(code, start);
        if (isBreaking) breakString(start, at, Break.line);
        break;
      }
      case 123: // {
        openLevel(Kind.brace, Cost.bracket);
        scan.at = at + 1;
        return;
      case 60: // <
        openLevel(Kind.angle, Cost.angle);
        scan.at = at + 1;
        return;
      case 47: {
        // A slash: the end of a tag, or a comment.
        const next = unitAt(at + 1);
        if (next === 62 /* > */) {
          endElement(at + 2);
          return;
        }
        if (next === 47 /* / */) at = lineEnd(at + 2);
        else if (next === 42 /* * */) at = commentEnd(at + 2) + 1;
        break;
      }
      case 46: // .
        spend(Cost.link);
        scan.at = at + 1;
        return;
      case 62: // >
        setTopKind(Kind.element);
        scan.at = at + 1;
        return;
      default:
    }
  }
  scan.at = length;
}

/** Reads between tags, up to the next tag or brace. An apparent opening bracket is counted: this may be code that was mistaken for text. */
export function scanElementText(): void {
  const length = scan.length;
  for (let at = scan.at; at < length; at++) {
    switch (unitAt(at)) {
      case 123: // {
        openLevel(Kind.brace, Cost.bracket);
        scan.at = at + 1;
        return;
      case 40: // (
      case 91: // [
        spend(Cost.bracket);
        scan.at = at + 1;
        return;
      case 60: // <
        if (unitAt(at + 1) === 47 /* / */) {
          endElement(min(nextUnit(62 /* > */, at + 2) + 1, length));
          return;
        }
        if (startsElement(at + 1)) {
          openLevel(Kind.tag, Cost.element);
          scan.at = at + 1;
          return;
        }
        break;
      default:
    }
  }
  scan.at = length;
}

function endElement(at: i32): void {
  popLevel();
  scan.token = Token.operand;
  scan.at = at;
}
