/** JavaScript and JSX. */
import { npm } from '../typescript/resolution/npm-packages.ts';
import { ecmascriptModules } from '../typescript/resolution/ecmascript-modules.ts';
import type { Language } from '../language.ts';
import { javascriptLines } from './lines.ts';
import { classifyImport, keywords } from './modules.ts';
import * as hooks from './fallback-hooks.ts';
import { imports } from './fallback-imports.ts';
import { javascriptQuery } from './fallback-query.ts';

export const javascript: Language = {
  id: 'javascript',
  name: 'JavaScript',
  extensions: ['.js', '.jsx', '.mjs', '.cjs'],
  filenames: ['Jakefile'],
  interpreters: ['node', 'bun', 'deno'],
  nature: 'code',
  parser: 'ecmascript',
  grammar: { wasm: 'tree-sitter-javascript.wasm', query: javascriptQuery, imports, ...hooks },
  lines: javascriptLines,
  classifyImport,
  modules: ecmascriptModules,
  packages: npm,
  keywords,
};
