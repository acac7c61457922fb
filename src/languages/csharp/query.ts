/** What is captured in C#. The grammar has one node for all names: a type is told by where it stands. */

const types = 'class_declaration struct_declaration record_declaration interface_declaration'.split(' ');
const generic = [...types, 'method_declaration', 'local_function_statement', 'delegate_declaration'];

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

([${generic.map((node) => `(${node} (type_parameter_list (type_parameter name: (identifier) @reference.none)))`).join(' ')}] @scope)
(using_directive (identifier) @reference.none)
(interface_declaration (base_list (identifier) @reference.inherit))
(base_list (identifier) @reference.inherit.base)
(primary_constructor_base_type type: (identifier) @reference.inherit)
(attribute name: (identifier) @reference.decorate)
(object_creation_expression type: (identifier) @reference.construct)
(array_creation_expression type: (array_type type: (identifier) @reference.construct))
(invocation_expression function: (identifier) @reference.call.call)
(invocation_expression function: (member_access_expression name: (identifier) @reference.call) @receiver)
(member_access_expression name: (generic_name . (identifier) @reference.call)) @receiver
(invocation_expression function: (conditional_access_expression (member_binding_expression name: [
  (identifier) @reference.call
  (generic_name . (identifier) @reference.call)
])) @receiver)
(qualified_name name: (identifier) @reference.type.path) @receiver
(qualified_name name: (generic_name . (identifier) @reference.type.path)) @receiver
(generic_name . (identifier) @reference.type.path)
(_ type: (identifier) @reference.type)
(method_declaration returns: (identifier) @reference.type)
(type_argument_list (identifier) @reference.type)
(type_parameter_constraint type: (identifier) @reference.type)
(as_expression right: (identifier) @reference.type)
(is_expression right: (identifier) @reference.type)
(explicit_interface_specifier (identifier) @reference.type)
(member_access_expression expression: (identifier) @reference.type.scope)

(comment) @comment
`;
