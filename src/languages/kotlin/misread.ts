/**
 * What the grammar misreads, written so that it cannot: each text has the length and the lines of the other, and names stay where they are.
 * - Declarations that it takes for expressions: behind an annotation `sealed class A` is also an infix call (`sealed.class(A)`), and where the
 *   declaration has no body, that may be what is read. Without the annotations it is read as what it is.
 * - A class within another whose constructor stands on the next line: that is read as a constructor of the class around.
 * - A body within a body that end on one line, and an accessor behind a semicolon: the first wants one, the other wants a line.
 * - Annotations of accessors, and what a function has as its context.
 */
import type { Reading, SyntaxNode } from '../language.ts';

const lazyConstructor =
  /(\bclass[ \t]+(?:\w+|`[^`\n]+`)(?:<[^(){}\n]*>)?)(\s*\n\s*)((?:@[\w.]+(?:\([^()\n]*\))?[ \t]+|(?:private|internal|protected|public)[ \t]+)*)constructor\b/g;

/** The line ends before the word `constructor` and what stands before it, or, where nothing does, behind it. */
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

/** Of a text that was not read whole. */
export function readingsOnLines(text: string): Reading[] {
  const other = text
    .replace(/@\w+(?=[ \t]+[gs]et\b)|^[ \t]*context\([^()\n]*\)(?=[ \t]*$)/gm, blank)
    .replace(/(?<=[\w)\]"'}])[ \t](?=\})/g, ';')
    .replace(/;(?=[ \t]*(?:(?:private|internal|protected|public)[ \t]+)?[gs]et\b)/g, '\r');
  return other === text ? [] : [{ text: other, leftOutAt: null }];
}

const declaration = /^(?:[a-z]+\s+){0,6}(?:class|interface|object|fun|val|var|typealias)\s+[\w`<(]/;
/** No more than this of a text is looked at: a declaration's first words. */
const headLength = 200;

/** The text without the annotations of such declarations; null where there are none. */
export function withoutMisread(root: SyntaxNode, text: string): string | null {
  if (!/^[ \t]*@/m.test(text)) return null;
  const misread = root
    .descendantsOfType('annotated_expression')
    .filter((node): node is SyntaxNode => node !== null && declaration.test(headOf(node, text)))
    .map((node) => node.firstNamedChild)
    .filter((annotation): annotation is SyntaxNode => annotation?.type === 'annotation');
  if (misread.length === 0) return null;
  const parts: string[] = [];
  let kept = 0;
  for (const { startIndex, endIndex } of misread) {
    // One within another's arguments.
    if (startIndex < kept) continue;
    parts.push(text.slice(kept, startIndex), blank(text.slice(startIndex, endIndex)));
    kept = endIndex;
  }
  return parts.join('') + text.slice(kept);
}

/** What the annotations of an expression stand before. */
function headOf(node: SyntaxNode, text: string): string {
  let at = node;
  while (at.type === 'annotated_expression') {
    const inner = at.namedChild(at.namedChildCount - 1);
    if (inner === null) break;
    at = inner;
  }
  return text.slice(at.startIndex, at.startIndex + headLength);
}
