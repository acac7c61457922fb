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

function on(names: string, visit: Visit): void {
  for (const name of names.split(' ')) visitors.set(name, visit);
}

function constant(names: string, code: number): void {
  on(names, (c, node) => {
    visitParts(c, node);
    return c.writer.node(ops.primitive, code);
  });
}

on('class module', visitClass);
on('singleton_class', visitSingletonClass);
on('method singleton_method', visitMethod);
on('constant scope_resolution', (c, node) => visitConstant(c, node));
on('identifier', visitIdentifier);
on('instance_variable', visitVariable);
on('self', selfNode);
on('super', (c, node) => visitSuper(c, node));
on('call', visitCall);
on('assignment operator_assignment', visitAssignment);
on('block do_block lambda', visitBlock);
on(
  'if unless if_modifier unless_modifier conditional case when while until while_modifier until_modifier elsif',
  visitBranch,
);
on('then else block_body parenthesized_statements ensure do', visitParts);
on('body_statement begin', visitBody);
on('rescue', visitRescue);
on('return', visitReturn);
on('binary', visitBinary);
on('alias', (c, node) => {
  const [name, old] = partsOf(node);
  if (name !== undefined && old !== undefined) declareAlias(c, name, old);
  return 0;
});
constant('string chained_string simple_symbol delimited_symbol bare_string heredoc_beginning', primitives.string);
constant('integer float', primitives.number);
constant('array hash range regex', primitives.other);
constant('true false', primitives.boolean);
on(
  'comment nil hash_key_symbol string_content escape_sequence heredoc_content heredoc_end global_variable class_variable undef method_parameters',
  () => 0,
);

export function visitNode(c: Collector, node: SyntaxNode): number {
  const visit = visitors.get(node.type);
  if (visit !== undefined) return visit(c, node);
  visitParts(c, node);
  return 0;
}
