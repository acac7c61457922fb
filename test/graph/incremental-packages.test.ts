/** Links after any history of edits equal those of a new index: languages with packages and overloads. */
import { describe, expect, it } from 'vitest';
import { linkCount, playHistories, type Family } from './link-histories.ts';

const java: Family = {
  places: ['shop/deep/Moved.java', 'Top.java', 'other/Shape.java', 'shop/Box.java'],
  variants: {
    'shop/Shape.java': [
      'package shop;\n\npublic interface Shape {\n  int area();\n  default String name() { return "s" + area(); }\n  interface Part { void turn(int n); }\n}\n',
      'package shop;\n\npublic interface Shape {\n  int area();\n  int area(int scale);\n  int LIMIT = 3;\n}\n',
      'package shop.deep;\n\npublic interface Shape {\n  int area();\n}\n',
      null,
    ],
    'shop/Box.java': [
      'package shop;\n\npublic class Box implements Shape {\n  protected int size = 1;\n  public Box() {}\n  public Box(int size) { this.size = size; }\n  public int area() { return size; }\n  public void put(String s) { name(); }\n  public void put(int n) { area(); }\n  public Box copy() { return new Box(size); }\n  static class Lid implements Part { public void turn(int n) {} }\n}\n',
      'package shop;\n\npublic class Box {\n  public int area() { return help(); }\n  private int help() { return 2; }\n  public void put(Object o) {}\n  public static Box make() { return new Box(); }\n}\n',
      'package shop;\n\npublic abstract class Box extends other.Base implements Shape {\n  public void put(long n) { run(); }\n}\n',
      null,
    ],
    'other/Base.java': [
      'package other;\n\nimport shop.*;\n\npublic class Base {\n  public void run() { new Box(1).copy().put(2); }\n  protected void close() {}\n  public int area() { return 9; }\n}\n',
      'package other;\n\npublic class Base<T> {\n  T held;\n  public T get() { return held; }\n  public void run() {}\n}\n',
      'package base;\n\npublic class Base {}\n',
      null,
    ],
    'other/Use.java': [
      'package other;\n\nimport shop.Box;\nimport shop.Shape;\nimport static shop.Box.*;\n\npublic class Use extends Base {\n  Shape shape = new Box();\n  void go(Box box) {\n    box.put("x");\n    box.put(1);\n    shape.area();\n    shape.name();\n    make().copy().area();\n    run();\n    close();\n    new Box.Lid().turn(3);\n  }\n}\n',
      'package other;\n\nimport shop.*;\nimport shop.deep.*;\n\npublic class Use extends Base<Box> {\n  void go(Shape s) {\n    get().put(1);\n    s.area();\n    Shape.LIMIT.area();\n    var t = get().copy();\n    t.put("a");\n  }\n}\n',
      'package shop;\n\nclass Use extends other.Base {\n  void go() { run(); new Box().put(area()); shop.deep.Shape s = null; s.area(); other.Base.close(); }\n}\n',
    ],
    'shop/deep/Tool.java': [
      'package shop.deep;\n\nimport other.Use;\n\nclass Tool { Use use; void work() { use.shape.area(); use.go(null); use.run(); } enum Kind { A, B; void kind() {} } void k() { Kind.A.kind(); } }\n',
      'package shop.deep;\n\nimport shop.Box;\n\npublic class Tool extends Box { public int area() { return super.area(); } void work() { put(2); copy(); } }\n',
      null,
    ],
  },
};

const csharp: Family = {
  places: ['src/Moved.cs', 'lib/Shape.cs', 'lib/Box.cs', 'src/Parts.cs'],
  variants: {
    'src/Shape.cs': [
      'namespace Shop;\n\npublic interface IShape {\n  int Area();\n  string Name { get; }\n}\n\npublic static class Extras {\n  public static int Twice(this IShape shape) => shape.Area() * 2;\n  public static string Show(this Box box, int n) => box.Name;\n}\n',
      'namespace Shop {\n  public interface IShape { int Area(); }\n  public record Point(int X, int Y);\n}\nnamespace Shop.Deep {\n  public class Tool { public void Work() {} public static Tool Make() => new Tool(); }\n}\n',
      'namespace Shop.Deep;\n\npublic interface IShape { int Area(); int Size(); }\n',
      null,
    ],
    'src/Box.cs': [
      'using System;\n\nnamespace Shop;\n\npublic partial class Box : IShape {\n  public int Area() => Grow(1);\n  public string Name => "b";\n  public void Put(string s) {}\n  public void Put(int n) { Close(); }\n}\n',
      'namespace Shop\n{\n  public class Box : Base<Box>, IShape {\n    public int Area() { return Held.Area(); }\n    public Box Copy() => new Box();\n    public class Lid { public void Turn() {} }\n  }\n}\n',
      'namespace Other;\n\npublic class Box { public int Area() => 3; public void Put(object o) {} }\n',
      null,
    ],
    'lib/Parts.cs': [
      'namespace Shop;\n\npartial class Box : Base<int> {\n  private int Grow(int by) { return by; }\n  public Box Copy() { return this; }\n  public static Box operator +(Box a, Box b) => a;\n}\n',
      'namespace Shop;\n\npartial class Box {\n  private int Grow(int by, int more = 2) { return by; }\n  private void Close() {}\n}\nstatic class More { public static int Twice(this Box box) => 1; }\n',
      null,
    ],
    'lib/Base.cs': [
      'namespace Shop;\n\npublic abstract class Base<T> {\n  protected T Held;\n  public virtual void Close() {}\n  public T Get() => Held;\n}\n',
      'namespace Shop.Deep;\n\npublic abstract class Base<T> { public void Close(int n) {} }\npublic static class Extras { public static int Thrice(this Shop.Box box) => box.Area(); }\n',
      null,
    ],
    'src/Use.cs': [
      'using Shop;\nusing Shop.Deep;\n\nnamespace App;\n\nclass Use {\n  void Go(IShape shape, Box box) {\n    shape.Area();\n    shape.Twice();\n    box.Twice();\n    box.Show(1);\n    box.Put("a");\n    box.Put(2);\n    box.Copy().Close();\n    box.Thrice();\n    var p = new Point(1, 2);\n    Deep.Tool.Make().Work();\n    Shop.Deep.Tool.Make();\n  }\n}\n',
      'using B = Shop.Box;\nusing static Shop.Extras;\n\nclass Use : B {\n  B made = new B();\n  void Go() {\n    made.Area();\n    Twice(made);\n    Close();\n    base.Close();\n    Get().Area();\n    new B.Lid().Turn();\n  }\n}\n',
      'namespace Shop.App;\n\nclass Use {\n  void Go(Box box) { box.Area(); Deep.Tool t = null; t.Work(); Other.Box o = new Other.Box(); o.Put(1); o.Area(); }\n}\n',
    ],
    'app/Usings.cs': [
      'global using Shop;\nglobal using Crate = Shop.Box;\n',
      'global using Shop.Deep;\nglobal using static Shop.Extras;\n',
      'using Shop;\n',
      null,
    ],
    'app/App.csproj': [
      '<Project><ItemGroup><Using Include="Shop" /></ItemGroup></Project>\n',
      '<Project><ItemGroup><Using Include="Shop.Deep" /><Using Include="Shop.Extras" Static="true" /></ItemGroup></Project>\n',
      null,
    ],
    'app/Opened.cs': [
      'namespace App;\n\nclass Opened {\n  public Box Made() => new Box();\n  void Go(Crate crate) { Made().Area(); crate.Copy().Twice(); Twice(crate); new Tool().Work(); }\n}\n',
      'class Opened { public Tool Made() => Tool.Make(); void Go(Opened o) { o.Made().Work(); } }\n',
      null,
    ],
    'app/Other.cs': [
      'namespace Shop.Other;\n\npublic class Box { public void Put(int n) {} }\n',
      'using Shop;\n\nclass Top { static void Main() { new Box().Area(); new Shop.App.Use().Go(null); new App.Opened().Made().Area(); } }\n',
      null,
    ],
  },
};

const kotlin: Family = {
  places: ['src/moved.kt', 'lib/shape.kt', 'lib/box.kt', 'src/use.kt'],
  variants: {
    'src/shape.kt': [
      'package shop\n\ninterface Shape {\n  fun area(): Int\n  fun name(): String = "s"\n}\n\nfun Shape.twice(): Int = area() * 2\nfun make(): Box = Box(1)\nval limit: Box = make()\n',
      'package shop\n\nsealed class Shape {\n  abstract fun area(): Int\n  object None : Shape() { override fun area() = 0 }\n  companion object { fun of(n: Int): Box = Box(n) }\n}\nfun make(n: Int) = Box(n)\n',
      'package shop.deep\n\ninterface Shape { fun area(): Int }\nfun Shape.twice() = 3\n',
      null,
    ],
    'src/box.kt': [
      'package shop\n\nimport other.*\n\nopen class Box(val size: Int) : Shape {\n  override fun area() = size\n  fun put(s: String) { name() }\n  fun put(n: Int) { twice() }\n  fun copy() = Box(size)\n  inner class Lid { fun turn() { area() } }\n}\n',
      'package shop\n\nimport other.Base\n\nclass Box(n: Int) : Base<Box>() {\n  fun area() = held.area()\n  fun put(any: Any) = run()\n}\n',
      'package other\n\nclass Box { fun area() = 1 }\n',
      null,
    ],
    'lib/base.kt': [
      'package other\n\nopen class Base<T> {\n  lateinit var held: T\n  open fun run() {}\n  fun get(): T = held\n}\nfun shop.Box.thrice() = area()\n',
      'package other\n\nopen class Base<T> { fun run(n: Int) {} }\ntypealias Crate = shop.Box\nfun <T> T.twice() = this\n',
      null,
    ],
    'src/use.kt': [
      'package app\n\nimport shop.*\nimport other.thrice\n\nclass Use : Box(2) {\n  val made = make()\n  fun go(shape: Shape) {\n    shape.area()\n    shape.twice()\n    made.put("a")\n    made.put(1)\n    made.thrice()\n    limit.copy().area()\n    put(2)\n    Lid().turn()\n    with(made) { area(); copy().twice() }\n  }\n}\n',
      'package app\n\nimport shop.Box\nimport shop.make as build\nimport other.Base\nimport other.Crate\n\nclass Use : Base<Box>() {\n  fun go(crate: Crate) {\n    get().area()\n    get().put(1)\n    run()\n    build(3).area()\n    crate.put("x")\n    shop.Shape.of(3).area()\n  }\n}\n',
      'package shop\n\nfun go() { make().area(); Box(1).twice(); limit.thrice(); Shape.None.area(); other.Box().area() }\n',
    ],
    'app/more.kt': [
      'package shop\n\nfun Box.twice() = 5\nfun Box.more() = copy()\nfun main() { Box(1).more().area() }\n',
      'package app\n\nfun more(use: Use) { use.made.area(); use.go(use) }\n',
      null,
    ],
  },
};

const scala: Family = {
  places: ['src/Moved.scala', 'lib/Shape.scala', 'lib/Box.scala', 'src/Use.scala'],
  variants: {
    'src/Shape.scala': [
      'package shop\n\ntrait Shape {\n  def area: Int\n  def name: String = "s"\n}\n\nobject Shape {\n  def make(n: Int): Box = new Box(n)\n  implicit class More(val box: Box) { def more: Int = box.area }\n}\n',
      'package shop\n\nsealed trait Shape { def area: Int; def twice = area * 2 }\ncase class Round(r: Int) extends Shape { def area = r }\nobject Tools { def make(n: Int) = new Box(n); val limit = make(3) }\n',
      'package shop.deep\n\ntrait Shape { def area: Int }\n',
      null,
    ],
    'src/Box.scala': [
      'package shop\n\nimport other._\n\nclass Box(val size: Int) extends Base[Box] with Shape {\n  def area: Int = size\n  def put(s: String): Unit = name\n  def put(n: Int): Unit = run()\n  def copy(): Box = new Box(size)\n}\n',
      'package shop\n\nclass Box(n: Int) extends Shape { def area = n; def put(a: Any) = twice }\nobject Box { def apply(n: Int) = new Box(n); def empty = Box(0) }\n',
      'package other\n\nclass Box { def area = 1 }\n',
      null,
    ],
    'lib/Base.scala': [
      'package other\n\nabstract class Base[T] {\n  var held: T = _\n  def run(): Unit = {}\n  def get: T = held\n}\ntrait Logs { def log(s: String): Unit = {} }\n',
      'package other\n\ntrait Logs { self: shop.Box => def log(n: Int) = area }\nclass Base[T] { def run(n: Int) = n }\n',
      null,
    ],
    'src/Use.scala': [
      'package app\n\nimport shop._\nimport shop.Shape._\nimport other.Logs\n\nclass Use extends Box(1) with Logs {\n  val made = make(2)\n  def go(shape: Shape): Unit = {\n    shape.area\n    shape.name\n    made.put("a")\n    made.put(1)\n    made.copy().area\n    made.more\n    get.area\n    log("x")\n  }\n}\n',
      'package app\n\nimport shop.{Box, Shape => S}\nimport shop.Tools.{make, limit}\n\nobject Use {\n  def go(s: S) = {\n    s.twice\n    Box(3).area\n    Box.empty.put(1)\n    make(1).area\n    limit.put("b")\n    shop.Round(2).area\n  }\n}\n',
      'package shop\n\nobject Use { def go() = { new Box(1).area; Shape.make(2).put(1); new other.Box().area; Tools.limit.area } }\n',
    ],
    'app/More.scala': [
      'package shop\n\nobject More { def log(b: Box) = b.run() }\n',
      'package app\n\nclass More(use: Use) { def go() = { use.made.area; use.log("m"); use.go(use) } }\n',
      null,
    ],
  },
};

describe.each([
  ['Java', java],
  ['C#', csharp],
  ['Kotlin', kotlin],
  ['Scala', scala],
])('links after edits in %s', (_, family) => {
  it('equal those of a new index', { timeout: 1_200_000 }, async () => {
    await expect(playHistories(family, 10)).resolves.toBeUndefined();
  });

  it('have enough links to compare', async () => expect(await linkCount(family)).toBeGreaterThan(12));
});
