/** The account of a list of callers or uses: every place of the symbol's name, by what it is. */
import { expect, it } from 'vitest';
import type { NameAccount } from '../../src/model/graph.ts';
import { indexedInTest } from './real-index.ts';

/** The account without classes that have no place. */
async function account(
  symbol: string,
  files: Record<string, string>,
): Promise<Omit<NameAccount, 'byClass'> & { byClass: Partial<NameAccount['byClass']> }> {
  const { engine } = await indexedInTest({ 'package.json': '{"name":"sample"}', ...files });
  const { account: found } = await engine.graph.callers({ symbol, maxDepth: 1 });
  const { byClass, ...rest } = found!;
  const own = Object.fromEntries(Object.entries(byClass).filter(([, places]) => places > 0));
  const sum = Object.values(byClass).reduce((all, places) => all + places, 0);
  expect(sum).toBe(rest.places);
  return { ...rest, byClass: own };
}

it('has each place of a function in the class that it is of', async () => {
  const found = await account('src/open.ts#open', {
    'src/open.ts': 'export function open(at: string) { return at; }\n',
    'src/use.ts':
      "import { open } from './open';\nimport { door } from 'outside';\n// Must open before it reads.\n" +
      "open('a');\n[1].map(open);\nconst all = { open };\nlog('open');\nlog(`${open('b')} open`);\n" +
      'door.open();\nexport function shut(open: boolean) { return open; }\n',
    'src/other.ts': 'export class Gate { open() {} }\nnew Gate().open();\nexport { open } from "./open";\n',
    'src/alias.ts': "import { open as unlock } from './open';\nunlock('c');\nunlock('d');\n",
    'README.md': 'Call open to open it.\n',
    'tools/run.py': 'def open(path):\n    pass\n',
    'config.yml': 'open: true\nreopen: false\n',
  });
  expect(found).toMatchObject({ name: 'open', files: 7, unnamed: 2, unreadFiles: 0 });
  expect(found.byClass).toEqual({
    calls: 2,
    handedOn: 2,
    imports: 3,
    declarations: 1,
    others: 3,
    foreign: 6,
    comments: 3,
    strings: 2,
    unlinked: 1,
  });
  expect(found.others).toEqual([
    { symbol: 'Gate.open', places: 2 },
    { symbol: 'open', places: 1 },
  ]);
});

it('names the places of which nothing is known, and those that are not resolved', async () => {
  const { byClass, samples } = await account('src/lib.rs#Store.load', {
    'Cargo.toml': '[package]\nname = "sample"\n',
    'src/lib.rs':
      'mod use_it;\nmacro_rules! twice {\n    ($value:expr) => {\n        $value.load()\n    };\n}\n' +
      'pub struct Store;\nimpl Store {\n    pub fn load(&self) {}\n}\npub struct Other;\nimpl Other {\n    pub fn load(&self) {}\n}\n' +
      'pub fn run(one: &dyn std::any::Any) {\n    twice!(one);\n}\n',
    'src/use_it.rs': 'pub fn all() {\n    unknown!().load();\n}\n',
  });
  expect(byClass.declarations).toBe(1);
  expect(byClass.others).toBe(1);
  expect((byClass.unclassified ?? 0) + (byClass.unresolved ?? 0) + (byClass.outside ?? 0)).toBe(2);
  expect([...samples.unclassified, ...samples.unresolved, ...samples.outside]).toContainEqual({
    path: 'src/lib.rs',
    line: 4,
  });
});

it('counts members of values from outside apart, and names of an unknown kind of text', async () => {
  const found = await account('shop.py#Shop.open', {
    'shop.py': 'class Shop:\n    def open(self):\n        """Does open it."""\n        return 1\n',
    'use.py':
      'import os\nfrom outside import current\nfrom shop import Shop\n\ndef run(open):\n    current.get(Shop()).open()\n' +
      '    os.open("a", open=1)\n    # open\n    return f"{Shop().open()} open"\n',
  });
  expect(found.byClass).toEqual({
    calls: 1,
    declarations: 1,
    outside: 2,
    foreign: 1,
    labels: 1,
    comments: 1,
    strings: 2,
  });
});

it('is of all overloads together, or has the others among other symbols', async () => {
  const files = {
    'Pen.java':
      'class Pen {\n  void draw(int width) {}\n  void draw(String text) {}\n  void run() { draw(1); draw("a"); draw("b"); }\n}\n',
  };
  expect((await account('Pen.draw', files)).byClass).toEqual({ calls: 3, declarations: 2 });
  const one = await account('Pen.draw(String)', files);
  expect(one.byClass).toEqual({ calls: 2, declarations: 1, others: 2 });
  expect(one.others).toEqual([{ symbol: 'Pen.draw(int)', places: 2 }]);
});

it('tells names with marks from those without', async () => {
  const found = await account('a.ts#Path.at', {
    'a.ts':
      'export class Path { at = 1; }\nexport class Own {\n  #at = 2;\n  get() { return this.#at; }\n}\n' +
      'export const read = (one: Path) => one.at;\n',
  });
  expect(found.byClass).toEqual({ uses: 1, declarations: 1, others: 2 });
  expect(found.others).toEqual([{ symbol: 'Own.#at', places: 2 }]);
});

it('is of uses too', async () => {
  const { engine } = await indexedInTest({
    'package.json': '{"name":"sample"}',
    'a.ts':
      'export interface Shape { area(): number }\nexport class Square implements Shape { area() { return 1; } }\n',
    'b.ts': "import type { Shape } from './a';\nexport function sum(all: Shape[]) { return all.length; }\n",
  });
  const { account: ofUses } = await engine.graph.usage({ symbol: 'Shape', limit: 5 });
  expect(ofUses).toMatchObject({ places: 4, byClass: { uses: 2, imports: 1, declarations: 1 } });
  const { account: ofImpact } = await engine.graph.impact({ symbol: 'Shape' });
  expect(ofImpact).toEqual(ofUses);
  expect(await engine.graph.impact({ symbol: 'Shape', account: false })).not.toHaveProperty('account');
});

it('has none for what is no word', async () => {
  const { engine } = await indexedInTest({ 'package.json': '{"name":"sample"}', 'a.ts': 'export const a = 1;\n' });
  expect((await engine.graph.callers({ symbol: 'a.ts', maxDepth: 1 })).account).toBeUndefined();
});
