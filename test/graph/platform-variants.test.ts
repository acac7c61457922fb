/**
 * JavaScript files that exist once for each platform: imports lead to the first of them, the others are its variants,
 * and links stay right after edits.
 */
import { describe, expect, it, test } from 'vitest';
import { declaredByPairs } from '../../src/graph/languages/ecmascript/declaration-pairs.ts';
import { startInference } from '../../src/graph/infer/inference.ts';
import { platformPairs } from '../../src/graph/languages/ecmascript/platform-variants.ts';
import { linkCount, playHistories, type Family } from './link-histories.ts';
import { linksOf, programOf, type Sources } from './linked-sources.ts';

/** The variants as `path#name > path#name`, sorted. */
function pairs(sources: Sources): string[] {
  const program = programOf(sources);
  const name = ({ file, entity }: { file: { path: string; name(entity: number): string }; entity: number }): string =>
    `${file.path}#${file.name(entity)}`;
  const found = declaredByPairs(startInference(program), platformPairs(program.files));
  return [...new Set(found.map(({ declared, implemented }) => `${name(implemented)} > ${name(declared)}`))].sort();
}

test('an import leads to the file of the first platform that exists', () => {
  const { actual, expected } = linksOf({
    'button.android.tsx': 'export function Button() {}',
    'button.ios.tsx': 'export function /*@ios@*/Button() {}',
    'plain.web.js': 'export function plain() {}',
    'plain.js': 'export function /*@plain@*/plain() {}',
    'parts/index.native.js': 'export function /*@part@*/part() {}',
    'parts/index.web.js': 'export function part() {}',
    'my.ios/index.js': 'export function /*@mine@*/mine() {}',
    'use.tsx': `import { Button } from './button';
import { plain } from './plain';
import { part } from './parts';
import { mine } from './my.ios';
/*<ios>*/Button();
/*<plain>*/plain();
/*<part>*/part();
/*<mine>*/mine();`,
  });
  expect(actual).toEqual(expected);
});

test('functions, and classes with their members, are variants of those of the first platform', () => {
  const sources = {
    'store.android.ts': 'export class Store { open() {} more() {} }\nexport function make() { return new Store() }',
    'store.native.ts': 'export class Store { open() {} }\nexport const make = () => new Store()',
    'store.web.ts': "export { Store } from './web-store';\nexport function make() {}\nexport function other() {}",
    'web-store.ts': 'export class Store { open() {} }',
    'store.test.ts': 'export function make() {}',
    'store.ios.d.ts': 'export function make(): void;',
    'ios.ts': 'export function make() {}',
  };
  expect(pairs(sources)).toEqual([
    'store.android.ts#Store > store.native.ts#Store',
    'store.android.ts#make > store.native.ts#make',
    'store.android.ts#open > store.native.ts#open',
    'store.web.ts#make > store.native.ts#make',
    'web-store.ts#Store > store.native.ts#Store',
    'web-store.ts#open > store.native.ts#open',
  ]);
});

const family: Family = {
  places: ['lib/button.ios.ts', 'button.ts', 'lib/button.web.ts', 'lib/button.windows.ts'],
  variants: {
    'lib/button.ios.ts': [
      'export class Button { press() {} }\nexport function make() { return new Button() }\n',
      "export { Button } from './parts';\nexport const make = () => {};\n",
      null,
    ],
    'lib/button.android.ts': [
      'export class Button { press() {} more() {} }\nexport function make() { return new Button() }\n',
      'export function make() {}\n',
      null,
    ],
    'lib/button.ts': [
      null,
      'export class Button { press() {} }\nexport function make() {}\n',
      "export * from './parts';\n",
    ],
    'lib/parts.ts': ['export class Button { press() {} }\n', 'export function Button() {}\n', null],
    'use.ts': [
      "import { Button, make } from './lib/button';\nnew Button().press();\nmake().press();\n",
      "import { make } from './lib/button.android';\nimport * as all from './lib/button';\nmake();\nall.make();\nnew all.Button().press();\n",
    ],
  },
};

describe('links after edits of platform files', () => {
  it('equal those of a new index', { timeout: 600_000 }, async () => {
    await expect(playHistories(family, 12)).resolves.toBeUndefined();
  });

  it('have enough links to compare', async () => expect(await linkCount(family)).toBeGreaterThan(5));
});
