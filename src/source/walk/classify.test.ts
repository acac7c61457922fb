import { describe, expect, test } from 'vitest';
import { fileTraits, hasTrait, type FileTrait } from '../../model/file.ts';
import { classifyPath, classifyText } from './classify.ts';
import { growthExponent, repeated } from '../../util/testing/growth.ts';

function names(traits: number): string {
  const all = Object.keys(fileTraits) as FileTrait[];
  return all
    .filter((trait) => hasTrait(traits, trait))
    .toSorted()
    .join(' ');
}

/** By trait (several: sorted, with spaces), the paths that have exactly these traits. */
const table: Record<string, string[]> = {
  test: [
    // JavaScript, TypeScript
    ...[
      'src/a.test.ts',
      'src/a.spec.tsx',
      'a.test.mjs',
      'src/__tests__/a.ts',
      '__mocks__/fs.js',
      'cypress/support/x.ts',
    ],
    ...['e2e/login.ts', 'packages/x/test/a.js', 'tests/helpers.ts', 'login.cy.ts', 'app.e2e-spec.ts', 'spec/a.js'],
    ...['types/index.test-d.ts', 'setupTests.ts', 'vitest.setup.ts', 'test.js', 'Button.test.vue', 'src/x.bench.ts'],
    // Python
    ...['test_a.py', 'pkg/a_test.py', 'conftest.py', 'app/tests.py', 'tests/__init__.py', 'pkg/tests/util.py'],
    // Go
    ...['a_test.go', 'pkg/testdata/input.go', 'test/integration/x.go', 'internal/testutil/x.go'],
    // Rust
    ...['tests/cli.rs', 'src/parser/tests.rs', 'benches/b.rs', 'src/a_test.rs'],
    // Java, Kotlin, Scala, Groovy
    ...['src/test/java/com/example/Foo.java', 'FooTest.java', 'FooTests.java', 'FooIT.java', 'TestFoo.java'],
    ...['lib/src/androidTest/kotlin/A.kt', 'src/jvmTest/kotlin/A.kt', 'src/testFixtures/java/A.java', 'FooSpec.scala'],
    ...['FooSuite.scala', 'FooSpec.groovy', 'src/test/scala-3/A.scala', 'src/jmh/java/B.java', 'LatestTest.java'],
    // C, C++
    ...['foo_test.cc', 'foo_unittest.cpp', 'test_foo.c', 'FooTest.cpp', 'unittests/a.cpp', 'foo-test.h'],
    // .NET
    ...[
      'Shop.Tests/Order.cs',
      'OrderTests.cs',
      'OrderTest.cs',
      'src/Shop.IntegrationTests/A.cs',
      'Shop.UnitTests/x.fs',
    ],
    // Swift, Objective-C
    ...['Tests/AppTests/A.swift', 'AppUITests/A.swift', 'FooTests.swift', 'FooTests.m'],
    // Ruby, PHP
    ...['spec/models/user_spec.rb', 'spec/support/x.rb', 'test/test_helper.rb', 'user_spec.rb', 'user_test.rb'],
    ...['tests/Unit/UserTest.php', 'src/UserTest.php', 'LoginCest.php', 'Zend/tests/a.phpt'],
    // Elixir, Erlang, Dart, Lua, Julia, R, Haskell, Perl, shells
    ...['test/a_test.exs', 'x_SUITE.erl', 'a_test.dart', 'spec/a_spec.lua', 'test/runtests.jl', 'test-foo.R'],
    ...['FooSpec.hs', 't/basic.t', 'a.bats', 'test-install.sh', 'login.feature', 'suite.robot'],
    // Benchmarks, fixtures
    ...[
      'benchmarks/run.py',
      'fixtures/users.rb',
      'src/__fixtures__/a.ts',
      'bench/index.ts',
      'crates/core/benches/b.rs',
    ],
  ],
  '': [
    // Names that are only similar
    ...[
      'src/latest.ts',
      'contest.py',
      'src/testing/harness.ts',
      'attest.go',
      'src/protest.rs',
      'Contest.java',
      'Latest.java',
    ],
    ...['src/benchmark/mod.rs', 'packages/x/src/runtime/benchmark/run.ts', 'internal/bench/run.go'],
    ...[
      'src/testimonials.tsx',
      'greatest.cpp',
      'sympy/testing/runtests.py',
      'lib/inspect.rb',
      'src/spec.go',
      'AUDIT.java',
    ],
    ...['pkg/spec/types.go', 'src/specs/model.rs', 'contests/a.ts', 'src/testy/a.ts', 'detest.js', 'src/manifest.ts'],
    ...[
      'src/main/java/com/example/demo/App.java',
      'src/main/java/org/x/test/MockMvc.java',
      'src/main/kotlin/TestRule.kt',
    ],
    ...['src/main/java/org/junit/FooTest.java', 'src/commonMain/kotlin/io/Tests.kt', 'src/main/scala-2.13/X.scala'],
    ...['com/example/App.java', 'org/example/x/B.java', 'javax/crypto/spec/KeySpec.java', 'OrderSpec.cs'],
    // Folders that belong to the product
    ...[
      'src/external/client.ts',
      'src/deps/graph.rs',
      'src/build/run.ts',
      'packages/a/src/i.ts',
      'lib/a.rb',
      'pkg/pods/list.go',
    ],
    ...[
      'src/vendors/list.ts',
      'src/stories/feed.ts',
      'cmd/dist/build.go',
      'src/gen/tables.rs',
      'src/dist/worker.ts',
      'out/a.c',
    ],
    // Names of documents, as code
    ...[
      'src/history.ts',
      'security.py',
      'src/install.sh',
      'license.go',
      'todo.js',
      'src/changes.rs',
      'src/support.php',
    ],
    // Settings, texts, and names of Object.prototype
    ...[
      'package.json',
      'tsconfig.build.json',
      'CMakeLists.txt',
      'requirements.txt',
      'Makefile',
      'a.yaml',
      'Cargo.toml',
    ],
    ...[
      '__proto__/constructor.ts',
      'toString',
      'README.ts',
      '.eslintrc.json',
      'Dockerfile',
      'web.config',
      '.gitignore',
    ],
  ],
  example: [
    'examples/a.py',
    'example/main.go',
    'samples/x.cs',
    'demo/i.ts',
    'src/Button.stories.tsx',
    'Shop.Samples/A.cs',
    'example.py',
    'samples/foo/src/main/java/X.java',
  ],
  'example test': ['example_test.go', 'example_foo_test.go', 'tests/examples/a.py', 'test/examples/a.go'],
  documentation: [
    ...[
      'README',
      'README.md',
      'docs/conf.py',
      'CHANGELOG',
      'LICENSE',
      'LICENSE.txt',
      'LICENSE-MIT',
      'doc/a.rst',
      'guide.adoc',
    ],
    ...[
      'COPYING',
      'COPYING.LESSER',
      'UNLICENSE',
      'man/tool.1',
      'src/notes.md',
      'readme.txt',
      'CONTRIBUTING.md',
      'AUTHORS',
    ],
  ],
  vendored: [
    ...[
      'vendor/a/b.go',
      'third_party/x/a.cc',
      'node_modules/a/index.js',
      'pip/_vendor/requests/api.py',
      'bower_components/j/j.js',
    ],
    ...['extern/fmt/format.h', 'external/zlib/a.c', 'deps/lua/a.c', '3rdparty/a.cpp', 'Pods/A/a.m', 'ThirdParty/a.h'],
  ],
  generated: [
    ...['api/a.pb.go', 'a_pb2.py', 'a_pb2_grpc.pyi', 'Form.Designer.cs', 'Form.designer.vb', 'Json.g.cs', 'a.g.dart'],
    ...['src/generated/a.ts', 'src/__generated__/q.ts', 'zz_generated.deepcopy.go', 'a_generated.rs', 'routes.gen.ts'],
    ...[
      'lex.yy.c',
      'y.tab.h',
      'moc_window.cpp',
      'dist/index.js',
      'packages/a/dist/a.css',
      'main.chunk.js',
      'a.freezed.dart',
    ],
  ],
  'data generated': [
    'package-lock.json',
    'yarn.lock',
    'sub/Cargo.lock',
    'go.sum',
    'Gemfile.lock',
    'poetry.lock',
    'a.js.map',
    'uv.lock',
    'pnpm-lock.yaml',
  ],
  'data generated test': ['src/__snapshots__/a.test.ts.snap'],
  minified: ['static/jquery.min.js', 'a.min.css', 'lib/x-min.js', 'a.min.mjs'],
  'generated minified': ['dist/a.min.js'],
  'minified vendored': ['vendor/jquery.min.js'],
  data: ['data/a.json', 'a.csv', 'logo.svg', 'locale/de.po', 'a.xml', 'rows.jsonl'],
  'data test': ['tests/data.json', 'fixtures/users.csv', 'testdata/a.xml'],
  'generated test': ['a.mocks.dart'],
};

describe('a path determines', () => {
  const cases = Object.entries(table).flatMap(([traits, paths]) =>
    paths.map((path): [string, string] => [path, traits]),
  );
  test.each(cases)('%s: %s', (path, traits) => {
    expect(names(classifyPath(path))).toBe(traits);
  });
});

describe('a text shows that it is generated', () => {
  test.each([
    ['Go', '// Code generated by protoc-gen-go. DO NOT EDIT.\n// source: a.proto\n\npackage a\n'],
    [
      'behind a licence',
      `${'// Copyright 2020 Someone.\n'.repeat(20)}\n// Code generated by mockery v2. DO NOT EDIT.\npackage a\n`,
    ],
    ['a tag', '/**\n * Copyright\n * @generated SignedSource<<0123>>\n */\nexport const a = 1;\n'],
    ['a partial tag', '# @partially-generated\nx = 1\n'],
    ['.NET', '//------\n// <auto-generated>\n//     This code was generated by a tool.\n// </auto-generated>\n'],
    ['this file was', '# This file was automatically generated by SWIG (http://swig.org).\n'],
    ['this file is', '/* This file is auto-generated. Do not edit. */\nint a;\n'],
    ['a block without stars', '/*\n  This file was generated from grammar.y\n*/\nint a;\n'],
    ['Python docstring', '"""\nThis module was automatically generated by gen.py\n"""\n'],
    ['SQL', '-- This file is machine-generated; edit the model instead.\nselect 1;\n'],
    ['XML', '<?xml version="1.0"?>\n<!-- This file was generated by a tool -->\n<a/>\n'],
    ['first words', '/* Generated by Cython 3.0.2 */\n'],
    ['Django', '# Generated by Django 4.2 on 2024-01-01 10:00\n\nfrom django.db import migrations\n'],
    ['Thrift', '/**\n * Autogenerated by Thrift Compiler (0.9.3)\n *\n * DO NOT EDIT UNLESS YOU ARE SURE\n */\n'],
    [
      'protobuf',
      '# -*- coding: utf-8 -*-\n# Generated by the protocol buffer compiler.  DO NOT EDIT!\n# source: a.proto\n',
    ],
    ['two lines', '// Autogenerated file\n// Do not edit this file\nlet a = 1;\n'],
    ['two lines, the other way', '# DO NOT EDIT\n# generated by tools/gen.sh\n'],
    ['changes are lost', '<!-- Generated from api.yaml.\n     Changes to this file will be lost. -->\n'],
    ['behind a first line of code', '"use strict";\n// Generated by CoffeeScript 1.12.7\n(function() {})\n'],
    ['annotation', 'package a;\n\n@javax.annotation.Generated("by gRPC")\npublic class A {}\n'],
    ['CR line ends', '// Code generated by x. DO NOT EDIT.\rpackage a\r'],
  ])('%s', (_name, text) => {
    expect(names(classifyText('a.txt', text))).toBe('generated');
  });

  test.each([
    ['nothing', ''],
    ['a generator', 'const notice = "// Code generated by x. DO NOT EDIT.";\nwrite(notice);\n'],
    ['a template string', 'def head():\n    return "This file was automatically generated"\n'],
    ['talk of it', '// Reads the files that are @generated and skips them.\nfunction f() {}\n'],
    ['talk of generated code', '// Helpers for code generated by the compiler.\npackage a\n'],
    ['not generated', '# This file is not generated. You may edit it.\n'],
    ['a sentence that wraps', '// The tables are read once and then\n// generated by hand where needed.\n'],
    ['generates', '// This module generates the parser.\n'],
    ['do not edit alone', '# DO NOT EDIT without asking the owners.\nx = 1\n'],
    ['far down', `${'x = 1\n'.repeat(400)}# Code generated by x. DO NOT EDIT.\n`],
    ['markdown', 'To mark generated files, do the following.\n\nDo not edit the list.\n'],
    ['used by generated code', '// This file is used by generated code.\npackage a\n'],
  ])('not: %s', (_name, text) => {
    expect(names(classifyText('a.txt', text))).toBe('');
  });
});

describe('a text is minified', () => {
  const script = Array.from({ length: 400 }, (_, i) => `var a${i}=function(b,c){return b+c*${i}};`).join('');
  const style = Array.from({ length: 200 }, (_, i) => `.c${i}{color:red;margin:0 ${i}px}`).join('');
  test.each([
    ['a script on one line', 'a.js', script, true],
    [
      'with a banner',
      'a.mjs',
      `/*! Copyright\n${' * line of a licence\n'.repeat(20)} */\n${script}\n//# sourceMappingURL=a.js.map\n`,
      true,
    ],
    ['a style sheet', 'a.css', style, true],
    ['a big one', 'a.js', script.repeat(200), true],
    ['written by hand', 'a.js', script.replaceAll(';', ';\n'), false],
    ['short', 'a.js', script.slice(0, 700), false],
    ['not in a language that is minified', 'a.ts', script, false],
    ['a long string', 'a.js', `function f() {}\nconst x = "${'QUJD'.repeat(20_000)}";\n`, false],
    ['a table of numbers', 'a.js', `const t = [${'1234567,'.repeat(10_000)}];\n`, false],
    ['nested parentheses', 'a.js', `function f() {}\nx = ${'('.repeat(20_000)}1${')'.repeat(20_000)};\n`, false],
    ['a chain of calls', 'a.js', `function f() {}\nx${'.then(f)'.repeat(5000)};\n`, false],
    ['stars and spaces', 'a.js', `function f() {}\n/${'*'.repeat(200_000)}\n${' '.repeat(200_000)}x\n`, false],
    ['objects of data', 'a.js', `module.exports = [${'{"a":1,"b":"two words"},'.repeat(4000)}]\n`, false],
    ['code with one long string', 'a.js', `${'const a = 1;\n'.repeat(400)}const s = "${'x'.repeat(90_000)}";\n`, false],
  ])('%s', (_name, path, text, expected) => {
    expect(hasTrait(classifyText(path, text), 'minified')).toBe(expected);
  });

  test.each([[';'], [script], [' \n'], ['// generated ']])(
    'in time that does not depend on the length of the text %#',
    async (piece) => {
      const sizes = [300_000, 9_600_000] as const;
      const grown = await growthExponent(
        sizes,
        (length) => repeated(piece, length),
        (text) => classifyText('a.js', text),
      );
      expect(grown).toBeLessThan(0.5);
    },
  );
});
