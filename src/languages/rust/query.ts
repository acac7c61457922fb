/** The tree-sitter query for definitions, imports and comments of Rust. */

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

(line_comment) @comment
(block_comment) @comment
`;
