/** What manifests name, and the sources of built files. */
import { describe, expect, it } from 'vitest';
import { entriesOf, sourceOf } from './manifest-entries.ts';

describe('package.json', () => {
  const entries = (manifest: unknown): string[] =>
    entriesOf('package.json', JSON.stringify(manifest)).map(({ kind, name, written }) => `${kind} ${name}: ${written}`);

  it('names commands and modules', () => {
    expect(entries({ name: '@shop/cart', bin: './dist/bin.js', main: './dist/index.js' })).toEqual([
      'command cart: ./dist/bin.js',
      'module @shop/cart: ./dist/index.js',
    ]);
    expect(
      entries({ name: 'x', bin: { a: 'a.js', b: 'b.js' }, exports: { '.': { import: './m.js', types: './m.d.ts' } } }),
    ).toEqual(['command a: a.js', 'command b: b.js', 'module x: ./m.js', 'module x: ./m.d.ts']);
  });

  it('names nothing where it is not as it should be', () => {
    for (const text of ['', '{', '[]', 'null', '{"bin":7,"exports":[1],"main":{}}'])
      expect(entriesOf('package.json', text)).toEqual([]);
  });
});

it('reads the scripts of pyproject.toml', () => {
  const text = '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.cli:main"\n[tool.x]\nother = "a:b"\n';
  expect(entriesOf('pyproject.toml', text)).toEqual([{ kind: 'command', name: 'shop', written: 'shop.cli:main' }]);
});

describe('the source of a file', () => {
  const paths = [
    'src/api/index.ts',
    'src/cli/bin.ts',
    'src/index.ts',
    'packages/a/src/main.ts',
    'packages/b/src/main.ts',
  ];

  it.each([
    ['./src/index.ts', '', 'src/index.ts'],
    ['dist/api/index.js', '', 'src/api/index.ts'],
    ['dist/bin.js', '', 'src/cli/bin.ts'],
    ['dist/index.js', '', 'src/index.ts'],
    ['./lib/main.js', 'packages/b', 'packages/b/src/main.ts'],
    ['dist/main.js', '', null],
    ['dist/other.js', '', null],
  ])('%s below %j is %s', (written, folder, source) => {
    expect(sourceOf(written, folder, paths)).toBe(source);
  });
});
