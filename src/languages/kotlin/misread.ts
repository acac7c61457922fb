/**
 * Rewrites code that the grammar misreads so that it reads it correctly. Each result has the length and lines of the original,
 * and names keep their places.
 * - Declarations that are read as expressions: after an annotation, `sealed class A` is also an infix call (`sealed.class(A)`).
 *   Where the declaration has no body, the grammar may choose the call. Without the annotation it reads the declaration.
 * - A nested class whose constructor stands on the next line: it is read as a constructor of the outer class.
 * - Two bodies that end on one line, where the grammar needs a semicolon between them; an accessor after a semicolon, where it
 *   needs a new line.
 * - Annotations of accessors, and the context parameters of a function.
 */
import type { Reading, SyntaxNode } from '../language.ts';

const lazyConstructor =
  /(\bclass[ \t]+(?:\w+|`[^`\n]+`)(?:<[^(){}\n]*>)?)(\s*\n\s*)((?:@[\w.]+(?:\([^()\n]*\))?[ \t]+|(?:private|internal|protected|public)[ \t]+)*)constructor\b/g;

/**
 * Moves the line end after a class's name: behind the modifiers of its constructor or, where it has none, behind the word
 * `constructor`.
 */
export function withConstructorsBeside(text: string): string {
  if (!text.includes('constructor')) return text;
  return text.replace(lazyConstructor, (whole: string, name: string, gap: string, modifiers: string) => {
    const ends = gap.replace(/[^\n]/g, '');
    const blanks = gap.replace(/\s/g, ' ');
    if (modifiers === '') return gap.length > ends.length ? `${name} constructor${gap.replace(/[^\n]/, '')}` : whole;
    return ends.length === 1 ? `${name}${blanks}${modifiers.slice(0, -1)}${ends}constructor` : whole;
  });
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

/** Other readings of a text that was not parsed completely. */
export function readingsOnLines(text: string): Reading[] {
  const other = text
    .replace(/@\w+(?=[ \t]+[gs]et\b)|^[ \t]*context\([^()\n]*\)(?=[ \t]*$)/gm, blank)
    .replace(/(?<=[\w)\]"'}])[ \t](?=\})/g, ';')
    .replace(/;(?=[ \t]*(?:(?:private|internal|protected|public)[ \t]+)?[gs]et\b)/g, '\r');
  return other === text ? [] : [{ text: other, leftOutAt: null }];
}

const declaration = /^(?:[a-z]+\s+){0,6}(?:class|interface|object|fun|val|var|typealias)\s+[\w`<(]/;
/** Only so much of a text is tested: the first words of a declaration. */
const headLength = 200;

/** The text without the annotations of misread declarations; null where there are none. */
export function withoutMisread(root: SyntaxNode, text: string): string | null {
  if (!/^[ \t]*@/m.test(text)) return null;
  const misread = root
    .descendantsOfType('annotated_expression')
    .filter((node): node is SyntaxNode => node !== null && declaration.test(headOf(node, text)))
    .map((node) => node.firstNamedChild)
    .filter((annotation): annotation is SyntaxNode => annotation?.type === 'annotation');
  if (misread.length === 0) return null;
  const parts: string[] = [];
  let end = 0;
  for (const { startIndex, endIndex } of misread) {
    // An annotation inside the arguments of another one.
    if (startIndex < end) continue;
    parts.push(text.slice(end, startIndex), blank(text.slice(startIndex, endIndex)));
    end = endIndex;
  }
  return parts.join('') + text.slice(end);
}

/** The start of the text that follows the annotations of an expression. */
function headOf(node: SyntaxNode, text: string): string {
  let at = node;
  while (at.type === 'annotated_expression') {
    const inner = at.namedChild(at.namedChildCount - 1);
    if (inner === null) break;
    at = inner;
  }
  return text.slice(at.startIndex, at.startIndex + headLength);
}
