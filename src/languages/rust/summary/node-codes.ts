/** The node types of the grammar as numbers. */
import { nodeCodes } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';

const names = (
  'other line_comment block_comment identifier self super crate metavariable type_identifier field_identifier shorthand_field_identifier ' +
  'primitive_type scoped_identifier scoped_type_identifier bracketed_type qualified_type generic_function generic_type ' +
  'generic_type_with_turbofish type_arguments type_binding reference_type pointer_type array_type tuple_type function_type ' +
  'dynamic_type abstract_type bounded_type trait_bounds where_clause where_predicate higher_ranked_trait_bound removed_trait_bound ' +
  'unit_type never_type lifetime type_parameters type_parameter const_parameter lifetime_parameter source_file use_declaration ' +
  'scoped_use_list use_list use_as_clause use_wildcard mod_item foreign_mod_item declaration_list struct_item union_item enum_item ' +
  'enum_variant_list enum_variant field_declaration_list ordered_field_declaration_list field_declaration trait_item impl_item ' +
  'associated_type function_item function_signature_item const_item static_item type_item extern_crate_declaration macro_definition macro_rule ' +
  'attribute_item inner_attribute_item visibility_modifier function_modifiers parameters parameter self_parameter block ' +
  'expression_statement let_declaration closure_expression closure_parameters call_expression arguments field_expression ' +
  'struct_expression field_initializer_list field_initializer shorthand_field_initializer base_field_initializer if_expression ' +
  'else_clause let_condition let_chain while_expression loop_expression for_expression match_expression match_block match_arm ' +
  'match_pattern try_expression await_expression reference_expression unary_expression binary_expression assignment_expression ' +
  'compound_assignment_expr type_cast_expression index_expression parenthesized_expression tuple_expression array_expression range_expression ' +
  'return_expression unsafe_block async_block macro_invocation token_tree token_repetition label mutable_specifier tuple_pattern tuple_struct_pattern ' +
  'struct_pattern field_pattern slice_pattern or_pattern ref_pattern mut_pattern reference_pattern captured_pattern remaining_field_pattern ' +
  'string_literal raw_string_literal char_literal integer_literal float_literal boolean_literal empty_statement ERROR'
).split(' ');

const nodeTypes = nodeCodes(names);
export const { code, codeOf } = nodeTypes;

let source = '';

/** Must be called before the nodes of a text are read. */
export function startNodes(text: string): void {
  source = text;
}

/** Releases the text, and the node that was looked up last, which would keep its whole tree in memory. */
export function forgetNodes(): void {
  nodeTypes.forget();
  source = '';
}

/** Named children without comments. No other node starts with a slash. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children = node.namedChildren as SyntaxNode[];
  return children.some(isComment) ? children.filter((child) => !isComment(child)) : children;
}

function isComment(node: SyntaxNode): boolean {
  return source.charCodeAt(node.startIndex) === 47;
}

export const codes = {
  referenceType: code('reference_type'),
  macroInvocation: code('macro_invocation'),
  assignment: code('assignment_expression'),
  lineComment: code('line_comment'),
  blockComment: code('block_comment'),
  identifier: code('identifier'),
  self: code('self'),
  super: code('super'),
  crate: code('crate'),
  typeIdentifier: code('type_identifier'),
  fieldIdentifier: code('field_identifier'),
  shorthandField: code('shorthand_field_identifier'),
  primitiveType: code('primitive_type'),
  scopedIdentifier: code('scoped_identifier'),
  scopedType: code('scoped_type_identifier'),
  bracketedType: code('bracketed_type'),
  genericFunction: code('generic_function'),
  genericType: code('generic_type'),
  turbofishType: code('generic_type_with_turbofish'),
  typeArguments: code('type_arguments'),
  typeBinding: code('type_binding'),
  lifetime: code('lifetime'),
  traitBounds: code('trait_bounds'),
  whereClause: code('where_clause'),
  typeParameters: code('type_parameters'),
  typeParameter: code('type_parameter'),
  parameters: code('parameters'),
  parameter: code('parameter'),
  selfParameter: code('self_parameter'),
  closureParameters: code('closure_parameters'),
  block: code('block'),
  declarationList: code('declaration_list'),
  fieldList: code('field_declaration_list'),
  orderedFieldList: code('ordered_field_declaration_list'),
  fieldDeclaration: code('field_declaration'),
  variantList: code('enum_variant_list'),
  variant: code('enum_variant'),
  visibility: code('visibility_modifier'),
  functionModifiers: code('function_modifiers'),
  attribute: code('attribute_item'),
  callExpression: code('call_expression'),
  fieldExpression: code('field_expression'),
  arguments: code('arguments'),
  letCondition: code('let_condition'),
  matchPattern: code('match_pattern'),
  binaryExpression: code('binary_expression'),
  fieldInitializer: code('field_initializer'),
  shorthandInitializer: code('shorthand_field_initializer'),
  integer: code('integer_literal'),
  mutable: code('mutable_specifier'),
  fieldPattern: code('field_pattern'),
  useList: code('use_list'),
  scopedUseList: code('scoped_use_list'),
  useAs: code('use_as_clause'),
  useWildcard: code('use_wildcard'),
  closure: code('closure_expression'),
  label: code('label'),
} as const;
