/** The grammar's node types as numbers: a type's name comes from WASM, where each is one string, so that looking it up is cheap. */
import type { SyntaxNode } from '../../language.ts';

const names = [
  'other',
  'identifier',
  'attribute',
  'call',
  'subscript',
  'string',
  'concatenated_string',
  'integer',
  'float',
  'true',
  'false',
  'none',
  'tuple',
  'list',
  'set',
  'dictionary',
  'pair',
  'expression_list',
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
  'for_in_clause',
  'if_clause',
  'lambda',
  'lambda_parameters',
  'parameters',
  'boolean_operator',
  'binary_operator',
  'unary_operator',
  'not_operator',
  'comparison_operator',
  'conditional_expression',
  'parenthesized_expression',
  'named_expression',
  'await',
  'yield',
  'list_splat',
  'dictionary_splat',
  'list_splat_pattern',
  'dictionary_splat_pattern',
  'splat_pattern',
  'keyword_argument',
  'argument_list',
  'slice',
  'pattern_list',
  'tuple_pattern',
  'list_pattern',
  'as_pattern',
  'as_pattern_target',
  'comment',
  'expression_statement',
  'assignment',
  'augmented_assignment',
  'function_definition',
  'class_definition',
  'decorated_definition',
  'decorator',
  'block',
  'if_statement',
  'elif_clause',
  'else_clause',
  'for_statement',
  'while_statement',
  'with_statement',
  'with_clause',
  'with_item',
  'try_statement',
  'except_clause',
  'except_group_clause',
  'finally_clause',
  'match_statement',
  'case_clause',
  'case_pattern',
  'class_pattern',
  'dotted_name',
  'keyword_pattern',
  'dict_pattern',
  'union_pattern',
  'return_statement',
  'raise_statement',
  'assert_statement',
  'delete_statement',
  'continue_statement',
  'break_statement',
  'global_statement',
  'nonlocal_statement',
  'import_statement',
  'import_from_statement',
  'future_import_statement',
  'aliased_import',
  'wildcard_import',
  'relative_import',
  'type_alias_statement',
  'type',
  'type_parameter',
  'generic_type',
  'union_type',
  'member_type',
  'constrained_type',
  'splat_type',
  'typed_parameter',
  'default_parameter',
  'typed_default_parameter',
  'ellipsis',
  'string_start',
  'string_content',
  'string_end',
  'interpolation',
  'pass_statement',
  'ERROR',
] as const;

type NodeName = (typeof names)[number];

/** Code by type; 0 is every other. */
export const codes = Object.fromEntries(names.map((name, index) => [name, index])) as Readonly<
  Record<NodeName, number>
>;

const byName: ReadonlyMap<string, number> = new Map(names.map((name, index) => [name, index]));

/** The node asked last: a part is often asked by what stands around it, and again when it is visited. */
let lastNode: SyntaxNode | null = null;
let lastCode = 0;

export function codeOf(node: SyntaxNode): number {
  if (node !== lastNode) {
    lastCode = byName.get(node.type) ?? 0;
    lastNode = node;
  }
  return lastCode;
}

/** Lets go of the last node, and so of its tree. */
export function forgetNode(): void {
  lastNode = null;
}

/** Named children, comments among them; the same array each time. The contract allows nulls, which the parser never gives here. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren as SyntaxNode[];
}
