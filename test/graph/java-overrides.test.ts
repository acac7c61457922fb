/** Which methods of their base types Java's methods override. */
import { dialectNamed } from '../../src/graph/languages/registry.ts';
import { expect, test } from 'vitest';
import { openSummaryCollector } from '../../bench/graph/tree-summary.ts';
import { startInference } from '../../src/graph/infer/inference.ts';
import { overriddenMembers } from '../../src/graph/links/overrides.ts';
import { Program } from '../../src/graph/program/program.ts';
import { fileWithSummary } from '../../src/graph/program/program-sources.ts';
import { java } from '../../src/languages/java/java.ts';
import { entityFields } from '../../src/model/file-summary.ts';

const collect = await openSummaryCollector(java);

/** Lines of each method and of those it overrides. Every `void` method counts as a definition. */
function overridesOf(text: string): string[] {
  const definitions = text.split('\n').flatMap((line, index) =>
    [...line.matchAll(/void (?=\w+\()/g)].map((found) => ({
      line: index + 1,
      column: found.index + found[0].length + 1,
    })),
  );
  const program = Program.of(
    [fileWithSummary('A.java', 'java', collect('A.java', text, { definitions }))],
    { resolve: () => null },
    dialectNamed,
  );
  const file = program.file('A.java')!;
  return overriddenMembers(startInference(program), file)
    .map(({ member, target }) => [member, target.entity].map((one) => file.get(one, entityFields.line)).join(' > '))
    .sort();
}

test('methods override by their parameters, also through interfaces and in anonymous classes; static methods and fields never do', () => {
  expect(
    overridesOf(`interface I<T> {
  void one(T a);
  void two(int a);
  void two(String a);
}
class B implements I<B> {
  public void one(B a) {}
  public void two(String a) {}
  static void stat() {}
  public void two(int a) {}
}
class C extends B {
  int two;
  static void stat() {}
  public void two(int other) {}
  I<C> anonymous = new I<C>() {
    public void one(C a) {}
  };
}`),
  ).toEqual(['10 > 3', '15 > 10', '17 > 2', '7 > 2', '8 > 4']);
});
