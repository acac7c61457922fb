import { describe, expect, it } from 'vitest';
import { createDartResolver } from './resolver.ts';

interface Case {
  name: string;
  /** Contents of manifests and libraries; other Dart files are empty. */
  files: Record<string, string>;
  from: string;
  answers: Record<string, string | null>;
}

const cases: Case[] = [
  {
    name: 'files relative to the importing one, and imports from outside of the project',
    files: { 'lib/a.dart': '', 'lib/src/b.dart': '', 'c.dart': '' },
    from: 'lib/a.dart',
    answers: {
      'src/b.dart': 'lib/src/b.dart',
      './src/../a.dart': 'lib/a.dart',
      '../c.dart': 'c.dart',
      '../../c.dart': null,
      'src/none.dart': null,
      'dart:async': null,
      'package:other/a.dart': null,
      'package:other': null,
      '': null,
    },
  },
  {
    name: 'packages of the project, by the name in their manifest',
    files: {
      'pubspec.yaml': 'name: shop # ours\nworkspace:\n  - packages/stock\n',
      'lib/shop.dart': '',
      'test/a_test.dart': '',
      'packages/stock/pubspec.yaml': "description: x\nname: 'stock'\n",
      'packages/stock/lib/src/item.dart': '',
      'packages/stock/tool.dart': '',
    },
    from: 'test/a_test.dart',
    answers: {
      'package:shop/shop.dart': 'lib/shop.dart',
      'package:stock/src/item.dart': 'packages/stock/lib/src/item.dart',
      'package:stock/tool.dart': null,
      'package:sto/src/item.dart': null,
    },
  },
  {
    name: 'of several packages with one name, the file’s own',
    files: {
      'a/example/pubspec.yaml': 'name: example\n',
      'a/example/lib/x.dart': '',
      'b/example/pubspec.yaml': 'name: example\n',
      'b/example/lib/x.dart': '',
      'b/example/bin/main.dart': '',
    },
    from: 'b/example/bin/main.dart',
    answers: { 'package:example/x.dart': 'b/example/lib/x.dart' },
  },
  {
    name: 'of several packages with one name, the path dependency, else the nearest',
    files: {
      'app/pubspec.yaml': 'name: app\ndependencies:\n  stock:\n    path: ../far/stock\n  other: ^1.0.0\n',
      'app/lib/main.dart': '',
      'app/stock/pubspec.yaml': 'name: stock\n',
      'app/stock/lib/x.dart': '',
      'far/stock/pubspec.yaml': 'name: stock\n',
      'far/stock/lib/x.dart': '',
      'app/other/pubspec.yaml': 'name: other\n',
      'app/other/lib/x.dart': '',
      'far/other/pubspec.yaml': 'name: other\n',
      'far/other/lib/x.dart': '',
    },
    from: 'app/lib/main.dart',
    answers: {
      'package:stock/x.dart': 'far/stock/lib/x.dart',
      'package:other/x.dart': 'app/other/lib/x.dart',
    },
  },
  {
    name: 'the library of a part that names it',
    files: {
      'lib/shop.dart': "library my.shop;\npart 'src/part.dart';\n",
      'lib/other.dart': "part 'part.dart';\n",
      'lib/src/part.dart': 'part of my.shop;\n',
    },
    from: 'lib/src/part.dart',
    answers: { 'my.shop': 'lib/shop.dart' },
  },
  {
    name: 'broken manifests',
    files: { 'pubspec.yaml': 'name:\n  - x\n', 'b/pubspec.yaml': '', 'lib/a.dart': '' },
    from: 'lib/a.dart',
    answers: { 'package:x/a.dart': null, 'package:/a.dart': null },
  },
];

describe('imports', () => {
  it.each(cases)('$name', ({ files, from, answers }) => {
    const resolver = createDartResolver({ paths: Object.keys(files), read: (path) => files[path] ?? null });
    const actual = Object.fromEntries(
      Object.keys(answers).map((specifier) => [specifier, resolver.resolve(from, specifier, false)]),
    );
    expect(actual).toEqual(answers);
  });

  it('lists the files that the results depend on', () => {
    const files: Record<string, string> = { 'pubspec.yaml': 'name: a', 'lib/a.dart': '', 'b/pubspec.yaml': 'name: b' };
    const resolver = createDartResolver({ paths: Object.keys(files), read: (path) => files[path] ?? null });
    expect(resolver.configPaths).toEqual([]);
    resolver.resolve('lib/a.dart', 'package:b/b.dart', false);
    expect(resolver.configPaths).toEqual(['b/pubspec.yaml', 'pubspec.yaml']);
  });
});
