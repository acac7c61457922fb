/** What is captured in C++ beside what it shares with C. */
import { sharedDefinitions, sharedReferences } from '../c/shared-query.ts';

/** A path of two to four parts; its receiver is all that stands before the last. The hook says what kind of reference it is. */
function paths(last: string): string {
  const levels: string[] = [];
  let level = last;
  for (let parts = 2; parts <= 4; parts++) {
    level = `(qualified_identifier name: ${level})`;
    levels.unshift(`${level} @receiver`);
  }
  return levels.join('\n');
}

const last = `[
  (identifier) @reference.type.path
  (template_function name: (identifier) @reference.type.path)
  (type_identifier) @reference.type.path
  (template_type name: (type_identifier) @reference.type.path)
]`;

const typeParameter = '(template_declaration parameters: (template_parameter_list';

export const query = `
(namespace_definition name: (_) @name body: (_) @body) @definition.module
(namespace_alias_definition name: (_) @name) @definition.module
(class_specifier name: (_) @name body: (_) @body) @definition.class
(concept_definition name: (_) @name) @definition.interface
(alias_declaration name: (_) @name) @definition.typeAlias
${sharedDefinitions}
${typeParameter} (type_parameter_declaration (type_identifier) @reference.none))) @scope
${typeParameter} (variadic_type_parameter_declaration (type_identifier) @reference.none))) @scope
${typeParameter} (optional_type_parameter_declaration name: (type_identifier) @reference.none))) @scope
${typeParameter} (parameter_declaration declarator: (identifier) @reference.none))) @scope
${sharedReferences}
(class_specifier !body name: (type_identifier) @reference.type.tag)
(base_class_clause (type_identifier) @reference.inherit)
(new_expression type: (type_identifier) @reference.construct)
(compound_literal_expression type: (type_identifier) @reference.construct)
(throw_statement (call_expression function: (identifier) @reference.construct))
(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression argument: (_) @receiver field: [
  (field_identifier) @reference.call
  (template_method name: (field_identifier) @reference.call)
  (dependent_name (template_method name: (field_identifier) @reference.call))
]))
${paths(last)}
(template_function name: (identifier) @reference.call.callee)
(template_type name: (type_identifier) @reference.type.path)
(qualified_identifier scope: (namespace_identifier) @reference.type.scope name: (identifier))
(type_identifier) @reference.type
`;
