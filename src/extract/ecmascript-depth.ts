/**
 * Keeps deep text away from the native parser, whose recursion would overflow the thread's stack and end the process.
 * One linear pass bounds the stack that parsing needs (`costs`, in bytes) and blanks what lies beyond the limit.
 * Invariant: the text that is returned has the length and the lines of the one that was given, and parses within the limit.
 */
import { scanElementText, scanTag, startsElement } from './ecmascript-depth-jsx.ts';
import {
  closeLevel,
  closeAngles,
  costs,
  kinds,
  openLevel,
  resetLevel,
  spend,
  startScan,
  tokens,
  type Scan,
} from './ecmascript-depth-levels.ts';
import { scanWord } from './ecmascript-depth-words.ts';

/**
 * Bytes of native stack that a text may need by our bound. A worker's stack is 4 MB; the rest is margin for other platforms
 * and builds of the parser. About 500 brackets within each other.
 */
const stackLimit = 1_400_000;

export interface BoundedText {
  text: string;
  /** Where the first character was blanked; -1 when the text is as it was. */
  blankedAt: number;
  /** False when the scan cannot tell what is code: then only a parser that cannot crash may read the text. */
  certain: boolean;
}

/** @param jsx whether `<` may start an element (any file but `.ts`, `.mts`, `.cts`) */
export function boundDepth(text: string, jsx: boolean): BoundedText {
  const scan = startScan(text, jsx);
  if (text.startsWith('#!')) scan.at = lineEnd(text, 0);
  const blanks: number[] = [];
  while (scan.at < text.length && !scan.lost) {
    const kind = scan.kinds[scan.top]!;
    if (kind === kinds.template) scanTemplate(scan);
    else if (kind === kinds.tag) scanTag(scan);
    else if (kind === kinds.element) scanElementText(scan);
    else scanCode(scan);
    if (scan.total > stackLimit) {
      const from = scan.at;
      skipDeep(scan);
      if (scan.at > from) blanks.push(from, scan.at);
    }
  }
  if (scan.lost) return { text, blankedAt: -1, certain: false };
  return { text: blank(text, blanks), blankedAt: blanks[0] ?? -1, certain: true };
}

const wordClass = 1;
const spaceClass = 2;
const classes = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  if (/[\w$\\]/.test(String.fromCharCode(code))) classes[code] = wordClass;
  else if (code <= 32) classes[code] = spaceClass;
}

function wideClass(code: number): number {
  return code === 0xa0 || code === 0x2028 || code === 0x2029 || code === 0xfeff ? spaceClass : wordClass;
}

/** Code up to the next change of mode or the limit. A function for each token: V8 compiles what is called often, and files are few. */
function scanCode(scan: Scan): void {
  const { length } = scan.text;
  while (scan.at < length && scanToken(scan) && scan.total <= stackLimit);
}

/** A word, a mark or the white space up to the next of them; false where the mode changes. */
function scanToken(scan: Scan): boolean {
  const { text } = scan;
  const { length } = text;
  let at = scan.at;
  let code = text.charCodeAt(at);
  const kind = code < 128 ? classes[code] : wideClass(code);
  if (kind === spaceClass) {
    do {
      if (code === 10) scan.newline = true;
      code = text.charCodeAt(++at);
    } while (code <= 32);
    scan.at = at;
    return true;
  }
  if (kind === wordClass) {
    const start = at++;
    for (; at < length; at++) {
      code = text.charCodeAt(at);
      if ((code < 128 ? classes[code] : wideClass(code)) !== wordClass) break;
    }
    scanWord(scan, start, at);
    scan.at = at;
    scan.newline = false;
    return true;
  }
  scanPunctuation(scan, code);
  scan.newline = false;
  return scan.kinds[scan.top]! < kinds.template && !scan.lost;
}

function scanPunctuation(scan: Scan, code: number): void {
  switch (code) {
    case 40: // (
      if (scan.token !== tokens.operator) spend(scan, costs.link);
      openLevel(scan, kinds.paren, costs.bracket);
      scan.at++;
      return;
    case 91: // [
    case 123: // {
      if (code === 91 && scan.token !== tokens.operator) spend(scan, costs.link);
      openLevel(scan, code === 91 ? kinds.bracket : kinds.brace, costs.bracket);
      scan.at++;
      return;
    case 41: // )
    case 93: // ]
    case 125: // }
      closeLevel(scan, code);
      scan.at++;
      return;
    case 34: // "
    case 39: // '
      skipString(scan, code);
      return;
    case 96: // `
      if (scan.token !== tokens.operator) spend(scan, costs.link);
      openLevel(scan, kinds.template, costs.link);
      scan.at++;
      return;
    case 47: // /
      scanSlash(scan);
      return;
    case 60: // <
      scanLess(scan);
      return;
    default:
      scanOperator(scan, code);
  }
}

function scanOperator(scan: Scan, code: number): void {
  const { text, at } = scan;
  const next = text.charCodeAt(at + 1);
  scan.at = at + 1;
  switch (code) {
    case 59: // ;
      closeAngles(scan);
      resetLevel(scan);
      break;
    case 44: // ,
      endItem(scan);
      break;
    case 46: // .
      scan.afterDot = next !== 46;
      if (next === 46) scan.at++;
      spend(scan, scan.dotCost);
      break;
    case 62: // >
      scanGreater(scan, next);
      return;
    case 61: // =
      if (next === 62) {
        scan.at++;
        spend(scan, costs.arrow);
      } else if (next === 61) {
        scan.at += text.charCodeAt(at + 2) === 61 ? 2 : 1;
        spend(scan, costs.link);
      } else spend(scan, costs.assignment);
      scan.dotCost = costs.dot;
      break;
    case 63: // ?
      if (next === 46 || next === 63) {
        scan.at++;
        scan.afterDot = next === 46;
        spend(scan, costs.link);
      } else spend(scan, costs.conditional);
      break;
    case 58: // :
      spend(scan, costs.colon);
      break;
    case 43: // +
    case 45: // -
      if (next === code) {
        scan.at++;
        if (code === 45 && text.charCodeAt(at + 2) === 62 && scan.newline) scan.lost = true;
        if (scan.token !== tokens.operator && !scan.newline) return;
      }
      spend(scan, costs.link);
      break;
    case 33: // !
      spend(scan, costs.link);
      if (next === 61) scan.at++;
      else if (scan.token !== tokens.operator && !scan.newline) return;
      break;
    case 38: // &
    case 124: // |
      if (next === code) closeAngles(scan);
      spend(scan, costs.link);
      break;
    default:
      spend(scan, costs.operator);
  }
  scan.token = tokens.operator;
}

/** A comma ends an expression; in brackets there is nothing else that it could leave open. */
function endItem(scan: Scan): void {
  const { top } = scan;
  scan.total -= scan.expression[top]!;
  scan.expression[top] = 0;
  const kind = scan.kinds[top]!;
  if (kind === kinds.paren || kind === kinds.bracket || kind === kinds.angle) {
    scan.total -= scan.statement[top]!;
    scan.statement[top] = 0;
  }
}

function scanLess(scan: Scan): void {
  const { text, at } = scan;
  if (text.startsWith('<!--', at)) {
    // A comment in a script, an operator in a module.
    scan.lost = true;
    return;
  }
  scan.at = at + 1;
  if (text.charCodeAt(at + 1) === 61) {
    scan.at++;
    spend(scan, costs.link);
    scan.token = tokens.operator;
    return;
  }
  if (scan.jsx && scan.token === tokens.operator && startsElement(text, at + 1)) {
    openLevel(scan, kinds.tag, costs.element);
    return;
  }
  spend(scan, costs.assertion);
  openLevel(scan, kinds.angle, costs.angle);
}

function scanGreater(scan: Scan, next: number): void {
  if (scan.kinds[scan.top] === kinds.angle) {
    closeLevel(scan, 62);
    if (next === 61) scan.at++;
    scan.token = next === 61 ? tokens.operator : tokens.operand;
    return;
  }
  if (next === 61) scan.at++;
  spend(scan, costs.link);
  scan.token = tokens.operator;
}

/** A comment, a regular expression or a division. */
function scanSlash(scan: Scan): void {
  const { text, at } = scan;
  const next = text.charCodeAt(at + 1);
  if (next === 47) {
    scan.at = lineEnd(text, at);
    return;
  }
  if (next === 42) {
    const end = text.indexOf('*/', at + 2);
    scan.at = end === -1 ? text.length : end + 2;
    return;
  }
  if (scan.token !== tokens.operand) {
    const end = regexEnd(text, at);
    if (end !== -1) {
      if (scan.token !== tokens.operator) scan.lost = true;
      scan.at = end;
      scan.token = tokens.operand;
      return;
    }
  }
  spend(scan, costs.operator);
  scan.at = at + 1;
  scan.token = tokens.operator;
}

/** Just past the regular expression that starts at `at`, or -1 when none ends on the line. */
function regexEnd(text: string, at: number): number {
  let inClass = false;
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 13 || code === 0x2028 || code === 0x2029) return -1;
    if (code === 92) i++;
    else if (code === 91) inClass = true;
    else if (code === 93) inClass = false;
    else if (code === 47 && !inClass) return i + 1;
  }
  return -1;
}

/** To its closing quote, or to the end of the line. */
function skipString(scan: Scan, quote: number): void {
  const { text } = scan;
  let i = scan.at + 1;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) {
      i++;
      break;
    }
    if (code === 10) break;
    if (code === 92) i += text.charCodeAt(i + 1) === 13 && text.charCodeAt(i + 2) === 10 ? 2 : 1;
  }
  scan.at = i;
  scan.token = tokens.operand;
}

function scanTemplate(scan: Scan): void {
  const { text } = scan;
  for (let i = scan.at; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) i++;
    else if (code === 96) {
      closeLevel(scan, 96);
      scan.at = i + 1;
      return;
    } else if (code === 36 && text.charCodeAt(i + 1) === 123) {
      openLevel(scan, kinds.substitution, costs.bracket);
      scan.at = i + 2;
      return;
    }
  }
  scan.at = text.length;
}

const declarationStart =
  /(?:export|import|const|let|var|function|class|interface|type|enum|async|abstract|declare|namespace)\b/y;

/** Moves past what lies too deep: to the bracket that closes the level or, when a long expression was the cause, to its end. */
function skipDeep(scan: Scan): void {
  const { text } = scan;
  closeAngles(scan, true);
  const { top } = scan;
  const byBrackets = scan.total - scan.expression[top]! - scan.statement[top]! > stackLimit;
  const inList = scan.kinds[top] === kinds.paren || scan.kinds[top] === kinds.bracket;
  let depth = 0;
  let i = scan.at;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 40 || code === 91 || code === 123) depth++;
    else if (code === 41 || code === 93 || code === 125) {
      if (depth === 0) break;
      depth--;
    } else if (depth === 0 && !byBrackets) {
      if (code === 59 || (code === 44 && inList)) break;
      declarationStart.lastIndex = i + 1;
      if (code === 10 && declarationStart.test(text)) {
        resetLevel(scan);
        break;
      }
    }
  }
  scan.at = i;
}

/** The ranges (pairs of offsets) as spaces, their line ends kept. */
function blank(text: string, ranges: readonly number[]): string {
  if (ranges.length === 0) return text;
  const parts: string[] = [];
  let kept = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    parts.push(text.slice(kept, ranges[i]), text.slice(ranges[i], ranges[i + 1]).replace(/[^\n]/g, ' '));
    kept = ranges[i + 1]!;
  }
  parts.push(text.slice(kept));
  return parts.join('');
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
