/** Calls of macros beside declarations that the grammar reads as something else. */
import type { SyntaxNode } from '../../language.ts';
import { siteKinds } from '../../../model/file-summary.ts';
import { partsOf, placeOf, textOf, type Collector, type Place } from './collector.ts';

/** The name in a declaration that is the call of a macro, which perhaps declares it: `static DEFINE_LOCK(lock);`. */
export function madeVariable(
  c: Collector,
  type: SyntaxNode | null,
  declarators: readonly SyntaxNode[],
): SyntaxNode | null {
  const [declarator] = declarators;
  const isCall =
    c.block === null &&
    c.owner === -1 &&
    type?.type === 'type_identifier' &&
    declarators.length === 1 &&
    declarator!.type === 'parenthesized_declarator' &&
    /^[A-Z][A-Z0-9_]{2,80}$/.test(textOf(c, type));
  const name = isCall ? partsOf(declarator!)[0] : undefined;
  return name?.type === 'identifier' ? name : null;
}

/** Writes the call of a macro. @param args nodes of its arguments; 0 for one that is no name */
export function writeMacroCall(c: Collector, name: string, place: Place, args: readonly number[]): void {
  const { writer, scope } = c;
  writer.site(siteKinds.call, writer.name(name, scope), place, scope);
  writer.chooses(writer.siteCount - 1, writer.list(args));
  writer.handOn(args);
}

const call = /^([A-Za-z_]\w*)[ \t]*\((.*)\)$/;

/** Writes the call of a macro without a semicolon, which the grammar has read as a name with one (`macros.ts`); returns whether the node is one. */
export function visitLoneCall(c: Collector, node: SyntaxNode): boolean {
  if (c.source[node.endIndex - 1] !== ')' || c.block !== null) return false;
  const [, name, args] = call.exec(textOf(c, node)) ?? [];
  if (name === undefined) return false;
  const { writer, scope } = c;
  const { line, column } = placeOf(node);
  const nodes: number[] = [];
  let offset = column + textOf(c, node).indexOf('(') + 1;
  for (const arg of args!.split(',')) {
    const word = arg.trim();
    const isName = /^[A-Za-z_]\w*$/.test(word);
    const named = isName ? writer.name(word, scope) : 0;
    if (isName) writer.site(siteKinds.read, named, { line, column: offset + arg.indexOf(word) }, scope);
    nodes.push(named);
    offset += arg.length + 1;
  }
  writeMacroCall(c, name, { line, column }, nodes);
  return true;
}
