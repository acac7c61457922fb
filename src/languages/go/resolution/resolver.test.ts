import { describe, expect, it } from 'vitest';
import { unitPath } from '../../../model/file-summary.ts';
import { createGoResolver } from './resolver.ts';

interface Case {
  name: string;
  /** Contents of configuration files; Go files are empty. */
  files: Record<string, string>;
  from: string;
  /** Folder of the package, or null, by import path. */
  answers: Record<string, string | null>;
}

const cases: Case[] = [
  {
    name: 'the module of the tree',
    files: { 'go.mod': 'module example.org/shop // ours\n\ngo 1.22\n', 'a.go': '', 'stock/a.go': '', 'docs/a.md': '' },
    from: 'stock/a.go',
    answers: {
      'example.org/shop': '',
      'example.org/shop/stock': 'stock',
      'example.org/shop/docs': null,
      'example.org/shopping/stock': null,
      'example.org/other': null,
      fmt: null,
      '': null,
      '../stock': 'stock',
      '../../stock': null,
      '.': 'stock',
    },
  },
  {
    name: 'of several modules, the one with the longest path wins, also without a workspace',
    files: {
      'go.work': 'go 1.22\nuse (\n\t.\n\t./tools\n)\n',
      'go.mod': 'module "example.org/a"\n',
      'tools/go.mod': 'module example.org/a/tools/v2\n',
      'lib/x/a.go': '',
      'tools/x/a.go': '',
      'tools/v2/x/a.go': '',
    },
    from: 'tools/x/a.go',
    answers: {
      'example.org/a/lib/x': 'lib/x',
      'example.org/a/tools/v2/x': 'tools/x',
      'example.org/a/tools/x': 'tools/x',
    },
  },
  {
    name: 'replacements apply in the module that declares them',
    files: {
      'one/go.mod':
        'module one\nrequire (\n\tother.org/dep v1.0.0\n)\nreplace other.org/dep => ../forks/dep\nreplace (\n\tother.org/far v1.2.3 => example.org/near v1.0.0\n\tother.org/out => ../../out\n)\n',
      'two/go.mod': 'module two\n',
      'one/a.go': '',
      'two/a.go': '',
      'forks/dep/sub/a.go': '',
    },
    from: 'one/a.go',
    answers: {
      'other.org/dep/sub': 'forks/dep/sub',
      'other.org/dep': null,
      'other.org/far': null,
      'other.org/out': null,
      two: 'two',
    },
  },
  {
    name: 'replacements of another module do not apply',
    files: {
      'one/go.mod': 'module one\nreplace other.org/dep => ../forks/dep\n',
      'two/go.mod': 'module two\n',
      'two/a.go': '',
      'forks/dep/a.go': '',
    },
    from: 'two/a.go',
    answers: { 'other.org/dep': null },
  },
  {
    name: 'replacements of a workspace apply everywhere',
    files: {
      'go.work': 'use ./two\nreplace other.org/dep => ./forks/dep\n',
      'two/go.mod': 'module two\n',
      'two/a.go': '',
      'forks/dep/a.go': '',
    },
    from: 'two/a.go',
    answers: { 'other.org/dep': 'forks/dep' },
  },
  {
    name: 'vendored packages',
    files: {
      'go.mod': 'module a\n',
      'cmd/a.go': '',
      'vendor/github.com/x/y/a.go': '',
      'lib/vendor/github.com/x/z/a.go': '',
    },
    from: 'cmd/a.go',
    answers: { 'github.com/x/y': 'vendor/github.com/x/y', 'github.com/x/z': null },
  },
  {
    name: 'source folders of projects without a module',
    files: { 'src/github.com/x/y/a.go': '', 'src/b/a.go': '' },
    from: 'src/b/a.go',
    answers: { 'github.com/x/y': 'src/github.com/x/y', 'github.com/x/z': null },
  },
  {
    name: 'broken configuration',
    files: { 'go.mod': 'module\nreplace => \nreplace x =>\n)\n(((\nreplace (', 'a.go': '' },
    from: 'a.go',
    answers: { x: null, '': null, '/': null, '..': null },
  },
];

describe('import paths', () => {
  it.each(cases)('$name', ({ files, from, answers }) => {
    const resolver = createGoResolver({ paths: Object.keys(files), read: (path) => files[path] ?? null });
    const actual = Object.fromEntries(
      Object.keys(answers).map((specifier) => [specifier, resolver.resolve(from, specifier, false)]),
    );
    const expected = Object.fromEntries(
      Object.entries(answers).map(([specifier, folder]) => [
        specifier,
        folder === null ? null : unitPath(`go:${folder}`),
      ]),
    );
    expect(actual).toEqual(expected);
    expect(resolver.configPaths).toEqual(Object.keys(files).filter((path) => /go\.(mod|work)$/.test(path)));
  });
});
