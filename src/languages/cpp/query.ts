/** What is captured in C++ beside what it shares with C. */
import { sharedDefinitions, sharedReferences } from '../c/shared-query.ts';

/** A path that ends in one of these nodes; its receiver is all that stands before the last part. */
function path(depth: number, ...lasts: string[]): string {
  const levels = [...lasts];
  let level = `[${lasts.join(' ')}]`;
  for (let parts = 1; parts < depth; parts++) {
    level = `(qualified_identifier name: ${level})`;
    levels.push(`${level} @receiver`);
  }
  return levels.join('\n');
}

function typePath(kind: string): string {
  return path(3, `(type_identifier) @reference.${kind}`, `(template_type name: (type_identifier) @reference.${kind})`);
}

function callee(kind: string, depth: number): string {
  return path(depth, `(identifier) @reference.${kind}`, `(template_function name: (identifier) @reference.${kind})`);
}

const typeParameter = '(template_declaration parameters: (template_parameter_list';

export const query = `
(namespace_definition name: (_) @name body: (_) @body) @definition.module
(namespace_alias_definition name: (_) @name) @definition.module
(class_specifier name: (_) @name body: (_) @body) @definition.class
(concept_definition name: (_) @name) @definition.interface
(alias_declaration name: (_) @name) @definition.typeAlias
(function_definition declarator: (_) @name (field_initializer_list) @body) @definition.function
${sharedDefinitions}
${typeParameter} (type_parameter_declaration (type_identifier) @reference.none))) @scope
${typeParameter} (variadic_type_parameter_declaration (type_identifier) @reference.none))) @scope
${typeParameter} (optional_type_parameter_declaration name: (type_identifier) @reference.none))) @scope
${typeParameter} (parameter_declaration declarator: (identifier) @reference.none))) @scope
${sharedReferences}
(class_specifier !body name: (type_identifier) @reference.type.tag)
(base_class_clause [${typePath('inherit')}])
(new_expression type: [${typePath('construct')}])
(compound_literal_expression type: [${typePath('construct')}])
(throw_statement (call_expression function: [${callee('construct', 2)}]))
(call_expression function: [
  ${callee('call.callee', 4)}
  (field_expression argument: (_) @receiver field: [
    (field_identifier) @reference.call
    (template_method name: (field_identifier) @reference.call)
    (dependent_name (template_method name: (field_identifier) @reference.call))
  ])
])
(qualified_identifier scope: (namespace_identifier) @reference.type.scope name: (identifier))
(qualified_identifier name: (qualified_identifier name: [(type_identifier) @reference.type (template_type name: (type_identifier) @reference.type)])) @receiver
(qualified_identifier name: [(type_identifier) @reference.type (template_type name: (type_identifier) @reference.type)]) @receiver
(type_identifier) @reference.type
`;
