/** Links of Swift: modules, members by declared types, extensions, protocols, initialisers, optionals. */
import { describe, expect, test } from 'vitest';
import { swift } from '../../src/languages/swift/swift.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([swift]);

interface Case {
  name: string;
  files: Sources;
}

function one(name: string, text: string): Case {
  return { name, files: { 'Sources/App/A.swift': text } };
}

const cases: Case[] = [
  {
    name: 'overloads that are called without a receiver, and extensions of nested types in other files',
    files: {
      'Sources/App/A.swift': `struct ‹@B›B {
  func ‹@off›off(_ i: Int, by d: Int) -> Int { guard let found = ‹limited›off(i, by: d, limitedBy: 3) else { return 1 }
    return found }
  func ‹@limited›off(_ i: Int, by d: Int, limitedBy: Int) -> Int? { ‹off›off(i, by: d) }
}
extension ‹B›B { struct ‹@H›H { func ‹@early›early() { ‹late›late() } } }
func ‹@one›top(a: Int) {}
func ‹@two›top(b: Int) { ‹one›top(a: b) }`,
      'Sources/App/B.swift': `extension ‹B›B.‹H›H { func ‹@late›late() { ‹early›early()
  ‹late›late() } }
func use(h: ‹B›B.‹H›H) { h.‹late›late()
  h.‹early›early() }`,
    },
  },
  {
    name: 'overloads: by labels, default values, variadic parameters, trailing closures, types; in extensions of other files; initialisers',
    files: {
      'Sources/App/Store.swift': `struct Item { ‹@n›init(n: Int) {}
  ‹@name›init(name: String) {} }
class Store {
  func ‹@at›remove(at index: Int) {}
  func ‹@item›remove(_ item: ‹Item›Item) {}
  func ‹@all›remove(_ items: Int..., force: Bool = false) {}
  func ‹@text›show(x: String) {}
  func ‹@number›show(x: Item) {}
  func ‹@plain›run(name: String = "") {}
  func ‹@later›run(name: String, then: () -> Void) {}
}`
        .replace('struct Item', 'struct ‹@Item›Item')
        .replace('x: Item', 'x: ‹Item›Item')
        .replace('class Store', 'class ‹@Store›Store'),
      'Sources/App/More.swift': `extension ‹Store›Store { func ‹@where›remove(where test: (Int) -> Bool) {} }`,
      'Sources/App/Use.swift': `func use(store: ‹Store›Store) {
  let item = ‹n()›Item(n: 1)
  let other = ‹name()›Item(name: "a")
  store.‹at›remove(at: 1)
  store.‹item›remove(item)
  store.‹all›remove(1, 2, force: true)
  store.‹where›remove { $0 > 1 }
  store.‹where›remove(where: { $0 > 1 })
  store.‹text›show(x: "a")
  store.‹number›show(x: other)
  store.‹plain›run()
  store.‹later›run(name: "a") { }
}`,
    },
  },
  {
    name: 'constructions by an alias of a type, by Self, by an attribute; extensions that name an alias',
    files: {
      'Sources/App/A.swift': `struct ‹@Table›Table { ‹@t›init(_ s: Int) {}
  func ‹@copy›copy() -> ‹Table›Table { ‹t›Self(1).‹copy›copy() } }
extension ‹Table›Table { struct ‹@Bucket›Bucket { ‹@offset›init(offset: Int) {}
  ‹@named›init(name: String) {} } }
typealias ‹@Unsafe›Unsafe = ‹Table›Table.‹Handle›Handle`,
      'Sources/App/B.swift': `extension ‹Table›Table { struct ‹@Handle›Handle { typealias ‹@Alias›Bucket = ‹Table›Table.‹Bucket›Bucket
  func make() -> ‹Alias›Bucket { ‹offset()›Bucket(offset: 1) } } }
extension ‹Unsafe›Unsafe { func ‹@near›check() { ‹near›check() } }
func use(h: ‹Table›Table.‹Handle›Handle, u: ‹Unsafe›Unsafe) { h.‹near›check()
  u.‹near›check() }
struct ‹@Flag›Flag { ‹@wrapped›init(wrappedValue: Bool, name: String) {}
  ‹@plain›init(name: String) {} }
extension ‹Table›Table { mutating func reset() { self = .‹t›init(2) } }
struct Use { @‹wrapped()›Flag(name: "a") var a = true
  @‹plain()›Flag(name: "a") var b: Bool }`,
    },
  },
  {
    name: 'overloads by types of the library, by bounds, by ranges, by elements, and by self in an extension',
    files: {
      'Sources/App/A.swift': `struct ‹@Bag›Bag {
  ‹@seq›init<S: Sequence>(_ s: S) {}
  ‹@col›init<C: RandomAccessCollection>(_ c: C) {}
  func ‹@own›has(_ o: ‹Bag›Bag) {}
  func ‹@set›has(_ o: Set<Int>) {}
  func ‹@any›has<S: Sequence>(_ o: S) {}
  func ‹@int›at(_ i: Int) {}
  func ‹@range›at(_ i: Range<Int>) {}
  func ‹@texts›all(_ names: [String]) {}
  func ‹@bags›all(_ names: [‹Bag›Bag]) {}
}
extension ‹Bag›Bag { func f(x: ‹Bag›Bag, s: Set<Int>, a: [Int], t: [String]) {
  x.‹own›has(self)
  x.‹set›has(s)
  x.‹any›has(a)
  x.‹range›at(0 ..< 2)
  x.‹int›at(2)
  x.‹texts›all(t)
  x.‹bags›all([x])
  _ = ‹col()›Bag(a)
  _ = ‹seq()›Bag(s)
}
  func g<S: Sequence, C: RandomAccessCollection>(s: S, c: C) { _ = ‹seq()›Bag(s)
  _ = ‹col()›Bag(c) } }`,
    },
  },
  {
    name: 'a called name: a method beside a property of the name, a variable that is declared by the call, other labels, labels without values',
    files: {
      'Sources/App/A.swift': `struct ‹@D›D {
  var ‹@args›args: [Int] { ‹for›args(for: 1) }
  func ‹@for›args(for key: Int) -> [Int] { [] }
  func ‹@name›name(of: Int) -> Int { 1 }
  func ‹@first›first(matching: Int) {}
  ‹@one›init(one: Int) {}
  ‹@two›init(two: Int) {}
  func f(all: [Int]) {
    let name = ‹name›name(of: 2)
    self.‹for›args(for: name)
    ‹args›args
    ‹first›first(matching: 1)
    ‹?›first(where: { $0 > 1 })
    all.map(‹D›D.‹two›init(two:))
  }
}`,
    },
  },
  {
    name: 'names of the own module, of imported ones, of modules that are not imported',
    files: {
      'Sources/App/Main.swift': `import Core
import Foundation
func main(near: ‹Near›Near, far: ‹Far›Far, full: Core.‹Far›Far, gone: ‹-›URL) {
  near.‹go›go()
  far.‹run›run()
  full.‹run›run()
  ‹free›free()
  gone.‹-›path
  ‹-›Hidden()
}`,
      'Sources/App/Near.swift': 'struct ‹@Near›Near { func ‹@go›go() {} }\nfunc ‹@free›free() {}',
      'Sources/Core/Far.swift': 'public struct ‹@Far›Far { public func ‹@run›run() {} }',
      'Sources/Other/Hidden.swift': 'struct Hidden {}\nfunc free() {}',
    },
  },
  one(
    'members of the enclosing type by name alone, self, inherited ones',
    `class Base {
  func ‹@base›help() {}
}
class A: Base {
  let ‹@x›x: B
  var ‹@y›y: B?
  init(x: B) {
    self.‹x›x = x
    ‹y›y = x
  }
  func ‹@f›f() {
    ‹x›x.‹go›go()
    self.‹y›y?.‹go›go()
    y!.‹go›go()
    ‹base›help()
    ‹f›f()
    super.‹base›help()
  }
}
struct B {
  func ‹@go›go() {}
}`,
  ),
  {
    name: 'extensions in other files of the module',
    files: {
      'Sources/App/A.swift': 'struct ‹@A›A {\n  func ‹@own›own() { ‹more›more() }\n}',
      'Sources/App/B.swift': 'extension ‹A›A {\n  func ‹@more›more() { ‹own›own(); self.‹own›own() }\n}',
      'Sources/App/C.swift': 'func f(a: A) {\n  a.‹more›more()\n  a.‹own›own()\n}',
    },
  },
  one(
    'protocols: their requirements, and members of their extensions',
    `protocol ‹@P›P {
  var ‹@v›v: B { get }
  func ‹@need›need() -> B
}
extension P {
  func ‹@given›given() { ‹need›need().‹go›go() }
}
struct B: ‹P›P {
  func ‹@go›go() { ‹given›given() }
}
func f(p: any P, q: some P) {
  p.‹need›need().‹go›go()
  p.‹v›v.‹go›go()
  q.‹given›given()
}`,
  ),
  one(
    'initialisers, constructions, statics',
    `class ‹@A›A {
  static let ‹@shared›shared = A()
  ‹@init›init(_ n: Int = 1) {}
  func ‹@go›go() {}
  static func ‹@make›make() -> A { return ‹A›A() }
}
func f() {
  let a = ‹A›A()
  a.‹go›go()
  ‹init()›A(1).‹go›go()
  ‹A›A.‹shared›shared.‹go›go()
  A.‹make›make().‹go›go()
  A.‹init›init(2).‹go›go()
}`,
  ),
  one(
    'optional bindings, casts, loops, guards',
    `struct B {
  func ‹@go›go() {}
}
func f(opt: B?, list: [B], any: Any, map: [String: B]) {
  if let b = opt { b.‹go›go() }
  guard let c = opt else { return }
  c.‹go›go()
  if let d = any as? B { d.‹go›go() }
  for e in list { e.‹go›go() }
  list[0].‹go›go()
  map["x"]?.‹go›go()
  let k = any as! B
  k.‹go›go()
  if let opt { opt.‹go›go() }
}`,
  ),
  one(
    'enums: cases, methods, nested types, aliases',
    `enum ‹@E›E {
  case ‹@one›one, two(Int)
  func ‹@m›m() {}
  struct ‹@In›In {
    func ‹@deep›deep() {}
  }
  typealias ‹@Z›Z = In
}
func f(e: E, i: E.‹In›In, z: E.‹Z›Z) {
  e.‹m›m()
  ‹E›E.‹one›one.‹m›m()
  i.‹deep›deep()
  z.‹deep›deep()
}`,
  ),
  one(
    'local variables hide members; closures see what is around',
    `struct B {
  func ‹@go›go() {}
}
class A {
  var ‹@x›x: Int = 1
  let b = B()
  func f(b: B) {
    let x = b
    x.‹go›go()
    let g = { (q: B) in q.‹go›go(); self.b.‹go›go() }
    list.forEach { $0.‹?›go() }
  }
  func h() { ‹x›x += 1 }
}`.replace('list.forEach', 'g()\n    unknown().forEach'),
  ),
  one(
    'parameters of closures: trailing, labelled, in parentheses, anonymous',
    `class D {
  func ‹@go›go() -> D { self }
  var ‹@n›n = 1
}
typealias ‹@Done›Done = (D) -> Void
func ‹@with›with<T>(size: Int = 1, first: ((D) -> Void)? = nil, _ body: @escaping @Sendable (D) async throws -> T) async -> T { fatalError() }
func ‹@pair›pair(_ body: (Int, D) -> D, done: @Sendable (D) -> Void = { _ in }) -> D { body(1, D()) }
func ‹@names›names(_ body: (String) -> Void) {}
func ‹@alias›alias(_ done: ‹Done›Done) {}
class Maker {
  init(make: (D) -> D) {}
}
func f(all: [D]) async {
  await ‹with›with { d in d.‹go›go() }
  ‹with›with(size: 2) { try $0.‹go›go().‹n›n }
  ‹with›with(first: { d in d.‹n›n }) { d in
    d.‹go›go()
    return d.‹n›n
  }
  ‹pair›pair({ a, d in d.‹go›go() }).‹go›go()
  ‹pair›pair { $1.‹go›go() } done: { other in other.‹n›n }
  ‹alias›alias { $0.‹n›n }
  all.forEach { $0.‹go›go() }
  all.first(where: { one in one.‹n›n == 1 })
  all.map { $0.‹go›go() }.sorted { $0.‹n›n < $1.‹n›n }
  unknown { $0.‹?›go() }
  all.forEach { $0.‹go›go(); ‹names›names { $0.‹-›go(); $0.count }; $0.‹n›n }
  ‹with›with { (d: D) -> Int in d.‹n›n }
}`,
  ),
  {
    name: "an app's folders are one module; of two of a name the nearest is meant",
    files: {
      'Shop/Views/List.swift':
        'struct ‹@List›List { let model: ‹Model›Model\n  func f() { model.‹load›load() } }\nlet cell: ‹Near›Cell? = nil',
      'Shop/Models/Model.swift': 'class ‹@Model›Model { func ‹@load›load() {} }\nlet c: ‹?›Cell? = nil',
      'Shop/Views/Cell.swift': 'struct ‹@Near›Cell {}',
      'Shop/Other/Cell.swift': 'struct Cell {}',
      'ShopTests/ModelTests.swift': '@testable import Shop\nfunc t(m: ‹Model›Model) { m.‹load›load() }',
    },
  },
  {
    name: 'a module whose folder the package manifest names',
    files: {
      'Package.swift':
        'let package = Package(name: "Net", targets: [\n  .target(name: "Net", path: "Source"),\n  .testTarget(name: "NetTests", dependencies: ["Net"], path: "Tests")])'.replaceAll(
          /(?<=^|\W)(Package)(?=\()/g,
          '‹-›$1',
        ),
      'Source/Core/Request.swift': 'public class ‹@Request›Request { public func ‹@go›go(_ r: ‹Reply›Reply) {} }',
      'Source/Features/Reply.swift': 'public class ‹@Reply›Reply { func f(r: ‹Request›Request) { r.‹go›go(self) } }',
      'Tests/T.swift': 'import Net\nfunc t(r: ‹Request›Request, s: ‹Reply›Reply) { r.‹go›go(s) }',
    },
  },
  {
    name: 'extensions in other modules than the type, unless two of them have the member',
    files: {
      'Sources/Core/A.swift': 'public class ‹@A›A { public func ‹@own›own() {} }',
      'Sources/Core/Near.swift': 'extension ‹A›A { public func ‹@near›near() {} func ‹@both›both() {} }',
      'Sources/More/Far.swift':
        'import Core\nextension ‹A›A {\n  public func ‹@far›far() -> ‹A›A { self }\n  func twice() {}\n  func both() {}\n}',
      'Sources/Extra/Other.swift': 'import Core\nextension ‹A›A { func twice() {} }',
      'Tests/AppTests/T.swift':
        'import Core\nimport More\nfunc t(a: ‹A›A) {\n  a.‹far›far().‹own›own()\n  a.‹near›near()\n  a.‹?›twice()\n  a.‹both›both()\n}',
    },
  },
  {
    name: 'a name that two files of a module declare is neither; private ones stay in their file',
    files: {
      'Sources/App/A.swift': 'func f() {\n  ‹?›same()\n  ‹-›hidden()\n}',
      'Sources/App/B.swift':
        'func ‹@b›same() {}\nfunc g() { ‹b›same() }\nprivate func ‹@h›hidden() {}\nfunc k() { ‹h›hidden() }',
      'Sources/App/C.swift': 'func same() {}',
    },
  },
  one(
    'what a base outside of the project may have is outside; other unknown members stay unknown',
    `class A: UIView {
  func f() { self.‹-›draw() }
}
struct B {}
func f(b: B) { b.‹?›draw() }`,
  ),
  one(
    'members that the project adds to external types: by the type, from the nearest, else unresolved',
    `extension UIView { func ‹@pin›pin() -> ‹A›A { fatalError() }
  static let ‹@shared›shared: A? = nil }
extension String { func ‹@shout›shout() -> String { ‹help›help() } }
extension String { func ‹@help›help() -> String { self.‹shout›shout() } }
extension Collection { func ‹@most›most() {} }
extension Int { func twice() {} }
extension Double { func twice() {} }
struct ‹@A›A { func ‹@go›go() {} }
class Own: UIView {}
func f(v: UIView, s: String, all: [Int], l: UILabel, u: URL, o: Own) {
  v.‹pin›pin().‹go›go()
  UIView().‹pin›pin()
  UIView.‹shared›shared?.‹go›go()
  o.‹pin›pin()
  s.‹shout›shout()
  "a".‹help›help()
  all.‹most›most()
  s.‹most›most()
  s.‹-›pin()
  v.‹-›draw()
  l.‹?›pin()
  u.path.‹?›shout()
  1.‹?›twice()
  all.‹-›map { $0 }
}`,
  ),
  {
    name: 'an external type to which several files add members of one name',
    files: {
      'Sources/App/A.swift':
        'extension URL { func ‹@a›trim() {}\n  func ‹@only›only() {} }\nfunc f(u: URL) { u.‹a›trim() }',
      'Sources/App/B.swift': 'extension URL { func ‹@b›trim() {} }\nfunc f(u: URL) { u.‹b›trim(); u.‹only›only() }',
      'Sources/App/C.swift': 'func g(u: URL) { u.‹?›trim() }',
    },
  },
  one(
    'an external type has the members that a protocol requires',
    `protocol P { func ask() }
extension P { func ‹@given›given() {} }
extension NSLock: P {}
func f(l: NSLock) {
  l.‹-›ask()
  l.‹given›given()
}`,
  ),
  one(
    'implicit members: by the expected type at their place',
    `enum Part: Equatable {
  case ‹@text›text(String), ‹@any›any
  indirect case ‹@both›both(Part, named: Part)
  static func ‹@make›make(_ s: String, _ p: Part) -> Part { .‹text›text(s) }
  var ‹@next›next: Part { .‹any›any }
}
struct Size { static let ‹@small›small = Size() }
struct ‹@Plain›Plain { var ‹@part›part: Part; let size: Size }
class Made { init(with part: Part) {} }
func ‹@take›take(_ p: Part, to other: Part = .‹any›any, size: Size? = nil) {}
func ‹@every›every(_ all: [Part], by make: () -> Part) {}
func f(p: Part, plain: Plain, on: Bool, c: UIColor) -> Part {
  ‹take›take(.‹text›text("a"))
  ‹take›take(.‹make›make("a", .‹any›any), to: .‹any›any, size: .‹small›small)
  ‹take›take(on ? .‹any›any : .‹make›make("b", p).‹next›next)
  ‹every›every([.‹any›any, p]) { .‹any›any }
  ‹Plain›Plain(part: .‹any›any, size: .‹small›small)
  Made(with: .‹any›any)
  let q: Part = .‹text›text("c")
  var all: [Part] = [.‹any›any]
  all = [.‹text›text("z")]
  plain.‹part›part = .‹any›any
  if p == .‹any›any || q.‹next›next == .‹any›any, .‹any›any == q { print(q.‹next›next == nil) }
  if case .‹text›text(let text) = p, case let .‹both›both(first, named: second) = q { print(text, first.‹?›next, second) }
  guard case .‹any›any = plain.‹part›part else { return .‹any›any }
  for case .‹text›text(let next) in all { next.‹?›next }
  switch q.‹next›next {
  case .‹text›text(let s) where s == "": return .‹any›any
  case Part.‹any›any, .‹both›both: break
  case let other: other.‹next›next
  }
  ‹-›gone(.‹?›any)
  c.‹-›mix(.‹?›any)
  let colour: UIColor = .‹-›red
  return on ? .‹any›any : q
}`,
  ),
  one(
    'associated types: of a protocol, of what has it, of a type parameter; what stands behind where',
    `protocol ‹@Captured›Captured { func ‹@len›len() -> Int }
protocol ‹@Base›Base { func ‹@base›base() }
protocol ‹@Matcher›Matcher {
  associatedtype ‹@cap›Captures: ‹Captured›Captured where ‹cap›Captures: ‹Base›Base
  associatedtype ‹@err›Failure
  func ‹@find›find() -> ‹cap›Captures?
  func ‹@all›all() -> [Self.‹cap›Captures]
}
struct ‹@No›NoCaptures: ‹Captured›Captured { func ‹@own›len() -> Int { 0 } }
struct Plain: ‹Matcher›Matcher { typealias ‹@ownCap›Captures = ‹No›NoCaptures; func find() -> ‹ownCap›Captures? { nil } }
func run<M: ‹Matcher›Matcher, N>(_ m: M, _ c: M.‹cap›Captures, _ n: N) -> M.‹err›Failure? where N: ‹Base›Base, M.‹cap›Captures: Equatable {
  _ = m.‹find›find()?.‹len›len(); _ = c.‹len›len(); n.‹base›base()
  for one in m.‹all›all() { _ = one.‹len›len() }
  return nil
}
extension ‹Matcher›Matcher where ‹cap›Captures == ‹No›NoCaptures, Self: ‹Base›Base { func first() -> Self.‹cap›Captures? { ‹find›find() } }
struct Box<T> where T: ‹Base›Base { let ‹@value›value: T; func f() { ‹value›value.‹base›base() } }`,
  ),
];

describe('links of Swift', () => {
  test.each(cases)('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});
