/** What names at places mean, who writes and reads, outlines, and paths between patterns, on a real index. */
import { expect, it } from 'vitest';
import { indexed } from './real-index.ts';

const files: Record<string, string> = {
  'package.json': '{"name":"sample"}',
  'ts/shop.ts': [
    'export interface Options { size: number; name?: string }',
    '/** Makes a shop. */',
    'export function make(options: Options) {',
    '  const { size, name: other } = options;',
    '  options.size = 3;',
    '  options.size += size;',
    '  for (const one of [size]) { use(one); }',
    '  const one = other ?? "";',
    '  return [1].map((part) => part + one.length);',
    '}',
    'function use(part: number) { return part; }',
    'make({ size: 1, name: "a" });',
    'export class Till { open() { return make({ size: 2 }); } shut() {} }',
    '',
  ].join('\n'),
  'go/go.mod': 'module sample\n',
  'go/a.go': [
    'package shop',
    'type Box struct{ size int }',
    'func open(size int) error {',
    '\tif err := try(func(x int) error { return nil }); err != nil {',
    '\t\treturn err',
    '\t}',
    '\tb := Box{size: size}',
    '\tb.size++',
    '\ttests := []struct{ want int }{{want: 1}}',
    '\tfor _, test := range tests { _ = test.want }',
    '\tvar err error',
    '\treturn err',
    '}',
    'func try(f func(int) error) error { return f(1) }',
    '',
  ].join('\n'),
  'py/a.py': [
    'import os',
    'from dataclasses import dataclass',
    '@dataclass',
    'class Point:',
    '    x: int',
    'def move(point, step=1):',
    '    point = Point(x=1)',
    '    point.x += step',
    '    return [one for one in [point.x, os.sep]]',
    '',
  ].join('\n'),
  'rust/Cargo.toml': '[package]\nname = "sample"\n',
  'rust/src/lib.rs':
    'pub struct Bag { size: i32 }\nimpl Bag {\n  pub fn size(&self) -> i32 { self.size }\n  pub fn twice(&self) -> i32 { self.size() * 2 }\n}\n',
};
const { engine } = await indexed(files);

/** The place of a text in a file: the line, and the column of the text's last character that is not blank. */
function placeOf(file: string, line: number, marked: string): { file: string; line: number; column: number } {
  const text = files[file]!.split('\n')[line - 1]!;
  const at = text.indexOf(marked.replace('‹', ''));
  return { file, line, column: at + marked.indexOf('‹') + 1 };
}

it.each<[file: string, line: number, marked: string, expected: string[]]>([
  ['ts/shop.ts', 5, 'options.‹size', ['ts/shop.ts#Options.size written']],
  ['ts/shop.ts', 5, '‹options.size', ['parameter 3']],
  ['ts/shop.ts', 4, '‹size, name', ['ts/shop.ts#Options.size read', 'variable 4']],
  ['ts/shop.ts', 7, 'use(‹one', ['variable 7']],
  ['ts/shop.ts', 7, '‹use(one', ['ts/shop.ts#use call']],
  ['ts/shop.ts', 9, '+ ‹one', ['variable 8']],
  ['ts/shop.ts', 9, '=> ‹part', ['parameter 9']],
  ['ts/shop.ts', 11, 'return ‹part', ['parameter 11']],
  ['ts/shop.ts', 13, 'class ‹Till', ['ts/shop.ts#Till definition']],
  ['go/a.go', 5, 'return ‹err', ['variable 4']],
  ['go/a.go', 12, 'return ‹err', ['variable 11']],
  ['go/a.go', 7, '{‹size', ['go/a.go#Box.size write']],
  ['go/a.go', 7, 'size: ‹size', ['parameter 3']],
  ['go/a.go', 10, 'test.‹want', ['field 9']],
  ['py/a.py', 9, '[‹one for', ['variable 9']],
  ['py/a.py', 8, '+= ‹step', ['parameter 6']],
  ['py/a.py', 7, '(‹x=', ['py/a.py#Point.x write']],
  ['py/a.py', 9, '‹os.sep', ['import 1 os']],
  ['rust/src/lib.rs', 3, 'self.‹size', ['rust/src/lib.rs#Bag.size read property']],
  ['rust/src/lib.rs', 4, 'self.‹size', ['rust/src/lib.rs#Bag.size call']],
])('%s:%i %s', async (file, line, marked, expected) => {
  const { symbols, local } = await engine.graph.definitionAt(placeOf(file, line, marked));
  const shown = [
    ...symbols.map(
      ({ node, kind }) => `${node.id} ${kind}${node.kind === 'property' && file.endsWith('.rs') ? ' property' : ''}`,
    ),
    ...(local === null ? [] : [`${local.kind} ${local.line}${local.module === null ? '' : ` ${local.module}`}`]),
  ];
  expect(shown).toEqual(expected.map((one) => one.replace('written', 'write')));
});

it('finds the name on a line, says where nothing stands, and gives signature and doc', async () => {
  const named = await engine.graph.definitionAt({ file: 'shop.ts', line: 12, name: 'make' });
  expect(named).toMatchObject({ name: 'make', column: 1, symbols: [{ docstring: 'Makes a shop.' }] });
  expect(named.symbols[0]!.node.signature).toBe('(options: Options)');
  expect(await engine.graph.definitionAt({ file: 'ts/shop.ts', line: 10, column: 1 })).toMatchObject({ name: null });
  await expect(engine.graph.definitionAt({ file: 'ts/gone.ts', line: 1, column: 1 })).rejects.toThrow('File not found');
  await expect(engine.graph.definitionAt({ file: 'ts/shop.ts', line: 99, column: 1 })).rejects.toThrow('lines');
});

it.each<[symbol: string, access: 'read' | 'write', lines: string[]]>([
  ['ts/shop.ts#Options.size', 'write', ['5 write', '6 both', '12 write', '13 write']],
  ['ts/shop.ts#Options.size', 'read', ['4 read', '6 both']],
  ['go/a.go#Box.size', 'write', ['7 write', '8 both']],
  ['py/a.py#Point.x', 'write', ['7 write', '8 both']],
  ['py/a.py#Point.x', 'read', ['8 both', '9 read']],
])('%s: who does %s', async (symbol, access, lines) => {
  const { uses, totalUses } = await engine.graph.usage({ symbol, access, limit: 100 });
  const found = uses.toSorted((a, b) => a.line - b.line).map((use) => `${use.line} ${use.access}`);
  expect(found).toEqual(lines);
  expect(totalUses).toBe(lines.length);
});

it('outlines files, types and functions', async () => {
  const file = await engine.graph.outline({ symbol: 'shop.ts' });
  expect(file).toMatchObject({ of: 'file', path: 'ts/shop.ts', language: 'typescript', lines: 13 });
  expect(file.symbols.map(({ name, depth }) => `${depth} ${name}`)).toEqual([
    '0 Options',
    '1 size',
    '1 name',
    '0 make',
    '0 use',
    '0 Till',
    '1 open',
    '1 shut',
  ]);
  const made = await engine.graph.outline({ symbol: 'make' });
  expect(await engine.graph.outline({ symbol: 'make', steps: false })).toMatchObject({ of: 'symbol', steps: null });
  const steps = made.of === 'symbol' ? (made.steps ?? []) : [];
  expect(steps.map(({ kind, line, depth }) => `${depth} ${kind} ${line}`)).toEqual([
    '0 for 7',
    '1 call 7',
    '0 return 9',
  ]);
  expect(await engine.graph.outline({ symbol: 'Till' })).toMatchObject({ of: 'symbol', steps: null });
});

it('finds paths between all that patterns match', async () => {
  const ask = async (from: string, to: string) =>
    engine.graph.paths({ from: { symbol: from }, to: { symbol: to }, maxDepth: 5, maxPaths: 3 });
  const found = await ask('Till.*', 'us*');
  expect(found).toMatchObject({
    from: { qualified: 'Till.open' },
    to: { qualified: 'use' },
    patterns: { from: { pattern: 'Till.*', total: 2, tried: 2 }, to: { total: 1 } },
  });
  expect(found.paths.map((edges) => edges.map(({ to }) => to.qualified))).toEqual([['make', 'use']]);
  expect((await ask('Till', 'use')).patterns).toEqual({});
  await expect(ask('Nothing*', 'use')).rejects.toThrow('No symbol matches Nothing*');
});
