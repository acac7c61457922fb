/** "No callers" is said only where no place may be a call: what else has the symbol's name is counted in the answer. */
import { expect, it } from 'vitest';
import type { CallsAnswer } from '../../src/model/graph.ts';
import { indexedInTest } from './real-index.ts';

async function callers(symbol: string, files: Record<string, string>): Promise<CallsAnswer> {
  const { engine } = await indexedInTest({ 'package.json': '{"name":"sample"}', ...files });
  return engine.graph.callers({ symbol, maxDepth: 1 });
}

it('counts an unresolved call with type arguments', async () => {
  const { reached, unresolved } = await callers('Builder.Handle', {
    'Builder.cs': 'public class Builder { public Builder Handle<T>() { return this; } }\n',
    'Other.cs': 'public class Other { public Other Handle<T>() { return this; } }\n',
    'Use.cs':
      'using System;\npublic class Use { Data<Action<Builder>> all = new() { { one => one.Handle<int>(), 1 } }; }\n',
  });
  expect(reached).toEqual([]);
  expect(unresolved).toMatchObject({ sites: 1, samples: [{ path: 'Use.cs', line: 2, kind: 'call' }] });
});

it('counts calls of a member on values from outside the project, but not on what is imported from there', async () => {
  const { outside } = await callers('Shop.open', {
    'shop.py': 'class Shop:\n    def open(self):\n        return 1\n',
    'door.py': 'class Door:\n    def open(self):\n        return 2\n',
    'use.py':
      'import os\nfrom outside import current\nfrom shop import Shop\n\ndef run():\n    shop = current.get(Shop())\n    shop.open()\n' +
      '    os.open("a")\n    Shop\n\nclass Own(current.Base):\n    def close(self):\n        super().open()\n',
  });
  expect(outside).toMatchObject({ sites: 1, isCut: false, samples: [{ path: 'use.py', line: 7, caller: 'run' }] });
});

it('counts unresolved places without a call for a function that nothing is known to use', async () => {
  const files = {
    'a.ts': 'export const one = { start() {} };\n',
    'b.ts': 'export const two = { start() {} };\n',
    'c.ts':
      'export function run(any: any) {\n  const { held } = any;\n  const later = held.start;\n  return later;\n}\n',
  };
  expect(await callers('a.ts#one.start', files)).toMatchObject({ reached: [], unresolved: { sites: 1 } });
});

it('does not count a call of a variable that holds a function as a place that names it as a value', async () => {
  const { values, otherUses, reached } = await callers('a.ts#scale', {
    'a.ts': 'export const scale = (by: number): number => by * 2;\nexport const twice = scale(2);\n',
    'b.ts':
      "import { scale } from './a';\nexport function run() {\n  const later = scale;\n  return later(1) + scale(3);\n}\n",
  });
  expect(reached.length).toBeGreaterThan(0);
  expect({ values: values.places.map(({ line }) => line), otherUses }).toEqual({ values: [3], otherUses: 1 });
});

it('counts calls on values from outside also for a member that is named as a value', async () => {
  const { values, outside } = await callers('Shop.open', {
    'shop.ts':
      'export class Shop {\n  open() {}\n  hold() { const later = this.open; return later; }\n}\nexport class Door { open() {} }\n',
    'use.ts': "import { load } from 'outside';\nexport function run() {\n  const shop = load();\n  shop.open();\n}\n",
  });
  expect(values.total).toBe(1);
  expect(outside).toMatchObject({ sites: 1, samples: [{ path: 'use.ts', line: 4 }] });
});
