/** A call that may mean several overloads is linked to each, and the answer says so at its line. */
import { expect, it } from 'vitest';
import type { ReachedNode } from '../../src/model/graph.ts';
import { indexedInTest } from './real-index.ts';

/** The lines at which nodes are linked, with the number of overloads that each place may mean. */
function overloadsAt(reached: readonly ReachedNode[]): [name: string, line: number, overloads: number][] {
  return reached.flatMap(({ node, edges }) =>
    edges.flatMap(({ sites }) =>
      sites.map(({ line, overloads = 1 }): [string, number, number] => [node.qualified, line, overloads]),
    ),
  );
}

it('marks the places whose arguments do not decide', async () => {
  const { engine } = await indexedInTest({
    'package.json': '{"name":"sample"}',
    'Writer.java':
      'class Writer {\n  void value(String text) {}\n  void value(boolean is) {}\n  void value(Number number, int more) {}\n}\n',
    'Use.java':
      'import java.util.function.Supplier;\nclass Use {\n  void run(Writer out, Supplier value) {\n    out.value(value.get());\n' +
      '    out.value("a");\n    out.value(1, 2);\n  }\n}\n',
  });
  const callers = await engine.graph.callers({ symbol: 'Writer.value(String)', maxDepth: 1 });
  expect(overloadsAt(callers.reached)).toEqual([
    ['Use.run', 4, 2],
    ['Use.run', 5, 1],
  ]);
  const callees = await engine.graph.callees({ symbol: 'Use.run', maxDepth: 1 });
  expect(overloadsAt(callees.reached).filter(([, line]) => line === 4)).toEqual([
    ['Writer.value(String)', 4, 2],
    ['Writer.value(boolean)', 4, 2],
  ]);
  // A question about all of them together has no doubt.
  const together = await engine.graph.callers({ symbol: 'Writer.value', maxDepth: 1 });
  expect(together.reached).toHaveLength(1);
  expect(overloadsAt(together.reached).every(([, , overloads]) => overloads === 1)).toBe(true);
});
