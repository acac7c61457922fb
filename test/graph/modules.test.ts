/** Links through imports and exports of ES modules and CommonJS. */
import { describe, expect, test } from 'vitest';
import { linksOf, type Sources } from './linked-sources.ts';

interface Case {
  name: string;
  files: Sources;
}

const places = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

const esModules: Case[] = [
  {
    name: 'members that the program declares for the global object',
    files: {
      'app.ts': `export class App { /*@save@*/save() {} }
declare global { interface Window { app: App } }`,
      'use.ts': `const { app } = window;
app./*<save>*/save(); window.app./*<save>*/save(); globalThis.app./*<save>*/save(); window./*<->*/focus();`,
      'pane.ts': 'export class Pane { focus() {} }',
    },
  },
  {
    name: 'named, renamed and default imports',
    files: {
      'a.ts': `export function /*@f@*/f() {}
export const /*@c@*/c = 1;
export default class /*@K@*/K {}
class /*@Hidden@*/Hidden {}
export { Hidden as Shown };`,
      'b.ts': `import D, { /*<f>*/f, c as d, Shown } from './a';
/*<f>*/f();
/*<c>*/d;
new /*<K>*/D();
new /*<Hidden>*/Shown();`,
    },
  },
  {
    name: 'default exports of functions, anonymous ones, expressions and names',
    files: {
      'f.ts': 'export default function /*@f@*/f() {}',
      'anonymous.ts': 'export /*@anonymous@*/default function () {}',
      'arrow.ts': 'export /*@arrow@*/default () => {};',
      'named.ts': 'const /*@value@*/value = 1;\nexport default value;',
      'renamed.ts': 'const /*@second@*/second = 1;\nexport { second as default };',
      'use.ts': `import f from './f';
import anonymous from './anonymous';
import arrow from './arrow';
import value from './named';
import second, { default as again } from './renamed';
/*<f>*/f();
/*<anonymous>*/anonymous();
/*<arrow>*/arrow();
/*<value>*/value;
/*<second>*/second;
/*<second>*/again;`,
    },
  },
  {
    name: 'a default-exported expression has its members',
    files: {
      'a.ts': 'class A { /*@run@*/run() {} }\nexport default new A();',
      'o.ts': 'export default { /*@go@*/go() {} };',
      'b.ts': "import a from './a';\nimport o from './o';\na./*<run>*/run();\no./*<go>*/go();",
    },
  },
  {
    name: 'namespace imports',
    files: {
      'a.ts':
        'export function /*@f@*/f() {}\nexport class /*@K@*/K {}\nexport type /*@T@*/T = string;\nexport default function /*@d@*/d() {}',
      'b.ts': `import * as a from './a';
a./*<f>*/f();
new a./*<K>*/K();
let t: a./*<T>*/T;
a./*<d>*/default();`,
    },
  },
  {
    name: 'export *, export * as and renamed re-exports',
    files: {
      'deep/a.ts': 'export function /*@f@*/f() {}\nexport default function /*@d@*/d() {}',
      'deep/index.ts':
        "export * from './a';\nexport * as all from './a';\nexport { /*<f>*/f as g, default as h } from './a';",
      'b.ts': `import { f, g, h, all } from './deep';
/*<f>*/f();
/*<f>*/g();
/*<d>*/h();
all./*<f>*/f();`,
    },
  },
  {
    name: 'a name that no star export has belongs to the one external star export',
    files: {
      ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`m${at}.ts`, `export const x${at} = 1;`])),
      'b.ts': `${Array.from({ length: 10 }, (_, at) => `export * from './m${at}';`).join('\n')}\nexport * from 'outside';`,
      'c.ts': "import { missing } from './b';\n/*<->*/missing();",
    },
  },
  {
    name: 'export * leaves the default out; an own export wins',
    files: {
      'a.ts': 'export default function d() {}\nexport function same() {}',
      'b.ts': "export * from './a';\nexport function /*@same@*/same() {}",
      'c.ts': "import d, { same } from './b';\n/*<?>*/d();\n/*<same>*/same();",
    },
  },
  {
    name: 'barrels of barrels',
    files: {
      'x/y/z/f.ts': 'export const /*@f@*/f = () => 1;',
      'x/y/z/index.ts': "export * from './f';",
      'x/y/index.ts': "export * from './z';",
      'x/index.ts': "export { f as renamed } from './y';",
      'index.ts': "import { renamed } from './x';\n/*<f>*/renamed();",
    },
  },
  {
    name: 'hundreds of modules behind a barrel, and barrels that another barrel re-exports',
    files: {
      ...Object.fromEntries(
        places(300).map((at) => [
          `m/m${at}.ts`,
          at === 299 ? 'export function /*@last@*/last() {}' : `export const c${at} = 1;`,
        ]),
      ),
      'm/index.ts': `${places(300)
        .map((at) => `export * from './m${at}';`)
        .join('\n')}\nexport * from 'outside';`,
      ...Object.fromEntries(
        places(60).map((at) => [
          `n/n${at}.ts`,
          `export * from './index';\nexport * from '../m';\nexport function ${at === 59 ? '/*@far@*/far' : `f${at}`}() {}`,
        ]),
      ),
      'n/index.ts': places(60)
        .map((at) => `export * from './n${at}';`)
        .join('\n'),
      'use.ts': `import { last, gone } from './m';
import { far, last as again } from './n';
/*<last>*/last(); /*<far>*/far(); /*<last>*/again(); /*<->*/gone();`,
    },
  },
  {
    name: 'cycles of modules and of barrels',
    files: {
      'a.ts': "export * from './b';\nimport { g } from './b';\nexport function /*@f@*/f() { /*<g>*/g(); }",
      'b.ts': "export * from './a';\nimport { f } from './a';\nexport function /*@g@*/g() { /*<f>*/f(); }",
      'c.ts': "import { f, g, nothing } from './a';\n/*<f>*/f();\n/*<g>*/g();\n/*<?>*/nothing();",
    },
  },
  {
    name: 'a re-export of what was imported',
    files: {
      'a.ts': 'export function /*@f@*/f() {}\nexport function /*@g@*/g() {}',
      'b.ts':
        "import { f } from './a';\nimport * as ns from './a';\nexport { /*<f>*/f, ns };\nexport const { g } = ns;",
      'c.ts': "import { f, ns } from './b';\n/*<f>*/f();\nns./*<g>*/g();",
    },
  },
  {
    name: 'types: import type, export type, inline type',
    files: {
      'a.ts': 'export interface /*@I@*/I { /*@m@*/m(): void }\nexport type /*@T@*/T = I;\nexport class /*@K@*/K {}',
      'b.ts': "export type { I } from './a';\nexport type { T as U } from './a';",
      'c.ts': `import type { I, U } from './b';
import { type K } from './a';
function f(i: /*<I>*/I, u: /*<T>*/U, k: /*<K>*/K) {
  i./*<m>*/m();
  u./*<m>*/m();
}`,
    },
  },
  {
    name: 'import() in types',
    files: {
      'a.ts': 'export interface /*@I@*/I { /*@m@*/m(): void }',
      'b.ts': "let i: import('./a')./*<I>*/I;\ni./*<m>*/m();",
    },
  },
  {
    name: 'a value and a type of one name',
    files: {
      'a.ts': 'export const /*@Color@*/Color = { Red: 1 } as const;\nexport type Color = string;',
      'b.ts': "import { Color } from './a';\nlet c: /*<Color>*/Color;\n/*<Color>*/Color;",
    },
  },
  {
    name: 'dynamic import: destructured, awaited, with then',
    files: {
      'a.ts': 'export function /*@f@*/f() {}\nexport default function /*@d@*/d() {}',
      'b.ts': `async function g() {
  const { f } = await import('./a');
  /*<f>*/f();
  const a = await import('./a');
  a./*<f>*/f();
  a./*<d>*/default();
  (await import('./a'))./*<f>*/f();
  import('./a').then((m) => m./*<f>*/f());
  import('./a').then(({ f: h }) => /*<f()>*/h());
  const { default: e } = await import('./a');
  /*<d>*/e();
}`,
    },
  },
  {
    name: 'a function that returns a dynamic import: the default export, where there is one',
    files: {
      'page.tsx': 'export default function /*@Page@*/Page() {}',
      'plain.ts': 'export const only = 1;',
      'use.ts':
        "lazy(() => /*<Page>*/import('./page'));\nlazy(() => /*<->*/import('./plain'));\nlazy(() => /*<->*/import('outside'));",
    },
  },
  {
    name: 'specifiers with .js for .ts files, folders and other extensions',
    files: {
      'a.ts': 'export function /*@a@*/a() {}',
      'b.mts': 'export function /*@b@*/b() {}',
      'c/index.tsx': 'export function /*@c@*/c() {}',
      'use.ts':
        "import { a } from './a.js';\nimport { b } from './b.mjs';\nimport { c } from './c';\n/*<a>*/a(); /*<b>*/b(); /*<c>*/c();",
    },
  },
  {
    name: 'paths of tsconfig, imports fields and workspace packages',
    files: {
      'tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@lib/*": ["packages/lib/src/*"] } } }',
      'package.json': '{ "name": "root", "workspaces": ["packages/*"], "imports": { "#own": "./own.ts" } }',
      'own.ts': 'export function /*@own@*/own() {}',
      'packages/lib/package.json': '{ "name": "@scope/lib", "exports": { ".": "./src/index.ts" } }',
      'packages/lib/src/index.ts': 'export function /*@lib@*/lib() {}',
      'packages/lib/src/more.ts': 'export function /*@more@*/more() {}',
      'use.ts':
        "import { lib } from '@scope/lib';\nimport { more } from '@lib/more';\nimport { own } from '#own';\n/*<lib>*/lib(); /*<more>*/more(); /*<own>*/own();",
    },
  },
  {
    name: 'packages outside the project link to nothing, even if a name matches',
    files: {
      'a.ts': 'export function readFile() {}\nexport class Client { send() {} }',
      'b.ts':
        "import { readFile } from 'node:fs';\nimport { Client } from 'client';\n/*<->*/readFile();\nnew /*<->*/Client()./*<->*/send();",
    },
  },
  {
    name: 'import = and export =',
    files: {
      'a.ts': 'class /*@K@*/K { /*@m@*/m() {} }\nexport = K;',
      'b.ts': "import K = require('./a');\nnew /*<K>*/K()./*<m>*/m();",
      'n.ts': 'export namespace N { export namespace M { export function /*@f@*/f() {} } }',
      'c.ts': "import { N } from './n';\nimport M = N.M;\nM./*<f>*/f();",
    },
  },
];

const commonJs: Case[] = [
  {
    name: 'module.exports = one of several modules, by a condition or in branches',
    files: {
      'a.js': 'function /*@f1@*/f() {}\nclass /*@K1@*/K { /*@m1@*/m() {} }\nmodule.exports = { f, K };',
      'b.js': 'function /*@f2@*/f() {}\nclass /*@K2@*/K { /*@m2@*/m() {} }\nmodule.exports = { f, K };',
      'either.js': "module.exports = windows ? require('./a') : require('./b');",
      'branch.js':
        "if (production) module.exports = require('./a');\nelse if (outside) module.exports = require('outside');\nelse module.exports = require('./b');",
      'own.js': 'if (a) module.exports = function /*@g1@*/g() {};\nelse module.exports = function /*@g2@*/h() {};',
      'c.js': `const { f, K } = require('./either');
const whole = require('./branch');
const g = require('./own');
import imported from './branch';
/*<f1,f2>*/f();
whole./*<f1,f2>*/f();
imported./*<f1,f2>*/f();
new /*<K1,K2>*/K()./*<m1,m2>*/m();
new whole./*<K1,K2>*/K()./*<m1,m2>*/m();
/*<g1(),g2()>*/g();`,
    },
  },
  {
    name: 'module.exports = an object, required whole and destructured',
    files: {
      'a.js': `function /*@f@*/f() {}
module.exports = { f, g: f, /*@own@*/own() {} };`,
      'b.js': `const a = require('./a');
const { f, g: h, own } = require('./a');
a./*<f>*/f();
a./*<f>*/g();
a./*<own>*/own();
/*<f>*/f();
/*<f>*/h();
/*<own>*/own();
require('./a')./*<f>*/f();`,
    },
  },
  {
    name: 'exports.x and module.exports.x',
    files: {
      'a.js': 'exports./*@f@*/f = function () {};\nmodule.exports./*@g@*/g = () => {};\nexports./*@K@*/K = class {};',
      'b.js':
        "const { f } = require('./a');\nconst a = require('./a');\n/*<f()>*/f();\na./*<g()>*/g();\nnew a./*<K>*/K();",
    },
  },
  {
    name: 'exports under another name',
    files: {
      'a.js': `var all = exports; const whole = module.exports;
all./*@f@*/f = function () { all./*<g()>*/g(); };
whole./*@g@*/g = () => {};
function inner(all) { all.h = function () {}; }
all./*<f()>*/f();`,
      'b.js': "const a = require('./a'); const { f } = a;\na./*<f()>*/f(); a./*<g()>*/g(); /*<f()>*/f(); a./*<?>*/h;",
    },
  },
  {
    name: 'module.exports = a function with properties',
    files: {
      'a.js': 'function /*@make@*/make() {}\nmake./*@helper@*/helper = function () {};\nmodule.exports = make;',
      'b.js': "const make = require('./a');\n/*<make>*/make();\nmake./*<helper>*/helper();",
    },
  },
  {
    name: 'module.exports = a class, and = a new object of it',
    files: {
      'k.js': 'class /*@K@*/K { /*@m@*/m() {} }\nmodule.exports = K;',
      'o.js': "const K = require('./k');\nmodule.exports = new K();",
      'use.js': "const K = require('./k');\nconst o = require('./o');\nnew /*<K>*/K()./*<m>*/m();\no./*<m>*/m();",
    },
  },
  {
    name: 'chained assignments to exports',
    files: {
      'a.js':
        'exports = module.exports = create;\nfunction /*@create@*/create() {}\nexports./*@extra@*/extra = function () {};',
      'b.js': "const create = require('./a');\n/*<create>*/create();",
    },
  },
  {
    name: 'a module that another one exports as a whole',
    files: {
      'lib/a.js': 'exports./*@f@*/f = function () {};',
      'index.js': "module.exports = require('./lib/a');",
      'use.js': "const { f } = require('./index');\n/*<f>*/f();",
    },
  },
  {
    name: 'required in an object of a barrel',
    files: {
      'a.js': 'module.exports = function /*@f@*/f() {};',
      'index.js': "module.exports = { a: require('./a') };",
      'use.js': "const lib = require('./index');\nlib./*<f()>*/a();",
    },
  },
  {
    name: 'ES modules import CommonJS, by default and by name',
    files: {
      'a.js': 'module.exports = { /*@f@*/f() {} };',
      'b.mjs': "import a, { f } from './a.js';\na./*<f>*/f();\n/*<f>*/f();",
    },
  },
  {
    name: 'require inside a function, and of JSON',
    files: {
      'a.js': 'exports./*@f@*/f = function () {};',
      'data.json': '{}',
      'b.js':
        "function g() { const a = require('./a'); const data = require('./data.json'); a./*<f>*/f(); data./*<->*/f(); }",
    },
  },
];

describe.each([
  { form: 'ES modules', cases: esModules },
  { form: 'CommonJS', cases: commonJs },
])('$form', ({ cases }) => {
  test.each(cases)('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});
