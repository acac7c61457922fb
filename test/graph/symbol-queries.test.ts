/** The forms in which people and programs name a symbol, and the symbol that each form means, on a real index. */
import { expect, it } from 'vitest';
import { indexed, meaning } from './real-index.ts';

const files: Record<string, string> = {
  'go.mod': 'module sample\n',
  'app/app.go':
    'package app\n\ntype App struct{}\n\nfunc (a *App) Start(n int) error { return nil }\n\nfunc Run() { (&App{}).Start(1) }\n',
  'java/Outer.java':
    'class Outer {\n  Outer(int n) {}\n  static class Inner {\n    Inner() {}\n    void go() { new Outer(1); }\n  }\n}\n',
  'java/Load.java': 'class Load {\n  void overload(int n) {}\n  void overload(String s) {}\n}\n',
  'cc/box.h': 'template <class T> class Box { public: Box(T one); void put(T one); };\n',
  'a/other.ts': 'function fetchIt() {}\nfunction fetchThat() {}\n',
  'a/twice.test.ts': `describe('full', () => {
  function setup() {}
  class Fake { load() {} }
});
describe('empty', () => {
  function setup() {}
  class Fake { load() {} }
});
`,
  'a/base.ts': `export class Base { load() {} size = 1 }
interface Named { label(): string }
export class Store extends Base implements Named { label() { return ''; } save() {} save_all() {} }
export class SessionMiddleware {}
export function handle() {}
export function handler() {}
`,
  // Its name is not that of a package.
  'other/app.go': 'package other\n\nfunc Sail() {}\n',
  'app/sail.go': 'package app\n\nfunc Sail() {}\n',
  'app/more.go': 'package app\n\nfunc (a *App) Stop() {}\n\ntype Server struct{ App }\n',
  'rust/lib.rs': 'mod shelf;\nmod other;\npub struct Shelf;\nimpl Shelf { pub fn fill(&self) {} }\n',
  'rust/shelf.rs': 'use crate::Shelf;\nimpl Shelf { pub fn empty(&self) {} }\n',
  'rust/other.rs': 'struct Shelf;\nimpl Shelf { fn burn(&self) {} }\n',
  'swift/Lamp.swift': 'struct Lamp { func on() {} }\n',
  'swift/Lamp+Off.swift': 'extension Lamp { func off() {} }\n',
  'lua/shop.lua': 'local Shop = {}\nfunction Shop:sell() end\nreturn Shop\n',
  'php/Cart.php': '<?php\nnamespace Shop;\nclass Cart { function total() {} }\n',
};
const { root, engine } = await indexed(files);

it.each([
  ['(*App).Start', 'app/app.go#App.Start'],
  ['app.(*App).Start', 'app/app.go#App.Start'],
  ['*App.Start', 'app/app.go#App.Start'],
  ['App.Start(n int)', 'app/app.go#App.Start'],
  ['app.Sail', 'app/sail.go#Sail'],
  ['func Run', 'app/app.go#Run'],
  ['`Run()`', 'app/app.go#Run'],
  ['Outer$Inner.go', 'java/Outer.java#Outer.Inner.go'],
  ['Box<int>::put', 'cc/box.h#Box.put'],
  ['Box::<T>::put(T)', 'cc/box.h#Box.put'],
  ['class App extends Base', ['none']],
  ['app/app.go:5', 'app/app.go#App.Start'],
  ['./app/app.go:5:17', 'app/app.go#App.Start'],
  ['java/Outer.java:4-5', 'java/Outer.java#Outer.Inner.Inner'],
  ['app/app.go:2', 'app/app.go'],
  ['app/gone.go:2', ['none']],
  ['.Stop()', 'app/more.go#App.Stop'],
  ['more.go:App.Stop', 'app/more.go#App.Stop'],
  ['app/more.go::App::Stop', 'app/more.go#App.Stop'],
  ['more.go#App.Stop', 'app/more.go#App.Stop'],
  ['more.go:3', 'app/more.go#App.Stop'],
  ['more.go', 'app/more.go'],
  ['Shop:sell', 'lua/shop.lua#Shop.sell'],
  ['Cart->total()', 'php/Cart.php#Cart.total'],
])('%s', async (written, expected) => {
  const found = await meaning(engine, written);
  expect(typeof expected === 'string' || expected.length > 1 ? found : [...found].slice(0, 1)).toEqual(expected);
});

it.each([
  ['sessionmiddleware', 'a/base.ts#SessionMiddleware', 'SessionMiddleware'],
  ['sesion midleware', 'a/base.ts#SessionMiddleware', 'SessionMiddleware'],
  ['session_middleware()', 'a/base.ts#SessionMiddleware', 'SessionMiddleware'],
  ['store.SaveAll', 'a/base.ts#Store.save_all', 'Store.save_all'],
  ['store save', 'a/base.ts#Store.save', 'Store.save'],
  ['app.app.stop', 'app/more.go#App.Stop', 'App.Stop'],
  ['HANDLE', 'a/base.ts#handle', 'handle'],
  ['Shop\\Cart::total', 'php/Cart.php#Cart.total', 'Cart.total'],
  ['Shop\\Cart', 'php/Cart.php#Cart', 'Cart'],
  ['example.com/sample/app.(*App).Stop', 'app/more.go#App.Stop', 'app.App.Stop'],
])('%s is taken for %s', async (symbol, id, name) => {
  const choice = await engine.graph.resolve({ symbol });
  expect(choice).toMatchObject({ kind: 'one', node: { id }, taken: { name, isCorrected: true, inheritedFrom: null } });
});

it.each([
  ['Store.load', 'a/base.ts#Base.load', { name: 'Store.load', isCorrected: false, inheritedFrom: 'Base' }],
  ['store.Laod', 'a/base.ts#Base.load', { name: 'Store.load', isCorrected: true, inheritedFrom: 'Base' }],
  ['Server.Stop', 'app/more.go#App.Stop', { name: 'Server.Stop', isCorrected: false, inheritedFrom: 'App' }],
])('%s is an inherited member', async (symbol, id, taken) => {
  expect(await engine.graph.resolve({ symbol })).toMatchObject({ kind: 'one', node: { id }, taken });
});

it.each([
  // One letter away from both `handle` and `handler`.
  ['handlee', ['none', 'handle', 'handler']],
  ['Other.save', ['none', 'a/base.ts#Store.save']],
  ['a/gone.ts#Store.save', ['none', 'a/base.ts#Store.save']],
  ['a/gone/Fake.drop', ['none']],
  ['Store.*.save', ['none', 'a/base.ts#Store.save']],
  ['Store.label', 'a/base.ts#Store.label'],
])('%s is not guessed', async (written, expected) => {
  expect(await meaning(engine, written)).toEqual(expected);
});

it.each([
  ['Store.*', ['a/base.ts#Store.label', 'a/base.ts#Store.save', 'a/base.ts#Store.save_all']],
  ['app::App::*', ['app/app.go#App.Start', 'app/more.go#App.Stop']],
  ['store.*', ['a/base.ts#Store.label', 'a/base.ts#Store.save', 'a/base.ts#Store.save_all']],
  ['a/base.ts#Base.*', ['a/base.ts#Base.load', 'a/base.ts#Base.size']],
  ['rust/lib.rs#Shelf.*', ['rust/lib.rs#Shelf.fill', 'rust/shelf.rs#Shelf.empty']],
  ['Lamp.*', ['swift/Lamp.swift#Lamp.on', 'swift/Lamp+Off.swift#Lamp.off']],
  ['SessionMiddleware.*', 'a/base.ts#SessionMiddleware'],
])('%s means the members of a type', async (written, expected) => {
  expect(await meaning(engine, written)).toEqual(expected);
});

it('a member that its type does not have gets the nearest members of the type', async () => {
  expect(await meaning(engine, 'Store.lab')).toEqual(['none', 'a/base.ts#Store.label']);
});

it('an id without a symbol gets the nearest names of its file', async () => {
  expect(await meaning(engine, 'a/other.ts#fetch')).toEqual(['none', 'a/other.ts#fetchIt', 'a/other.ts#fetchThat']);
});

it.each(['setup', 'a/twice.test.ts#setup', 'a/twice.test.ts#~of-before.setup'])(
  '%s means every local declaration of that name',
  async (written) => {
    expect(await meaning(engine, written)).toEqual(['a/twice.test.ts#~full.setup', 'a/twice.test.ts#~empty.setup']);
  },
);

it.each([
  ['a/twice.test.ts#~empty.setup', 'a/twice.test.ts#~empty.setup'],
  ['~empty.Fake.load', 'a/twice.test.ts#~empty.Fake.load'],
])('%s means one local declaration', async (written, expected) => {
  expect(await meaning(engine, written)).toEqual(expected);
});

it.each([
  ['Fake.load', ['a/twice.test.ts#~full.Fake.load', 'a/twice.test.ts#~empty.Fake.load']],
  ['App::start()', ['app/app.go#App.Start']],
  ['Outer#Inner', ['java/Outer.java#Outer.Inner']],
  ['Inner.go', ['java/Outer.java#Outer.Inner.go']],
  ['app/app.go#*', ['app/app.go#App', 'app/app.go#App.Start', 'app/app.go#Run']],
  ['./app/app.go#App.Start', ['app/app.go#App.Start']],
  ['ROOT/app/app.go#Run', ['app/app.go#Run']],
])('a pattern may be written as %s', async (pattern, expected) => {
  const { symbols } = await engine.graph.search({ pattern: pattern.replace('ROOT', root), offset: 0, limit: 9 });
  expect(symbols.map(({ id }) => id)).toEqual(expected);
});

it.each([
  ['App.*', ['app/app.go#App.Start', 'app/more.go#App.Stop']],
  ['App::*', ['app/app.go#App.Start', 'app/more.go#App.Stop']],
  ['app.App.Start', ['app/app.go#App.Start']],
  ['Store.load', ['a/base.ts#Base.load']],
  ['a?p.*', ['app/app.go#App.Start', 'app/more.go#App.Stop']],
  ['a/base.ts#Base.*', ['a/base.ts#Base.load', 'a/base.ts#Base.size']],
  ['Gone.*', []],
])('a search for %s finds the members', async (pattern, expected) => {
  const { symbols } = await engine.graph.search({ pattern, offset: 0, limit: 9 });
  expect(symbols.map(({ id }) => id)).toEqual(expected);
});

it('a search for a name corrects it, and says so', async () => {
  const { symbols, taken } = await engine.graph.search({ pattern: 'sesion_midleware', offset: 0, limit: 9 });
  expect(symbols.map(({ id }) => id)).toEqual(['a/base.ts#SessionMiddleware']);
  expect(taken).toMatchObject({ name: 'SessionMiddleware', isCorrected: true });
});

it('a search for a misspelled overloaded name finds each overload', async () => {
  const { symbols } = await engine.graph.search({ pattern: 'overloadd', offset: 0, limit: 9 });
  expect(symbols.map(({ qualified }) => qualified)).toEqual(['Load.overload(int)', 'Load.overload(String)']);
});

it.each(['Gone.*', '*.*gone*', '*'])('a search for %s suggests nothing that is unlike it', async (pattern) => {
  const { nearest } = await engine.graph.search({ pattern, module: 'x', offset: 0, limit: 9 });
  expect(nearest).toEqual([]);
});

it('a search for the members of a misspelled type names the type', async () => {
  const { nearest } = await engine.graph.search({ pattern: 'SessionMidleware.*', offset: 0, limit: 9 });
  expect(nearest).toEqual(['SessionMiddleware']);
});

it('a search without matches names near symbols, and what would match without its filters', async () => {
  const near = await engine.graph.search({ pattern: 'shop.Run', offset: 0, limit: 9 });
  expect(near).toMatchObject({ total: 0, nearest: ['app/app.go#Run'], others: { total: 0 } });
  const other = await engine.graph.search({ pattern: 'Run', module: 'shop', offset: 0, limit: 9 });
  expect(other).toMatchObject({ total: 0, nearest: [], others: { total: 1, first: { module: 'app' } } });
});
