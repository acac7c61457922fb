/** The parts of `boundDepth` that read JSX: tags, and the text between them. */
import { costs, kinds, openLevel, popLevel, spend, tokens, type Scan } from './ecmascript-depth-levels.ts';

const generic = /(?:const\s|[\w$]+\s*(?:,|=|extends\s))/y;

/** Whether `<` before `at`, where an operand is expected, begins an element and no type parameters. */
export function startsElement(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const letter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code === 36 || code > 127;
  if (!letter) return code === 62;
  generic.lastIndex = at;
  return !generic.test(text);
}

/** Within a tag, up to its end or an opening brace. */
export function scanTag(scan: Scan): void {
  const { text } = scan;
  for (let i = scan.at; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 34:
      case 39: {
        const end = text.indexOf(text[i]!, i + 1);
        i = end === -1 ? text.length : end;
        break;
      }
      case 123:
        openLevel(scan, kinds.brace, costs.bracket);
        scan.at = i + 1;
        return;
      case 60:
        openLevel(scan, kinds.angle, costs.angle);
        scan.at = i + 1;
        return;
      case 47: {
        const next = text.charCodeAt(i + 1);
        if (next === 62) {
          endElement(scan, i + 2);
          return;
        }
        if (next === 47) i = end(text, '\n', i);
        else if (next === 42) i = end(text, '*/', i) + 1;
        break;
      }
      case 46:
        spend(scan, costs.link);
        scan.at = i + 1;
        return;
      case 62:
        scan.kinds[scan.top] = kinds.element;
        scan.at = i + 1;
        return;
      default:
    }
  }
  scan.at = text.length;
}

function end(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from + 2);
  return found === -1 ? text.length : found;
}

/** Between tags, up to the next tag or brace. What looks like an open bracket is counted: it may be code that was taken for text. */
export function scanElementText(scan: Scan): void {
  const { text } = scan;
  for (let i = scan.at; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 123:
        openLevel(scan, kinds.brace, costs.bracket);
        scan.at = i + 1;
        return;
      case 40:
      case 91:
        spend(scan, costs.bracket);
        scan.at = i + 1;
        return;
      case 60:
        if (text.charCodeAt(i + 1) === 47) {
          const close = text.indexOf('>', i + 2);
          endElement(scan, close === -1 ? text.length : close + 1);
          return;
        }
        if (startsElement(text, i + 1)) {
          openLevel(scan, kinds.tag, costs.element);
          scan.at = i + 1;
          return;
        }
        break;
      default:
    }
  }
  scan.at = text.length;
}

function endElement(scan: Scan, at: number): void {
  popLevel(scan);
  scan.token = tokens.operand;
  scan.at = at;
}
