/** The node types of the grammar as numbers. */
import { nodeCodes } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';

const names = (
  'other identifier type_identifier scoped_identifier scoped_type_identifier generic_type array_type annotated_type integral_type ' +
  'floating_point_type boolean_type void_type type_arguments wildcard type_parameters type_parameter type_bound catch_type ' +
  'annotation marker_annotation annotation_argument_list element_value_pair element_value_array_initializer modifiers ' +
  'package_declaration import_declaration asterisk class_declaration interface_declaration enum_declaration record_declaration ' +
  'annotation_type_declaration class_body interface_body enum_body enum_body_declarations annotation_type_body superclass ' +
  'super_interfaces extends_interfaces permits type_list enum_constant field_declaration constant_declaration variable_declarator ' +
  'method_declaration annotation_type_element_declaration constructor_declaration compact_constructor_declaration ' +
  'static_initializer formal_parameters formal_parameter spread_parameter receiver_parameter dimensions dimensions_expr throws ' +
  'constructor_body explicit_constructor_invocation block local_variable_declaration expression_statement if_statement ' +
  'while_statement for_statement enhanced_for_statement do_statement return_statement yield_statement throw_statement ' +
  'labeled_statement break_statement continue_statement switch_expression switch_block switch_block_statement_group switch_rule ' +
  'switch_label guard pattern type_pattern record_pattern record_pattern_body record_pattern_component underscore_pattern ' +
  'synchronized_statement try_statement try_with_resources_statement resource_specification resource catch_clause ' +
  'catch_formal_parameter finally_clause method_invocation object_creation_expression method_reference lambda_expression ' +
  'inferred_parameters argument_list field_access array_access array_creation_expression array_initializer assignment_expression ' +
  'binary_expression unary_expression update_expression cast_expression instanceof_expression ternary_expression ' +
  'parenthesized_expression class_literal this super string_literal character_literal true false null_literal ' +
  'decimal_integer_literal hex_integer_literal octal_integer_literal binary_integer_literal decimal_floating_point_literal ' +
  'hex_floating_point_literal line_comment block_comment module_declaration template_expression string_interpolation ERROR'
).split(' ');

export const { code, codeOf, forget: forgetNode } = nodeCodes(names);

export function codeSet(words: string): ReadonlySet<number> {
  return new Set(words.split(' ').map(code));
}

const comments = codeSet('line_comment block_comment');

/** Named children without comments. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children = node.namedChildren as SyntaxNode[];
  return children.some((part) => comments.has(codeOf(part)))
    ? children.filter((part) => !comments.has(codeOf(part)))
    : children;
}

/** The first part with this node code. */
export function partOf(parts: readonly SyntaxNode[], nodeCode: number): SyntaxNode | undefined {
  return parts.find((part) => codeOf(part) === nodeCode);
}
