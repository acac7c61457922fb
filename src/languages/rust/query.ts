/** What is captured in Rust. Macro arguments are tokens to the grammar: a name before parentheses in them counts as a call. */

/** A type's name, alone, in a path, or with arguments. */
function typeName(kind: string): string {
  const plain =
    `(type_identifier) @reference.${kind} ` +
    `(scoped_type_identifier path: (_) @receiver name: (type_identifier) @reference.${kind})`;
  return `${plain} (generic_type type: [${plain}])`;
}

const callee = `
  (identifier) @reference.call.name
  (scoped_identifier path: (_) @receiver name: (identifier) @reference.call.name)
  (field_expression value: (_) @receiver field: (field_identifier) @reference.call)`;

/** What may have type parameters. */
const generic =
  'function_item function_signature_item struct_item enum_item union_item trait_item impl_item type_item'.split(' ');

export const query = `
(mod_item name: (identifier) @name body: (declaration_list)? @body) @definition.module
(struct_item name: (type_identifier) @name body: (ordered_field_declaration_list) ";" @body) @definition.class
(struct_item name: (type_identifier) @name) @definition.class
(union_item name: (type_identifier) @name) @definition.class
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.enumMember
(trait_item name: (type_identifier) @name) @definition.interface
(type_item name: (type_identifier) @name) @definition.typeAlias
(associated_type name: (type_identifier) @name) @definition.typeAlias
(const_item name: (identifier) @name) @definition.variable
(static_item name: (identifier) @name) @definition.variable
(field_declaration name: (field_identifier) @name) @definition.property
(function_item name: (identifier) @name parameters: (parameters) @params body: (block) @body) @definition.function
(function_signature_item name: (identifier) @name parameters: (parameters) @params) @definition.function
(macro_definition name: (identifier) @name . (macro_rule) @body) @definition.macro
(macro_definition name: (identifier) @name) @definition.macro

(use_declaration) @import
(extern_crate_declaration) @import
(mod_item !body) @import

([${generic.map((node) => `(${node} type_parameters: (type_parameters (type_parameter name: (type_identifier) @reference.none)))`).join('\n')}] @scope)
(impl_item trait: [${typeName('implement')}])
(trait_item bounds: (trait_bounds [${typeName('inherit')}]))
(attribute_item (attribute . [
  (identifier) @reference.decorate.attribute
  (scoped_identifier path: (_) @receiver name: (identifier) @reference.decorate)
]))
((attribute_item (attribute . (identifier) @_derive arguments: (token_tree (identifier) @reference.none . "::"))) (#eq? @_derive "derive"))
((attribute_item (attribute . (identifier) @_derive arguments: (token_tree (identifier) @reference.implement))) (#eq? @_derive "derive"))
(type_binding name: (type_identifier) @reference.none)
(struct_expression name: [(type_identifier) @reference.construct.self ${typeName('construct')}])
(call_expression function: [${callee} (generic_function function: [${callee}])])
(macro_invocation macro: [
  (identifier) @reference.call
  (scoped_identifier path: (_) @receiver name: (identifier) @reference.call)
])
(token_tree [(identifier) (self)] @receiver . ["." "::"] . (identifier) @reference.call.name . (token_tree . "("))
(token_tree ["." "::"] @receiver . (identifier) @reference.call.name . (token_tree . "("))
(token_tree (identifier) @reference.call.name . (token_tree . "("))
(token_tree (identifier) @reference.call . "!" . (token_tree))
(tuple_struct_pattern type: [
  (identifier) @reference.type.name
  (scoped_identifier path: (_) @receiver name: (identifier) @reference.type.name)
])
(scoped_identifier path: (identifier) @reference.type.path)
(scoped_type_identifier path: (_) @receiver name: (type_identifier) @reference.type)
(type_identifier) @reference.type

(line_comment) @comment
(block_comment) @comment
`;
