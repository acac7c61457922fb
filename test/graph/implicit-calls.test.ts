/** What a language calls by itself: operators, iteration, blocks that end, accessors. Asked of a real index. */
import { expect, it } from 'vitest';
import { indexed } from './real-index.ts';

interface Case {
  feature: string;
  file: string;
  lines: readonly string[];
  /** By symbol: the lines that call it implicitly; with `call ` before it, those that call it. */
  calls: Readonly<Record<string, readonly number[]>>;
}

const python = (feature: string, lines: readonly string[], calls: Case['calls']): Case => ({
  feature: `Python: ${feature}`,
  file: 'a.py',
  lines,
  calls,
});

const kotlin = (feature: string, lines: readonly string[], calls: Case['calls']): Case => ({
  feature: `Kotlin: ${feature}`,
  file: 'A.kt',
  lines,
  calls,
});

const csharp = (feature: string, lines: readonly string[], calls: Case['calls']): Case => ({
  feature: `C#: ${feature}`,
  file: 'A.cs',
  lines,
  calls,
});

const cases: readonly Case[] = [
  python(
    'operators',
    [
      'class V:',
      '  def __add__(self, o: "V") -> "V": return self',
      '  def __rmul__(self, o): return self',
      '  def __neg__(self) -> "V": return self',
      '  def __iadd__(self, o): return self',
      '  def f(self): pass',
      'def use(a: V, b: V, n: int, unknown):',
      '  (a + b).f()',
      '  n * a',
      '  (-a).f()',
      '  a += b',
      '  unknown * a',
      '  1 + 2',
      '  2 * a',
    ],
    { 'call V.f': [8, 10], 'V.__add__': [8], 'V.__rmul__': [9, 14], 'V.__neg__': [10], 'V.__iadd__': [11] },
  ),
  python(
    'comparison',
    [
      'class V:',
      '  def __eq__(self, o): return True',
      '  def __lt__(self, o): return True',
      '  def __contains__(self, o): return True',
      '  def __bool__(self): return True',
      'class W:',
      '  def __ne__(self, o): return True',
      'def use(a: V, b: V, w: W):',
      '  a == b; a != b',
      '  a < b; a > b',
      '  1 in a; 1 not in a',
      '  a is b',
      '  w != w',
      '  not a',
      '  if a: pass',
      '  bool(a)',
    ],
    {
      'V.__eq__': [9],
      'V.__lt__': [10],
      'V.__contains__': [11],
      'W.__ne__': [13],
      'V.__bool__': [14, 15, 16],
    },
  ),
  python(
    'items',
    [
      'class V:',
      '  def __getitem__(self, k) -> "V": return self',
      '  def __setitem__(self, k, v): pass',
      '  def __delitem__(self, k): pass',
      'def use(a: V):',
      '  a[0]',
      '  a[1:2]',
      '  a["k"] = 1',
      '  del a[0]',
      '  a[1] += 2',
      '  V[0]',
    ],
    { 'V.__getitem__': [6, 7, 10], 'V.__setitem__': [8, 10], 'V.__delitem__': [9] },
  ),
  python(
    'iteration',
    [
      'class It:',
      '  def __next__(self): return 1',
      'class V:',
      '  def __iter__(self) -> It: return It()',
      '  def __len__(self): return 1',
      '  def __reversed__(self): return []',
      'class G:',
      '  def __getitem__(self, k): return 1',
      'def use(v: V, g: G, it: It):',
      '  for x in v: pass',
      '  [y for y in v]',
      '  list(v); sorted(v)',
      '  a, b = v',
      '  len(v)',
      '  reversed(v)',
      '  for x in g: pass',
      '  next(it)',
      '  print(*v)',
    ],
    {
      'V.__iter__': [10, 11, 12, 13, 18],
      'It.__next__': [10, 11, 17],
      'V.__len__': [14],
      'V.__reversed__': [15],
      'G.__getitem__': [16],
    },
  ),
  python(
    'with and await',
    [
      'class V:',
      '  def __enter__(self): return self',
      '  def __exit__(self, *a): pass',
      '  async def __aenter__(self): return self',
      '  async def __aexit__(self, *a): pass',
      '  def __await__(self): return iter([])',
      '  def __aiter__(self): return self',
      '  async def __anext__(self): return 1',
      'def use(v: V):',
      '  with v: pass',
      '  with V() as w: pass',
      'async def later(v: V):',
      '  async with v as w: pass',
      '  await v',
      '  async for x in v: pass',
    ],
    {
      'V.__enter__': [10, 11],
      'V.__exit__': [10, 11],
      'V.__aenter__': [13],
      'V.__aexit__': [13],
      'V.__await__': [14],
      'V.__aiter__': [15],
      'V.__anext__': [15],
    },
  ),
  python(
    'conversions to text',
    [
      'class V:',
      '  def __str__(self): return ""',
      '  def __repr__(self): return ""',
      '  def __hash__(self): return 1',
      '  def __format__(self, s): return ""',
      'class R:',
      '  def __repr__(self): return ""',
      'def use(v: V, r: R):',
      '  str(v); print(v)',
      '  repr(v)',
      '  f"{v}"',
      '  hash(v)',
      '  f"{r}"',
      '  f"{v!r}"',
    ],
    { 'V.__str__': [9], 'V.__repr__': [10, 14], 'V.__hash__': [12], 'V.__format__': [11], 'R.__repr__': [13] },
  ),
  python(
    'constructors and properties',
    [
      'class A:',
      '  def __init__(self): pass',
      '  @property',
      '  def total(self): return 1',
      '  @total.setter',
      '  def total(self, v): pass',
      '  @property',
      '  def read_only(self): return 1',
      'class B(A): pass',
      'def use(b: B):',
      '  B()',
      '  b.total',
      '  b.total = 1',
      '  b.read_only',
    ],
    { 'A.total': [12, 13], 'A.read_only': [14], 'A.__init__': [] },
  ),
  kotlin(
    'operators',
    [
      'class V { operator fun plus(o: V): V = this; operator fun plus(o: Int): V = this; fun f() {}',
      '  operator fun unaryMinus(): V = this; operator fun inc(): V = this; operator fun plusAssign(o: V) {}',
      '  override fun equals(other: Any?) = true; operator fun compareTo(o: V) = 1; operator fun contains(o: Int) = true',
      '  operator fun rangeTo(o: V) = 1; override fun toString() = ""; operator fun invoke(n: Int) = 1 }',
      'operator fun V.times(n: Int): V = this',
      'fun use(v: V, w: V, n: Int) {',
      '  (v + w).f()',
      '  v + 1',
      '  v * 2',
      '  (-v).f()',
      '  v == w; v != null; n + 1 == 2',
      '  v < w',
      '  1 in v; 1 !in v',
      '  v..w',
      '  v(1)',
      '  val t = "$v"',
      '  val u = "a ${v}"',
      '  var x = v',
      '  x += w',
      '}',
    ],
    {
      'V.plus(V)': [7],
      'V.plus(Int)': [8],
      'V.times': [9],
      'V.unaryMinus': [10],
      'V.equals': [11],
      'V.compareTo': [12],
      'V.contains': [13],
      'V.rangeTo': [14],
      'call V.f': [7, 10],
      'call V.invoke': [15],
      'V.toString': [16, 17],
      'V.plusAssign': [19],
    },
  ),
  kotlin(
    'items, loops, parts, delegates',
    [
      'class It { operator fun hasNext() = true; operator fun next() = V() }',
      'class V { operator fun get(i: Int): V = this; operator fun set(i: Int, v: V) {}',
      '  operator fun iterator(): It = It(); operator fun component1() = 1; operator fun component2() = V() ; fun f() {}',
      '  operator fun getValue(t: Any?, p: Any?) = 1; operator fun setValue(t: Any?, p: Any?, v: Int) {} }',
      'class A { val plain: Int = 1; val made: Int get() = 1; var both: Int = 1',
      '    get() = field',
      '    set(v) { field = v }',
      '}',
      'class P { var q by V() }',
      'fun use(v: V, w: V, l: List<Pair<V, V>>, a: A) {',
      '  v[0].f()',
      '  v[1] = w',
      '  for (x in v) { x.f() }',
      '  val (_, b) = v',
      '  a.made; a.plain',
      '  a.both',
      '  a.both = 3',
      '}',
    ],
    {
      'V.get': [11],
      'V.set': [12],
      'V.iterator': [13],
      'It.hasNext': [13],
      'It.next': [13],
      'V.component1': [],
      'V.component2': [14],
      'V.getValue': [9],
      'V.setValue': [9],
      'A.made': [15],
      'A.plain': [],
      'A.both': [16, 17],
    },
  ),
  csharp(
    'operators and conversions',
    [
      'class V {',
      '  public static V operator +(V a, V b) => a;',
      '  public static V operator -(V a, V b) => a;',
      '  public static V operator -(V a) => a;',
      '  public static V operator *(int n, V b) => b;',
      '  public static bool operator ==(V a, V b) => true;',
      '  public static V operator ++(V a) => a;',
      '  public static implicit operator string(V v) => "";',
      '  public static explicit operator int(V v) => 1;',
      '  public static implicit operator V(int n) => null;',
      '  public override string ToString() => "";',
      '  public void F() {}',
      '}',
      'class U {',
      '  void Use(V v, V w, int n) {',
      '    (v + w).F();',
      '    var x = v - w;',
      '    var y = -v;',
      '    (2 * v).F();',
      '    var b = v == w;',
      '    v++;',
      '    string s = v;',
      '    var i = (int) v;',
      '    V k = 5;',
      '    v += w;',
      '    var t = $"a {v}";',
      '    var u = "a" + v;',
      '    var m = n + 1;',
      '  }',
      '}',
    ],
    {
      'V.operator +': [16, 25],
      'V.operator -(V,V)': [17],
      'V.operator -(V)': [18],
      'V.operator *': [19],
      'V.operator ==': [20],
      'V.operator ++': [21],
      'V.operator string': [22],
      'V.operator int': [23],
      'V.operator V': [24],
      'V.ToString': [26, 27],
      'call V.F': [16, 19],
    },
  ),
  csharp(
    'indexers, loops, using, await, accessors',
    [
      'class E { public bool MoveNext() => true; public V Current => null; }',
      'class V : System.IDisposable {',
      '  public V this[int i] { get => this; set { } }',
      '  public E GetEnumerator() => new E();',
      '  public void Dispose() {}',
      '  public System.Threading.Tasks.ValueTask DisposeAsync() => default;',
      '  public TaskAwaiter GetAwaiter() => default;',
      '  public void Deconstruct(out int a, out int b) { a = 1; b = 2; }',
      '  public int Total { get { return 1; } set { } }',
      '  public int Auto { get; set; }',
      '  public int Made => 1;',
      '}',
      'class U {',
      '  async void Use(V v, V w) {',
      '    var x = v[0];',
      '    v[1] = w;',
      '    foreach (var z in v) {}',
      '    using (var q = v) {}',
      '    using var r = v;',
      '    using (v) {}',
      '    await using var p = v;',
      '    await v;',
      '    var (a, b) = v;',
      '    v.Total = v.Total;',
      '    v.Auto = v.Auto;',
      '    var m = v.Made;',
      '  }',
      '}',
    ],
    {
      'V.this': [15, 16],
      'V.GetEnumerator': [17],
      'E.MoveNext': [17],
      'V.Dispose': [18, 19, 20],
      'V.DisposeAsync': [21],
      'V.GetAwaiter': [22],
      'V.Deconstruct': [23],
      'V.Total': [24],
      'V.Auto': [],
      'V.Made': [26],
    },
  ),
  {
    feature: 'TypeScript: accessors',
    file: 'a.ts',
    lines: [
      'export class A { get total() { return 1; } set total(v: number) {} get other() { return 1; } plain = 1; }',
      'export function use(a: A) {',
      '  a.plain;',
      '  return a.total;',
      '}',
      'export function set(a: A) {',
      '  a.total = 2; a.plain = 3;',
      '  return a.other;',
      '}',
    ],
    calls: { 'A.total': [4, 7], 'A.other': [8], 'A.plain': [] },
  },
];

/** Methods that the language calls by itself, and one that it does not: none of them has a caller. */
const uncalled: Readonly<Record<string, readonly [text: string, own: string, plain: string]>> = {
  'u/a.py': ['class Q:\n  def __matmul__(self, o): pass\n  def plain(self): pass\n', 'Q.__matmul__', 'Q.plain'],
  'u/A.kt': ['class Q { operator fun rem(o: Q) = 1; fun plain() = 1 }\n', 'Q.rem', 'Q.plain'],
  'u/A.cs': ['class Q { public static Q operator %(Q a, Q b) => a; void Plain() {} }\n', 'Q.operator %', 'Q.Plain'],
  'u/A.java': ['class Q { public void close() {} void plain() {} }\n', 'Q.close', 'Q.plain'],
  'u/a.ts': ['export class Q { toJSON() {} plain() {} }\n', 'Q.toJSON', 'Q.plain'],
  'u/a.rb': ['class Q\n  def to_s; end\n  def plain; end\nend\n', 'Q.to_s', 'Q.plain'],
  'u/a.php': ['<?php class Q { function __toString() {} function plain() {} }\n', 'Q.__toString', 'Q.plain'],
  'u/a.swift': ['class Q { func makeIterator() {}\n func plain() {} }\n', 'Q.makeIterator', 'Q.plain'],
  'u/A.scala': ['class Q { def unapply(n: Int) = 1; def plain() = 1 }\n', 'Q.unapply', 'Q.plain'],
  'u/a.dart': ['class Q { call() {} plain() {} }\n', 'Q.call', 'Q.plain'],
  'u/a.cc': ['struct Q { int operator%(int n) { return n; } int plain() { return 1; } };\n', 'Q.operator%', 'Q.plain'],
};

const paths = cases.map(({ file }, at) => `case${at}/${file}`);
const { engine } = await indexed(
  Object.fromEntries([
    ...cases.map(({ lines }, at) => [paths[at]!, `${lines.join('\n')}\n`]),
    ...Object.entries(uncalled).map(([path, [text]]) => [path, text]),
  ]),
);

it.each(cases.map(({ feature, calls }, at) => ({ feature, calls, path: paths[at]! })))(
  '$feature',
  async ({ calls, path }) => {
    const found: Record<string, readonly number[]> = {};
    for (const symbol of Object.keys(calls)) {
      const isCall = symbol.startsWith('call ');
      const name = isCall ? symbol.slice('call '.length) : symbol;
      const { reached } = await engine.graph.callers({ symbol: `${path}#${name}`, maxDepth: 1 });
      const sites = reached.flatMap(({ edges }) => edges.flatMap((edge) => edge.sites));
      const lines = sites.filter(({ kind }) => kind === (isCall ? 'call' : 'implicit')).map(({ line }) => line);
      found[symbol] = [...new Set(lines)].sort((a, b) => a - b);
    }
    expect(found).toEqual(calls);
  },
);

it.each(Object.entries(uncalled))(
  '%s: a method that the language may call is not said to have no callers',
  async (path, [, own, plain]) => {
    const answer = async (symbol: string): Promise<boolean | undefined> => {
      const { reached, runsByItself } = await engine.graph.callers({ symbol: `${path}#${symbol}`, maxDepth: 1 });
      expect(reached).toEqual([]);
      return runsByItself;
    };
    expect([await answer(own), await answer(plain)]).toEqual([true, false]);
  },
);
