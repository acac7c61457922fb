/** The forms in which people and programs name a symbol, and the symbol that each form means, on a real index. */
import { expect, it } from 'vitest';
import { indexed, meaning } from './real-index.ts';

const files: Record<string, string> = {
  'go.mod': 'module sample\n',
  'app/app.go':
    'package app\n\ntype App struct{}\n\nfunc (a *App) Start(n int) error { return nil }\n\nfunc Run() { (&App{}).Start(1) }\n',
  'java/Outer.java':
    'class Outer {\n  Outer(int n) {}\n  static class Inner {\n    Inner() {}\n    void go() { new Outer(1); }\n  }\n}\n',
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
};
const { root, engine } = await indexed(files);

it.each([
  ['(*App).Start', 'app/app.go#App.Start'],
  ['app.(*App).Start', 'app/app.go#App.Start'],
  ['*App.Start', 'app/app.go#App.Start'],
  ['App.Start(n int)', 'app/app.go#App.Start'],
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
])('%s', async (written, expected) => {
  const found = await meaning(engine, written);
  expect(typeof expected === 'string' || expected.length > 1 ? found : [...found].slice(0, 1)).toEqual(expected);
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

it('a search without matches names near symbols, and what would match without its filters', async () => {
  const near = await engine.graph.search({ pattern: 'shop.Run', offset: 0, limit: 9 });
  expect(near).toMatchObject({ total: 0, nearest: ['app/app.go#Run'], others: { total: 0 } });
  const other = await engine.graph.search({ pattern: 'Run', module: 'shop', offset: 0, limit: 9 });
  expect(other).toMatchObject({ total: 0, nearest: [], others: { total: 1, first: { module: 'app' } } });
});
