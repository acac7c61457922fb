/**
 * Declarations that the grammar takes for expressions: behind an annotation `sealed class A` is also an infix call (`sealed.class(A)`), and where the
 * declaration has no body, that may be what is read. Without the annotations it is read as what it is.
 */
import type { SyntaxNode } from '../language.ts';

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
    parts.push(text.slice(kept, startIndex), text.slice(startIndex, endIndex).replace(/[^\r\n]/g, ' '));
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
