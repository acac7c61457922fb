import { expect, test } from 'vitest';
import { namePatterns } from './path-traits.ts';

const stems = [
  'a',
  'test',
  'tests',
  'spec',
  'conftest',
  'setupTests',
  'jest.setup',
  'vitest-setup',
  'a_test',
  'a_tests',
  'test_a',
];
const more = [
  'FooTest',
  'FooIT',
  'FooSpec',
  'FooSuite',
  'TestFoo',
  'FooCest',
  'Foo_SUITE',
  'spec_helper',
  'test_helper',
  'a_spec',
];
const inner = [
  'a.test',
  'a.spec',
  'a.stories',
  'a.cy',
  'a.pb',
  'a.pb.gw',
  'a_grpc.pb',
  'a.grpc',
  'a.pbobjc',
  'a.g',
  'a.g.i',
  'a.freezed',
];
const made = [
  'a_pb2',
  'a_pb2_grpc',
  'a_grpc_web_pb',
  'a_pb',
  'a_generated',
  'a.generated',
  'a.gen',
  'zz_generated.a',
  'a.capnp',
];
const other = [
  'a.designer',
  'TemporaryGeneratedFile_1',
  'a.mocks',
  'a.tab',
  'lex.yy',
  'moc_a',
  'ui_a',
  'a_wrap',
  'FooParser',
  'parsetab',
];
const last = [
  'a.min',
  'a-min',
  'a.bundle',
  'a.chunk',
  'a.d',
  'a.js',
  'a.d.ts',
  'example',
  'a_sample',
  'runtests',
  'test-a',
  'example_a_test',
];
const unusual = [
  'json',
  'md',
  'txt',
  'R',
  'CS',
  'PY',
  'Js',
  'mjsx',
  'ctsx',
  'clj',
  'h',
  'phpt',
  't',
  'c++',
  'map',
  'tsbuildinfo',
  'astro',
];

test('each pattern lists all extensions of the names that it matches', () => {
  const endings = [...new Set([...namePatterns.flatMap(([, , named]) => named ?? []), ...unusual])];
  const missed: string[] = [];
  const matched = new Set<RegExp>();
  for (const stem of [...stems, ...more, ...inner, ...made, ...other, ...last])
    for (const ending of endings)
      for (const [pattern, , named] of namePatterns) {
        const name = `${stem}.${ending}`;
        if (!pattern.test(name)) continue;
        matched.add(pattern);
        if (named !== null && !named.includes(ending.toLowerCase())) missed.push(`${name}: ${pattern.source}`);
      }
  expect(missed).toEqual([]);
  expect(namePatterns.filter(([pattern]) => !matched.has(pattern))).toEqual([]);
});
