/**
 * Links after any history of edits equal those of a new index: languages in which files see each other's names without
 * imports.
 */
import { describe, expect, it } from 'vitest';
import { linkCount, playHistories, type Family, type History } from './link-histories.ts';

const rust: Family = {
  places: ['src/moved.rs', 'src/deep/mod.rs', 'src/deep/shape.rs', 'util/src/lib.rs'],
  variants: {
    'Cargo.toml': ['[package]\nname = "shop"\n', '[package]\nname = "store"\n', null],
    'util/Cargo.toml': ['[package]\nname = "util"\n', '[package]\nname = "tools"\n', null],
    'util/src/lib.rs': [
      'pub fn help() -> Tool { Tool {} }\npub struct Tool {}\nimpl Tool { pub fn work(&self) {} }\n#[macro_export]\nmacro_rules! shout { () => {} }\n',
      'pub mod deep { pub struct Tool; impl Tool { pub fn work(&self) -> u32 { 1 } } }\npub use deep::Tool;\npub trait Show { fn show(&self) { } }\n',
      null,
    ],
    'src/lib.rs': [
      'pub mod shape;\npub mod boxes;\nmod uses;\npub use shape::Shape;\npub use crate::boxes::{Box2, make};\n',
      'pub mod shape;\nmod uses;\nmod boxes;\npub use boxes::*;\npub use self::shape::*;\n',
      'mod uses;\nmod deep;\nmod boxes { pub struct Box2; impl Box2 { pub fn area(&self) -> u32 { 3 } } }\n',
    ],
    'src/shape.rs': [
      'pub trait Shape {\n    fn area(&self) -> u32;\n    fn name(&self) -> String { String::new() }\n}\npub enum Kind { Round, Flat(u32) }\nimpl Kind { pub fn flat() -> Self { Kind::Flat(1) } }\npub const LIMIT: u32 = 3;\n',
      'use crate::boxes::Box2;\npub trait Shape { fn area(&self) -> u32; fn grow(&mut self, by: u32); }\nimpl Shape for Box2 { fn area(&self) -> u32 { self.size } fn grow(&mut self, by: u32) {} }\nimpl Box2 { pub fn twice(&self) -> u32 { self.area() * 2 } }\n',
      'pub struct Shape;\nimpl Shape { pub fn area(&self) -> u32 { 1 } }\n',
      null,
    ],
    'src/boxes.rs': [
      'use super::shape::{Shape, Kind};\n\npub struct Box2 { pub size: u32, pub kind: Kind }\nimpl Box2 {\n    pub fn new(size: u32) -> Self { Box2 { size, kind: Kind::flat() } }\n    pub fn copy(&self) -> Box2 { Box2::new(self.size) }\n}\nimpl Shape for Box2 { fn area(&self) -> u32 { self.size } }\npub fn make() -> Box2 { Box2::new(1) }\n',
      'pub struct Box2 { pub size: u32 }\npub struct Box3(pub Box2);\nimpl From<Box2> for Box3 { fn from(b: Box2) -> Self { Box3(b) } }\nimpl Default for Box2 { fn default() -> Self { Box2 { size: 1 } } }\npub fn make() -> Box3 { Box3(Box2::default()) }\n',
      'pub use util::Tool as Box2;\npub fn make() -> Box2 { util::help() }\n',
      null,
    ],
    'src/uses.rs': [
      'use crate::{make, Shape, Box2};\nuse util::help;\n\nfn go(shape: &dyn Shape) {\n    let made = make();\n    made.area();\n    made.copy().name();\n    made.twice();\n    shape.area();\n    help().work();\n    Box2::new(2).kind;\n}\nimpl Box2 { pub fn more(&self) -> u32 { self.copy().area() } }\n',
      'use crate::*;\nuse crate::shape::Kind::{self, Round};\nfn go<T: Shape>(t: T) { t.area(); t.grow(1); make().0.size; let k = Round; Kind::flat(); LIMIT; Box2::default().twice(); }\n',
      'use super::boxes::Box2;\nfn go(b: Box2) { b.area(); b.work(); crate::deep::dig(); util::deep::Tool.work(); }\n',
    ],
    'src/ext.rs': [
      'use bytes::Bytes;\npub trait Loud { fn loud(&self) -> Bytes; fn soft(&self) {} }\nimpl Loud for Bytes { fn loud(&self) -> Bytes { Bytes::new() } }\nimpl Loud for str { fn loud(&self) -> Bytes { Bytes::new() } }\nimpl<T: Iterator> Each for T {}\npub trait Each { fn each(&self) {} }\n',
      'use bytes::Bytes;\npub trait Loud { fn loud(&self) -> Bytes; }\npub fn bytes() -> Bytes { Bytes::new() }\n',
      null,
    ],
    'src/far.rs': [
      'use crate::ext::*;\nimpl Loud for bytes::Bytes { fn loud(&self) -> Bytes { Bytes::new() } }\nimpl Loud for str { fn loud(&self) -> Bytes { bytes() } }\nfn go(s: &str) { s.loud().loud(); bytes().loud(); }\n',
      'use crate::ext::{Loud, Each};\nuse bytes::Bytes;\nfn go(b: Bytes, s: &str, all: Vec<u8>) { b.loud().soft(); s.loud(); all.iter().each(); b.other(); other::Bytes::new().loud(); }\n',
      null,
    ],
    'src/deep.rs': ['use super::uses;\npub fn dig() { help(); crate::boxes::make().area(); }\nfn help() {}\n', null],
  },
};

const c: Family = {
  places: ['src/moved.c', 'include/moved.h', 'lib/shape.c', 'src/shape.h'],
  variants: {
    'include/shape.h': [
      '#ifndef SHAPE_H\n#define SHAPE_H\n#define LIMIT 3\nstruct box;\ntypedef struct box box_t;\ntypedef struct shape { int size; box_t *inner; int (*area)(struct shape *); } shape_t;\nint area(shape_t *s);\nbox_t *make(int n);\nenum kind { ROUND, FLAT };\nextern int total;\n#endif\n',
      'typedef struct { int size; } shape_t;\nstatic inline int area(shape_t *s) { return s->size; }\nshape_t *make(void);\n#define grow(s) area(s)\n',
      '#include "box.h"\nunion shape { int a; };\nint area(union shape *s);\n',
      null,
    ],
    'include/box.h': [
      '#include "shape.h"\nstruct box { shape_t base; int count; };\nint count(box_t *b);\n',
      'struct box { int size; };\nint count(struct box *b);\nint grow(int by);\n',
      'typedef struct box { struct box *next; int size; } box;\nLIB_API box *(make) (int n);\nint count(box *b, void (*each)(box *));\n',
      null,
    ],
    'src/shape.c': [
      '#include "shape.h"\n#include "box.h"\nint total = 1;\nint area(shape_t *s) { return s->size + LIMIT; }\nstatic int help(void) { return 2; }\nbox_t *make(int n) { help(); return 0; }\n',
      '#include <shape.h>\nint grow(int by) { return by; }\nstatic int help(int n) { return grow(n); }\nint total;\n',
      null,
    ],
    'src/box.c': [
      '#include "box.h"\nint count(box_t *b) { return b->count + area(&b->base); }\nint help(void) { return 4; }\n',
      '#include "../include/box.h"\nstruct box { int other; };\nint count(struct box *b) { return b->size + grow(2); }\nint area(shape_t *s) { return 5; }\n',
      null,
    ],
    'src/use.c': [
      '#include "shape.h"\n#include "box.h"\nint main(void) {\n  box_t *b = make(2);\n  b->base.size = count(b);\n  shape_t s;\n  s.area(&s);\n  area(&s);\n  help();\n  grow(1);\n  total = ROUND;\n  return unknown(b);\n}\n',
      '#include "box.h"\nint help(void);\nint other(void);\nint main(void) { struct box b; b.size = help(); b.other = other(); count(&b); make()->size; return area(0); }\n',
    ],
    'include/attr.h': [
      '#include "attr_base.h"\n#define ATTR(name) struct attr attr_##name = SHOW_OF(name)\n',
      '#define SHOW_OF(name) { .get = name##_load }\n#define ATTR(name) struct attr attr_##name = SHOW_OF(name)\n#define STARTS(name) name##_start()\n',
      null,
    ],
    'include/attr_base.h': [
      '#define SHOW_OF(name) { .show = name##_show }\n',
      '#define SHOW_OF(name) { .show = name##_store, .next = STARTS(name) }\n#define ATTR(name) run(name##_load)\n',
      null,
    ],
    'src/driver.c': [
      '#include "attr.h"\nstatic int temp_show(void) { return 1; }\nstatic int temp_store(void) { return 2; }\nstatic int temp_load(void) { return 3; }\nstatic ATTR(temp);\n',
      '#include "attr.h"\n#include "attr_base.h"\nstatic int temp_show(void) { return 1; }\nint temp_load(void) { return STARTS(temp); }\nint temp_start(void) { return 4; }\nATTR(temp)\n',
    ],
    'lib/other.c': [
      'int other(void) { return 1; }\nint unknown(void *p) { return other(); }\n',
      'int grow(int by) { return 0; }\nint total;\n',
      null,
    ],
  },
};

const cpp: Family = {
  places: ['src/moved.cpp', 'include/moved.hpp', 'lib/box.cpp', 'src/shape.hpp'],
  variants: {
    'include/named.hpp': [
      'namespace shop {\nclass Box;\nclass API_EXPORT Shape;\nint first(Box *box, int (*each)(Shape *));\nstruct Pairs { std::pair<Shape, Box> one; std::map<int, Box> all; };\n}\n',
      '#include "box.hpp"\ntemplate <class T> struct List { struct Node; Node *first; };\ntemplate <class T> struct List<T>::Node { shop::Box box; Node *next; };\n',
      null,
    ],
    'src/named.cpp': [
      '#include "named.hpp"\nint shop::first(Box *box, int (*each)(Shape *)) { return box->area(); }\nvoid go(shop::Pairs &p) { p.one.second.area(); auto [shape, box] = p.one; shape.area(); for (auto &[id, one] : p.all) one.copy(); }\n',
      '#include "named.hpp"\nnamespace shop { struct Box { int area() { return 0; } int own; }; int own(Box *box) { return box->area() + box->own; } }\nint size(List<int>::Node *node) { return node->next->box.area() + sizeof(shop::Held); }\n',
      null,
    ],
    'include/shape.hpp': [
      '#pragma once\nnamespace shop {\nclass Shape {\npublic:\n  virtual int area() const;\n  virtual ~Shape();\n  int size = 1;\n  static Shape *make(int n);\n  struct Part { void turn(); };\n};\nint twice(const Shape &s);\nenum class Kind { Round, Flat };\n}\n',
      'namespace shop {\ntemplate <class T> class Shape {\npublic:\n  T held;\n  T get() { return held; }\n  int area() { return 1; }\n};\nusing Flat = Shape<int>;\ninline namespace v1 { int twice(int n); }\n}\n',
      'namespace other { class Shape { public: int area(); }; }\nusing namespace other;\n',
      '#include <box.hpp>\nnamespace shop {\nclass Box;\nclass Shape {\npublic:\n  struct Part;\n  int area();\n  Part *part;\n  Box *operator[](int n);\n};\nusing Held = Shape;\n}\n',
      null,
    ],
    'include/box.hpp': [
      '#include "shape.hpp"\nnamespace shop {\nclass Box : public Shape {\npublic:\n  Box(int n);\n  Box();\n  int area() const override;\n  void put(int n);\n  void put(const char *s);\n  Box copy() const;\n  Box *operator->();\n};\nBox make();\n}\n',
      '#include "shape.hpp"\nnamespace shop { class Box : public Shape<Box> { public: Box copy(); }; typedef Box Crate; }\nusing shop::Box;\n',
      'struct Box { int area() { return help(); } int help(); };\n',
      '#include "shape.hpp"\nnamespace shop { struct Box { int copy(); int put(int n); Box *begin(); }; using Held = Shape; int make(); }\n',
      null,
    ],
    'src/shape.cpp': [
      '#include "shape.hpp"\n#include "box.hpp"\nnamespace shop {\nint Shape::area() const { return size; }\nShape::~Shape() {}\nShape *Shape::make(int n) { return new Box(n); }\nint twice(const Shape &s) { return s.area() * 2; }\nvoid Shape::Part::turn() {}\n}\n',
      '#include "shape.hpp"\nusing namespace shop;\nint shop::twice(int n) { return n; }\nint other::Shape::area() { return 3; }\nstatic int help() { return 1; }\n',
      '#include <shape.hpp>\nnamespace shop { struct Shape::Part { int size; void turn() { size = 2; } }; int Shape::area() { part->turn(); return part->size; } }\n',
      null,
    ],
    'src/box.cpp': [
      '#include "box.hpp"\nusing namespace shop;\nBox::Box(int n) { put(n); }\nint Box::area() const { return Shape::area(); }\nvoid Box::put(int n) { size = n; }\nvoid Box::put(const char *s) {}\nBox Box::copy() const { return Box(size); }\nBox shop::make() { return Box(1); }\n',
      '#include "box.hpp"\nnamespace shop { Box Box::copy() { return *this; } Box::Box() {} namespace { int hidden() { return 1; } } int seen() { return hidden(); } }\nint Box::help() { return 4; }\n',
      null,
    ],
    'src/use.cpp': [
      '#include "box.hpp"\nusing namespace shop;\nint main() {\n  Box box = make();\n  box.put(1);\n  box.put("a");\n  box.copy().area();\n  Shape *shape = Shape::make(2);\n  shape->area();\n  twice(box);\n  auto t = box.copy();\n  t.size = 1;\n  Shape::Part part;\n  part.turn();\n  return seen() + fresh();\n}\n',
      '#include "../include/box.hpp"\nnamespace s = shop;\nstruct Use : s::Box {\n  using s::Box::copy;\n  void go() { copy().get().area(); area(); s::Crate c; c.copy(); help(); }\n};\nvoid run(Use &use) { use.go(); use.held.copy(); shop::seen(); }\n',
      '#include "shape.hpp"\nint main() { Shape s; s.area(); Box b; b.area(); b.help(); shop::Flat f; f.get(); return twice(1); }\n',
      '#include <shape.hpp>\n#include "box.hpp"\nusing shop::Box;\nTEST_CASE("a") { shop::Held held; held.area(); held[1]->copy(); held.copy(); held.part->turn(); int make = shop::make(); }\nvoid go(int n) { shop::Shape shape(n); shape.area(); shape.part->size = n; Box box(shape); for (auto &one : box) one.put(n); }\n',
    ],
    'lib/more.cpp': [
      'namespace shop { int seen() { return 1; } }\nint fresh() { return shop::seen(); }\nstruct Box { int area(); };\n',
      '#include "box.hpp"\nint shop::Box::area() const { return 5; }\nint fresh() { return 2; }\n',
      null,
    ],
  },
};

const swift: Family = {
  places: ['Sources/Shop/Moved.swift', 'Sources/Tool/Shape.swift', 'Sources/App/Box.swift', 'Top.swift'],
  variants: {
    'Sources/Shop/Shape.swift': [
      'public protocol Shape {\n  func area() -> Int\n  var name: String { get }\n}\nextension Shape {\n  func twice() -> Int { return area() * 2 }\n}\npublic func make(_ n: Int) -> Box { return Box(size: n) }\nlet limit = make(3)\n',
      'public class Shape { func area() -> Int { 1 }; class func make() -> Box { Box(size: 1) } }\npublic enum Kind { case round, flat(Int); func flip() -> Kind { .round } }\n',
      'protocol Shape { associatedtype Held; func area() -> Held }\n',
      null,
    ],
    'Sources/Shop/Box.swift': [
      'public class Box: Base, Shape {\n  public var size: Int\n  public init(size: Int) { self.size = size }\n  public func area() -> Int { return size }\n  public var name: String { "b" }\n  func put(_ s: String) {}\n  func put(_ n: Int) { run(); twice() }\n  func copy() -> Box { Box(size: size) }\n  struct Lid { func turn() {} }\n}\n',
      'public struct Box: Shape { var size: Int; func copy() -> Self { self }; static func empty() -> Box { Box(size: 0) } }\ntypealias Crate = Box\n',
      null,
    ],
    'Sources/Shop/More.swift': [
      'extension Box {\n  func more() -> Int { copy().area() }\n  convenience init() { self.init(size: 1) }\n}\nextension Box.Lid { func close() { turn() } }\n',
      'extension Shape { func thrice() -> Int { area() * 3 } }\nextension Box: CustomStringConvertible { var description: String { name } }\nfunc make(_ s: String) -> Kind { .flat(1) }\n',
      null,
    ],
    'Sources/Tool/Base.swift': [
      'open class Base {\n  open func run() {}\n  func close() {}\n}\npublic func make(_ n: Int) -> Base { Base() }\n',
      'public class Base { func run(_ n: Int) {}; var held: Box? = nil }\npublic struct Box { func area() -> Int { 2 } }\n',
      null,
    ],
    'Sources/App/Use.swift': [
      'import Shop\nimport Tool\n\nclass Use: Box {\n  let made = Box(size: 2)\n  func go(shape: Shape) {\n    shape.area()\n    shape.twice()\n    made.put("a")\n    made.put(1)\n    made.copy().more()\n    make(1).area()\n    run()\n    close()\n    Box.Lid().turn()\n    Box.Lid().close()\n    limit.area()\n  }\n}\n',
      'import Shop\n\nstruct Use { let b: Shop.Box; func go() { b.copy().area(); Box.empty().thrice(); Shape.make().copy(); let k = Kind.flat(1); k.flip(); Crate.empty() } }\n',
      'import Tool\nfunc go(base: Base) { base.run(1); base.held!.area(); Box().area(); make(2).run() }\n',
    ],
    'Sources/App/Far.swift': [
      'import Shop\nextension Box {\n  func far(_ body: (Box) -> Int) -> Box { self }\n}\nfunc with(first: Int = 1, _ body: (Box) -> Int, done: (Shape) -> Void = { _ in }) {}\n',
      'import Shop\nextension Box { func far(_ body: @Sendable (Shape) -> Box) -> Box { self } }\nextension Base { func far() -> Box { Box(size: 1) } }\n',
      null,
    ],
    'Tests/AppTests/T.swift': [
      'import App\nimport Shop\nfunc t(box: Box) {\n  box.far { $0.area() }.copy().area()\n  with { b in b.more() } done: { s in s.area() }\n  with(first: 2) { $0.copy().area() }\n}\n',
      'import Shop\nfunc t(box: Box, all: [Box]) {\n  box.far { b in b.copy() }.far()\n  all.forEach { $0.area() }\n  make(1) { $0.twice() }\n}\n',
      null,
    ],
    'Sources/Shop/Outside.swift': [
      'extension String { func loud() -> String { self } }\nextension URL { func box() -> Box { Box(size: 1) } }\n',
      'extension URL { func box() -> Box { Box(size: 1) }; func loud() {} }\nclass Pane: UIView { func go(u: URL) { u.box().area(); "a".loud(); pin() } }\n',
      null,
    ],
    'Sources/App/Outside.swift': [
      'import Shop\nfunc loudly(s: String, u: URL, v: UIView) { s.loud(); "a".loud(); u.box().area(); u.path.loud(); v.pin(); Pane().pin() }\n',
      'import Shop\nextension UIView { func pin() -> Box { Box(size: 1) } }\nextension String { func loud() -> Int { 1 } }\nfunc other(s: String) { s.loud(); URL().box().loud() }\n',
      null,
    ],
    'Sources/Tool/Far.swift': ['import Shop\nextension Box { func far(_ body: (Box) -> Box) -> Box { self } }\n', null],
    'Sources/Shop/Base.swift': [
      'public class Base { func run() {} }\n',
      'extension Base { func close() {} }\nfunc free() {}\n',
      null,
    ],
  },
};

const php: Family = {
  places: ['src/Moved.php', 'lib/Shape.php', 'lib/Box.php', 'app/Use.php'],
  variants: {
    'src/Shape.php': [
      '<?php\nnamespace Shop;\n\ninterface Shape {\n  const LIMIT = 3;\n  public function area(): int;\n}\n\ntrait Named {\n  public $name = "n";\n  public function name() { return $this->area() . $this->name; }\n  public static function create(): static { return new static(1); }\n}\n',
      '<?php\nnamespace Shop;\n\nabstract class Shape { abstract function area(); function twice() { return $this->area() * 2; } }\nenum Kind: int { case Round = 1; public static function of(): self { return self::Round; } }\n',
      '<?php\ninterface Shape { function area(); }\nfunction help() { return new Shop\\Box(1); }\n',
      null,
    ],
    'src/Box.php': [
      '<?php\nnamespace Shop;\n\nuse Other\\Base;\n\nclass Box extends Base implements Shape {\n  use Named;\n  public function __construct(public int $size) {}\n  public function area(): int { return $this->size; }\n  public function put($x) { return $this->run()->copy(); }\n  public function copy(): Box { return new self($this->size); }\n}\nfunction make(int $n): Box { return new Box($n); }\nconst TOTAL = 1;\n',
      '<?php\nnamespace Shop { class Box extends Shape { function area() { return help(); } static function make(): self { return new Box; } } function help() {} }\nnamespace Other { class Box { function area() {} } }\n',
      '<?php\nclass Box { function area() { return 1; } }\nfunction make() { return new Box(); }\n',
      null,
    ],
    'lib/Base.php': [
      '<?php\nnamespace Other;\n\nabstract class Base {\n  protected $held;\n  /** @return Base */\n  public function run() { return $this; }\n  public static function boot(): \\Shop\\Box { return \\Shop\\make(1); }\n  public function __call($name, $args) {}\n}\n',
      '<?php\nnamespace Other;\nclass Base { use \\Shop\\Named; function run(): Base { return $this; } }\n',
      '<?php\nnamespace Shop;\nclass Base {}\ntrait Named { function name() {} }\n',
      null,
    ],
    'app/Use.php': [
      '<?php\nnamespace App;\n\nuse Shop\\{Box, Shape};\nuse Other\\Base as Root;\nuse function Shop\\make;\nuse const Shop\\TOTAL;\n\nclass Use2 extends Box {\n  private Box $made;\n  function go(Shape $shape, ?Root $root) {\n    $shape->area();\n    $this->made->put(1)->area();\n    $this->name();\n    make(2)->copy()->size;\n    Root::boot()->area();\n    Box::create()->area();\n    echo TOTAL . Shape::LIMIT;\n    parent::area();\n    help();\n    strlen("x");\n    $root->run();\n  }\n}\n',
      '<?php\nuse Shop\\Kind;\n$box = new Shop\\Box(1);\n$box->area();\n$box->twice();\nShop\\Box::make()->area();\nKind::of();\nhelp()->area();\nmake()->area();\n(new Box)->area();\n',
      '<?php\nnamespace Shop;\nfunction go(Box $b) { $b->area(); make(1)->run(); help(); \\help(); namespace\\make(2); new \\Other\\Box; $b->name(); }\n',
    ],
    'app/more.php': [
      '<?php\nfunction help() { return new Box; }\nclass Shape {}\n',
      '<?php\nnamespace App;\nfunction help() { $u = new Use2(1); $u->go(null, null); return $u->made; }\nfunction make() {}\n',
      null,
    ],
  },
};

const ruby: Family = {
  places: ['lib/moved.rb', 'lib/shop/shape.rb', 'app/box.rb', 'app/use.rb'],
  variants: {
    'lib/shape.rb': [
      'module Shop\n  LIMIT = 3\n  module Shape\n    def area\n      size * LIMIT\n    end\n    def name = "s"\n  end\n  class << self\n    def make(n) = Box.new(n)\n  end\nend\n',
      'module Shop\n  class Shape\n    attr_reader :size\n    def area; twice; end\n    def self.build; new; end\n  end\nend\n',
      'module Shape\n  def area; 1; end\nend\ndef help; Shop::Box.new(1); end\n',
      null,
    ],
    'lib/box.rb': [
      "require_relative 'shape'\n\nmodule Shop\n  class Box < Base\n    include Shape\n    extend Tools\n    attr_accessor :size\n    def initialize(size)\n      @size = size\n    end\n    def put(x)\n      area\n      run\n    end\n    def copy\n      Box.new(@size)\n    end\n  end\nend\n",
      'class Shop::Box < Shop::Shape\n  def copy; self; end\n  def self.empty = Box.new\nend\nclass Box; def area; 2; end; end\n',
      null,
    ],
    'lib/more.rb': [
      'module Shop\n  class Box\n    def twice\n      area * 2\n    end\n    def self.empty\n      new(0)\n    end\n  end\n  TOTAL = Box.empty\nend\n',
      'class Object\n  def help; end\nend\nmodule Shop\n  module Shape\n    def thrice; area; end\n  end\nend\n',
      null,
    ],
    'lib/base.rb': [
      'class Base\n  def run\n    self\n  end\n  private\n  def close; end\nend\nmodule Tools\n  def boot; new(1); end\nend\n',
      'module Shop\n  class Base\n    def run(n = 1); helper; end\n    def helper; end\n  end\n  module Tools; def boot; end; end\nend\n',
      null,
    ],
    'app/use.rb': [
      "require_relative '../lib/box'\n\nclass Use < Shop::Box\n  def go(shape)\n    made = Shop::Box.new(2)\n    made.put(1)\n    made.copy.area\n    made.twice\n    Shop.make(1).name\n    Shop::Box.boot.copy\n    Shop::TOTAL.area\n    run\n    close\n    shape.area\n    helper\n  end\nend\n",
      "require_relative '../lib/more'\ninclude Shop\ndef go\n  b = Box.empty\n  b.area\n  b.thrice\n  Shape.build.area\n  help.copy\n  LIMIT\n  Base.new.run\nend\ngo\n",
      'module Shop\n  class Use\n    def go; Box.new(1).area; Shape; Tools.boot; ::Box.new.area; end\n  end\nend\n',
    ],
    'app/top.rb': [
      "require_relative 'use'\ndef helper; Use.new(1).go(nil); end\nhelper\ngo\n",
      'class Shop::Use; def more; go; end; end\nShop::Use.new.more\n',
      null,
    ],
  },
};

const python: Family = {
  places: ['app/moved.py', 'app/types_.py', 'base.py'],
  variants: {
    'app/__init__.py': ['', null],
    'app/compat.py': [
      'import sys\nif sys.platform == "win32":\n    from app.base import Multi as Kind\nelse:\n    from app.other import Kind\ntry:\n    from app.other import *\nexcept ImportError:\n    from app.base import *\n',
      'from app.base import Graph as Kind\nfrom app.other import Kind\nfrom app.base import *\nfrom app.other import *\n',
      'try:\n    from app.base import Graph as Kind, empty\nexcept ImportError:\n    class Kind:\n        def add(self): pass\n    def empty(kind): return Kind()\n',
      null,
    ],
    'app/other.py': [
      'class Kind:\n    def add(self): pass\ndef empty(kind): return Kind()\n',
      'from app.base import Multi as Kind\n',
      null,
    ],
    'app/types_.py': [
      "from typing import TypeVar\nfrom app.base import Graph\nT = TypeVar('T')\nG = TypeVar('G', bound=Graph)\nTable = dict[str, Graph]\nSame = Graph\n",
      "from typing import TypeVar\nclass T:\n    def add(self): pass\nG = TypeVar('G')\nTable = list[T]\nfrom app.base import Multi as Same\n",
      null,
    ],
    'app/base.py': [
      'from dataclasses import dataclass\nclass Graph:\n    kind = None\n    def __init__(self): self.nodes = {}\n    def copy(self): return self.__class__()\n    @classmethod\n    def make(cls): return cls()\n    def add(self): pass\n    def list(self) -> list[int]: pass\nclass Multi(Graph):\n    def __init__(self): self.edges = []\n    def add(self): pass\n    def first(self): super(Graph, self).add()\ndef empty(kind=Graph): return kind()\n@dataclass\nclass Line:\n    depth: int = 0\n',
      'class Root:\n    def add(self): pass\nclass Graph(Root):\n    def copy(self): return self\n    @classmethod\n    def make(cls): return Multi()\nclass Multi(Graph):\n    def add(self): pass\ndef empty(kind): return kind()\nclass Line:\n    depth: int = 0\n    def __init__(self, depth): pass\n',
      'from app.types_ import T\nfrom typing import NamedTuple\nclass Graph:\n    nodes: list\n    def add(self): pass\nMulti = Graph\ndef empty(kind=None):\n    kind = kind or Graph\n    return kind()\nclass Line(NamedTuple):\n    depth: int\n',
    ],
    'app/box.py': [
      'from typing import Callable, Generic\nfrom app.types_ import T, G\nclass Box(Generic[T]):\n    def __init__(self, v: T): self.v = v\n    def get(self) -> T: return self.v\ndef same(a: T) -> T: return a\ndef bounded(a: G) -> G: return a\ndef made(c: Callable[..., T]) -> T: return c()\nclass Late(Box[T]):\n    def __get__(self, instance, owner=None) -> T: ...\n',
      'from app.types_ import *\nclass Box[V]:\n    def get(self) -> V: ...\n    def __get__(self, instance, owner=None) -> V: ...\nLate = Box\ndef same(a): return a\ndef made(c): return c()\n',
      null,
    ],
    'conftest.py': [
      'import pytest\nfrom app.base import Graph\n@pytest.fixture\ndef graph(): return Graph()\n@pytest.fixture\ndef opened(): yield Graph()\n',
      'import pytest\nfrom app.base import Multi\n@pytest.fixture\ndef graph() -> Multi: ...\ndef opened(): return Multi()\n',
      null,
    ],
    'app/conftest.py': [
      'import pytest\nfrom app.base import Multi\n@pytest.fixture\ndef graph(graph):\n    graph.add()\n    return Multi()\n',
      'from app.base import Multi\nclass graph(Multi): pass\n',
      null,
    ],
    'app/test_all.py': [
      'from app.base import Graph, Multi, Line\nclass Own(Multi):\n    def close(self): self.nodes = None; self.kind = Graph()\n    def __enter__(self): return self\ndef test_all(graph, opened):\n    graph.add()\n    opened.add()\n    graph.first()\n    with Own() as own, graph as other:\n        own.nodes, own.kind.add(), other.add()\n    a, b = Line(depth=1)\n',
      'from app.box import Box\nfrom app.base import Line\ndef test_all(graph, opened):\n    graph.copy().add()  # type: ignore\n    x = opened  # type: Box\n    x.get().add()\n    [graph, opened][1:][0].add()\n',
      null,
    ],
    'app/use.py': [
      'from app.base import Graph, Multi, Line, empty\nfrom app.box import Box, Late, same, bounded, made\nfrom app.types_ import Table, Same\nclass Use:\n    late: Late[Multi] = Late(1)\n    box = Late[Graph](2)\n    def go(self, b: Box[Multi], t: Table, s: Same, m: Multi, x: Graph | Line):\n        b.get().add()\n        b.v.add()\n        self.late.add()\n        self.box.add()\n        same(m).add()\n        bounded(x).add()\n        made(Multi).add()\n        empty(Multi).add()\n        empty().add()\n        m.copy().add()\n        Multi.make().add()\n        m.nodes\n        s.add()\n        for one in t.values(): one.add()\n        Line(depth=1)\n        if isinstance(x, Line): return\n        x.add()\n        if isinstance(m.kind, Graph): m.kind.add()\n',
      'from app.compat import Kind, empty\nimport app.compat as c\ndef go(k: Kind, j: c.Kind):\n    k.add()\n    j.add()\n    empty(1).add()\n    c.empty(1).add()\n    Kind().add()\n',
      'import app.base\nfrom app.base import *\nfrom app.box import *\ndef go(g: app.base.Multi, b: Box[Graph]):\n    g.copy().add()\n    b.get().add()\n    print(app.types_.Table, Line(depth=2).depth)\n    empty(Graph).add()\n    same(Multi()).add()\n',
    ],
  },
};

/** Histories after which links were not those of a new index. */
const known = new Map<Family, readonly History[]>([
  // A macro that another one's text calls is removed: who calls the other one does not mention it.
  [
    c,
    [
      [
        [127],
        [
          [2, 0, 5, 0, 0],
          [0, 1, 0, 0, 1],
          [0, 0, 0, 0, 0],
        ],
      ],
    ],
  ],
  // A header is linked again, because of a name, and most of its readers are not.
  [
    cpp,
    [
      [
        [313, 700],
        [
          [445, 334, 34, 0, 0],
          [0, 6, 515, 0, 0],
        ],
      ],
    ],
  ],
]);

describe.each([
  ['Python', python],
  ['Rust', rust],
  ['C', c],
  ['C++', cpp],
  ['Swift', swift],
  ['PHP', php],
  ['Ruby', ruby],
])('links after edits in %s', (_, family) => {
  it('equal those of a new index', { timeout: 1_200_000 }, async () => {
    await expect(playHistories(family, 10, known.get(family))).resolves.toBeUndefined();
  });

  it('have enough links to compare', async () => expect(await linkCount(family)).toBeGreaterThan(12));
});
