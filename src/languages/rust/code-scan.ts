/** Scans Rust text character by character: where brackets close, and which parts are comments or literals. */

/** The offset of the first character at or after `from` that is not in a blank, comment or attribute. */
export function skipTrivia(text: string, from: number, end: number): number {
  let at = from;
  while (at < end) {
    if (/\s/.test(text[at]!)) at++;
    else if (text[at] === '/') {
      const after = afterText(text, at, end);
      if (after === at + 1) return at;
      at = after;
    } else if (text[at] === '#' && /^#!?\[/.test(text.slice(at, at + 3))) {
      const last = closingBracket(text, text.indexOf('[', at));
      if (last === -1) return end;
      at = last + 1;
    } else return at;
  }
  return at;
}

const closers: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** Brackets nest less deeply in code. Without a limit, many brackets that nothing closes would each be followed to the end of the text. */
const maxNesting = 250;

/** The offset of the bracket that closes the bracket at `open`; -1 if there is none. */
export function closingBracket(text: string, open: number): number {
  const expected = [closers[text[open]!]!];
  for (let at = open + 1; at < text.length;) {
    const char = text[at]!;
    if (char in closers) {
      if (expected.push(closers[char]!) > maxNesting) return -1;
    } else if (char === '}' || char === ')' || char === ']') {
      if (expected.pop() !== char) return -1;
      if (expected.length === 0) return at;
    }
    at = afterText(text, at, text.length);
  }
  return -1;
}

/** A string, a character literal or a comment. One that nothing closes ends with the text, so that it is not followed from each of its quotes. */
const nonCode =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<![\w])b?r(#*)"[\s\S]*?(?:"\1|$)|b?"(?:[^"\\]|\\[\s\S])*(?:"|$)|b?'(?:[^'\\\n]|\\[^\n][^'\n]*)'/y;

/** The offset after the string, character literal or comment at `at`; after one character if none begins there. */
export function afterText(text: string, at: number, end: number): number {
  const char = text.charCodeAt(at);
  // Only these characters can begin a literal or comment: " ' / b r
  if (char !== 34 && char !== 39 && char !== 47 && char !== 98 && char !== 114) return at + 1;
  nonCode.lastIndex = at;
  const found = nonCode.exec(text);
  return found === null ? at + 1 : Math.min(end, at + found[0].length);
}
