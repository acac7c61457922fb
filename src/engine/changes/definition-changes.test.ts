import { afterAll, describe, expect, it } from 'vitest';
import { unpackDefinitions } from '../../store/packed/packed-definitions.ts';
import { createAnalyser } from '../indexing/analyser.ts';
import { definitionDeltas, findMoves, type FileSide } from './definition-changes.ts';

const analyser = createAnalyser({ root: '/', maxFileSize: 1e6, ignorePatterns: [], extensions: [], disabled: [] });
afterAll(() => analyser.close());

async function side(path: string, text: string): Promise<FileSide> {
  const outcome = await analyser.analyse({ path, rawPath: null, knownHash: null, text });
  if (outcome.kind !== 'indexed') throw new Error(`not analysed: ${path}`);
  return { path, text, definitions: unpackDefinitions(outcome.file.definitions) };
}

/** `change name kind lines`, and further details. */
async function reported(path: string, before: string | null, now: string | null): Promise<string[]> {
  const [old, current] = [
    before === null ? null : await side(path, before),
    now === null ? null : await side(path, now),
  ];
  return definitionDeltas(old, current, false).map(({ definition: one }) =>
    [
      `${one.change} ${one.qualified} ${one.kind} ${one.startLine}-${one.endLine}`,
      ...(one.before === null ? [] : [`from ${one.before}`]),
      ...(one.members === 0 ? [] : [`with ${one.members}`]),
    ].join(' '),
  );
}

const shop = `import { price } from './price.ts';

/** Sells. */
export class Shop {
  #open = true;

  /** Sells one. */
  sell(name: string): number {
    return price(name);
  }

  close(): void {
    this.#open = false;
  }
}

export function total(shop: Shop): number {
  const add = (a: number): number => a + 1;
  return add(shop.sell('x'));
}
`;

describe('definitionDeltas', () => {
  describe('with names that several functions declare', () => {
    const one = "it('empty', () => {\n  const App = () => open(1);\n});\n";
    const other = "it('full', () => {\n  const App = () => close(2);\n});\n";
    it.each([
      ['one more before it', one, other + one, ['added ~full.App function 2-2']],
      [
        'one more, and an edit',
        one,
        one.replace('open(1)', 'open(3)') + other,
        ['body ~empty.App function 2-2', 'added ~full.App function 5-5'],
      ],
      [
        'one more before those that are distinguished by numbers',
        'outer(() => {\n  const App = () => open(1);\n});\nouter(() => {\n  const App = () => open(2);\n});\n',
        'outer(() => {\n  const App = () => open(0);\n});\nouter(() => {\n  const App = () => open(1);\n});\nouter(() => {\n  const App = () => open(2);\n});\n',
        ['added ~1.App function 2-2'],
      ],
      ['another title', one + other, one.replace('empty', 'none') + other, []],
      ['the other is gone', one + other, other, ['removed ~empty.App function 2-2']],
    ])('%s', async (_, before, now, expected) => {
      // The code around them belongs to the file.
      expect(await reported('src/app.test.tsx', before, now)).toEqual(['body src/app.test.tsx file 0-0', ...expected]);
    });
  });

  it.each<[string, (text: string) => string, string[]]>([
    ['nothing', (text) => text, []],
    ['a body', (text) => text.replace('price(name)', 'price(name) + 1'), ['body Shop.sell method 8-10']],
    [
      'a signature',
      (text) => text.replace('sell(name: string)', 'sell(name: string, n = 1)'),
      ['signature Shop.sell method 8-10'],
    ],
    ['the positions in the file', (text) => `\n\n${text}`, []],
    [
      'comments around definitions',
      (text) => text.replace('Sells one.', 'Sells one, at once.').replace('Sells.', 'Sold.'),
      [],
    ],
    ['line ends', (text) => text.replaceAll('\n', '\r\n'), []],
    ['what is at the top of the file', (text) => text.replace('./price.ts', './prices.ts'), ['body a.ts file 0-0']],
    [
      'a new member',
      (text) => text.replace('  close()', '  open(): void {\n    this.#open = true;\n  }\n\n  close()'),
      ['added Shop.open method 12-14'],
    ],
    ['one that is gone', (text) => text.slice(0, text.indexOf('export function')), ['removed total function 17-20']],
    [
      'a type with its members',
      (text) => `${text}\nexport interface Till {\n  open(): void;\n  close(): void;\n}\n`,
      ['added Till interface 22-25 with 2'],
    ],
    [
      'another name',
      (text) => text.replace('function total', 'function sum'),
      ['renamed sum function 17-20 from total'],
    ],
  ])('reports %s', async (_, edit, expected) => {
    expect(await reported('a.ts', shop, edit(shop))).toEqual(expected);
  });

  it('reports a renamed type once, and those of its members that have changed', async () => {
    const renamed = shop.replaceAll('Shop', 'Store');
    expect(await reported('a.ts', shop, renamed)).toEqual([
      'renamed Store class 4-15 from Shop',
      'signature total function 17-20',
    ]);
    expect(await reported('a.ts', shop, renamed.replace('price(name)', 'price(name) * 2'))).toContain(
      'body Store.sell method 8-10 from Shop.sell',
    );
  });

  it('reports new and removed files by their outermost definitions', async () => {
    expect(await reported('a.ts', null, shop)).toEqual([
      expect.stringMatching(/^added Shop class 4-15 with \d$/),
      expect.stringMatching(/^added total function 17-20/),
    ]);
    expect((await reported('a.ts', shop, null)).map((line) => line.split(' ')[0])).toEqual(['removed', 'removed']);
  });

  it('compares the indentation inside a definition, but not that of the whole definition', async () => {
    const body = 'def f(a):\n    if a:\n        b()\n    c()\n';
    expect(await reported('a.py', body, body.replace('    c()', '        c()'))).toEqual(['body f function 1-4']);
    const within = (text: string): string => `if x:\n${text.replaceAll(/^/gm, '    ').trimEnd()}\n`;
    expect((await reported('a.py', within(body), within(within(body)))).filter((line) => line.includes(' f '))).toEqual(
      [],
    );
  });

  it('reports overloads and duplicates as one definition', async () => {
    const overloads =
      'export function f(a: string): void;\nexport function f(a: number): void;\nexport function f(a: unknown): void {\n  use(a);\n}\n';
    expect(await reported('a.ts', overloads, overloads.replace('a: number', 'a: boolean'))).toHaveLength(1);
  });

  it('copes with files that cannot be parsed', async () => {
    expect(await reported('a.ts', '{{{{ class', 'function (((')).toBeInstanceOf(Array);
    expect(await reported('a.ts', '', '\0\0')).toBeInstanceOf(Array);
  });
});

it('finds what moved from one file to another', async () => {
  const [from, to] = [await side('a.ts', shop), await side('b.ts', 'export const other = 1;\n')];
  const end = shop.indexOf('export function');
  const files = [
    { deltas: definitionDeltas(from, await side('a.ts', shop.slice(0, end)), false) },
    { deltas: definitionDeltas(to, await side('b.ts', `${to.text}\n${shop.slice(end)}`), false) },
  ];
  findMoves(files);
  expect(files[0]!.deltas).toEqual([]);
  expect(files[1]!.deltas.map(({ definition }) => definition)).toMatchObject([
    { change: 'moved', qualified: 'total', path: 'b.ts', before: 'a.ts' },
  ]);
});
