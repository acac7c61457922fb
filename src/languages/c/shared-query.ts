/**
 * The part of the query that C and C++ share. Where a declaration has several names, the captured comma (`@body`) ends the signature
 * after the first one. Where it also defines a type, each name is a definition by itself: the type has the rest of the text.
 */

export const sharedDefinitions = `
(function_definition declarator: (_) @name) @definition.function
(type_definition type: (_ body: (_)) declarator: (type_identifier) @name) @definition.class
(type_definition type: (_ body: (_)) declarator: (_) @name @definition.typeAlias)
(type_definition declarator: (_) @name . "," @body) @definition.typeAlias
(type_definition declarator: (_) @name) @definition.typeAlias
(struct_specifier name: (_) @name body: (_)) @definition.class
(union_specifier name: (_) @name body: (_)) @definition.class
(enum_specifier name: (_) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.enumMember
(declaration type: (_ name: (_) body: (_)) declarator: (_) @name @definition.variable)
(declaration declarator: (_) @name . "," @body) @definition.variable
(declaration declarator: (_) @name) @definition.variable
(field_declaration type: (_ name: (_) body: (_)) declarator: (_) @name @definition.property)
(field_declaration declarator: (_) @name . "," @body) @definition.property
(field_declaration declarator: (_) @name) @definition.property
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name parameters: (preproc_params) @params value: (_) @body) @definition.macro
(preproc_function_def name: (identifier) @name parameters: (preproc_params) @params) @definition.macro

(preproc_include) @import

(comment) @comment
`;
