/**
 * The tree-sitter queries for TypeScript and JavaScript files that oxc, the usual parser, rejects.
 * Invariant: the results have the form of those from oxc, as far as a broken tree allows.
 */

const memberNames = '[(property_identifier) (private_property_identifier) (string) (computed_property_name)]';

/** Definitions of both languages. */
const definitions = `
(function_declaration name: (identifier) @name parameters: (formal_parameters) @params body: (statement_block) @body) @definition.function
(generator_function_declaration name: (identifier) @name parameters: (formal_parameters) @params body: (statement_block) @body) @definition.function
(variable_declarator name: (identifier) @name value: (arrow_function parameters: (formal_parameters) @params)) @definition.function
(variable_declarator name: (identifier) @name value: (arrow_function parameter: (identifier) @params)) @definition.function
(variable_declarator name: (identifier) @name value: (function_expression parameters: (formal_parameters) @params)) @definition.function
(variable_declarator name: (identifier) @name value: (class)) @definition.class
(variable_declarator name: (identifier) @name) @definition.variable
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name)) @definition.variable
(variable_declarator name: (object_pattern (pair_pattern value: (identifier) @name))) @definition.variable
(variable_declarator name: (array_pattern (identifier) @name)) @definition.variable
(method_definition name: ${memberNames} @name parameters: (formal_parameters) @params body: (statement_block) @body) @definition.method
(pair key: ${memberNames} @name) @definition.property
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (function_expression parameters: (formal_parameters) @params)) @definition.function
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (arrow_function parameters: (formal_parameters) @params)) @definition.function
(assignment_expression left: (member_expression property: (property_identifier) @name)) @definition.variable
(export_statement "default" @name value: (arrow_function parameters: (formal_parameters) @params)) @definition.function
(export_statement "default" @name value: (function_expression parameters: (formal_parameters) @params)) @definition.function
(export_statement "default" @name value: (class)) @definition.class
(export_statement "default" @name value: (object)) @definition.variable
(export_statement "default" @name value: (array)) @definition.variable
(export_statement "default" @name value: (call_expression)) @definition.variable
`;

/** Names in code that cannot be parsed. Nothing else is known of the definition, so its name is its whole span. */
const remains = `
(ERROR "function" . (identifier) @name @definition.function)
(ERROR "function" . "*" . (identifier) @name @definition.function)
(ERROR (property_identifier) @name @definition.method . (formal_parameters))
(ERROR "const" . (identifier) @name @definition.variable)
`;

const references = `
(decorator (identifier) @reference.decorate)
(decorator (member_expression object: (_) @receiver property: (property_identifier) @reference.decorate))
(decorator (call_expression function: (identifier) @reference.decorate))
(decorator (call_expression function: (member_expression object: (_) @receiver property: (property_identifier) @reference.decorate)))
(new_expression constructor: (identifier) @reference.construct)
(new_expression constructor: (member_expression object: (_) @receiver property: (property_identifier) @reference.construct))
(call_expression function: (identifier) @reference.call.plain)
(call_expression function: (super) @reference.call)
(call_expression function: (member_expression object: (_) @receiver property: [(property_identifier) (private_property_identifier)] @reference.call))
`;

const imports = `
(import_statement) @import
(export_statement source: (string)) @import
(call_expression function: (import)) @import
(call_expression function: (identifier) @_require arguments: (arguments . (string)) (#eq? @_require "require")) @import
(comment) @comment
`;

const elements = `
(jsx_opening_element name: (identifier) @reference.render.element)
(jsx_self_closing_element name: (identifier) @reference.render.element)
(jsx_opening_element name: (member_expression object: (_) @receiver property: (property_identifier) @reference.render))
(jsx_self_closing_element name: (member_expression object: (_) @receiver property: (property_identifier) @reference.render))
`;

export const javascriptQuery = `
(ERROR "class" . (identifier) @name @definition.class)
(class_declaration name: (identifier) @name body: (class_body) @body) @definition.class
(field_definition property: ${memberNames} @name value: (arrow_function parameters: (formal_parameters) @params)) @definition.method
(field_definition property: ${memberNames} @name) @definition.property
(class_heritage (identifier) @reference.inherit)
(class_heritage (member_expression object: (_) @receiver property: (property_identifier) @reference.inherit))
${definitions}${remains}${references}${imports}${elements}
`;

const types = `
(ERROR "class" . (type_identifier) @name @definition.class)
(class_declaration name: (type_identifier) @name body: (class_body) @body) @definition.class
(abstract_class_declaration name: (type_identifier) @name body: (class_body) @body) @definition.class
(interface_declaration name: (type_identifier) @name body: (interface_body) @body) @definition.interface
(type_alias_declaration name: (type_identifier) @name) @definition.typeAlias
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(enum_body name: [(property_identifier) (string)] @name @definition.enumMember)
(enum_assignment name: [(property_identifier) (string)] @name) @definition.enumMember
(internal_module name: [(identifier) (nested_identifier)] @name body: (statement_block) @body) @definition.module
(module name: [(identifier) (nested_identifier) (string)] @name) @definition.module
(ambient_declaration "global" @name) @definition.module
(public_field_definition name: ${memberNames} @name value: (arrow_function parameters: (formal_parameters) @params)) @definition.method
(public_field_definition name: ${memberNames} @name) @definition.property
(property_signature name: ${memberNames} @name) @definition.property
(method_signature name: ${memberNames} @name parameters: (formal_parameters) @params) @definition.method
(abstract_method_signature name: ${memberNames} @name parameters: (formal_parameters) @params) @definition.method
(function_signature name: (identifier) @name parameters: (formal_parameters) @params) @definition.function
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.property
(ERROR "interface" . (type_identifier) @name @definition.interface)
(ERROR "interface" . (identifier) @name @definition.interface)
(ERROR "enum" . (identifier) @name @definition.enum)
(ERROR "type" . [(type_identifier) (identifier)] @name @definition.typeAlias)
`;

const typeReferences = `
([(function_declaration type_parameters: (type_parameters (type_parameter name: (type_identifier) @reference.none)))
  (arrow_function type_parameters: (type_parameters (type_parameter name: (type_identifier) @reference.none)))
  (method_definition type_parameters: (type_parameters (type_parameter name: (type_identifier) @reference.none)))
  (method_signature type_parameters: (type_parameters (type_parameter name: (type_identifier) @reference.none)))
  (function_signature type_parameters: (type_parameters (type_parameter name: (type_identifier) @reference.none)))
  (class_declaration type_parameters: (type_parameters (type_parameter name: (type_identifier) @reference.none)))
  (abstract_class_declaration type_parameters: (type_parameters (type_parameter name: (type_identifier) @reference.none)))
  (interface_declaration type_parameters: (type_parameters (type_parameter name: (type_identifier) @reference.none)))
  (type_alias_declaration type_parameters: (type_parameters (type_parameter name: (type_identifier) @reference.none)))
  (function_type type_parameters: (type_parameters (type_parameter name: (type_identifier) @reference.none)))
  (index_signature (mapped_type_clause name: (type_identifier) @reference.none))] @scope)
(infer_type (type_identifier) @reference.none)
(class name: (type_identifier) @reference.none)
(type_parameter name: (type_identifier) @reference.none)
(extends_clause value: (identifier) @reference.inherit)
(extends_clause value: (member_expression object: (_) @receiver property: (property_identifier) @reference.inherit))
(extends_type_clause type: (type_identifier) @reference.inherit)
(extends_type_clause type: (generic_type name: (type_identifier) @reference.inherit))
(implements_clause (type_identifier) @reference.implement)
(implements_clause (generic_type name: (type_identifier) @reference.implement))
(nested_type_identifier module: (_) @receiver name: (type_identifier) @reference.type)
(type_query (identifier) @reference.type)
(type_query (member_expression object: (_) @receiver property: (property_identifier) @reference.type))
(type_identifier) @reference.type
`;

export const typescriptQuery = `${types}${definitions}${remains}${references}${typeReferences}${imports}`;
export const tsxQuery = `${typescriptQuery}${elements}`;
