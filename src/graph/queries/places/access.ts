/**
 * Whether a place reads or writes the field or variable that it names. The link knows plain assignments, literals and named arguments; the text around
 * the name tells what the link does not say: that a compound assignment reads as well, and that `++` writes.
 */
import type { LinkKind } from '../../../model/link.ts';
import type { Access } from '../../../model/graph.ts';

/** Kinds of links that are neither a read nor a write of a value. */
const noAccess: ReadonlySet<LinkKind> = new Set(['import', 'reexport', 'extends', 'implements', 'overrides', 'type']);

/** `+= -= *= /= //= %= &= |= ^= **= <<= >>= >>>= &^= ??= ||= &&= .= ~= @=` */
const compound = /^\s*(?:\+|-|\*\*?|\/\/?|%|&&?|\|\|?|\^|<<|>>>?|&\^|\?\?|\.|~|@)=(?!=|>|~)/;
const increment = /^\s*(?:\+\+|--)/;
/** An assignment, but no comparison, arrow, or pattern match. */
const assignment = /^\s*(?::=|=(?![=>~]))/;
/** `++` or `--`, then the receiver of the name. */
const decrementBefore = /(?:^|[^+-])(?:\+\+|--)\(?\s*[\w$.@>:[\]()*-]*$/;
/** C#: `out name`, `ref name`. */
const byReference = /\b(?<mode>out|ref)\s+[\w$.]*$/;

/** A line is looked at up to this number of characters before a name: minified code has lines of a million. */
const maxBefore = 300;

/** The text before and after a name on its line. */
export interface Surroundings {
  before: string;
  after: string;
}

/** @param text the line of the place */
export function surroundings(text: string, column: number): Surroundings {
  const start = column - 1;
  const name = /^[$@#]*[\p{L}\p{N}_$]+[?!]?/u.exec(text.slice(start))?.[0] ?? '';
  const isOperator = /[?!]$/.test(name);
  const length = isOperator ? name.length - 1 : name.length;
  return { before: text.slice(Math.max(0, start - maxBefore), start), after: text.slice(start + length) };
}

/** How a place uses the value that it names; null where it does not use the value (a type, an import). */
export function accessOf(kind: LinkKind, { before, after }: Surroundings): Access | null {
  if (noAccess.has(kind)) return null;
  if (compound.test(after) || increment.test(after) || decrementBefore.test(before)) return 'both';
  const mode = byReference.exec(before)?.groups?.['mode'];
  if (mode !== undefined && kind !== 'call') return mode === 'out' ? 'write' : 'both';
  if (kind === 'write') return 'write';
  // A setter is called by an assignment. At other reads the sign gives a default (`{ size = 1 }`).
  if ((kind === 'call' || kind === 'implicit') && assignment.test(after)) return 'write';
  return 'read';
}

/** Whether a place is among those that a question asks for. */
export function isAsked(access: Access | null, wanted: 'read' | 'write'): boolean {
  return access === wanted || access === 'both';
}
