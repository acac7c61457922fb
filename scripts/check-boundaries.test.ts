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
    ['src/search/a.ts', `import { openVectors } from '../kernels/vectors.ts';`, null],
    [
      'src/search/a.ts',
      `import { scan } from '../kernels/vectors/scan.ts';`,
      'src/kernels/vectors/scan.ts is compiled to WebAssembly',
    ],
    ['src/kernels/vectors.ts', `import { scan } from './vectors/scan';`, 'src/kernels/vectors/scan is compiled'],
    ['src/kernels/vectors/scan.ts', `import { reach } from '../shared/memory';`, null],
    ['src/kernels/vectors/scan.ts', `import { get } from '../words/memory';`, 'src/kernels/words/memory is compiled'],
    ['src/kernels/vectors/scan.ts', `import { x } from '../../util/x.ts';`, 'src/kernels/vectors may import itself'],
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

  it.each([
    ['a difference', 'const from = performance.now(); work(); expect(performance.now() - from).toBeLessThan(500);', 1],
    [
      'a difference by name',
      'const from = Date.now(); const took = Date.now() - from; expect(took).toBeLessThan(500);',
      1,
    ],
    ['a deadline', 'const end = Date.now() + 500; while (!done && Date.now() < end) await sleep(1);', 1],
    ['an assertion', 'const from = clockMs(); assert.ok(clockMs() - from < 500);', 1],
    ['CPU time', 'const { user } = process.cpuUsage(); expect(user / 1000).toBeLessThan(5);', 1],
    ['another clock', 'const from = process.hrtime.bigint(); expect(read.at).toBeGreaterThanOrEqual(from);', 1],
    ['a list', 'const all = []; all.push(performance.now()); expect(all.toSorted()[3]).toBeLessThan(5);', 1],
    ['a rounded one', 'expect(Math.abs(Date.now() - error.at)).toBeLessThan(5);', 1],
    [
      'one of a function',
      'const cost = () => { const from = process.cpuUsage(); return process.cpuUsage(from).user; };\nexpect(cost()).toBeLessThan(5);',
      1,
    ],
    [
      'one of an object',
      'const from = performance.now();\nconst exit = { after: (at) => performance.now() - at };\nexpect(exit.after(from)).toBeLessThan(5);',
      1,
    ],
    [
      'two in one',
      'const from = Date.now(); if (Date.now() - from > 5) expect(Date.now() - from).toBeGreaterThan(5);',
      2,
    ],
    [
      'a time that is set',
      'utimesSync(path, new Date(Date.now() - 5000), new Date()); expect(report.files).toBeGreaterThan(5);',
      0,
    ],
    ['a time that is handed on', 'const now = Date.now(); expect(plan(now).changed.length).toBeLessThan(5);', 0],
    ['counted work', 'let reads = 0; expect(reads).toBeLessThan(5); expect(performance.name).toBe("x");', 0],
    ['a fixed moment', 'expect(error.timestamp).toBeGreaterThan(Date.UTC(2026, 0));', 0],
  ])('finds where a test compares a clock: %s', (_, text, count) => {
    const found = checkUnit('src/util/a.test.ts', text).filter((finding) => finding.includes('compares a clock'));
    expect(found).toHaveLength(count);
    expect(checkUnit('src/util/a.ts', text)).toEqual([]);
  });

  it('reports the line', () => {
    expect(checkUnit('src/model/a.ts', `\n\nimport '../util/x.ts';\n`)).toEqual([
      'src/model/a.ts:3: src/model may not import src/util/x.ts',
    ]);
  });
});
