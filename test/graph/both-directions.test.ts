/** What callees say of a place, callers say too. */
import { expect, it } from 'vitest';
import { indexedInTest } from './real-index.ts';

it('lists an implementation that a symbol calls both directly and through its interface', async () => {
  const { engine } = await indexedInTest({
    'package.json': '{"name":"sample"}',
    'a.ts':
      'export interface Base { run(): void }\nexport interface Middle extends Base { run(): void }\n' +
      'export class One implements Middle { run() {} }\n',
    'b.ts':
      "import type { Base } from './a';\nimport { One } from './a';\n" +
      'export function both(one: One, base: Base) {\n  one.run();\n  base.run();\n}\n',
  });
  const { reached } = await engine.graph.callees({ symbol: 'both', maxDepth: 1 });
  const lines = reached
    .filter(({ node }) => node.qualified === 'One.run')
    .flatMap(({ edges }) => edges.flatMap(({ via, sites }) => sites.map(({ line }) => [line, via?.qualified ?? null])));
  expect(lines.toSorted()).toEqual([
    [4, null],
    [5, 'Base.run'],
  ]);
  const callers = await engine.graph.callers({ symbol: 'One.run', maxDepth: 1 });
  expect(callers.reached.flatMap(({ edges }) => edges.flatMap(({ sites }) => sites.map(({ line }) => line)))).toEqual([
    4, 5,
  ]);
});
