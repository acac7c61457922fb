/**
 * The alternatives of a glob, as shells write them: `{a,b}`, `(a|b)`, `@(a|b)` and `?(a|b)`, one in the other as well. What has no comma or bar is plain
 * text, such as the folder `(group)`.
 * Invariant: a few characters cannot make much work: `mostAlternatives` is the limit for the whole pattern, and nesting has one too.
 */

/** A pattern with more is refused. */
export const mostAlternatives = 256;
const mostNested = 20;

interface Group {
  parts: string[];
  /** Offset behind its end. */
  end: number;
}

/** The patterns without groups that match together what the pattern matches. Throws a `RangeError` that says what cannot be read. */
export function alternativesOf(pattern: string, depth = 0): string[] {
  if (depth > mostNested) throw new RangeError(`groups are nested deeper than ${mostNested}`);
  let found = [''];
  const add = (endings: readonly string[]): void => {
    if (found.length * endings.length > mostAlternatives)
      throw new RangeError(`it has more than ${mostAlternatives} alternatives`);
    found = found.flatMap((start) => endings.map((ending) => start + ending));
  };
  for (let at = 0; at < pattern.length;) {
    const char = pattern[at]!;
    const isMark = pattern[at + 1] === '(' && '@?*+!'.includes(char);
    const open = isMark ? at + 1 : at;
    const group = pattern[open] === '{' || pattern[open] === '(' ? groupAt(pattern, open) : null;
    if (group !== null) {
      if (isMark && '*+!'.includes(char)) throw new RangeError(`${char}(…) is not supported`);
      const endings = group.parts.flatMap((part) => alternativesOf(part, depth + 1));
      add(isMark && char === '?' ? ['', ...endings] : endings);
      at = group.end;
    } else {
      const end = behind(pattern, at);
      add([pattern.slice(at, end)]);
      at = end;
    }
  }
  return found;
}

/** The end of one character, of an escaped one, or of a class. */
function behind(pattern: string, at: number): number {
  if (pattern[at] === '\\') return Math.min(at + 2, pattern.length);
  if (pattern[at] !== '[') return at + 1;
  let end = at + 1;
  if (pattern[end] === '!' || pattern[end] === '^') end++;
  // A `]` in first position is a member of the class.
  for (let first = true; first || pattern[end] !== ']'; first = false) {
    if (end >= pattern.length) return at + 1;
    end += pattern[end] === '\\' ? 2 : 1;
  }
  return end + 1;
}

/** The parts of the group that begins at an offset; null for one that does not end, or that has one part. */
function groupAt(pattern: string, open: number): Group | null {
  const [separator, close] = pattern[open] === '{' ? [',', '}'] : ['|', ')'];
  const closings = [close];
  const parts: string[] = [];
  let start = open + 1;
  for (let at = start; at < pattern.length; at = behind(pattern, at)) {
    const char = pattern[at];
    if (char === '{') closings.push('}');
    else if (char === '(') closings.push(')');
    else if (char === closings.at(-1)) closings.pop();
    const isOver = closings.length === 0;
    if (isOver || (closings.length === 1 && char === separator)) {
      parts.push(pattern.slice(start, at));
      start = at + 1;
    }
    if (isOver) return parts.length === 1 ? null : { parts, end: at + 1 };
  }
  return null;
}
