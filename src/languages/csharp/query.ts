/** The query for C#. */

export const query = `
(namespace_declaration name: (_) @name) @definition.module
(file_scoped_namespace_declaration name: (_) @name) @definition.module
(class_declaration name: (identifier) @name) @definition.class
(struct_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.enumMember
(delegate_declaration name: (identifier) @name parameters: (_) @params) @definition.typeAlias
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.method
(destructor_declaration "~" @name) @definition.method
(operator_declaration "operator" @name) @definition.method
(conversion_operator_declaration "operator" @name) @definition.method
(local_function_statement name: (identifier) @name) @definition.function
(indexer_declaration "this" @name accessors: (accessor_list) @body) @definition.property
(indexer_declaration "this" @name) @definition.property
(property_declaration name: (identifier) @name accessors: (accessor_list) @body) @definition.property
(property_declaration name: (identifier) @name) @definition.property
(event_declaration name: (identifier) @name accessors: (accessor_list) @body) @definition.property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name) @definition.property))
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name) @definition.property))
(global_statement (local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)))
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.property))

(using_directive) @import
(extern_alias_directive) @import

(comment) @comment
`;
