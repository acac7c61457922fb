/**
 * Pairs of JavaScript definitions and the type declarations beside them: which belong together, and the links after
 * edits of either.
 */
import { describe, expect, it, test } from 'vitest';
import { declaredByPairs, declarationPairs } from '../../src/graph/languages/ecmascript/declaration-pairs.ts';
import { startInference } from '../../src/graph/infer/inference.ts';
import { linkCount, playHistories, type Family } from './link-histories.ts';
import { programOf, type Sources } from './linked-sources.ts';

/** The pairs as `defining path#name > declaring path#name`, sorted. */
function pairs(sources: Sources): string[] {
  const program = programOf(sources);
  const name = ({ file, entity }: { file: { path: string; name(entity: number): string }; entity: number }): string =>
    `${file.path}#${file.name(entity)}`;
  const found = declaredByPairs(startInference(program), declarationPairs(program.files));
  // A property and the function that it holds have the same name.
  return [...new Set(found.map(({ declared, implemented }) => `${name(implemented)} > ${name(declared)}`))].sort();
}

test('functions, classes with their members, and members of what a function returns are paired', () => {
  const sources = {
    'index.d.ts':
      "import { Instance } from './types';\ndeclare function create(): Instance;\ndeclare namespace create {\n  class Server { start(): void; static of(): Server; missing(): void }\n  function create(): Instance;\n}\nexport = create;\n",
    'types.d.ts':
      'interface Base { close(): void }\nexport interface Instance extends Base { listen(): number; port: number }\n',
    'index.js':
      "const { Server } = require('./server');\nfunction create() {\n  const made = { listen, close() {}, other() {}, get port() { return 1 } };\n  function listen() {}\n  return made;\n}\nmodule.exports = create;\nmodule.exports.create = create;\nmodule.exports.Server = Server;\n",
    'server.js': 'class Server { start() {}\n static of() {}\n hidden() {} }\nmodule.exports = { Server };\n',
  };
  expect(pairs(sources)).toEqual([
    'index.js#Server > index.d.ts#Server',
    'index.js#close > types.d.ts#close',
    'index.js#create > index.d.ts#create',
    'index.js#listen > types.d.ts#listen',
    'index.js#port > types.d.ts#port',
    'server.js#Server > index.d.ts#Server',
    'server.js#of > index.d.ts#of',
    'server.js#start > index.d.ts#start',
  ]);
});

test('re-exports of a module, prototypes, and constructor interfaces are paired', () => {
  const sources = {
    'lib.d.mts':
      "interface Parser { parse(text: string): void }\ninterface Made { new (): Parser; version: string }\nexport const Parser: Made;\ndeclare const one: Parser;\nexport default one;\nexport { two } from './two.mjs';\n",
    'lib.mjs':
      "export { Parser, two } from './parser.mjs';\nimport { Parser } from './parser.mjs';\nexport default new Parser();\n",
    'two.d.mts': 'export function two(): void;\n',
    'parser.mjs':
      "export function Parser() {}\nParser.prototype.parse = function (text) {};\nParser.version = '1';\nexport const two = () => {};\n",
  };
  expect(pairs(sources)).toEqual([
    'lib.mjs#default > lib.d.mts#one',
    'parser.mjs#Parser > lib.d.mts#Parser',
    'parser.mjs#parse > lib.d.mts#parse',
    'parser.mjs#two > two.d.mts#two',
    'parser.mjs#version > lib.d.mts#version',
  ]);
});

test('nothing is paired where there is no code beside the declarations, or only TypeScript', () => {
  expect(pairs({ 'a.d.ts': 'export function f(): void;', 'b.js': 'export function f() {}' })).toEqual([]);
  expect(pairs({ 'a.d.ts': 'export function f(): void;', 'a.ts': 'export function f() {}' })).toEqual([]);
  expect(pairs({ 'a.d.ts': 'export function f(): void;', 'a.d.js': 'export function f() {}' })).toEqual([]);
});

test('pairing ends for an object that contains itself, and for many files', () => {
  const chained = 'interface Chain { next(): Chain; back(): Chain }\nexport function chain(): Chain;\n';
  const code =
    'export function chain() { const self = { next() { return self; }, back: () => chain() }; return self; }\n';
  expect(pairs({ 'a.d.ts': chained, 'a.js': code }).length).toBeGreaterThan(2);
  const files = Array.from({ length: 300 }, (_, at) => [{ path: `deep/${at}.d.ts` }, { path: `deep/${at}.js` }]).flat();
  const paired = declarationPairs([...files, { path: 'a.js' }, { path: 'a.d.ts' }]);
  expect(paired).toHaveLength(200);
  expect(paired[0]).toEqual({ declarations: 601, code: 600 });
});

const family: Family = {
  places: ['lib/index.d.ts', 'lib/moved.js', 'types/index.d.ts', 'index.jsx', 'index.mjs'],
  variants: {
    'package.json': ['{"name":"p","main":"index.js"}', '{"name":"p","main":"lib/index.js","types":"index.d.ts"}'],
    'index.d.ts': [
      "import { Instance } from './types';\ndeclare function create(): Instance;\ndeclare namespace create {\n  class Server { start(): void; static of(): Server }\n  function helper(): void;\n}\nexport = create;\n",
      "export class Server { start(): void; close(): void }\nexport default function create(): Server;\nexport * from './types';\n",
      null,
    ],
    'types.d.ts': [
      'interface Base { close(): void }\nexport interface Instance extends Base { listen(): number }\n',
      'export interface Instance { listen(): number; start(): void }\nexport function helper(): void;\n',
      null,
    ],
    'types.js': [null, 'exports.helper = function () {};\n'],
    'index.js': [
      "const { Server } = require('./lib/server');\nfunction create() {\n  const made = { listen, close() {} };\n  function listen() {}\n  return made;\n}\nmodule.exports = create;\nmodule.exports.Server = Server;\nmodule.exports.helper = require('./lib/helper');\n",
      "export { Server, Server as default } from './lib/server';\nexport { helper } from './lib/helper';\n",
      "module.exports = { Server: require('./lib/server').Server, helper() {} };\n",
      "const helper = require('./lib/helper');\nhelper.Server = require('./lib/server').Server;\nhelper.create = () => {};\nhelper.same = helper;\nmodule.exports = helper;\n",
      "const made = require('outside')();\nmade.Server = require('./lib/server').Server;\nmade.helper = require('./lib/helper');\nmade.create = function () { return made; };\nexport default made;\n",
      null,
    ],
    'lib/server.js': [
      'class Server { start() { this.step(); }\n step() {}\n static of() { return new Server(); }\n}\nmodule.exports = { Server };\n',
      "const Base = require('./helper');\nclass Server extends Base { close() {} }\nexports.Server = Server;\nexports.listen = () => {};\n",
      null,
    ],
    'lib/helper.js': [
      'function helper() {}\nmodule.exports = helper;\n',
      'module.exports = class Base { start() {} };\nmodule.exports.helper = () => {};\n',
    ],
    'test/use.js': [
      "const create = require('..');\nconst { Server, helper } = require('../index');\nconst app = create();\napp.listen();\napp.close();\nServer.of().start();\nhelper();\n",
      "import create, { Server } from '../index.js';\nnew Server().start();\ncreate().close();\ncreate.create().Server.of();\n",
      "const helper = require('..');\nconst { Server, same } = helper;\nnew helper.Server().start();\nhelper.create();\nnew Server().start();\nrequire('..').same.create();\n",
    ],
  },
};

describe('links after edits of JavaScript and its declarations', () => {
  it('equal those of a new index', { timeout: 600_000 }, async () => {
    await expect(playHistories(family, 12)).resolves.toBeUndefined();
  });

  it('have enough links to compare', async () => expect(await linkCount(family)).toBeGreaterThan(12));
});
