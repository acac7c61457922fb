/**
 * The query for Python. A pattern that has begun to match a long node (a module, class or block) costs time at each node inside of
 * it. So there are few patterns, with alternatives for the names. Assignments are captured everywhere; the engine drops those
 * inside functions. The captured node of an assignment is its statement, so several names of one statement become siblings. The
 * captured node of a decorated definition contains the decorators; the engine then drops the inner definition, which has the same
 * name node.
 */

/** The names in an unpacked tuple or list. */
const unpacked = '(identifier) @name (list_splat_pattern (identifier) @name)';

export const query = `
(decorated_definition definition: (class_definition name: (identifier) @name body: (block) @body)) @definition.class
(decorated_definition definition: (function_definition name: (identifier) @name parameters: (parameters) @params body: (block) @body)) @definition.function
(class_definition name: (identifier) @name body: (block) @body) @definition.class
(function_definition name: (identifier) @name parameters: (parameters) @params body: (block) @body) @definition.function
(expression_statement (assignment left: (identifier) @name right: (lambda parameters: (lambda_parameters)? @params body: (_) @body))) @definition.function
(expression_statement (assignment left: (identifier) @name)) @definition.variable
(expression_statement (assignment right: [(assignment left: (identifier) @name) (assignment right: (assignment left: (identifier) @name))])) @definition.variable
(expression_statement (assignment
  left: [
    (pattern_list [${unpacked} (tuple_pattern [${unpacked}])])
    (tuple_pattern [${unpacked} (tuple_pattern [${unpacked}])])
    (list_pattern [${unpacked}])
  ]
  "=" @params)) @definition.variable
(function_definition name: (identifier) @_init
  body: (block (expression_statement (assignment left: (attribute object: (identifier) @_self attribute: (identifier) @name))) @definition.property)
  (#eq? @_init "__init__") (#eq? @_self "self"))
(function_definition name: (identifier) @_init
  body: (block (expression_statement (assignment
    left: (pattern_list (attribute object: (identifier) @_self attribute: (identifier) @name)) "=" @params)) @definition.property)
  (#eq? @_init "__init__") (#eq? @_self "self"))
(type_alias_statement left: (type [(identifier) @name (generic_type (identifier) @name)])) @definition.typeAlias

(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import
((call function: [(identifier) @_import (attribute attribute: (identifier) @_import)] arguments: (argument_list . (string))) @import
  (#any-of? @_import "import_module" "__import__"))

(comment) @comment
(module . (comment)* . (expression_statement (string) @comment))
`;
