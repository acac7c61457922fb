/** Bounds the native stack that parsing a text of JavaScript or TypeScript needs, in one pass (`extract/ecmascript/depth.ts` says why). */
import { startBreaks } from './depth-breaks';
import { scanTemplate, scanToken } from './depth-code';
import { scanElementText, scanTag } from './depth-jsx';
import {
  closeToBracket,
  Kind,
  lineEnd,
  resetLevel,
  scan,
  startScan,
  topExpression,
  topKind,
  topStatement,
  unitAt,
} from './depth-levels';
import { startsDeclaration } from './depth-words';
import { Numbers } from './memory';

/**
 * Bytes of native stack that a text may need by our bound. A worker's stack is 4 MB; the rest is a margin for other platforms
 * and builds of the parser. It allows about 500 nested brackets.
 */
const stackLimit: i32 = 1_400_000;

/** The parts that nest too deeply: their starts and ends, alternating. */
export const deepRanges = new Numbers(16);

/**
 * @param withBreaks whether to collect where long lines may be broken (`breaks`)
 * @returns false when the scan cannot distinguish code from text
 */
export function boundDepth(text: usize, length: i32, jsx: bool, withBreaks: bool): bool {
  startScan(text, length, jsx);
  startBreaks(withBreaks);
  deepRanges.length = 0;
  // Skips a line of `#!`.
  if (unitAt(0) === 35 /* # */ && unitAt(1) === 33 /* ! */) scan.at = lineEnd(0);
  while (scan.at < length && !scan.lost) {
    const kind = topKind();
    if (kind === Kind.template) scanTemplate();
    else if (kind === Kind.tag) scanTag();
    else if (kind === Kind.element) scanElementText();
    else while (scan.at < length && scanToken() && scan.total <= stackLimit);
    if (scan.total > stackLimit) {
      const from = scan.at;
      skipDeep();
      if (scan.at > from) {
        deepRanges.push(from);
        deepRanges.push(scan.at);
      }
    }
  }
  return !scan.lost;
}

/** Skips the part that nests too deeply: up to the bracket that closes the level or, if a long expression was the cause, up to its end. */
function skipDeep(): void {
  closeToBracket();
  const byBrackets = scan.total - topExpression() - topStatement() > stackLimit;
  const inList = topKind() === Kind.paren || topKind() === Kind.bracket;
  let depth = 0;
  let at = scan.at;
  for (; at < scan.length; at++) {
    const code = unitAt(at);
    if (code === 40 /* ( */ || code === 91 /* [ */ || code === 123 /* { */) depth++;
    else if (code === 41 /* ) */ || code === 93 /* ] */ || code === 125 /* } */) {
      if (depth === 0) break;
      depth--;
    } else if (depth === 0 && !byBrackets) {
      if (code === 59 /* ; */ || (code === 44 /* , */ && inList)) break;
      if (code === 10 /* \n */ && startsDeclaration(at + 1)) {
        resetLevel();
        break;
      }
    }
  }
  scan.at = at;
}
