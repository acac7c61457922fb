/** JavaScript and JSX. */
import type { Language } from '../language.ts';
import { commonPatterns, exported, imports, jsxPatterns, refineReference, span } from './ecmascript-fallback.ts';
import { classifyImport, keywords } from './ecmascript-imports.ts';

const query = `
(class_declaration name: (identifier) @name body: (class_body) @body) @definition.class
(field_definition property: (_) @name) @definition.property
(class_heritage (identifier) @reference.inherit)
(class_heritage (member_expression object: (_) @receiver property: (property_identifier) @reference.inherit))
${commonPatterns}
${jsxPatterns}
`;

export const javascript: Language = {
  id: 'javascript',
  name: 'JavaScript',
  extensions: ['.js', '.jsx', '.mjs', '.cjs'],
  filenames: ['Jakefile'],
  interpreters: ['node', 'bun', 'deno'],
  nature: 'code',
  parser: 'ecmascript',
  grammar: { wasm: 'tree-sitter-javascript.wasm', query, imports, exported, span, refineReference },
  classifyImport,
  keywords,
};
