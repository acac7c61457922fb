/** Callers and callees by the definitions of the index: the caller and the target of a call are both among them. */
import { expect, test } from 'vitest';
import { extractEcmascript } from '../../src/extract/ecmascript/ecmascript.ts';
import { linksOfFile } from '../../src/graph/links/file-links.ts';
import { startInference } from '../../src/graph/infer/inference.ts';
import { languageOf } from '../../bench/graph/graph-summary.ts';
import { javascript } from '../../src/languages/javascript/javascript.ts';
import { typescript } from '../../src/languages/typescript/typescript.ts';
import { qualifiedName } from '../../src/model/link.ts';
import { programOf, type Sources } from './linked-sources.ts';

const languages = { javascript, typescript };

/** The names of a file's definitions, in source order. */
function definitionsOf(path: string, text: string): string[] {
  const { extraction } = extractEcmascript(languages[languageOf(path)], path, text);
  return extraction!.definitions.map((definition) => qualifiedName(definition));
}

/**
 * Every call as `caller > callee`, with `?name` for an unresolved callee; without a caller at the top level of a file.
 */
function callsIn(sources: Sources): string[] {
  const program = programOf(sources);
  const i = startInference(program);
  const names = program.files.map(({ path }) => definitionsOf(path, sources[path]!));
  const calls = program.files.flatMap((file) => {
    const made = linksOfFile(i, file, (target) => {
      const definition = target.file.definition(target.entity);
      return definition === -1 ? null : definition;
    });
    const callers = names[file.index]!;
    const linked = [...made.links].flatMap(([to, links]) =>
      links
        .filter(({ kind }) => kind === 'call' || kind === 'construct')
        .map(({ container, target }) => `${callers[container] ?? ''} > ${names[to]![target]!}`),
    );
    const open = [...made.unresolved.values()].flat().filter(({ kind }) => kind === 'call');
    return [...linked, ...open.map(({ container, name }) => `${callers[container] ?? ''} > ?${name}`)];
  });
  return calls.map((call) => call.trimStart()).toSorted();
}

test.each<[string, Sources, string[]]>([
  [
    'global names that a file assigns without a variable of its own',
    {
      'run.ts':
        'export default function runCli() {}\nexport function fetch() {}\nexport function help() {}\nexport function parse() {}\n',
      'setup.js': `import runCli from './run';
import outside from 'outside';
globalThis.runCli = runCli;
global.outside = outside;
globalThis.fetch = () => {};
runCli();
`,
      'more.ts': `import { help, parse } from './run';
globalThis.help = help;
export function Client(this: any, done: () => void) {
  const self = this;
  self.parse = parse;
  window.done = done;
}
`,
      'declared.d.ts': 'declare global { function load(): void }\nexport {};\n',
      'a-load.js': 'import load from "./run";\nglobalThis.load = load;\n',
      'use.js': `test(() => { runCli(); outside(); fetch(); help(); parse(); done(); load(); });
function own(runCli) { runCli(); }
`,
    },
    ['> global.load', '> help', '> runCli', '> runCli'],
  ],
  [
    'dynamically imported modules',
    {
      'page.jsx': 'export default function Page() { return null; }\n',
      'plain.js': 'export const only = 1;\n',
      'use.jsx': `const Lazy = lazy(() => import('./page'));
const routes = [{ component: () => import('./page') }, { component: () => import('./plain') }];
export function load() { return import('./page').then((m) => m.default()); }
`,
    },
    ['load > Page'],
  ],
  [
    'default exports with a declared type',
    {
      'config.ts': 'const config = { run() {} };\nexport default config satisfies object;\n',
      'handler.ts': 'function handler() {}\nexport default handler as Outside;\n',
      'use.ts': "import config from './config';\nimport handler from './handler';\nconfig.run(); handler();\n",
    },
    ['> config.run', '> handler'],
  ],
  [
    'anonymous default exports',
    {
      'arrow.js': 'export default (x) => x;\n',
      'plain.js': "import arrow from './arrow';\nexport default function () { arrow(1); }\n",
      'own.ts': 'export default class { go() {} }\n',
      'object.js': 'export default { run() { return 1; } };\n',
      'made.jsx': "import arrow from './arrow';\nexport default memo(() => arrow(2));\n",
      'again.js': "export { default } from './arrow';\nexport { default as plain } from './plain';\n",
      'use.js': `import arrow, { plain } from './again';
import Own from './own';
import object from './object';
import made from './made';
export function use() { arrow(3); plain(); new Own().go(); object.run(); made(); }
`,
    },
    [
      '> default',
      'default > default',
      'use > default',
      'use > default',
      'use > default',
      'use > default',
      'use > default.go',
      'use > default.run',
    ],
  ],
  [
    'function properties, destructured from a result or a parameter',
    {
      'hook.ts': `export interface Button { getProps: (x?: object) => object; ref: object; plain(): void }
export type Renderer = Omit<Outside, 'render'> & { render: (x: object) => void };
export function useButton(): Button { return null!; }
export function createRenderer(): Renderer { return null!; }
export interface Props { onPress?: () => void; onOpen: (x: number) => void }
function never() {}
`,
      'use.tsx': `import { useButton, createRenderer, type Props } from './hook';
const { render } = createRenderer();
const fallback = () => {};
export function View() {
  const { getProps, ref, plain } = useButton();
  const { getProps: own } = useButton();
  plain();
  render(getProps());
  return () => own(ref);
}
export function Shown({ onPress = fallback, onOpen: opened }: Props) { onPress(); opened(1); }
export function Held(props: Props) { const open = props.onOpen; open(2); }
`,
    },
    [
      'Held > Props.onOpen',
      'Shown > Props.onOpen',
      'Shown > Props.onPress',
      'Shown > fallback',
      'View > Button.getProps',
      'View > Button.getProps',
      'View > Button.plain',
      'View > Renderer.render',
      'View > useButton',
      'View > useButton',
      '> createRenderer',
    ].toSorted(),
  ],
  [
    'overloads without an implementation',
    {
      'types.d.ts': `export declare function parse(x: string): number;
export declare function parse(x: number): string;
export interface Emitter {
  on(name: 'a', f: () => void): this;
  on(name: 'b', f: () => void): this;
  off(name: string): void;
}
export declare class Reader { read(n: number): string; read(n: string): string; static of(n: 1): Reader; static of(n: 2): Reader; }
export type Shape = { area(a: 1): 1; area(a: 2): 2 };
`,
      'abstract.ts': 'export abstract class Base { abstract go(n: 1): 1; abstract go(n: 2): 2; }\n',
      'use.ts': `import { parse, Reader, type Emitter, type Shape } from './types';
import type { Base } from './abstract';
export function run(e: Emitter, s: Shape, b: Base) {
  parse(''); parse(2); e.on('b', () => {}); e.off('a'); Reader.of(2).read(''); s.area(2); b.go(2);
}
`,
    },
    [
      'run > Base.go',
      'run > Emitter.off',
      'run > Emitter.on',
      'run > Reader.of',
      'run > Reader.read',
      'run > Shape.area',
      'run > parse',
      'run > parse',
    ],
  ],
  [
    'overloads with an implementation',
    {
      'a.ts':
        'function f(a: 1): 1;\nfunction f(a: 2): 2;\nfunction f(a: unknown) { return a; }\nfunction g() { f(1); }\n',
    },
    ['g > f'],
  ],
  [
    'an anonymous function that is the whole export of a module',
    {
      'fmt.js': 'function a() {}\nmodule.exports = function (x) { a(); return x; };\n',
      'arrow.js': 'module.exports = (x) => x;\n',
      'row.js': 'exports = module.exports = () => 1;\n',
      'kind.js': 'module.exports = class { go() {} };\n',
      'named.js': 'module.exports = exports = function own() { own(); };\n',
      'main.js': `const fmt = require('./fmt'), arrow = require('./arrow'), Kind = require('./kind');
exports.run = function run() {
  fmt(1); arrow(2); require('./arrow')(3); require('./row')(); require('./named')(); new Kind().go();
};
`,
    },
    [
      'exports > a',
      'own > own',
      'run > exports',
      'run > exports',
      'run > exports',
      'run > exports',
      'run > exports',
      'run > exports.go',
      'run > own',
    ],
  ],
  [
    'an assigned function goes by the name that it is assigned to, even if it has a name of its own',
    {
      'a.js': `function log() {}
function Queue() {}
Queue.prototype.add = function add(job) { log(job); };
Queue.prototype.other = function named() { this.add(1); named(); };
Queue.create = function create() { return new Queue(); };
Queue.Item = class Entry { make() { return new Entry(); } };
const first = exports.second = function third() { log(); third(); };
exports.fourth = module.exports.fifth = function () { log(); };
first(); exports.second();
function run() { new Queue().add(1); new Queue().other(); Queue.create(); new Queue.Item().make(); }
`,
      'b.ts': `import { go } from './c';
export const fact = function go(n: number): number { return n ? go(n - 1) : 0; };
export class A { held = function inner(): void { inner(); }; }
export const o = { held: function inner(): void { inner(); } };
export function run(a: A) { go(); a.held(); o.held(); fact(1); }
`,
      'c.ts': 'export function go() {}\n',
    },
    [
      '> first',
      '> first',
      'A.held > A.held',
      'Queue.Item.make > Queue.Item',
      'Queue.add > log',
      'Queue.create > Queue',
      'Queue.other > Queue.add',
      'Queue.other > Queue.other',
      'fact > fact',
      'first > first',
      'first > log',
      'fourth > log',
      'o.held > o.held',
      'run > A.held',
      'run > Queue',
      'run > Queue',
      'run > Queue.Item',
      'run > Queue.Item.make',
      'run > Queue.add',
      'run > Queue.create',
      'run > Queue.other',
      'run > fact',
      'run > go',
      'run > o.held',
    ],
  ],
  [
    'members added to a function, class or object that is the whole export of a module',
    {
      'f.js': `function pino() {}
function helper() {}
module.exports = pino;
module.exports.destination = (dest) => dest;
module.exports.again = function () { return this.destination(1); };
module.exports.tools = { helper };
module.exports.helper = helper;
`,
      'k.js': 'class K {}\nmodule.exports = K;\nmodule.exports.make = () => new K();\n',
      'o.js': 'const o = { one() {} };\nmodule.exports = o;\nmodule.exports.two = function two() {};\n',
      'use.js': `const F = require('./f'), K = require('./k'), o = require('./o');
const { again } = require('./f');
const tools = { use: F.tools.helper, go: F.helper };
const held = require('./f').destination;
function run() {
  F.destination(1); again(); held(2); F.tools.helper(); tools.use(); tools.go(); K.make(); o.one(); o.two();
}
`,
    },
    [
      'again > destination',
      'make > K',
      'run > again',
      'run > destination',
      'run > destination',
      'run > helper',
      'run > helper',
      'run > helper',
      'run > make',
      'run > o.one',
      'run > two',
    ],
  ],
  [
    'members whose names are strings',
    {
      'a.ts': `export class A { 'go'() {} ['x-y']() {} 'held-one' = () => 1; }
export const o = { 'm'() {}, 'n-o': () => 2 };
export interface I { 'p-q'(): void }
export function run(a: A, i: I) { a.go(); a['x-y'](); a['held-one'](); o.m(); o['n-o'](); i['p-q'](); }
`,
    },
    ['run > A.go', 'run > A.held-one', 'run > A.x-y', 'run > I.p-q', 'run > o.m', 'run > o.n-o'],
  ],
  [
    'symbols and constants as keys',
    {
      'symbols.js': `const kGo = Symbol('go'), kStay = Symbol('stay'), kNone = Symbol('none');
module.exports = { kGo, kStay, kNone };
`,
      'a.js': `const { kGo, kStay, kNone } = require('./symbols');
const symbols = require('./symbols');
function a() {} function b() {} function c() {} function d() {}
class K { [kGo]() { this[kStay](); } [kStay]() {} *[Symbol.iterator]() { c(); } }
const o = { [kGo]: a, [symbols.kStay]: b, [Symbol.iterator]: c, d };
function other(kGo) { return { [kGo]: a }; }
function run() { new K()[kGo](); o[kGo](); o[symbols.kStay](); o[Symbol.iterator](); }
function none(key) { o[kNone](); o[symbols.kNone](); other(key)[kGo](); }
function any(key) { o[key](); }
`,
    },
    [
      'K.[Symbol.iterator] > c',
      'K.[kGo] > K.[kStay]',
      'any > d',
      'none > other',
      'run > K',
      'run > K.[kGo]',
      'run > a',
      'run > b',
      'run > c',
    ],
  ],
  [
    'methods of objects that a function returns',
    {
      'a.ts': `function log() {}
export function build() { const app = { del(url: string) { log(); return url; }, arrow: (url: string) => url }; return app; }
export function counter() { let n = 0; return { inc() { n++; }, dec: () => 2, get size() { return n; } }; }
export const short = () => ({ go() {} });
export function either(a: boolean) { if (a) return { one() { log(); } }; return { one() {}, two() {} }; }
`,
      'context.ts': `export function create() {
  const context = { indent() { newline(1); }, newline() { newline(2); } };
  function newline(n: number) {}
  return context;
}
`,
      'use.ts': `import { build, counter, either, short } from './a';
export function run() {
  const s = build(); s.del('1'); s.arrow('1');
  const c = counter(); c.inc(); c.dec();
  short().go(); either(true).two();
}
`,
    },
    [
      'build.del > log',
      'create > create.newline',
      'create.indent > create.newline',
      'either.one > log',
      'run > build',
      'run > build.arrow',
      'run > build.del',
      'run > counter',
      'run > counter.dec',
      'run > counter.inc',
      'run > either',
      'run > either.two',
      'run > short',
      'run > short.go',
    ],
  ],
])('%s', (_, sources, expected) => {
  expect(callsIn(sources)).toEqual(expected);
});
