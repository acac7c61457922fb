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
