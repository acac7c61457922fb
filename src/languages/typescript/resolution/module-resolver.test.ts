import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createModuleResolver } from './module-resolver.ts';
import type { ModuleResolver } from './module-resolver.ts';

/** A project by its files: a string or object is the content, null a file whose content does not matter. */
type Files = Record<string, object | string | null>;

function resolverOf(files: Files): ModuleResolver {
  const contents = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? content : JSON.stringify(content ?? ''),
    ]),
  );
  return createModuleResolver({ paths: [...contents.keys()], read: (path) => contents.get(path) ?? null });
}

function source(...paths: string[]): Files {
  return Object.fromEntries(paths.map((path) => [path, null]));
}

/** Rows of: where it stands, what is written, what it means. A specifier that starts with `require ` is asked for by `require`. */
type Row = [from: string, specifier: string, expected: string | null];

function table(name: string, files: Files, rows: Row[]): void {
  describe(name, () => {
    const resolver = resolverOf(files);
    it.each(rows)('%s: %s is %s', (from, specifier, expected) => {
      const required = specifier.startsWith('require ');
      const written = required ? specifier.slice('require '.length) : specifier;
      const form = required ? 'require' : 'import';
      expect(resolver.resolve(from, written, form)).toBe(expected);
      expect(resolver.resolve(from, written, form)).toBe(expected);
    });
  });
}

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

table(
  'folders with a package.json',
  {
    ...source('src/main.ts', 'src/a/lib/entry.js', 'src/b/code.ts', 'src/c/index.ts', 'src/d/src/index.ts'),
    ...source('src/e/own.ts', 'src/f/index.ts', 'src/g/lib/index.js', 'src/h/index.js', 'src/h/index.d.ts'),
    'src/a/package.json': { main: './lib/entry' },
    'src/b/package.json': { types: './code.ts', main: './code.js' },
    'src/c/package.json': { type: 'commonjs' },
    'src/d/package.json': { main: './dist/index.js', types: 'dist/index.d.ts' },
    'src/e/package.json': { exports: { import: './own.js' } },
    'src/f/package.json': '{ broken',
    'src/g/package.json': { main: 'lib' },
    'src/h/package.json': { main: '../main.ts' },
  },
  [
    ['src/main.ts', './a', 'src/a/lib/entry.js'],
    ['src/main.ts', './b', 'src/b/code.ts'],
    ['src/main.ts', './c', 'src/c/index.ts'],
    ['src/main.ts', './d', 'src/d/src/index.ts'],
    ['src/d/src/index.ts', '..', 'src/d/src/index.ts'],
    ['src/main.ts', './e', 'src/e/own.ts'],
    ['src/main.ts', './f', 'src/f/index.ts'],
    ['src/main.ts', './g', 'src/g/lib/index.js'],
    ['src/main.ts', './h', 'src/h/index.d.ts'],
  ],
);

table(
  'paths, baseUrl and extends',
  {
    ...source('src/main.ts', 'src/app/x.ts', 'src/shared/x.ts', 'src/shared/deep/y.ts', 'src/exact.ts', 'gen/z.ts'),
    ...source('src/util.ts', 'src/events.ts', 'types/only.d.ts', 'script.js', 'src/first.ts', 'gen/first.ts'),
    ...source('lib/by-suffix.ts'),
    'package.json': { name: 'project', devDependencies: { '@types/node': '1' } },
    'tsconfig.json': `\uFEFF{
      // the base comes first
      "extends": ["./missing.json", "./config/base"],
      /* and then our own */
      "compilerOptions": { "strict": true, "url": "http://x/*,}*/", },
      "include": ["src",],
    }`,
    'config/base.json': {
      extends: './cycle.json',
      compilerOptions: {
        baseUrl: '../src',
        paths: {
          '@app/*': ['app/*'],
          '@app/shared/*': ['shared/*'],
          '@exact': ['exact'],
          '@several/*': ['nowhere/*', '../gen/*', './*'],
          '*-lib': ['../lib/*'],
          '@types-only': ['../types/only'],
          '@out/*': ['../../*'],
          'a*b*c': ['exact'],
        },
      },
    },
    'config/cycle.json': {
      extends: './base.json',
      compilerOptions: { baseUrl: '../nowhere', rootDirs: ['../src', '../gen'] },
    },
  },
  [
    ['src/main.ts', '@app/x', 'src/app/x.ts'],
    ['src/main.ts', '@app/x.js', 'src/app/x.ts'],
    ['src/main.ts', '@app/shared/x', 'src/shared/x.ts'],
    ['src/main.ts', '@app/shared/deep/y', 'src/shared/deep/y.ts'],
    ['src/main.ts', '@exact', 'src/exact.ts'],
    ['src/main.ts', '@exact/', null],
    ['src/main.ts', '@several/z', 'gen/z.ts'],
    ['src/main.ts', '@several/first', 'gen/first.ts'],
    ['src/main.ts', '@several/util', 'src/util.ts'],
    ['src/main.ts', 'by-suffix-lib', 'lib/by-suffix.ts'],
    ['src/main.ts', '@types-only', 'types/only.d.ts'],
    ['src/main.ts', '@out/etc', null],
    ['src/main.ts', '@app/missing', null],
    ['src/main.ts', 'shared/x', 'src/shared/x.ts'],
    ['src/main.ts', 'exact', 'src/exact.ts'],
    ['src/main.ts', 'events', null],
    ['src/main.ts', 'util', null],
    ['src/shared/deep/y.ts', '@app/x', 'src/app/x.ts'],
    // rootDirs lay both folders over each other
    ['src/main.ts', './z', 'gen/z.ts'],
    ['gen/z.ts', './main', 'src/main.ts'],
    ['src/main.ts', './first', 'src/first.ts'],
    // a file that no config holds means what its neighbours mean
    ['script.js', '@app/x', 'src/app/x.ts'],
  ],
);

table(
  'several configs in one tree',
  {
    ...source('apps/web/src/a.ts', 'apps/web/src/b.spec.ts', 'apps/web/e2e/c.ts', 'apps/web/lib/only.ts'),
    ...source('apps/web/test-lib/only.ts', 'apps/api/main.ts', 'apps/api/inner.ts', 'libs/x/index.ts', 'tools/t.js'),
    ...source('apps/old/js/m.js', 'apps/old/js/n.js', 'apps/nuxt/app/p.vue', 'apps/nuxt/app/q.ts'),
    'tsconfig.base.json': { compilerOptions: { paths: { '@libs/x': ['./libs/x/index.ts'], '@libs/y': ['libs/y'] } } },
    'apps/web/tsconfig.json': {
      files: [],
      references: [{ path: './tsconfig.app.json' }, { path: 'test.config.json' }],
    },
    'apps/web/tsconfig.app.json': {
      extends: '../../tsconfig.base.json',
      compilerOptions: { paths: { '#lib/*': ['./lib/*'] } },
      include: ['src/**/*.ts'],
      exclude: ['**/*.spec.ts'],
    },
    'apps/web/test.config.json': {
      compilerOptions: { paths: { '#lib/*': ['./test-lib/*'] } },
      include: ['**/*.spec.*'],
    },
    'apps/api/tsconfig.json': { extends: '../../tsconfig.base.json', compilerOptions: { strict: true } },
    'apps/old/jsconfig.json': { compilerOptions: { baseUrl: 'js' } },
    'apps/nuxt/tsconfig.json': { references: [{ path: './.nuxt/app.json' }, { path: '../..' }], files: [] },
    'apps/nuxt/.nuxt/app.json': {
      compilerOptions: { paths: { '~~/*': ['${configDir}/../*'] } },
      include: ['../app/**/*'],
    },
  },
  [
    ['apps/web/src/a.ts', '#lib/only', 'apps/web/lib/only.ts'],
    ['apps/web/src/b.spec.ts', '#lib/only', 'apps/web/test-lib/only.ts'],
    // held by none of them: the nearest in order
    ['apps/web/e2e/c.ts', '#lib/only', 'apps/web/lib/only.ts'],
    ['apps/web/e2e/c.ts', '@libs/x', 'libs/x/index.ts'],
    // `paths` of a config replace those of its base
    ['apps/web/src/a.ts', '@libs/x', null],
    ['apps/api/main.ts', '@libs/x', 'libs/x/index.ts'],
    ['apps/api/main.ts', '@libs/y', null],
    ['tools/t.js', '@libs/x', 'libs/x/index.ts'],
    ['apps/old/js/m.js', 'n', 'apps/old/js/n.js'],
    ['apps/nuxt/app/p.vue', '~~/app/q', 'apps/nuxt/app/q.ts'],
  ],
);

table(
  'packages of the monorepo',
  {
    ...source('packages/core/src/index.ts', 'packages/core/src/deep/a.ts', 'packages/core/src/server.ts'),
    ...source('packages/core/src/features/f.ts', 'packages/core/src/internal/secret.ts', 'packages/core/plain.js'),
    ...source('packages/plain/index.js', 'packages/plain/lib/x.js', 'packages/plain/lib/folder/index.js'),
    ...source('packages/dual/src/esm.ts', 'packages/dual/src/cjs.ts', 'packages/dual/types/esm.d.ts'),
    ...source('packages/out/source/main.ts', 'packages/out/source/sub/s.ts', 'packages/rooted/src/deep/index.tsx'),
    ...source('packages/app/src/main.ts', 'packages/cond/src/x.ts', 'packages/cond/lib/x.js', 'packages/cond/deno.ts'),
    ...source('packages/bundle/src/index.ts', 'packages/empty/src/main.tsx', 'packages/handmade/index.d.ts'),
    ...source(
      'packages/closed/index.ts',
      'packages/source/src/source.ts',
      'packages/browser/web.js',
      'packages/presets/a.ts',
    ),
    ...source('tools/dup/index.ts', 'packages/dup/index.ts', 'tools/run.ts', 'packages/array/second.mjs'),
    'package.json': { name: 'root', workspaces: ['packages/*'] },
    'packages/core/package.json': {
      name: '@scope/core',
      main: './dist/index.js',
      exports: {
        '.': { types: './dist/index.d.ts', import: './dist/index.mjs', require: './dist/index.cjs' },
        './server': './dist/esm/server.js',
        './features/*.js': './src/features/*.js',
        './deep/*': { default: './dist/deep/*.js' },
        './internal/*': null,
        './package.json': './package.json',
        './legacy/': './src/deep/',
      },
    },
    'packages/plain/package.json': { name: '@scope/plain' },
    'packages/dual/package.json': {
      name: 'dual',
      exports: {
        import: { types: './types/esm.d.ts', default: './dist/esm.js' },
        require: { default: './dist/cjs.cjs' },
      },
    },
    'packages/out/package.json': { name: 'out', main: 'target/js/main.js' },
    'packages/out/tsconfig.json': { compilerOptions: { outDir: 'target/js', rootDir: 'source' } },
    'packages/rooted/package.json': { name: 'rooted', module: 'build-module/deep/index.js' },
    'packages/app/package.json': { name: 'app', imports: {} },
    'packages/cond/package.json': {
      name: 'cond',
      exports: {
        './x': { deno: './deno.ts', '@scope/source': './src/x.ts', import: './lib/x.js' },
        './only': { deno: './deno.ts' },
      },
    },
    'packages/bundle/package.json': { name: 'bundle', main: 'dist/bundle.min.js' },
    'packages/empty/package.json': { name: 'empty' },
    'packages/handmade/package.json': { name: 'handmade', main: './native.node', types: './index.d.ts' },
    'packages/closed/package.json': { name: 'closed', exports: { '.': null, './a': './../../tools/run.ts' } },
    'packages/source/package.json': { name: 'with-source', source: 'src/source.ts', main: 'dist/nothing.js' },
    'packages/browser/package.json': { name: 'with-browser', browser: './web.js', exports: false },
    'packages/presets/package.json': { name: 'presets', exports: { './*': './*.ts' } },
    'packages/array/package.json': { name: 'array', exports: ['./missing.mjs', { import: './second.mjs' }] },
    'tools/dup/package.json': { name: 'dup' },
    'packages/dup/package.json': { name: 'dup' },
  },
  [
    ['packages/app/src/main.ts', '@scope/core', 'packages/core/src/index.ts'],
    ['packages/app/src/main.ts', 'require @scope/core', 'packages/core/src/index.ts'],
    ['packages/core/src/deep/a.ts', '@scope/core', 'packages/core/src/index.ts'],
    ['packages/app/src/main.ts', '@scope/core/server', 'packages/core/src/server.ts'],
    ['packages/app/src/main.ts', '@scope/core/features/f.js', 'packages/core/src/features/f.ts'],
    ['packages/app/src/main.ts', '@scope/core/deep/a', 'packages/core/src/deep/a.ts'],
    ['packages/app/src/main.ts', '@scope/core/legacy/a', 'packages/core/src/deep/a.ts'],
    ['packages/app/src/main.ts', '@scope/core/internal/secret', null],
    ['packages/app/src/main.ts', '@scope/core/package.json', 'packages/core/package.json'],
    ['packages/app/src/main.ts', '@scope/core/plain', 'packages/core/plain.js'],
    ['packages/app/src/main.ts', '@scope/core/../plain', null],
    ['packages/app/src/main.ts', '@scope/core/dist/deep/a.js', 'packages/core/src/deep/a.ts'],
    ['packages/app/src/main.ts', '@scope/core/nothing', null],
    ['packages/app/src/main.ts', '@scope/plain', 'packages/plain/index.js'],
    ['packages/app/src/main.ts', '@scope/plain/lib/x', 'packages/plain/lib/x.js'],
    ['packages/app/src/main.ts', '@scope/plain/lib/x.js', 'packages/plain/lib/x.js'],
    ['packages/app/src/main.ts', '@scope/plain/lib/folder', 'packages/plain/lib/folder/index.js'],
    ['packages/app/src/main.ts', '@scope', null],
    ['packages/app/src/main.ts', '@scope/', null],
    ['packages/app/src/main.ts', '@scope/other', null],
    ['packages/app/src/main.ts', 'dual', 'packages/dual/src/esm.ts'],
    ['packages/app/src/main.ts', 'require dual', 'packages/dual/src/cjs.ts'],
    ['packages/app/src/main.ts', 'out', 'packages/out/source/main.ts'],
    ['packages/app/src/main.ts', 'out/target/js/sub/s', 'packages/out/source/sub/s.ts'],
    ['packages/app/src/main.ts', 'rooted', 'packages/rooted/src/deep/index.tsx'],
    ['packages/app/src/main.ts', 'cond/x', 'packages/cond/src/x.ts'],
    ['packages/app/src/main.ts', 'cond/only', 'packages/cond/deno.ts'],
    ['packages/app/src/main.ts', 'bundle', 'packages/bundle/src/index.ts'],
    ['packages/app/src/main.ts', 'empty', 'packages/empty/src/main.tsx'],
    ['packages/app/src/main.ts', 'handmade', 'packages/handmade/index.d.ts'],
    ['packages/app/src/main.ts', 'closed', null],
    ['packages/app/src/main.ts', 'closed/a', null],
    ['packages/app/src/main.ts', 'with-source', 'packages/source/src/source.ts'],
    ['packages/app/src/main.ts', 'with-browser', 'packages/browser/web.js'],
    ['packages/app/src/main.ts', 'presets/a', 'packages/presets/a.ts'],
    ['packages/app/src/main.ts', 'array', 'packages/array/second.mjs'],
    ['packages/app/src/main.ts', 'dup', 'packages/dup/index.ts'],
    ['tools/run.ts', 'dup', 'tools/dup/index.ts'],
    ['packages/app/src/main.ts', '__proto__', null],
    ['packages/app/src/main.ts', 'constructor', null],
  ],
);

table(
  'imports of package.json',
  {
    ...source(
      'src/a.ts',
      'src/deep/b.ts',
      'src/main.ts',
      'pkg/own.ts',
      'pkg/src/x.ts',
      'lib/index.ts',
      'src/polyfill.ts',
    ),
    'package.json': {
      name: 'root',
      imports: {
        '#a': './src/a.js',
        '#deep/*': './dist/deep/*.js',
        '#lib': 'lib',
        '#closed/*': null,
        '#external': { node: 'external', default: './src/polyfill.js' },
        '#a*': './src/deep/b.ts',
      },
    },
    'lib/package.json': { name: 'lib' },
    'pkg/package.json': { imports: { '#own': './own.ts', '#out': '../src/a.ts' } },
  },
  [
    ['src/main.ts', '#a', 'src/a.ts'],
    ['src/main.ts', '#ab', 'src/deep/b.ts'],
    ['src/main.ts', '#deep/b', 'src/deep/b.ts'],
    ['src/main.ts', '#lib', 'lib/index.ts'],
    ['src/main.ts', '#closed/x', null],
    ['src/main.ts', '#external', 'src/polyfill.ts'],
    ['src/main.ts', '#missing', null],
    ['src/main.ts', '#', null],
    ['pkg/src/x.ts', '#own', 'pkg/own.ts'],
    ['pkg/src/x.ts', '#a', 'src/a.ts'],
    ['pkg/src/x.ts', '#out', null],
  ],
);

table(
  'output that is not there',
  {
    ...source(
      'src/a.ts',
      'src/cli/index.ts',
      'test/t.js',
      'bin/run.js',
      'src/nested/x.ts',
      'src/types/held.ts',
      'src/gen.ts',
    ),
    ...source('kept/lib/x.js', 'kept/src/y.ts', 'kept/test.js'),
    'package.json': { main: './lib' },
    'kept/package.json': { name: 'kept' },
  },
  [
    ['test/t.js', '../dist/a.js', 'src/a.ts'],
    ['test/t.js', '../lib/a', 'src/a.ts'],
    ['test/t.js', '../dist/esm/nested/x.mjs', 'src/nested/x.ts'],
    ['test/t.js', '../dist/src/a.d.ts', 'src/a.ts'],
    ['bin/run.js', '../build/cli', 'src/cli/index.ts'],
    ['bin/run.js', '../dist/a.cjs.js', 'src/a.ts'],
    ['bin/run.js', '../dist/unknown', null],
    // a missing file beside others is not output
    ['src/a.ts', './types/gen', null],
    ['kept/test.js', './lib/y', null],
    ['kept/test.js', './lib/x', 'kept/lib/x.js'],
  ],
);

table(
  'paths that name output or packages',
  {
    ...source('packages/ui/src/index.ts', 'packages/ui/src/button.tsx', 'app/main.ts', 'tsbase/empty.ts'),
    'tsconfig.json': {
      extends: '@acme/tsbase/web',
      compilerOptions: {
        paths: { '@ui': ['packages/ui/dist'], '@ui/*': ['packages/ui/dist/*'], '@ui-folder': ['packages/ui'] },
      },
    },
    'tsbase/package.json': { name: '@acme/tsbase', tsconfig: 'web.json' },
    'tsbase/web.json': { compilerOptions: { baseUrl: '${configDir}/packages' } },
    'other/tsconfig.json': { extends: '@acme/tsbase', compilerOptions: {} },
    ...source('other/packages/p.ts', 'other/main.ts'),
    'packages/ui/package.json': { main: 'dist/index.js' },
  },
  [
    ['app/main.ts', '@ui', null],
    ['app/main.ts', 'ui', 'packages/ui/src/index.ts'],
    ['other/main.ts', 'p', 'other/packages/p.ts'],
  ],
);

table(
  'paths that name output, without a baseUrl',
  {
    ...source('packages/ui/src/index.ts', 'packages/ui/src/button.tsx', 'app/main.ts'),
    'tsconfig.json': {
      compilerOptions: {
        paths: { '@ui': ['packages/ui/dist'], '@ui/*': ['packages/ui/dist/*'], '@ui-folder': ['packages/ui'] },
      },
    },
    'packages/ui/package.json': { main: 'dist/index.js' },
  },
  [
    ['app/main.ts', '@ui', 'packages/ui/src/index.ts'],
    ['app/main.ts', '@ui/button', 'packages/ui/src/button.tsx'],
    ['app/main.ts', '@ui-folder', 'packages/ui/src/index.ts'],
  ],
);

table(
  'installed and staged packages',
  {
    ...source(
      'src/a.ts',
      'test/fixtures/app/m.ts',
      'test/fixtures/react/index.js',
      'test/fixtures/app/node_modules/dep/index.js',
    ),
    ...source('test/t.ts', 'node_modules/installed/lib.js'),
    'test/fixtures/react/package.json': { name: 'react' },
    'test/fixtures/app/node_modules/dep/package.json': { name: 'dep' },
    'node_modules/installed/package.json': { name: 'installed', main: 'lib.js' },
  },
  [
    ['src/a.ts', 'react', null],
    ['test/t.ts', 'react', null],
    ['test/fixtures/app/m.ts', 'react', 'test/fixtures/react/index.js'],
    ['src/a.ts', 'dep', null],
    ['test/fixtures/app/m.ts', 'dep', 'test/fixtures/app/node_modules/dep/index.js'],
    ['src/a.ts', 'installed', 'node_modules/installed/lib.js'],
    ['src/a.ts', 'not-indexed', null],
  ],
);

table(
  'aliases that only a bundler knows',
  {
    ...source('web/src/a.js', 'web/src/main.js', 'web/app/b.js', 'web/src/b.js', 'web/c.js', 'src/d.js'),
    'web/package.json': { name: 'web' },
  },
  [
    ['web/src/main.js', '@/a', 'web/src/a.js'],
    ['web/src/main.js', '~/c', 'web/c.js'],
    ['web/src/main.js', '@/b', null],
    ['web/src/main.js', '@/d', null],
    ['web/src/main.js', '@/../../src/d', null],
  ],
);

describe('builtin modules', () => {
  it('are the files that baseUrl finds where nothing declares them', () => {
    const files: Files = {
      ...source('src/events.ts', 'src/main.ts'),
      'tsconfig.json': { compilerOptions: { baseUrl: 'src' } },
    };
    expect(resolverOf(files).resolve('src/main.ts', 'events', 'import')).toBe('src/events.ts');
  });

  it('are what an exact key of paths says, even where they are declared', () => {
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
  it('names what was read, references and bases too, and nothing that is missing', () => {
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

  it('survives a reader that throws', () => {
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

  it('gives null or a path of the project, whatever the order of the paths', () => {
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

  it('stays quick on configs made to be slow', () => {
    const stars = '**/*a'.repeat(100);
    const files: Files = {
      [`${'a/'.repeat(300)}b.ts`]: null,
      'tsconfig.json': {
        include: [stars, '*a*a*a*a*a*a*a*b'],
        compilerOptions: { paths: { '*': ['*'.repeat(1000)] } },
      },
      'package.json': `{"exports":${'{"import":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
    };
    for (let index = 0; index < 60; index++) {
      files[`tsconfig.${index}.json`] = {
        extends: [`./tsconfig.${index + 1}.json`, `./tsconfig.${(index * 7) % 60}.json`],
      };
    }
    const start = performance.now();
    const resolver = resolverOf(files);
    expect(resolver.resolve(`${'a/'.repeat(300)}b.ts`, 'x'.repeat(4000), 'import')).toBe(null);
    expect(resolver.resolve(`${'a/'.repeat(300)}b.ts`, 'x'.repeat(1_000_000), 'import')).toBe(null);
    expect(resolver.resolve('a/'.repeat(1_000_000), './x', 'import')).toBe(null);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
