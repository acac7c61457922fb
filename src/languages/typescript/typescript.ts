/** TypeScript and TSX. */
import { npm } from './resolution/npm-packages.ts';
import { classifyImport, keywords } from '../javascript/modules.ts';
import * as hooks from '../javascript/fallback-hooks.ts';
import { imports } from '../javascript/fallback-imports.ts';
import { tsxQuery, typescriptQuery } from '../javascript/fallback-query.ts';
import { typescriptLines } from '../javascript/lines.ts';
import { ecmascriptModules } from './resolution/ecmascript-modules.ts';
import type { Language, TreeSitterGrammar } from '../language.ts';

const withoutElements: TreeSitterGrammar = {
  wasm: 'tree-sitter-typescript.wasm',
  query: typescriptQuery,
  imports,
  ...hooks,
};
const withElements: TreeSitterGrammar = { wasm: 'tree-sitter-tsx.wasm', query: tsxQuery, imports, ...hooks };

export const typescript: Language = {
  id: 'typescript',
  name: 'TypeScript',
  extensions: ['.ts', '.tsx', '.mts', '.cts'],
  interpreters: ['ts-node', 'tsx'],
  nature: 'code',
  parser: 'ecmascript',
  grammar: withoutElements,
  grammarFor: (path) => (path.toLowerCase().endsWith('.tsx') ? withElements : withoutElements),
  lines: typescriptLines,
  classifyImport,
  modules: ecmascriptModules,
  packages: npm,
  keywords,
};
