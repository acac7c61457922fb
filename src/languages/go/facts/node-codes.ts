/** The grammar's node types as numbers: a type's name comes from WASM, where each is one string, so that looking it up is cheap. */
import { nodeCodes } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';

const names = [
  'other',
  'comment',
  'identifier',
  'blank_identifier',
  'field_identifier',
  'package_identifier',
  'type_identifier',
  'qualified_type',
  'generic_type',
  'type_arguments',
  'type_elem',
  'type_constraint',
  'negated_type',
  'parenthesized_type',
  'pointer_type',
  'array_type',
  'implicit_length_array_type',
  'slice_type',
  'map_type',
  'channel_type',
  'function_type',
  'struct_type',
  'interface_type',
  'field_declaration_list',
  'field_declaration',
  'method_elem',
  'source_file',
  'package_clause',
  'import_declaration',
  'import_spec_list',
  'import_spec',
  'dot',
  'const_declaration',
  'const_spec',
  'var_declaration',
  'var_spec_list',
  'var_spec',
  'type_declaration',
  'type_spec',
  'type_alias',
  'function_declaration',
  'method_declaration',
  'type_parameter_list',
  'type_parameter_declaration',
  'parameter_list',
  'parameter_declaration',
  'variadic_parameter_declaration',
  'block',
  'statement_list',
  'expression_statement',
  'expression_list',
  'send_statement',
  'receive_statement',
  'inc_statement',
  'dec_statement',
  'assignment_statement',
  'short_var_declaration',
  'labeled_statement',
  'return_statement',
  'go_statement',
  'defer_statement',
  'if_statement',
  'for_statement',
  'for_clause',
  'range_clause',
  'expression_switch_statement',
  'expression_case',
  'default_case',
  'type_switch_statement',
  'type_case',
  'select_statement',
  'communication_case',
  'parenthesized_expression',
  'call_expression',
  'argument_list',
  'variadic_argument',
  'selector_expression',
  'index_expression',
  'slice_expression',
  'type_assertion_expression',
  'type_conversion_expression',
  'type_instantiation_expression',
  'composite_literal',
  'literal_value',
  'literal_element',
  'keyed_element',
  'func_literal',
  'unary_expression',
  'binary_expression',
  'interpreted_string_literal',
  'raw_string_literal',
  'int_literal',
  'float_literal',
  'imaginary_literal',
  'rune_literal',
  'nil',
  'true',
  'false',
  'iota',
  'label_name',
  'fallthrough_statement',
  'break_statement',
  'continue_statement',
  'goto_statement',
  'empty_statement',
  'ERROR',
] as const;

export type NodeName = (typeof names)[number];

/** Code by type; 0 is every other. */
export const codes = Object.fromEntries(names.map((name, index) => [name, index])) as Readonly<
  Record<NodeName, number>
>;

const known = nodeCodes(names);
export const { codeOf } = known;

/** The text that the nodes at hand are of. */
let source = '';

/** To be called before the nodes of a text are asked. */
export function startNodes(text: string): void {
  source = text;
}

/** Lets go of the text and of the last node, and so of its tree. */
export function forgetNodes(): void {
  known.forget();
  source = '';
}

/** Named children, comments among them; the same array each time. The contract allows nulls, which the parser never gives here. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren as SyntaxNode[];
}

/** Named children without comments. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children = node.namedChildren as SyntaxNode[];
  return children.some(isComment) ? children.filter((child) => !isComment(child)) : children;
}

/** Nothing else starts with a slash; a node's type would cost a call of WASM. */
function isComment(node: SyntaxNode): boolean {
  return source.charCodeAt(node.startIndex) === 47;
}

const typeCodes: ReadonlySet<number> = new Set([
  codes.type_identifier,
  codes.qualified_type,
  codes.generic_type,
  codes.parenthesized_type,
  codes.pointer_type,
  codes.array_type,
  codes.implicit_length_array_type,
  codes.slice_type,
  codes.map_type,
  codes.channel_type,
  codes.function_type,
  codes.struct_type,
  codes.interface_type,
  codes.negated_type,
  codes.type_elem,
  codes.type_constraint,
]);

export function isType(code: number): boolean {
  return typeCodes.has(code);
}
