/** The part of the C++ query that C does not share. */
import { sharedDefinitions } from '../c/shared-query.ts';

export const query = `
(namespace_definition name: (_) @name body: (_) @body) @definition.module
(namespace_alias_definition name: (_) @name) @definition.module
(class_specifier name: (_) @name body: (_) @body) @definition.class
(concept_definition name: (_) @name) @definition.interface
(alias_declaration name: (_) @name) @definition.typeAlias
${sharedDefinitions}
`;
