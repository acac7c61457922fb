/** What `npm run show` prints of small files. */
import { describe, expect, it } from 'vitest';
import { at, start } from './lib/repository.ts';
import { shownFile } from './lib/shown-file.ts';

const python = 'from a import b\n\n\nclass Shelf(Box):\n    def run(self):\n        b.go()\n';
const typescript = `import { b } from './a.ts';\nexport class Shelf {\n  run() { b.go(); }\n}\n`;

describe('show tree', () => {
  it('prints types, fields and places of a grammar', async () => {
    const lines = (await shownFile('tree', 'a.py', 'x = f(1)\n')).split('\n');
    expect(lines).toEqual([
      'module 1:1-2:1',
      '  expression_statement 1:1-1:9',
      '    assignment 1:1-1:9',
      '      left: identifier 1:1-1:2 "x"',
      '      "=" 1:3-1:4',
      '      right: call 1:5-1:9',
      '        function: identifier 1:5-1:6 "f"',
      '        arguments: argument_list 1:6-1:9',
      '          "(" 1:6-1:7',
      '          integer 1:7-1:8 "1"',
      '          ")" 1:8-1:9',
    ]);
  });

  it('names what the grammar could not read', async () => {
    expect(await shownFile('tree', 'a.py', 'def (:\n')).toMatch(/ERROR|MISSING/);
  });

  it('prints a tree of TypeScript in the same form', async () => {
    const lines = (await shownFile('tree', 'a.ts', 'f(1);\n')).split('\n');
    expect(lines).toEqual([
      'Program 1:1-2:1 sourceType="script"',
      '  body: ExpressionStatement 1:1-1:6',
      '    expression: CallExpression 1:1-1:5',
      '      callee: Identifier 1:1-1:2 name="f"',
      '      arguments: Literal 1:3-1:4 value=1 raw="1"',
    ]);
  });
});

describe('show summary', () => {
  it('prints scopes, entities, sites, exports and modules', async () => {
    const text = await shownFile('summary', 'a.py', python);
    expect(text).toContain('  class Shelf extends Box');
    expect(text).toContain('  6:11 call b.go in Shelf.run');
    expect(text).toMatch(/^scopes: \d+\n  0 file\n/m);
    expect(text).toMatch(/^modules: 2\n  a\n  a\.b$/m);
  });

  it('prints that of TypeScript, which another parser reads', async () => {
    const text = await shownFile('summary', 'a.ts', typescript);
    expect(text).toContain('  method Shelf.run');
    expect(text).toContain('  3:13 call b.go in Shelf.run');
    expect(text).toMatch(/^exports: 1\n  Shelf /m);
  });
});

describe('show definitions', () => {
  it('prints definitions with their spans, and imports', async () => {
    const text = await shownFile('definitions', 'a.py', python);
    expect(text).toContain('  4:7 class Shelf (Box) exported [4:1-6:15]');
    expect(text).toContain('  1:1 a (b)');
  });

  it('prints the references of a language without a file summary', async () => {
    const text = await shownFile('definitions', 'a.sh', 'greet() { echo hi; }\ngreet\n');
    expect(text).toContain('references: 1\n  2:1 call greet');
  });
});

it('says what is missing where there is nothing to show', async () => {
  const { code, output } = await start('node', [at('scripts', 'show.ts'), 'tree', at('README.md')]);
  expect([code, output]).toEqual([1, expect.stringContaining('has no grammar')]);
  expect((await start('node', [at('scripts', 'show.ts'), 'tree'])).output).toContain('Usage: npm run show');
});
