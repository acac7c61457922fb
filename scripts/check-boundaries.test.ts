import { describe, expect, it } from 'vitest';
import { checkUnit } from './check-boundaries.ts';

const long = (lines: number): string => `export function f(): void {\n${'  g();\n'.repeat(lines - 2)}}\n`;

describe('checkUnit', () => {
  it.each([
    ['src/model/file.ts', `import { x } from '../util/x.ts';`, 'src/model may not import src/util/x.ts'],
    [
      'src/extract/a.ts',
      `import { python } from '../languages/python/python.ts';`,
      'src/extract may not import src/languages/python',
    ],
    ['src/extract/a.ts', `import type { Language } from '../languages/language.ts';`, null],
    [
      'src/indexer/a.ts',
      `import { openStore } from '../store/registry.ts';`,
      'only src/engine may import src/store/registry.ts',
    ],
    [
      'src/search/a.ts',
      `const x = import('../store/sqlite/file/driver.ts');`,
      'only src/engine may import src/store/sqlite/file/driver.ts',
    ],
    ['src/engine/a.ts', `import { openStore } from '../store/registry.ts';`, null],
    ['src/store/registry.ts', `import { x } from './sqlite/x.ts';`, null],
    [
      'src/cli/a.ts',
      `export { walk } from '../source/walk/walk.ts';`,
      'src/cli may not import src/source/walk/walk.ts',
    ],
    ['src/tools/a.ts', `let x: import('../mcp/stdio/stdio.ts').X;`, 'src/tools may not import src/mcp/stdio/stdio.ts'],
    ['src/util/a.ts', `import '../../scripts/gen.ts';`, 'src may not import scripts/gen.ts'],
    ['src/other/a.ts', `import '../util/x.ts';`, 'src/other is in no rule'],
    ['src/engine/a.ts', `import { DatabaseSync } from 'node:sqlite';`, 'node:sqlite belongs to src/store/sqlite'],
    ['src/store/sqlite/file/driver.ts', `import { DatabaseSync } from 'node:sqlite';`, null],
    ['src/mcp/a.ts', `import { x } from '@modelcontextprotocol/server/stdio';`, null],
    ['src/util/a.ts', `import lodash from 'lodash';`, 'lodash has no owner'],
    ['src/util/a.ts', `import { join } from 'path';`, 'write node:path'],
    ['src/util/a.test.ts', `import { it } from 'vitest';\nimport { x } from '../engine/x.ts';`, null],
    ['src/store/testing/conformance.ts', `import { it } from 'vitest';`, null],
    ['src/util/a.ts', `import { it } from 'vitest';`, 'vitest has no owner'],
    ['src/engine/a.ts', `const home = process.env.HOME;`, 'process.env is read in src/config only'],
    ['src/engine/a.ts', `const home = process['env'].HOME;`, 'process.env is read in src/config only'],
    ['src/config/a.ts', `const home = process.env.HOME;`, null],
    ['src/engine/a.ts', `console.log(1);`, 'console.log: only src/cli and src/mcp write output'],
    ['src/engine/a.ts', `process.stdout.write('x');`, 'process.stdout: only src/cli'],
    ['src/cli/a.ts', `process.stdout.write('x');`, null],
    ['src/graph/links/a.ts', `if (file.language === 'go') f();`, `'go' names a language`],
    ['src/graph/infer/a.ts', `const some = new Set(['python', 'x']);`, `'python' names a language`],
    ['src/graph/run/a.ts', `const is = 'jvm' !== rules.platform;`, `'jvm' names a language`],
    ['src/graph/run/a.ts', `const is = one.family !== other.family;`, null],
    ['src/graph/languages/go/a.ts', `const is = file.language === 'go';`, null],
    ['src/graph/resolve/a.ts', `import type { X } from '../members/members.ts';`, 'src/graph/resolve may not import'],
    ['src/util/a.ts', long(70), null],
    ['src/util/a.ts', long(71), 'a function of 71 lines (at most 70)'],
    ['src/util/a.test.ts', long(90), null],
    ['src/util/a.ts', 'x();\n'.repeat(601), '601 lines (at most 600)'],
    ['src/util/a.ts', 'x();\n'.repeat(600), null],
  ])('%s: %j', (path, text, expected) => {
    const findings = checkUnit(path, text);
    if (expected === null) expect(findings).toEqual([]);
    else expect(findings.join('\n')).toContain(expected);
  });

  it('says where', () => {
    expect(checkUnit('src/model/a.ts', `\n\nimport '../util/x.ts';\n`)).toEqual([
      'src/model/a.ts:3: src/model may not import src/util/x.ts',
    ]);
  });
});
