/** Tests the summaries of small sources, dumped as readable lines. */
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import { entityWidth, siteWidth, type FileSummary } from '../../../model/file-summary.ts';
import { assetUrl } from '../../../util/assets.ts';
import { collectPythonSummary } from './python-summary.ts';
import { SummaryDump as Dump } from '../../../model/testing/summary-dump.ts';

await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(await readFile(assetUrl('grammars/tree-sitter-python.wasm'))));
afterAll(() => parser.delete());

function read(source: string, definitions: { line: number; column: number }[] = [], path = 'a.py'): FileSummary {
  const tree = parser.parse(source)!;
  try {
    return collectPythonSummary({ path, text: source, root: tree.rootNode, definitions });
  } finally {
    tree.delete();
  }
}

const entities = (source: string): string[] => new Dump(read(source)).entities();
const sites = (source: string): string[] => new Dump(read(source)).sites();

describe('entities', () => {
  it.each<[string, string, string[]]>([
    [
      'functions',
      'async def f(a: A, b=1, *c: B, d: int = 2, **e) -> C:\n  return b\n',
      [
        'function f +async : C = b (a b c d e)',
        'parameter f.a : A',
        'parameter f.b +optional = <number>',
        'parameter f.c +rest : arrayOf(B)',
        'parameter f.d +optional : <number> = <number>',
        'parameter f.e +rest',
      ],
    ],
    [
      'methods and their receivers',
      'class A(B, m.C, G[T], metaclass=M):\n  x: int = 1\n  def f(self): return self\n  @classmethod\n  def g(cls): return cls()\n  @staticmethod\n  def h(x): pass\n  @property\n  def p(self) -> int: return 1\n  @p.setter\n  def p(self, v): pass\n',
      [
        'class A extends B, m.C, G()',
        'method A.f = this(A.f) (self)',
        'method A.g +static +classMethod = #A() (cls)',
        'method A.h +static (x)',
        'property A.p +getter : <number> = <number> (self)',
        'property A.p +setter (self v)',
        'property A.x : <number> = <number>',
        'parameter A.f.self = this(A.f)',
        'parameter A.g.cls = #A',
        'parameter A.h.x',
        'parameter A.p.self = this(A.p)',
        'parameter A.p.self = this(A.p)',
        'parameter A.p.v',
      ],
    ],
    [
      'attributes: assignments in __init__ declare them, class attributes stay',
      'class A:\n  y = 1\n  def f(self):\n    self.x = B()\n    self.y = 2\n    cls = self\n  def __init__(self, b: B):\n    self.x, self.z = b, 1\n    self.t: C = None\n  @classmethod\n  def g(cls): cls.k = D()\n',
      [
        'class A',
        'method A.f (self)',
        'method A.__init__ (self b)',
        'method A.g +static +classMethod (cls)',
        'property A.y = <number>',
        'parameter A.f.self = this(A.f)',
        'variable cls = this(A.f)',
        'parameter A.__init__.self = this(A.__init__)',
        'parameter A.__init__.b : B',
        'property A.t : C = <nothing>',
        'parameter A.g.cls = #A',
        'property A.x +assigned = {b | B()}',
        'property A.z +assigned = <number>',
        'property A.k +static +assigned = D()',
      ],
    ],
    [
      'variables with several values, unpacking, loops, with, except, walrus',
      'x = A()\nx = B()\na, (b, *c) = f()\nd, e = A(), B()\nfor k, v in m.items(): pass\nwith open() as g, h() as (i, j): pass\ntry: pass\nexcept (E, F) as ex: pass\n(w := A())\nn = None\nn = A()\n',
      [
        'variable x = {A() | B()}',
        'variable a = f()[0]',
        'variable b = f()[1][0]',
        'variable c = [element(f()[1])]',
        'variable d = A()',
        'variable e = B()',
        'variable k = element(m.items())[0]',
        'variable v = element(m.items())[1]',
        'variable g',
        "variable i = given(h(), '__enter__')[0]",
        "variable j = given(h(), '__enter__')[1]",
        'variable ex = {instance(E) | instance(F)}',
        'variable n = A()',
        'variable w = A()',
      ],
    ],
    [
      'imports',
      'import a\nimport b.c.d\nimport e.f as g\nfrom . import h\nfrom ..i.j import k as l, m\ntry:\n  import n\nexcept ImportError:\n  n = None\nif TYPE_CHECKING:\n  from o import (p,\n    q)\n',
      [
        'import a from a *',
        'import b from b *',
        'import g from e.f *',
        'import h = module .h from . h',
        'import l = module ..i.j.k from ..i.j k',
        'import m = module ..i.j.m from ..i.j m',
        'import n +branch from n *',
        'import p +branch = module o.p from o p',
        'import q +branch = module o.q from o q',
        'variable n = <nothing>',
      ],
    ],
    [
      'lambdas, partial, generators, conditions',
      'f = lambda x: x\ng = functools.partial(f, 1)\ndef h():\n  yield A()\n  yield from k()\ni = A() if f else B()\nj = i or C()\nl = [A() for q in i]\nm = {"a": f, "b": 1}\n@contextmanager\ndef n() -> Iterator[A]:\n  yield A()\n',
      [
        'function h +generator = [{A() | element(k())}]',
        'function n : A = A()',
        'variable f = #<>',
        'variable g = f',
        'variable i = {A() | B()}',
        'variable j = {i | C()}',
        'variable l = [A()]',
        'variable m = #<>',
        'function <> = x (x)',
        'parameter <>.x',
        'variable q = element(i)',
        'object <>',
        "property <>.'a' = f",
      ],
    ],
    [
      'global and nonlocal',
      'def f():\n  global x\n  x = A()\n  y = 1\n  def g():\n    nonlocal y\n    y = B()\n',
      ['function f', 'function g', 'variable x = A()', 'variable y = {<number> | B()}'],
    ],
    [
      'type parameters and aliases',
      'type X[T] = list[T]\nclass A[T: B]: pass\nU = Union[A, None]\nV: TypeAlias = "A"\n',
      ['typeAlias X : arrayOf(T)', 'class A', 'typeAlias U : A', 'typeAlias V : A', 'typeParameter T : B'],
    ],
    [
      'enum members are instances',
      'class C(Enum):\n  RED = 1\n  def f(self): pass\n',
      ['class C extends Enum', 'method C.f (self)', 'property C.RED = instance(#C)', 'parameter C.f.self = this(C.f)'],
    ],
  ])('%s', (_title, source, expected) => {
    expect(entities(source)).toEqual(expected);
  });

  it('have the index of the definition at their place', () => {
    const dump = new Dump(
      read('é = 1\nclass 𝐀:\n  def f(self): self.x = 1\n', [
        { line: 2, column: 7 },
        { line: 3, column: 7 },
        { line: 3, column: 21 },
      ]),
    );
    const found = dump.entities().map((line, index) => `${line} ${dump.entity(index, 'definition')}`);
    expect(found).toEqual([
      'class 𝐀 0',
      'variable é = <number> -1',
      'method 𝐀.f (self) 1',
      'parameter 𝐀.f.self = this(𝐀.f) -1',
      'property 𝐀.x +assigned = <number> 2',
    ]);
  });
});

describe('types', () => {
  it.each([
    ['A', 'A'],
    ['a.b.C', 'a.b.C'],
    ['Optional[A]', 'A'],
    ['A | None', 'A'],
    ['Union[A, B]', '{A | B}'],
    ['list[A]', 'arrayOf(A)'],
    ['t.List["A"]', 'arrayOf(A)'],
    ['tuple[A, B]', '[A, B]'],
    ['tuple[A, ...]', 'arrayOf(A)'],
    ['dict[str, A]', 'dict<<string>, A>'],
    ['type[A]', 'typeOf(A)'],
    ['Type[a.B]', 'typeOf(a.B)'],
    ['Callable[[A], B]', 'fn:B'],
    ['Callable[..., "B"]', 'fn:B'],
    ['"A"', 'A'],
    ['"a.B[C] | None"', 'a.B<C>'],
    ['"list[\'A\']"', 'arrayOf(A)'],
    ['Annotated[A, g(B)]', 'A'],
    ['ClassVar[A]', 'A'],
    ['Literal["A"]', undefined],
    ['Any', undefined],
    ['Coroutine[A, B, C]', 'C'],
    ['Iterator[A]', 'arrayOf(A)'],
    ['Box[A]', 'Box<A>'],
    ['str', '<string>'],
    ['"A["', 'A'],
    ['"]["', undefined],
  ])('%s', (annotation, expected) => {
    expect(entities(`x: ${annotation} = f()\n`)[0]!.match(/: (.*) = f\(\)$/)?.[1]).toBe(expected);
  });

  it('finds the names of a class in the class, and resolves Self', () => {
    const found = entities('class A:\n  class B: pass\n  x: B\n  def f(self, b: B) -> Self: pass\n');
    expect(found).toContain('property A.x : A.B');
    expect(found).toContain('parameter A.f.b : A.B');
    expect(found).toContain('method A.f : This (self b)');
  });
});

describe('sites', () => {
  it.each<[string, string, string[]]>([
    [
      'a call at its last name',
      'a.b.c(d)\n',
      ['1:1 read a in file', '1:3 read a.b in file', '1:5 call a.b.c in file', '1:7 read d in file'],
    ],
    [
      'no built-in names, no locals, no receivers',
      'def f(self, x):\n  y = len(x)\n  return y\n',
      ['2:10 implicit x.__len__ in f'],
    ],
    [
      'through self, super and a property',
      'class A(B):\n  def f(self):\n    super().f()\n    self.g().h\n    type(self)()\n',
      [
        '1:9 extends B in file',
        '3:13 call super(A.f).f in A.f',
        '4:10 call this(A.f).g in A.f',
        '4:14 read this(A.f).g().h in A.f',
        '5:15 call #A in A.f',
      ],
    ],
    ['calls of local variables', 'def f():\n  g = h\n  g()\n', ['2:7 read h in f', '3:3 call g in f']],
    [
      'decorators',
      '@app.route("/", g)\n@staticmethod\n@wraps(h)\ndef f(): pass\n',
      [
        '1:2 read app in file',
        '1:6 decorate app.route in file',
        '1:17 read g in file',
        '3:2 decorate wraps in file',
        '3:8 read h in file',
      ],
    ],
    ['imported names', 'from .m import a, b as c\nimport d\n', ['1:16 import #a in file', '1:19 import #c in file']],
    [
      'types',
      'def f(x: a.B = C) -> "list[D]": pass\n',
      ['1:10 read a in file', '1:12 type a.B in file', '1:16 read C in file', '1:28 type D in file'],
    ],
    [
      'writes after the first',
      'x = 1\nx = 2\nx += 1\na.b = x\n',
      [
        '2:1 write x in file',
        '3:1 write x in file',
        '3:3 implicit {x.__iadd__ | x.__add__} in file',
        '4:7 read x in file',
        '4:1 read a in file',
        '4:3 write a.b in file',
      ],
    ],
    ['names of a class body', 'class A:\n  x = 1\n  y = x\n  z = x\n', ['3:7 read #A.x in A', '4:7 read #A.x in A']],
    [
      'f-strings',
      'f"{a.b!r:>{w}} {c()}"\n',
      [
        '1:4 read a in file',
        '1:6 read a.b in file',
        '1:12 read w in file',
        '1:4 implicit a.b.__repr__ in file',
        '1:17 call c in file',
        '1:17 implicit {c().__format__ | c().__str__ | c().__repr__} in file',
      ],
    ],
    [
      'raised and caught',
      'try: raise E\nexcept m.F: pass\n',
      ['1:12 construct E in file', '2:8 read m in file', '2:10 type m.F in file'],
    ],
    ['getattr', 'getattr(a, "b")()\n', ['1:9 read a in file', '1:13 read a.b in file', '1:16 call a.b in file']],
    [
      'chains over several lines',
      'x = (a\n  .b()  # note\n  .c())\n',
      ['1:6 read a in file', '2:4 call a.b in file', '3:4 call a.b().c in file'],
    ],
  ])('%s', (_title, source, expected) => {
    expect(sites(source)).toEqual(expected);
  });
});

describe('narrowing', () => {
  it.each<[string, string, string[]]>([
    [
      'a branch',
      'def f(x):\n  if isinstance(x, A) and x.a():\n    x.b()\n  else:\n    x.c()\n',
      ['instance(A)', 'instance(A)'],
    ],
    ['several classes', 'def f(x):\n  if isinstance(x, (A, m.B)): x.b()\n', ['{instance(A) | instance(m.B)}']],
    ['an early exit', 'def f(x):\n  if not isinstance(x, A):\n    return\n  x.a()\n', ['instance(A)']],
    ['an assertion', 'def f(x):\n  assert isinstance(x, A)\n  x.a()\n', ['instance(A)']],
    [
      'not where a loop binds the variable again',
      'def f(x):\n  if isinstance(x, A):\n    for x in y: pass\n    x.a()\n',
      [],
    ],
    [
      'not where an unpacking binds the variable again',
      'def f(x):\n  if isinstance(x, A):\n    x, y = g()\n    x.a()\n',
      [],
    ],
    ['not where `as` binds the variable again', 'def f(x):\n  if isinstance(x, A):\n    with g() as  x: x.a()\n', []],
    [
      'still where an attribute or another name is bound',
      'def f(x):\n  if isinstance(x, A):\n    y.x = 1\n    xx = 2\n    ex = x == 3\n    x.a()\n',
      ['instance(A)'],
    ],
    [
      'not where the variable is assigned again',
      'def f(x):\n  if isinstance(x, A):\n    x = g(x)\n    x.a()\n',
      ['g(x)'],
    ],
    ['a pattern', 'def f(x):\n  match x:\n    case A(b=c): x.d(c)\n', ['instance(A)']],
  ])('%s', (_title, source, expected) => {
    const narrowed = entities(source).filter((line) => line.includes('+narrowed'));
    expect(narrowed.map((line) => line.split(' = ')[1])).toEqual(expected);
  });
});

describe('exports', () => {
  it('are all top-level names and star imports', () => {
    const dump = new Dump(
      read('from .a import *\nfrom b import c as d\nimport e.f\ndef g(): h = 1\nif x:\n  i = 1\n_j: int\n'),
    );
    expect(dump.exports()).toEqual(['* .a', 'd d', 'e e', 'g g', 'i i', '_j _j']);
    expect(dump.summary.modules).toEqual(['b', 'b.c', 'e', 'e.f', '.a']);
  });
});

describe('any text', () => {
  it.each([
    ['broken', 'class A(:\n  def f(self\n    x = \nfor in y:\n@\ndef\nwith as x: (\n'],
    ['empty', ''],
    [
      'names that every object has',
      '__proto__ = constructor\nclass constructor:\n  def __proto__(self): self.toString = hasOwnProperty\n',
    ],
    ['deep calls', `x = ${'f('.repeat(5000)}${')'.repeat(5000)}\n`],
    ['deep attributes', `x = a${'.b()'.repeat(5000)}\n`],
    [
      'deep blocks',
      Array.from({ length: 90 }, (_, level) => `${' '.repeat(level)}if x${level}:\n`).join('') +
        `${' '.repeat(90)}y = 1\n`,
    ],
    ['a long sum', `x = ${"'a' + b +\\\n".repeat(5000)} c\n`],
    ['deep types', `x: ${'list['.repeat(3000)}A${']'.repeat(3000)}\ny: "${'list['.repeat(300)}A"\n`],
    ['Python 2', 'print "a" % b\nexec "x"\ntry: pass\nexcept A, e: pass\nprint >>f, x\n'],
    ['a long comment in a condition', `if (a ${'#'.repeat(60)}\n or # b\n c): pass\n`],
    ['many type comments', `def f(a):\n  ${'#type:('.repeat(150_000)}\n  return a\n`],
    ['Windows line ends', 'class A:\r\n  def f(self):\r\n    return self.x\r\n'],
  ])('%s: does not throw, and nodes only refer to earlier nodes', (_title, source) => {
    const summary = read(source);
    const top = summary.nodes.length;
    for (let at = 0; at < summary.sites.length; at += siteWidth) expect(summary.sites[at + 1]! < top).toBe(true);
    expect(summary.entities.length % entityWidth).toBe(0);
  });

  it('records only a few parent packages of a long path', () => {
    expect(read(`import ${'a.'.repeat(5000)}a\n`).modules).toHaveLength(31);
  });

  it('walks a long sum to the end', () => {
    expect(sites(`x = ${'a + '.repeat(3000)} c\n`).filter((site) => !site.includes('implicit'))).toHaveLength(3001);
  });
});
