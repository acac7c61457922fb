/**
 * Finds the loops of a text by keywords and brackets alone, which suffices for the small programs of the evaluation
 * sets.
 */

export interface Loop {
  /** First and last line, from 1. */
  from: number;
  to: number;
}

export function loopsOf(path: string, text: string): Loop[] {
  return path.endsWith('.py') ? indentedLoops(text) : bracedLoops(text);
}

function indentedLoops(text: string): Loop[] {
  const lines = text.split('\n');
  const loops: Loop[] = [];
  for (const [index, line] of lines.entries()) {
    const indent = /^(\s*)(?:async\s+for|for|while)\b/.exec(line)?.[1]?.length;
    if (indent === undefined) continue;
    let to = index;
    for (let at = index + 1; at < lines.length; at++) {
      const inner = lines[at]!;
      if (inner.trim() === '' || inner.trim().startsWith('#')) continue;
      if (inner.search(/\S/) <= indent) break;
      to = at;
    }
    loops.push({ from: index + 1, to: to + 1 });
  }
  return loops;
}

/** A loop ends with the brackets that open before the first semicolon or line end outside of them. */
function bracedLoops(text: string): Loop[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const loops: Loop[] = [];
  for (const match of code.matchAll(/\b(?:for|while|do)\b/g)) {
    let depth = 0;
    let at = match.index;
    for (; at < code.length; at++) {
      const char = code[at]!;
      if ('([{'.includes(char)) depth++;
      else if (')]}'.includes(char)) depth--;
      if (depth < 0 || (depth === 0 && (char === ';' || (char === '}' && match[0] !== 'do')))) break;
    }
    loops.push({ from: lineOf(code, match.index), to: lineOf(code, at) });
  }
  return loops;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
