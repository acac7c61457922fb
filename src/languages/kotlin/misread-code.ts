/**
 * Rewrites code that the grammar parses wrongly. A rewritten text has the length and number of lines of the original, and names keep
 * their places. The cases:
 * - After an annotation, `sealed class A` without a body can also be read as an infix call (`sealed.class(A)`). Without the annotation,
 *   the grammar reads a declaration.
 * - If the constructor of a nested class stands on the next line, the grammar takes it for a constructor of the outer class.
 * - If two bodies end on one line, the grammar needs a semicolon between them. Before an accessor, it needs a new line instead of a
 *   semicolon.
 * - After a delegate (`class A : B by c {`), the grammar often takes the body for a lambda that `c` is called with.
 * - A line that begins with a variable called `by` is taken for the delegate of the line before.
 * - Annotations of accessors, and context parameters of functions, are unknown to the grammar.
 */
import type { Reading, SyntaxNode } from '../language.ts';

const constructorOnNextLine =
  /(\bclass[ \t]+(?:\w+|`[^`\n]+`)(?:<[^(){}\n]{0,300}>)?)([^\S\n]*\n\s*)((?:@[\w.]+(?:\([^()\n]*\))?[ \t]+|(?:private|internal|protected|public)[ \t]+)*)constructor\b/g;

/**
 * Joins the name of a class with a constructor on the next line. The line end moves behind the modifiers of the constructor; without
 * modifiers, it moves behind the word `constructor`.
 */
export function joinConstructorLines(text: string): string {
  if (!text.includes('constructor')) return text;
  return text.replace(constructorOnNextLine, (original: string, name: string, gap: string, modifiers: string) => {
    const lineEnds = gap.replace(/[^\n]/g, '');
    const blanks = gap.replace(/\s/g, ' ');
    if (modifiers === '')
      return gap.length > lineEnds.length ? `${name} constructor${gap.replace(/[^\n]/, '')}` : original;
    return lineEnds.length === 1 ? `${name}${blanks}${modifiers.slice(0, -1)}${lineEnds}constructor` : original;
  });
}

/** Replaces everything but line ends by blanks. */
function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

/** Another reading of a text that the grammar could not parse completely. */
export function alternativeReadings(text: string): Reading[] {
  const rewritten = text
    .replace(/@\w+(?=[ \t]+[gs]et\b)|^[ \t]*context\([^()\n]*\)(?=[ \t]*$)/gm, blank)
    .replace(/(?<=[\w)\]"'}])[ \t](?=\})/g, ';')
    .replace(/^([ \t]*)[ \t](?=by[ \t]*(?:[.=[]|\?\.|!!))/gm, '$1;')
    .replace(/;(?=[ \t]*(?:(?:private|internal|protected|public)[ \t]+)?[gs]et\b)/g, '\r');
  return rewritten === text ? [] : [{ text: rewritten, leftOutAt: null }];
}

const declaration = /^(?:[a-z]+\s+){0,6}(?:class|interface|object|fun|val|var|typealias)\s+[\w`<(]/;
/** The first words of a declaration are expected in this many characters. */
const headLength = 200;

/** The text as the grammar can read it, where it misread annotations or bodies of classes; null where it did not. */
export function withoutMisreadings(root: SyntaxNode, text: string): string | null {
  const changed = withDelegatesAsArguments(root, text);
  return blankMisreadAnnotations(root, changed ?? text) ?? changed;
}

/** The text with delegates as arguments (`A : B   (c) {` for `A : B by c {`) where the body was taken for a lambda; null if there are none. */
function withDelegatesAsArguments(root: SyntaxNode, text: string): string | null {
  if (!/\bby\b/.test(text)) return null;
  const units = text.split('');
  let isChanged = false;
  for (const delegation of root.descendantsOfType('explicit_delegation')) {
    const delegate = delegation === null ? null : lastOf(delegation);
    const by = delegation?.children.find((child) => child?.type === 'by');
    if (delegate?.type !== 'call_expression' || by === undefined || by === null) continue;
    const end = delegate.firstNamedChild?.endIndex ?? -1;
    if (lastOf(delegate)?.type !== 'annotated_lambda' || !/^\s/.test(text.slice(end))) continue;
    units.splice(by.startIndex, by.endIndex - by.startIndex, ' ', '(');
    units[end] = ')';
    isChanged = true;
  }
  return isChanged ? units.join('') : null;
}

function lastOf(node: SyntaxNode): SyntaxNode | null {
  return node.namedChild(node.namedChildCount - 1);
}

/** The text with blanks instead of the annotations of misread declarations; null if there are none. */
function blankMisreadAnnotations(root: SyntaxNode, text: string): string | null {
  if (!/^[ \t]*@/m.test(text)) return null;
  const annotations = root
    .descendantsOfType('annotated_expression')
    .filter((node): node is SyntaxNode => node !== null && declaration.test(headOf(node, text)))
    .map((node) => node.firstNamedChild)
    .filter((annotation): annotation is SyntaxNode => annotation?.type === 'annotation');
  if (annotations.length === 0) return null;
  const parts: string[] = [];
  let end = 0;
  for (const { startIndex, endIndex } of annotations) {
    // The annotation is inside another one, which is blanked already.
    if (startIndex < end) continue;
    parts.push(text.slice(end, startIndex), blank(text.slice(startIndex, endIndex)));
    end = endIndex;
  }
  return parts.join('') + text.slice(end);
}

/** The start of the text that follows the annotations of an expression. */
function headOf(node: SyntaxNode, text: string): string {
  let expression = node;
  while (expression.type === 'annotated_expression') {
    const annotated = expression.namedChild(expression.namedChildCount - 1);
    if (annotated === null) break;
    expression = annotated;
  }
  return text.slice(expression.startIndex, expression.startIndex + headLength);
}
