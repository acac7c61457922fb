/** Scripts of a page declare globals for each other, but not for modules; also after edits. */
import { describe, expect, it, test } from 'vitest';
import { linkCount, playHistories, type Family } from './link-histories.ts';
import { linksOf, type Sources } from './linked-sources.ts';

test.each<[string, Sources]>([
  [
    'functions, classes and variables of neighbouring scripts',
    {
      'js/lib.js':
        'function /*@init@*/init() {}\nvar App = { /*@start@*/start() {} };\nclass /*@Tool@*/Tool { /*@run@*/run() {} }',
      'js/pages/main.js':
        '/*<init>*/init();\nApp./*<start>*/start();\nnew /*<Tool>*/Tool()./*<run>*/run();\n/*<->*/alert();',
      'js/types.ts': 'function /*@typed@*/typed(): void {}',
      'js/use.ts': '/*<typed>*/typed();\n/*<init>*/init();',
    },
  ],
  [
    'of several, the nearest; all of one folder',
    {
      'a/lib.js': 'function /*@a@*/go() {}',
      'a/main.js': '/*<a>*/go();',
      'b/one.js': 'function /*@one@*/go() {}',
      'b/two.js': 'function /*@two@*/go() {}',
      'b/main.js': '/*<one,two>*/go();',
    },
  ],
  [
    'modules neither see nor declare globals, and an assignment declares nothing',
    {
      'lib.js': 'function init() {}\nassigned = function () {};',
      'module.js': 'export function shown() {}\n/*<->*/init();',
      'common.js': "require('x');\nfunction hidden() {}",
      'main.js': '/*<->*/shown();\n/*<->*/hidden();\n/*<->*/assigned();',
      'far/away/in/it.js': 'function far() {}',
      'use.js': '/*<->*/far();',
    },
  ],
  [
    'test fixtures, which are never loaded together',
    {
      'tests/fixtures/a/one.js': 'function helper() {}',
      'tests/fixtures/b/two.js': '/*<->*/helper();',
    },
  ],
])('%s', (_, sources) => {
  const { actual, expected } = linksOf(sources);
  expect(actual).toEqual(expected);
});

const family: Family = {
  places: ['js/moved.js', 'lib.js', 'js/lib.ts', 'deep/in/it.js'],
  variants: {
    'js/lib.js': [
      'function init() {}\nvar App = { start() {} };\nclass Tool { run() {} }\n',
      "import x from './x';\nfunction init() {}\nclass Tool { run() {} }\n",
      'function init() { return new Tool(); }\nfunction Tool() {}\nTool.prototype.run = function () {};\n',
      null,
    ],
    'js/more.js': [
      'function init() {}\n',
      'class Tool { run() {} stop() {} }\nlet App = new Tool();\n',
      'module.exports = init;\n',
      null,
    ],
    'other/lib.js': ['function init() {}\nclass Tool { run() {} }\n', null],
    'js/main.js': [
      'init();\nApp.start();\nnew Tool().run();\n',
      'function own() { init().run(); App.run(); }\nown();\n',
      "const x = require('./x');\ninit();\nnew Tool().run();\n",
    ],
    'other/main.js': ['init();\nnew Tool().run();\n', 'export const a = 1;\ninit();\n'],
  },
};

describe('links after edits of scripts', () => {
  it('equal those of a new index', { timeout: 600_000 }, async () => {
    await expect(playHistories(family, 12)).resolves.toBeUndefined();
  });

  it('have enough links to compare', async () => expect(await linkCount(family)).toBeGreaterThan(5));
});
