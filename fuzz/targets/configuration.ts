/** What reads the settings of a project: our own file, ignore files, and what other tools' files say about modules. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { createGoResolver } from '../../src/languages/go/resolution/resolver.ts';
import { createRustResolver } from '../../src/languages/rust/resolution/resolver.ts';
import { createModuleResolver, type ModuleProject } from '../../src/languages/typescript/resolution/module-resolver.ts';
import { compileIgnoreFile, ignoredBy } from '../../src/source/ignore/ignore-rules.ts';
import type { Target } from '../lib/target.ts';
import { rejecting } from './allowed.ts';
import { ownFolder } from './own-folder.ts';

const seeds: readonly (readonly [name: string, text: string])[] = [
  [
    'code-scout.config.json',
    '{\n  "indexing": { "maxFileSize": "1MB", "maxWorkers": 2 },\n  "search.defaultLimit": 10,\n  "watching": { "ignorePatterns": ["dist/", "!keep"] },\n  "database": { "path": ".code-scout/database.db" },\n  "languages": { "typescript": { "extensions": [".tsq"] } }\n}\n',
  ],
  ['.code-scoutignore', '# made\n*.log\n!keep.log\n/dist/\nsrc/**/gen[a-z0-9]?_*.ts\n**/a\\*b/\n[!x]*[[:alpha:]]\n'],
  [
    'tsconfig.json',
    '{\n  // base\n  "extends": "./base.json",\n  "compilerOptions": { "baseUrl": ".", "rootDirs": ["src", "gen"], "paths": { "@app/*": ["src/*", "lib/*"], "x": ["src/a"] }, "outDir": "dist", },\n  "include": ["src/**/*"], "exclude": ["**/*.spec.ts"], "references": [{ "path": "./packages/b" }]\n}\n',
  ],
  [
    'package.json',
    '{ "name": "app", "main": "dist/a.js", "types": "src/a.ts", "exports": { ".": { "import": "./dist/a.js", "require": "./a.cjs" }, "./*": "./src/*.ts" }, "imports": { "#x/*": "./src/*.ts" }, "workspaces": ["packages/*"], "dependencies": { "b": "file:packages/b" } }\n',
  ],
  [
    'go.mod',
    'module example.org/app // ours\n\ngo 1.22\n\nrequire (\n\texample.org/dep v1.0.0\n)\n\nreplace example.org/dep => ./dep\n',
  ],
  ['go.work', 'go 1.22\nuse (\n\t.\n\t./dep\n)\n'],
  [
    'Cargo.toml',
    '[package]\nname = "app"\nversion = "0.1.0"\n\n[lib]\npath = "src/lib.rs"\n\n[workspace]\nmembers = ["crates/*"]\n\n[dependencies]\nb = { path = "crates/b", version = "1" }\n\n[[bin]]\nname = "run"\npath = "src/main.rs"\n',
  ],
];

const paths = [
  'src/a.ts',
  'src/b/index.ts',
  'lib/c.ts',
  'base.json',
  'packages/b/package.json',
  'packages/b/tsconfig.json',
  'packages/b/src/i.ts',
  'dep/go.mod',
  'dep/d.go',
  'main.go',
];
const crates = ['src/lib.rs', 'src/main.rs', 'src/net.rs', 'crates/b/Cargo.toml', 'crates/b/src/lib.rs'];
const specifiers = [
  '@app/b',
  'x',
  './b',
  '../lib/c',
  'app',
  'app/a',
  '#x/a',
  'b',
  'example.org/app',
  'example.org/dep',
  'crate::net',
  'b::x',
  'self',
  '__proto__',
];

/** A project with the file at its root. Where another file is read, it has the same text: so that circles form. */
function projectWith(name: string, text: string): ModuleProject {
  const all = new Set([name, ...paths, ...crates]);
  return {
    paths: [...all],
    read: (path) => (!all.has(path) ? null : /\.(?:json|mod|work|toml)$/.test(path) ? text : ''),
  };
}

function resolveAll(name: string, text: string): void {
  const project = projectWith(name, text);
  const go = createGoResolver(project);
  const rust = createRustResolver(project);
  const modules = createModuleResolver(project);
  for (const specifier of specifiers) {
    go.resolve('main.go', specifier, false);
    rust.resolve('src/main.rs', specifier, false);
    modules.resolve('src/a.ts', specifier, 'import');
    modules.resolve('src/b/index.ts', specifier, 'require');
  }
}

function ignoreAll(bytes: Uint8Array): void {
  const list = compileIgnoreFile(Buffer.from(bytes));
  if (list === null) return;
  const scope = { list, base: '', file: '.code-scoutignore', above: null };
  for (const path of ['keep.log', 'dist', 'src/x/gena1_b.ts', `${'a'.repeat(200)}.ts`, `${'a/'.repeat(100)}b`])
    ignoredBy(scope, path, false);
}

export const configuration: Target = {
  seeds: () => Promise.resolve(seeds.map(([name, text]) => ({ name, bytes: Buffer.from(text) }))),
  form: 'text',
  tokens: [
    '"',
    '**/',
    '*',
    '${configDir}',
    '../',
    '[[',
    '"extends"',
    '"paths"',
    '"exports"',
    '"files"',
    'replace',
    'path = ',
    '=>',
    '!',
    '[!',
  ],
  largest: 100_000,
  open: () => {
    const folder = ownFolder();
    return Promise.resolve({
      run: async ({ name, bytes }) => {
        if (name === '.code-scoutignore') return ignoreAll(bytes);
        if (name !== 'code-scout.config.json') return resolveAll(name, Buffer.from(bytes).toString());
        writeFileSync(join(folder.path, name), bytes);
        await rejecting(() => loadConfig({ root: folder.path, env: new Map(), userConfigDir: null }));
      },
    });
  },
};
