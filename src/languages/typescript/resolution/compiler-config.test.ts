import { source, table } from './testing/resolution-table.ts';

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
    // rootDirs merges both folders
    ['src/main.ts', './z', 'gen/z.ts'],
    ['gen/z.ts', './main', 'src/main.ts'],
    ['src/main.ts', './first', 'src/first.ts'],
    // a file outside of all configs resolves like its neighbours
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
    // contained in none of them: the nearest in order
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
  'paths that lead to output or packages',
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
  'paths that lead to output, without a baseUrl',
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
  'aliases that only a bundler knows',
  {
    ...source('web/src/a.js', 'web/src/main.js', 'web/app/b.js', 'web/src/b.js', 'web/c.js', 'src/d.js'),
    ...source('web/src/lib/e.js', 'web/src/lib/index.js', 'src/lib/e.js'),
    'web/package.json': { name: 'web' },
  },
  [
    ['web/src/main.js', '@/a', 'web/src/a.js'],
    ['web/src/main.js', '~/c', 'web/c.js'],
    ['web/src/main.js', '@/b', null],
    ['web/src/main.js', '@/d', null],
    ['web/src/main.js', '@/../../src/d', null],
    ['web/src/main.js', '$lib/e', 'web/src/lib/e.js'],
    ['web/src/main.js', '$lib', 'web/src/lib/index.js'],
    ['web/src/main.js', '$library/e', null],
    ['web/src/main.js', '@', null],
  ],
);
