import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createModuleResolver } from './module-resolver.ts';
import { resolverOf, source, table } from './testing/resolution-table.ts';
import type { Files } from './testing/resolution-table.ts';
import { growthExponent } from '../../../util/testing/growth.ts';

table(
  'relative specifiers',
  source(
    ...['src/main.ts', 'src/a.ts', 'src/a.js', 'src/b.tsx', 'src/c.d.ts', 'src/c.js', 'src/d.mts', 'src/e.cts'],
    ...['src/f.jsx', 'src/g.mjs', 'src/h.cjs', 'src/i.json', 'src/x.vue', 'src/y.svelte', 'src/k.service.ts'],
    ...['src/folder/index.ts', 'src/folder/deep/index.js', 'src/both.ts', 'src/both/index.ts', 'src/index.tsx'],
    ...[
      'top.ts',
      'index.js',
      'src/odd.js.ts',
      'src/constructor.ts',
      'src/no-ending',
      'src/style.css',
      'src/.hidden.ts',
    ],
  ),
  [
    ['src/main.ts', './a', 'src/a.ts'],
    ['src/main.ts', './a.js', 'src/a.ts'],
    ['src/main.ts', './a.ts', 'src/a.ts'],
    ['src/main.ts', './b', 'src/b.tsx'],
    ['src/main.ts', './b.js', 'src/b.tsx'],
    ['src/main.ts', './b.jsx', 'src/b.tsx'],
    ['src/main.ts', './c', 'src/c.d.ts'],
    ['src/main.ts', './c.js', 'src/c.d.ts'],
    ['src/main.ts', './d.mjs', 'src/d.mts'],
    ['src/main.ts', './d', 'src/d.mts'],
    ['src/main.ts', './e.cjs', 'src/e.cts'],
    ['src/main.ts', './f', 'src/f.jsx'],
    ['src/main.ts', './f.js', 'src/f.jsx'],
    ['src/main.ts', './g.mjs', 'src/g.mjs'],
    ['src/main.ts', './g', 'src/g.mjs'],
    ['src/main.ts', './h', 'src/h.cjs'],
    ['src/main.ts', './i.json', 'src/i.json'],
    ['src/main.ts', 'require ./i', 'src/i.json'],
    ['src/main.ts', './x.vue', 'src/x.vue'],
    ['src/main.ts', './y', 'src/y.svelte'],
    ['src/main.ts', './k.service', 'src/k.service.ts'],
    ['src/main.ts', './k.service.js', 'src/k.service.ts'],
    ['src/main.ts', './odd.js', 'src/odd.js.ts'],
    ['src/main.ts', './style.css', 'src/style.css'],
    ['src/main.ts', './style.css?inline', 'src/style.css'],
    ['src/main.ts', './a?raw', 'src/a.ts'],
    ['src/main.ts', '!!raw-loader!./a', 'src/a.ts'],
    ['src/main.ts', './no-ending', 'src/no-ending'],
    ['src/main.ts', './constructor', 'src/constructor.ts'],
    ['src/main.ts', './.hidden', 'src/.hidden.ts'],
    ['src/main.ts', './', 'src/index.tsx'],
    ['src/main.ts', '.', 'src/index.tsx'],
    ['src/main.ts', './.', 'src/index.tsx'],
    ['src/main.ts', '..', 'index.js'],
    ['src/main.ts', '../', 'index.js'],
    ['src/main.ts', '../top', 'top.ts'],
    ['src/main.ts', './/a', 'src/a.ts'],
    ['src/main.ts', './folder', 'src/folder/index.ts'],
    ['src/main.ts', './folder/', 'src/folder/index.ts'],
    ['src/main.ts', './folder/index.js', 'src/folder/index.ts'],
    ['src/main.ts', './folder/deep', 'src/folder/deep/index.js'],
    ['src/main.ts', './both', 'src/both.ts'],
    ['src/main.ts', './both/', 'src/both/index.ts'],
    ['src/folder/deep/index.js', '../..', 'src/index.tsx'],
    ['src/folder/deep/index.js', '../../folder/../a', 'src/a.ts'],
    ['./src/main.ts', './a', 'src/a.ts'],
    ['src/main.ts', './missing', null],
    ['src/main.ts', './a.mjs', null],
    ['src/main.ts', './a.ts/', null],
    ['src/main.ts', '../../src/a', null],
    ['src/main.ts', '../../../../etc/passwd', null],
    ['src/main.ts', '/src/a', null],
    ['src/main.ts', 'src/a', null],
    ['src/main.ts', '', null],
    ['src/main.ts', '?', null],
    ['src/main.ts', '...', null],
    ['src/main.ts', '.a', null],
    ['src/main.ts', 'react', null],
    ['src/main.ts', 'node:fs', null],
    ['src/main.ts', 'https://example.org/a.ts', null],
    ['../outside.ts', './src/a', null],
    ['nowhere/at/all.ts', '../../src/a', 'src/a.ts'],
  ],
);

describe('builtin modules', () => {
  it('resolve to files that baseUrl finds, where Node’s types are not declared', () => {
    const files: Files = {
      ...source('src/events.ts', 'src/main.ts'),
      'tsconfig.json': { compilerOptions: { baseUrl: 'src' } },
    };
    expect(resolverOf(files).resolve('src/main.ts', 'events', 'import')).toBe('src/events.ts');
  });

  it('follow an exact key of paths, even where Node’s types are declared', () => {
    const files: Files = {
      ...source('stubs/fs.ts', 'src/main.ts'),
      'package.json': { devDependencies: { '@types/node': '1' } },
      'tsconfig.json': { compilerOptions: { paths: { fs: ['./stubs/fs.ts'], '*': ['./stubs/*'] } } },
    };
    expect(resolverOf(files).resolve('src/main.ts', 'fs', 'import')).toBe('stubs/fs.ts');
    expect(resolverOf(files).resolve('src/main.ts', 'path', 'import')).toBe(null);
  });

  it('are never packages of the project', () => {
    const files: Files = { ...source('events/index.js', 'a.js'), 'events/package.json': { name: 'events' } };
    expect(resolverOf(files).resolve('a.js', 'events', 'import')).toBe(null);
    expect(resolverOf(files).resolve('a.js', './events', 'import')).toBe('events/index.js');
  });
});

describe('configPaths', () => {
  it('lists the files that were read, references and bases included, but no missing ones', () => {
    const resolver = resolverOf({
      'a.ts': null,
      'data.json': {},
      'tsconfig.json': { extends: './base/x', references: [{ path: './other.json' }, { path: './gone' }] },
      'base/x.json': {},
      'other.json': {},
      'pkg/package.json': {},
      'pkg/tsconfig.app.json': {},
    });
    expect(resolver.configPaths).toEqual([
      'base/x.json',
      'other.json',
      'pkg/package.json',
      'pkg/tsconfig.app.json',
      'tsconfig.json',
    ]);
  });

  it('is empty where the reader throws', () => {
    const resolver = createModuleResolver({
      paths: ['a.ts', 'b.ts', 'tsconfig.json', 'package.json'],
      read: () => {
        throw new Error('gone');
      },
    });
    expect(resolver.configPaths).toEqual([]);
    expect(resolver.resolve('a.ts', './b', 'import')).toBe('b.ts');
  });
});

describe('any input', () => {
  const name = fc.constantFrom(
    'a',
    'b',
    'src',
    'dist',
    'index.ts',
    'x.js',
    'x.d.ts',
    'package.json',
    'tsconfig.json',
    '__proto__',
  );
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
  const specifier = fc.oneof(
    path,
    path.map((written) => `./${written}`),
    path.map((written) => `../${written}`),
    path.map((written) => `#${written}`),
    fc.string(),
    fc
      .array(fc.constantFrom('.', '..', '/', '@', '#', '*', '?', '!', 'a', '\0'), { maxLength: 8 })
      .map((parts) => parts.join('')),
  );
  const target = fc.oneof(specifier, fc.constantFrom('./*', '*', '**', '/', '', null, 1, {}, []));
  const content = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record({
        name: target,
        main: target,
        extends: fc.oneof(target, fc.array(target)),
        exports: fc.oneof(target, fc.dictionary(specifier, fc.oneof(target, fc.array(target)))),
        imports: fc.dictionary(specifier, target),
        include: fc.array(target),
        references: fc.array(fc.record({ path: target })),
        compilerOptions: fc.record({
          baseUrl: target,
          outDir: target,
          rootDirs: fc.array(target),
          paths: fc.dictionary(specifier, fc.array(target)),
        }),
      })
      .map((value) => JSON.stringify(value)),
  );

  it('gives null or a path of the project, independent of the order of the paths', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(path, content), { minLength: 1, maxLength: 12 }),
        fc.array(fc.tuple(path, specifier), { minLength: 1, maxLength: 12 }),
        (files, questions) => {
          const contents = new Map(files);
          const read = (asked: string): string | null => contents.get(asked) ?? null;
          const paths = [...contents.keys()];
          const resolver = createModuleResolver({ paths, read });
          const other = createModuleResolver({ paths: [...paths].reverse(), read });
          for (const [from, written] of questions) {
            const found = resolver.resolve(from, written, 'import');
            expect(found === null || contents.has(found)).toBe(true);
            expect(other.resolve(from, written, 'import')).toBe(found);
            other.resolve(from, written, 'require');
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('stays fast on hostile configs', async () => {
    const make = (size: number): Files => {
      const files: Files = {
        [`${'a/'.repeat(6 * size)}b.ts`]: null,
        'tsconfig.json': {
          include: ['**/*a'.repeat(2 * size), `${'*a'.repeat(size)}*b`],
          compilerOptions: { paths: { '*': ['*'.repeat(20 * size)] } },
        },
        'package.json': `{"exports":${'{"import":'.repeat(1000 * size)}1${'}'.repeat(1000 * size)}}`,
      };
      for (let index = 0; index < size; index++) {
        files[`tsconfig.${index}.json`] = {
          extends: [`./tsconfig.${index + 1}.json`, `./tsconfig.${(index * 7) % size}.json`],
        };
      }
      return files;
    };
    const resolve = (files: Files): void => {
      const resolver = resolverOf(files);
      const size = Object.keys(files).length;
      for (const specifier of ['x'.repeat(80 * size), 'x'.repeat(20_000 * size)])
        expect(resolver.resolve(`${'a/'.repeat(6 * size)}b.ts`, specifier, 'import')).toBe(null);
      expect(resolver.resolve('a/'.repeat(20_000 * size), './x', 'import')).toBe(null);
    };
    expect(await growthExponent([8, 64], make, resolve)).toBeLessThan(2.2);
  });
});
