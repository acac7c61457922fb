/** Which targets a change concerns. */
import { expect, it } from 'vitest';
import { hasChanged } from './changed.ts';

it.each([
  ['extract-lua', 'src/languages/lua/query.ts', true],
  ['extract-lua', 'src/languages/lua/golden/sample.json', false],
  ['extract-lua', 'src/languages/kotlin/query.ts', false],
  // What Lua's own files import from beside it.
  ['extract-lua', 'src/languages/language.ts', true],
  ['extract-lua', 'src/extract/tree-sitter/readings.ts', true],
  ['extract-lua', 'src/extract/tree-sitter/readings.test.ts', false],
  ['extract-lua', 'src/kernels/words/index.ts', true],
  ['extract-lua', 'package-lock.json', true],
  ['extract-lua', 'src/lsp/server.ts', false],
  ['scip', 'src/graph/scip/wire.ts', true],
  ['scip', 'src/lsp/server.ts', false],
  ['scip', 'docs/glossary.md', false],
])('%s: %s', async (target, file, isConcerned) => {
  expect(await hasChanged(target, [file])).toBe(isConcerned);
});
