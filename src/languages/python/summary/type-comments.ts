/** Types in comments (PEP 484): `x = []  # type: list[A]`, and `# type: (A) -> B` at the start of a function. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields } from '../../../model/file-summary.ts';
import { placeOf, type Collector, type Place } from './collector.ts';
import { codeOf, codes, partsOf, withoutComments } from './node-codes.ts';
import { parseType } from './type-syntax.ts';
import { typeOfSyntax } from './types.ts';

/** The comment after an assignment. `# type: ignore` is none. */
const typeComment = /[ \t]*#[ \t]*type:[ \t]*(?!ignore\b)([^\s#][^#\r\n]*)/y;
/** The comment at the start of a function. */
const signatureComment = /#[ \t]*type:[ \t]*(\([^#\r\n]*\))[ \t]*->[ \t]*([^\s#][^#\r\n]*)/d;

/** Whether a file may have type comments. */
export function mayHaveTypeComments(source: string): boolean {
  return /#[ \t]*type:/.test(source);
}

/** The type in the comment after an assignment; 0 for none. */
export function typeFromComment(c: Collector, assignment: SyntaxNode): number {
  if (!c.hasTypeComments) return 0;
  typeComment.lastIndex = assignment.endIndex;
  const found = typeComment.exec(c.source);
  if (found === null) return 0;
  const text = found[1]!.trimEnd();
  return typeIn(c, assignment, { text, at: assignment.endIndex + found[0].length - found[1]!.length });
}

interface TypeText {
  text: string;
  /** Offset of the type's text. */
  at: number;
}

/**
 * The type that a text in a comment means.
 * @param anchor a node that starts before the text, from which the place of the text is counted
 */
function typeIn(c: Collector, anchor: SyntaxNode, { text, at }: TypeText): number {
  return typeOfSyntax(c, parseType(text, placeAt(c, anchor, at)));
}

/** The place of an offset inside or after a node. */
function placeAt({ source }: Collector, node: SyntaxNode, at: number): Place {
  const start = placeOf(node);
  const between = source.slice(node.startIndex, at);
  const lines = between.split('\n').length - 1;
  if (lines === 0) return { line: start.line, column: start.column + between.length };
  return { line: start.line + lines, column: between.length - between.lastIndexOf('\n') };
}

/**
 * Reads the comment between the head of a function and its first statement. Sets the types of the parameters; returns the result
 * type, 0 for none.
 */
export function typesFromComment(c: Collector, entity: number, parts: readonly SyntaxNode[]): number {
  const parameters = parts.find((part) => codeOf(part) === codes.parameters);
  const body = parts.find((part) => codeOf(part) === codes.block);
  const first = body === undefined ? undefined : withoutComments(partsOf(body))[0];
  if (!c.hasTypeComments || parameters === undefined || first === undefined) return 0;
  const { writer } = c;
  const between = c.source.slice(parameters.endIndex, first.startIndex);
  const found = signatureComment.exec(between);
  if (found === null) return 0;
  const [from] = found.indices![1]!;
  const list = `[${found[1]!.slice(1, -1).replaceAll('*', ' ')}]`;
  const parsed = parseType(list, placeAt(c, parameters, parameters.endIndex + from));
  const declared = writer.items(writer.get(entity, entityFields.listA));
  if (parsed.is === 'list') {
    const types = parsed.parts.map((part) => (part.is === 'path' || part.is === 'union' ? typeOfSyntax(c, part) : 0));
    // The comment may leave out the type of `self`.
    const receivers = declared.length - types.length;
    for (const [index, type] of types.entries()) {
      const parameter = declared[index + receivers];
      if (parameter === undefined || receivers < 0 || receivers > 1 || type === 0) continue;
      if (writer.get(parameter, entityFields.type) === 0) writer.set(parameter, entityFields.type, type);
    }
  }
  const [resultAt] = found.indices![2]!;
  return typeIn(c, parameters, { text: found[2]!.trimEnd(), at: parameters.endIndex + resultAt });
}
