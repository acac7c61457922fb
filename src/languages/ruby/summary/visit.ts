/** Maps node types to the functions that visit them. */
import type { SyntaxNode } from '../../language.ts';
import { primitives, ops } from '../../../model/file-summary.ts';
import { partsOf, selfNode, type Collector } from './collector.ts';
import { visitConstant } from './constants.ts';
import { declareAlias, visitClass, visitMethod, visitSingletonClass } from './declarations.ts';
import {
  visitAssignment,
  visitBinary,
  visitBlock,
  visitBody,
  visitBranch,
  visitCall,
  visitIdentifier,
  visitParts,
  visitRescue,
  visitReturn,
  visitSuper,
  visitVariable,
} from './expressions.ts';

type Visit = (c: Collector, node: SyntaxNode) => number;

const visitors = new Map<string, Visit>();

/** Registers the visitor for node types, separated by blanks. */
function register(types: string, visit: Visit): void {
  for (const type of types.split(' ')) visitors.set(type, visit);
}

/** Registers node types whose value is of a primitive type. */
function registerPrimitive(types: string, code: number): void {
  register(types, (c, node) => {
    visitParts(c, node);
    return c.writer.node(ops.primitive, code);
  });
}

register('class module', visitClass);
register('singleton_class', visitSingletonClass);
register('method singleton_method', visitMethod);
register('constant scope_resolution', (c, node) => visitConstant(c, node));
register('identifier', visitIdentifier);
register('instance_variable', visitVariable);
register('self', selfNode);
register('super', (c, node) => visitSuper(c, node));
register('call', visitCall);
register('assignment operator_assignment', visitAssignment);
register('block do_block lambda', visitBlock);
register(
  'if unless if_modifier unless_modifier conditional case when while until while_modifier until_modifier elsif',
  visitBranch,
);
register('then else block_body parenthesized_statements ensure do', visitParts);
register('body_statement begin', visitBody);
register('rescue', visitRescue);
register('return', visitReturn);
register('binary', visitBinary);
register('alias', (c, node) => {
  const [alias, original] = partsOf(node);
  if (alias !== undefined && original !== undefined) declareAlias(c, alias, original);
  return 0;
});
registerPrimitive(
  'string chained_string simple_symbol delimited_symbol bare_string heredoc_beginning',
  primitives.string,
);
registerPrimitive('integer float', primitives.number);
registerPrimitive('array hash range regex', primitives.other);
registerPrimitive('true false', primitives.boolean);
register(
  'comment nil hash_key_symbol string_content escape_sequence heredoc_content heredoc_end global_variable class_variable undef method_parameters',
  () => 0,
);

export function visitNode(c: Collector, node: SyntaxNode): number {
  const visit = visitors.get(node.type);
  if (visit !== undefined) return visit(c, node);
  visitParts(c, node);
  return 0;
}
