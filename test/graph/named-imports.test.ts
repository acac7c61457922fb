/** An import of a name that its module does not have: unresolved, and no use of what another file declares. */
import { expect, it } from 'vitest';
import { indexedInTest } from './real-index.ts';

it.each([
  ['TypeScript', { 'package.json': '{}', 'j.ts': 'export const kept = 1;\n', 'nix.ts': 'export function lost() {}\n', 'k.ts': "export { lost as found } from './j';\nimport { lost as own } from './j';\nown();\n" }], // prettier-ignore
  ['Python', { 'shop/j.py': 'kept = 1\n', 'nix.py': 'def lost():\n    pass\n', 'shop/__init__.py': 'from .j import lost\n', 'k.py': 'from shop.j import lost as own\n' }], // prettier-ignore
])('does not use a namesake in %s', async (_, files) => {
  const { engine } = await indexedInTest(files);
  const { uses, totalUses } = await engine.graph.usage({ symbol: 'lost', limit: 10 });
  expect([totalUses, uses]).toEqual([0, []]);
});
