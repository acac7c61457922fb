/**
 * Compares our own parser of Go with the grammar: the extraction and the summary must be equal, or the parser must return
 * nothing.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { TreeSitterExtractor } from '../../../extract/tree-sitter/tree-sitter.ts';
import type { Extraction } from '../../../model/extraction.ts';
import { assetUrl } from '../../../util/assets.ts';
import type { TreeSitterGrammar } from '../../language.ts';
import { go } from '../go.ts';
import { parseGo } from './parse-go.ts';

const extractor = new TreeSitterExtractor((wasm) => assetUrl(`grammars/${wasm}`));
afterAll(() => extractor.close());

const { parse: _, ...rest } = go.grammar!;
const grammarAlone: TreeSitterGrammar = rest;

/** The parts on which both parsers must agree. */
function shown({ definitions, imports, comments, issues, summary }: Extraction): unknown {
  const texts = comments.map(({ text, line, endLine }) => ({ text, line, endLine }));
  return { definitions, imports, comments: texts, issues, summary };
}

async function both(text: string): Promise<[own: unknown, grammar: unknown]> {
  const file = { path: 'a/b.go', text };
  const own = await extractor.extract(go, go.grammar!, file);
  return [shown(own), shown(await extractor.extract(go, grammarAlone, file))];
}

const declarations = [
  'import (\n\t"fmt"\n\t. "x/y"\n\t_ "z" // c\n\tal "q"\n\traw `r`\n)',
  'import "one"',
  'type A struct {\n\tB\n\t*C\n\tp.D `tag`\n\t*p.E\n\tx, y int `json:"x"`\n\tf func(a, b int, c ...string) (r int, err error)\n\tg func(int, ...string) error // c\n\t_ struct{}\n}',
  '// I is documented.\ntype I interface {\n\tM(a int) error\n\t// N too.\n\tN()\n\tJ\n\tp.K\n}',
  'type (\n\tX = Y\n\tZ []int\n\tW map[string]*p.T\n\tC1 chan<- int\n\tC2 <-chan int\n\tC3 chan chan int\n\tArr [3 + n]int\n\tPar (int)\n\tF func(func() (int, error)) func()\n)',
  'var a, b = 1, f(2)',
  'var (\n\tc int\n\td string = "x" /* y */\n\te = func(n int) error { return nil }\n\t_ I = (*A)(nil)\n\tg, h map[string][]int\n)',
  'const (\n\tk1 = iota + 1 // one\n\tk2\n\tk3 p.T = 1 << iota\n)',
  'const single = 1.5e-3',
  'func noBody(a, b int, c ...p.T)',
  'func one() int { return 1 }',
  'func two() (int, error) { return x, y }',
  'func three() (*T) {}',
  'func (r *R) m(x, y int) (a, b int) { return }',
  'func (R) n() { type local struct{ x int }; var v = func() {}; const c = 1; v() }',
  'func äöü_1(日本 string) { 日本 = "é" }',
];

const statements = [
  'L:\n\tfor i := 0; i < 10; i++ {\n\t\tcontinue L\n\t}',
  'for range x {\n\t}',
  'for k, v := range m {\n\t\tk(v)\n\t}',
  'for k = range m {\n\t}',
  'for {\n\t\tbreak\n\t}',
  'for x < 3 {\n\t}',
  'for ; ; {\n\t}',
  'for i := 0; i < n; {\n\t}',
  'if a := f(); a != nil {\n\t\treturn\n\t} else if b {\n\t\tgoto L\n\t} else {\n\t\tc()\n\t}',
  'if f(T{1}) == (T{}) && a[i].b {\n\t}',
  'switch x := y.(type) {\n\tcase int, *p.T:\n\t\tfoo(x)\n\tcase nil:\n\tdefault:\n\t\tbar()\n\t}',
  'switch y.f(func() { z() }).(type) {\n\t}',
  'switch a := 1; b := y.(type) {\n\tcase []int:\n\t\tb()\n\t}',
  'switch {\n\tcase a == b, c:\n\t\tx++\n\t\ty--\n\t\tfallthrough\n\tdefault:\n\t}',
  'switch a := 1; a {\n\tcase 1:\n\t}',
  'switch a {\n\tdefault:\n\t}',
  'select {\n\tcase x := <-ch:\n\t\tx()\n\tcase v, ok = <-ch:\n\tcase ch <- 3:\n\tcase <-ch:\n\t\ta()\n\tdefault:\n\t}',
  'go f(x)',
  'defer func() { g() }()',
  'ch <- <-other',
  'x, y = y, x',
  'x.y[i] += 2 &^ z',
  'var local, more int = 3, 4',
  'type T struct{ a.B }',
  '_ = []int{1, 2, 3}',
  '_ = [...]string{0: "a", 2: `b\nc`}',
  '_ = map[string]T{"a": {X: 1}, "b": {1, 2}, k: &T{}, p.Q: nil}',
  '_ = &p.T{A: 1, B: T{}, C: func() { d() }}',
  '_ = struct{ a int }{1}',
  '_ = []struct {\n\t\tname string\n\t}{{name: "x"}, {"y"}}',
  '_ = []byte("x")',
  '_ = (*T)(x)',
  '_ = (func())(x)',
  '_ = interface{}(x)',
  '_ = map[string]int(x)',
  '_ = x.(*T)',
  '_ = x[1]',
  '_ = x[1:2]',
  '_ = x[:]',
  '_ = x[:2:3]',
  '_ = x[a[b]][f(c)]',
  'f(x...)',
  'f(\n\t\ta, // first\n\t\tb,\n\t)',
  '_ = make([]int, 3)',
  '_ = new(T)',
  '_ = new(p.T)',
  '_ = make(chan struct{})',
  '_ = make(map[string]p.T, n)',
  '_ = new(*T)',
  '_ = -x + ^y*z&^w<<3 | 4 - 0x1F + 0b1',
  '_ = !a && *b || <-c || d >= e',
  "_ = 'x' + '\\'' + '\\u1234'",
  '_ = 1i + .5 + 1e9 + 0x1p-2',
  'a.b.c(d).e[1].f()()',
  'func() {}()',
  'func(n int) { n++ }(3)',
  ';',
  '{\n\t\tnested()\n\t}',
  '/* a */ f( /* b\n c */ x) // d',
  'return',
];

describe('our own parser of Go', () => {
  it.each(declarations)('reads %s like the grammar', async (declaration) => {
    const text = `// Package p.\npackage p\n\n${declaration}\n`;
    expect(parseGo(text)).not.toBeNull();
    const [own, grammar] = await both(text);
    expect(own).toEqual(grammar);
  });

  it.each(statements)('reads %s like the grammar', async (statement) => {
    const text = `package p\n\nfunc body(x, y T) {\n\tbefore()\n\t${statement}\n}\n`;
    expect(parseGo(text)).not.toBeNull();
    const [own, grammar] = await both(text);
    expect(own).toEqual(grammar);
  });

  it('finds every constant of a list, of which the query only finds the first', async () => {
    const text = 'package p\n\nconst (\n\ta, b = 1, 2\n)\n';
    const { definitions } = await extractor.extract(go, go.grammar!, { path: 'a.go', text });
    expect(definitions.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it.each([
    'type L[T any] struct{}',
    'func F[T any](x T) {}',
    'var l L[int]',
    'func f() { g[int](x) }',
    'func f() { handlers[i](x) }',
    'func f() { _ = L[int]{} }',
    'type N interface { ~int | string }',
    'func f() { a b }',
    'func f() { "x',
    'func f() {',
    'func f() { @ }',
    'x := 1',
    `var x = ${'('.repeat(500)}1${')'.repeat(500)}`,
  ])('leaves %s to the grammar', (declaration) => {
    expect(parseGo(`package p\n\n${declaration}\n`)).toBeNull();
  });

  it('returns nothing for text that is not Go', () => {
    for (const text of ['', '\0', '# x', 'package', '<html>', '\ufeff', '/* never ends'])
      expect(parseGo(text)).toBeNull();
  });

  it('agrees with the grammar wherever both read a file without errors', async () => {
    const files = fc.array(
      fc.oneof(
        fc.constantFrom(...declarations.filter((one) => !one.startsWith('import'))),
        fc.array(fc.constantFrom(...statements), { maxLength: 6 }).map((all) => `func g() {\n\t${all.join('\n\t')}\n}`),
      ),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(files, async (all) => {
        const [own, grammar] = await both(`package p\n\n${all.join('\n\n')}\n`);
        expect(own).toEqual(grammar);
      }),
      { numRuns: 150 },
    );
  });

  it('never throws for a file that is cut off or lacks characters, and gives valid places', () => {
    const sample = readFileSync(new URL('../sample/orders.go', import.meta.url), 'utf8').replaceAll(
      /\[[A-Z][^\]]*\]/g,
      '',
    );
    fc.assert(
      fc.property(fc.nat(sample.length), fc.nat(5), (at, length) => {
        const tree = parseGo(sample.slice(0, at) + sample.slice(at + length));
        for (const { name, node } of tree?.definitions ?? []) {
          expect(node.startIndex).toBeLessThanOrEqual(name.startIndex);
          expect(node.endIndex).toBeGreaterThanOrEqual(name.endIndex);
        }
      }),
      { numRuns: 300 },
    );
  });
});
