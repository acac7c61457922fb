/** TypeScript and TSX. */
import {
  commonPatterns,
  exported,
  imports,
  jsxPatterns,
  refineReference,
  span,
} from '../javascript/ecmascript-fallback.ts';
import { classifyImport, keywords } from '../javascript/ecmascript-imports.ts';
import type { Language, TreeSitterGrammar } from '../language.ts';

const patterns = `
(class_declaration name: (type_identifier) @name body: (class_body) @body) @definition.class
(abstract_class_declaration name: (type_identifier) @name body: (class_body) @body) @definition.class
(interface_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (type_identifier) @name) @definition.typeAlias
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(enum_body name: (property_identifier) @name @definition.enumMember)
(enum_assignment name: (property_identifier) @name) @definition.enumMember
(internal_module name: (_) @name body: (_) @body) @definition.module
(module name: (_) @name body: (_) @body) @definition.module
(public_field_definition name: (_) @name) @definition.property
(property_signature name: (_) @name) @definition.property
(method_signature name: (_) @name) @definition.method
(abstract_method_signature name: (_) @name) @definition.method
(function_signature name: (identifier) @name) @definition.function
(ERROR "interface" . (_) @name @definition.interface)
(ERROR "enum" . (_) @name @definition.enum)

(extends_clause value: (identifier) @reference.inherit)
(extends_clause value: (member_expression object: (_) @receiver property: (property_identifier) @reference.inherit))
(extends_type_clause type: (type_identifier) @reference.inherit)
(implements_clause (type_identifier) @reference.implement)
(implements_clause (generic_type name: (type_identifier) @reference.implement))
(type_annotation (type_identifier) @reference.type)
(generic_type name: (type_identifier) @reference.type)
(type_arguments (type_identifier) @reference.type)
(union_type (type_identifier) @reference.type)
(array_type (type_identifier) @reference.type)
${commonPatterns}
`;

const hooks = { imports, exported, span, refineReference };
const plain: TreeSitterGrammar = { wasm: 'tree-sitter-typescript.wasm', query: patterns, ...hooks };
const withJsx: TreeSitterGrammar = { wasm: 'tree-sitter-tsx.wasm', query: `${patterns}${jsxPatterns}`, ...hooks };

export const typescript: Language = {
  id: 'typescript',
  name: 'TypeScript',
  extensions: ['.ts', '.tsx', '.mts', '.cts'],
  interpreters: ['ts-node', 'tsx'],
  nature: 'code',
  parser: 'ecmascript',
  grammar: plain,
  grammarFor: (path) => (path.toLowerCase().endsWith('.tsx') ? withJsx : plain),
  classifyImport,
  keywords,
};
