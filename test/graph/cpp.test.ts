/**
 * Links of C++: namespaces, classes, methods inside and outside of the class body, inheritance, constructions, simple
 * templates.
 */
import { describe, expect, test } from 'vitest';
import { c } from '../../src/languages/c/c.ts';
import { cpp } from '../../src/languages/cpp/cpp.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([c, cpp]);

interface Case {
  name: string;
  files: Sources;
}

const cases: Case[] = [
  {
    name: 'methods that a header declares and a source file defines',
    files: {
      'shape.hpp': `#pragma once
namespace geo {
class ‹@Shape›Shape {
 public:
  Shape(int n);
  int ‹@inline›area() const { return ‹side›side * 2; }
  void grow(int by);
  static Shape *make();
 private:
  int ‹@side›side;
};
}`,
      'shape.cpp': `#include "shape.hpp"
namespace geo {
‹Shape›Shape::‹@ctor›Shape(int n) : ‹side›side(n) {}
void Shape::‹@grow›grow(int by) { ‹side›side += by; this->‹side›side = ‹inline›area(); }
‹Shape›Shape *Shape::‹@make›make() { return new ‹Shape›Shape(1); }
}`,
      'main.cpp': `#include "shape.hpp"
using namespace geo;
int main() {
  ‹Shape›Shape s(1);
  s.‹grow›grow(s.‹inline›area());
  auto *p = ‹Shape›Shape::‹make›make();
  p->‹grow›grow(2);
  geo::‹Shape›Shape::‹make›make()->‹inline›area();
  auto t = ‹Shape›Shape(3);
  t.‹grow›grow(‹ctor()›Shape(4).‹inline›area());
}`,
    },
  },
  {
    name: 'namespaces: inner before outer, reopened, qualified, aliases, using declarations',
    files: {
      'n.hpp': `namespace a { int ‹@af›f(); namespace b { int ‹@bf›f(); int ‹@g›g(); } }
namespace a { int ‹@h›h(); }
int ‹@top›f();`,
      'n.cpp': `#include "n.hpp"
namespace a { namespace b { int k() { return ‹bf›f() + a::‹af›f() + ::‹top›f() + ‹h›h(); } } int l() { return ‹af›f() + b::‹g›g(); } }
namespace ab = a::b;
using a::b::‹g›g;
int m() { return ‹top›f() + ab::‹bf›f() + ‹g›g() + std::‹-›move(1) + ‹?›h(); }`,
    },
  },
  {
    name: 'members that a class takes from its base with `using`, beside its own of that name',
    files: {
      'a.cc': `class Base { public: void ‹@bf›f(int a); void ‹@bg›g(); void ‹@bh›h(); };
class D : public Base {
 public:
  using Base::f;
  using Base::g;
  void ‹@df›f(int a, int b);
  void ‹@dh›h();
};
void use(D* d) { d->‹bf›f(1); d->‹bg›g(); d->‹dh›h(); }`,
      'round.cc': `class One : public Two { using Two::run; void ‹@one›run(); };
class Two : public One { using One::run; void ‹@two›run(int a); };
void go(One* o) { o->‹one›run(); }`,
    },
  },
  {
    name: 'inheritance, virtual members, constructors of bases',
    files: {
      'a.cpp': `struct ‹@Base›Base { Base(int); virtual void ‹@run›run() = 0; void ‹@help›help(); int ‹@f›field; };
struct ‹@Mid›Mid : public ‹Base›Base { Mid() : ‹Base›Base(1) {} };
struct Leaf : ‹Mid›Mid {
  void ‹@leaf›run() override { ‹help›help(); ‹f›field = 1; ‹Base›Base::‹help›help(); }
  void both() { ‹leaf›run(); }
};
void f(Base &b, Leaf *l) { b.‹run›run(); l->‹leaf›run(); l->‹help›help(); }`,
    },
  },
  {
    name: 'templates by name, containers and smart pointers of the standard library',
    files: {
      'a.cpp': `#include <vector>
#include <memory>
template <typename T> struct ‹@Box›Box { T ‹@value›value; T ‹@get›get() { return ‹value›value; } };
struct ‹@Item›Item { void ‹@go›go(); };
template <class T> void ‹@each›each(T t) {}
void f(std::vector<‹Item›Item> all, std::unique_ptr<Item> one, Box<Item> box) {
  for (auto &x : all) x.‹go›go();
  all[0].‹go›go();
  one->‹go›go();
  box.‹get›get().‹go›go();
  ‹each›each<int>(1);
  auto p = std::make_shared<‹Item›Item>();
  p->‹go›go();
  static_cast<Item *>(q)->‹go›go();
  all.‹-›size();
}`,
    },
  },
  {
    name: 'forward-declared classes: in their namespace, in their class',
    files: {
      'slice.hpp': 'namespace db { class ‹@Slice›Slice { public: int ‹@size›size() const { return 1; } }; }',
      'other.hpp': 'namespace db { class Slice; void use(const Slice &s); }',
      'table.hpp': `namespace db {
class Slice;
class ‹@Table›Table {
 public:
  int ‹@count›count();
 private:
  struct Rep;
  ‹Rep›Rep *‹@rep_›rep_;
};
}`,
      'table.cpp': `#include "table.hpp"
#include "slice.hpp"
#include "other.hpp"
namespace db {
struct ‹Table›Table::‹@Rep›Rep { Slice ‹@key›key; int ‹@total›total() { return ‹key›key.‹size›size(); } };
int Table::count() { return ‹rep_›rep_->‹total›total() + ‹rep_›rep_->‹key›key.‹size›size(); }
}`,
      'main.cpp': `#include "other.hpp"
#include "slice.hpp"
using db::‹Slice›Slice;
extern "C" {
struct holder { ‹Slice›Slice *held; };
int measure(const ‹Slice›Slice &s, holder *h) { return s.‹size›size() + h->held->‹size›size(); }
}`,
    },
  },
  {
    name: 'a namespace that a macro opens, and using declarations of its names',
    files: {
      'lib.hpp': `#define LIB_BEGIN namespace lib {
LIB_BEGIN
class ‹@File›File { public: void ‹@close›close(); };
File ‹@open›open();
}`,
      'main.cpp': `#include "lib.hpp"
using lib::‹File›File;
void run(‹File›File &f) { f.‹close›close(); }
void make() { auto open = lib::‹open›open(); open.‹close›close(); }`,
    },
  },
  {
    name: 'variables with arguments for their constructors, which look like functions',
    files: {
      'a.cpp': `struct ‹@Slice›Slice { ‹@make›Slice(int n); int ‹@size›size(); };
namespace log { struct ‹@Writer›Writer { Writer(int a, int b); void ‹@add›add(Slice s); }; }
int ‹@limit›limit, ‹@limits›limits[3];
int ‹@count›count(int n);
int run(int n) {
  ‹Slice›Slice input(n);
  log::‹Writer›Writer writer(n, ‹limit›limit);
  ‹Slice›Slice third(‹limits›limits[n]), fourth(‹count›count(n));
  ‹make()›Slice other(n);
  writer.‹add›add(input);
  return input.‹size›size();
}`,
    },
  },
  {
    name: 'function bodies in macros have variables of their own',
    files: {
      'a.cpp': `struct ‹@Text›Text { Text(const char *s); int ‹@size›size(); };
struct ‹@List›List { int ‹@count›count(); };
TEST_CASE("text") { Text value("a"); value.‹size›size(); }
TEST_CASE("list") { List value; value.‹count›count(); }`,
    },
  },
  {
    name: 'elements of objects: by own operators, by library methods, in loops',
    files: {
      'a.hpp': `#include <map>
#include <vector>
struct ‹@Item›Item { int ‹@size›size(); };
template <class T> struct Held { T *operator->() const; T &operator*(); bool empty(); };
struct Row { Item &operator[](int n); int ‹@rows›size(); };
struct Items { Item *begin(); Item *end(); };
struct Step { Item &operator*(); };
struct Steps { Step begin(); Step end(); };
using ItemHeld = Held<Item>;`,
      'b.cpp': `#include "a.hpp"
void use(ItemHeld held, Held<Held<Item>> twice, Row row, Items items, Steps steps) {
  held->‹size›size(); (*held).‹size›size(); twice->‹size›size();
  row[1].‹rows›size(); held->‹?›grow();
  for (auto &item : items) item.‹size›size();
  for (auto &item : steps) item.‹size›size();
}
void library(std::vector<Item> all, std::map<int, Item> by, std::unique_ptr<Item> one) {
  all.front().‹size›size(); all.back().‹size›size(); by.at(1).‹size›size(); one.get()->‹size›size();
  auto found = by.find(1);
  found->second.‹size›size();
  for (auto &pair : by) pair.second.‹size›size();
}
struct Known : Unknown { Item *operator->(); };
void outside(Known known) { known->‹-›size(); }`,
    },
  },
  {
    name: 'a type of the same name in several headers',
    files: {
      'base.hpp': 'template <class T> struct Iter { void ‹@next›next(); };\nstruct Slice {};',
      'a.hpp': '#include "base.hpp"\nusing SliceIter = Iter<Slice>;\nusing Other = Iter<Slice>;',
      'b.hpp': '#include "base.hpp"\nusing SliceIter = Iter<Slice>;\nusing Other = Iter<int>;',
      'c.cpp': `#include "a.hpp"
#include "b.hpp"
void use(SliceIter *iter, Other *other) { iter->‹next›next(); other->‹?›next(); }`,
    },
  },
  {
    name: 'enum classes, nested types, statics, typedefs inside of classes',
    files: {
      'a.cpp': `enum class ‹@Color›Color { ‹@Red›Red };
enum Plain { ‹@One›One };
struct ‹@Outer›Outer {
  struct ‹@Inner›Inner { int ‹@x›x; };
  using ‹@Alias›Alias = ‹Inner›Inner;
  static int ‹@count›count;
  ‹Inner›Inner make();
};
int f(Outer o) { ‹Outer›Outer::‹Inner›Inner i; Outer::‹Alias›Alias j; return i.‹x›x + j.‹x›x + Outer::‹count›count + o.make().‹x›x + ‹One›One + (int)Color::‹Red›Red; }`,
    },
  },
  {
    name: 'a namespace that macros open and close',
    files: {
      'base.hpp': `#define LIB_BEGIN_NAMESPACE namespace lib { inline namespace v1 {
#define LIB_END_NAMESPACE }}
LIB_BEGIN_NAMESPACE
int ‹@go›go(int x);
LIB_END_NAMESPACE`,
      'a.cpp': '#include "base.hpp"\nint f() { return lib::‹go›go(1); }',
    },
  },
  {
    name: 'anonymous namespaces and statics stay in their file',
    files: {
      'a.cpp': 'namespace { int ‹@own›own() { return 1; } }\nint f() { return ‹own›own(); }',
      'b.cpp':
        'namespace { int own() { return 2; } }\nint g() { return ‹-›other(); }\nstatic int local() { return 3; }',
      'c.cpp': 'int h() { return ‹-›local() + ‹?›own(); }',
    },
  },
  {
    name: 'parameters of lambdas, variables of range loops and catch clauses',
    files: {
      'a.cpp': `struct E { int ‹@what›what(); };
int f() { try { } catch (const E &e) { e.‹what›what(); } auto l = [](E x) { return x.‹what›what(); }; return 0; }`,
    },
  },
  {
    name: 'overloads are one symbol of their class; out of class by the number of parameters',
    files: {
      'a.hpp': 'class A { public: void ‹@first›set(int a); void set(int a, int b); };',
      'a.cpp': '#include "a.hpp"\nvoid A::‹@one›set(int a) {}\nvoid A::set(int a, int b) {}',
      'b.cpp': '#include "a.hpp"\nvoid f(A &a) { a.‹one›set(1); }',
    },
  },
  {
    name: 'overloads: by type, const methods, constructors, functions of several headers; declarations lead to the definition of their signature',
    files: {
      'text.hpp': `#pragma once
struct ‹@Text›Text { int n; };
class ‹@Out›Out {
 public:
  ‹@pn›Out(int n);
  ‹@pt›Out(const Text &text);
  void ‹@wn›write(int n) {}
  void ‹@ws›write(const char *text) {}
  void write(const Text &text);
  void write(const Text &text, int n = 0, bool b = true);
  int ‹@at›at() { return 1; }
  int ‹@atc›at() const { return ‹atc›at() + this->‹atc›at(); }
  int both() { return ‹at›at(); }
};
void ‹@show›show(const Text &text);
template <typename T> void ‹@any›print(const T &value) {}
void ‹@out›print(Out &out) {}`,
      'number.hpp': `#pragma once
void show(int n);
void ‹@sb›show(bool b);`,
      'text.cpp': `#include "text.hpp"
#include "number.hpp"
void ‹Out›Out::‹@wt›write(const Text &text) {}
void ‹Out›Out::‹@wtn›write(const Text &text, int n, bool b) {}
void ‹@sn›show(int n) {}`,
      'use.cpp': `#include "text.hpp"
#include "number.hpp"
void use(const Out &fixed, ‹Text›Text text) {
  ‹pn()›Out a(1);
  auto b = new ‹pt()›Out(text);
  a.‹wn›write(1);
  a.‹ws›write("x");
  a.‹wtn›write(text, 2);
  a.‹at›at();
  fixed.‹atc›at();
  ‹show›show(text);
  ‹sn›show(1);
  ‹sb›show(true);
  ‹any›print(text);
}`,
    },
  },
  {
    name: 'overloads by numbers: literals, casts, arithmetic, promotion, results of calls, fields',
    files: {
      'n.cpp': `#include <cstdint>
void ‹@i›put(int n) {}
void ‹@u›put(unsigned long n) {}
void ‹@d›put(double n) {}
void ‹@c›put(char c) {}
void ‹@w›put(wchar_t c) {}
using id_t = std::uint64_t;
id_t next() { return 1; }
double half(id_t n);
short half(char c);
struct Box { id_t id; double size; };
void use(Box &box, id_t id, short small, float real) {
  ‹i›put(1); ‹u›put(1ul); ‹d›put(1.5); ‹c›put('c'); ‹w›put(L'c');
  ‹u›put(id); ‹i›put(small); ‹d›put(real);
  ‹i›put(static_cast<int>(id)); ‹c›put((char)id); ‹d›put(double(id));
  ‹u›put(id * 2 + small); ‹u›put(id << 3);
  ‹u›put(next()); ‹d›put(half(id)); ‹i›put(half('c'));
  ‹u›put(box.id); ‹d›put(box.size);
}`,
    },
  },
  {
    name: 'overloads by pointers, arrays, const and what a class can be made of',
    files: {
      'p.cpp': `#include <string>
struct Name { Name(const char *text); };
struct Size { explicit Size(int n); };
void ‹@text›show(const char *text) {}
void ‹@flag›show(bool flag) {}
void ‹@name›tell(const Name &name) {}
void ‹@size›tell(const Size &size) {}
void ‹@string›tell(const std::string &text, int n) {}
void ‹@number›tell(int m, int n) {}
void ‹@in›fill(const int *from) {}
void ‹@out›fill(int *to) {}
template <int N> void ‹@array›keep(int (&all)[N]) {}
void ‹@pointer›keep(int *one, int n) {}
void use(const int *fixed, int *free, int one) {
  ‹text›show("x"); ‹flag›show(true);
  ‹name›tell("x"); ‹size›tell(1);
  ‹string›tell("x", 1); ‹number›tell(1, 2);
  ‹in›fill(fixed); ‹out›fill(free); ‹out›fill(&one);
  int all[3];
  ‹array›keep(all);
  ‹pointer›keep(all, 3);
}`,
    },
  },
  {
    name: 'overloads: no template before a template, the more special template, written type arguments, deduced arguments are not converted',
    files: {
      't.cpp': `struct Item {};
template <typename T> struct List { T first; };
void ‹@plain›show(int n) {}
template <typename T> void ‹@any›show(const T &value) {}
template <typename T> void ‹@list›show(const List<T> &list) {}
template <typename T> void ‹@pointer›hold(T *value) {}
template <typename T> void ‹@value›hold(T value) {}
template <typename To, typename From> To ‹@cast›turn(From from) { return To(); }
int ‹@turned›turn(Item item) { return 1; }
template <typename T> void ‹@deduced›see(const List<T> &list) {}
template <typename T> void ‹@others›see(T value, int n = 0) {}
void use(Item item, List<Item> items, Item *at) {
  ‹plain›show(1); ‹any›show(item); ‹list›show(items);
  ‹pointer›hold(at); ‹value›hold(item);
  ‹cast›turn<int>(item); ‹turned›turn(item);
  ‹deduced›see(items); ‹others›see(item);
}`,
    },
  },
  {
    name: 'overloads: defaults that only the declaration has, constructions with braces, const objects in const objects',
    files: {
      'd.hpp': `#pragma once
class Log {
 public:
  Log();
  ‹@two›Log(int level, const char *name);
  void write(const char *text, bool ends = true);
  void write(int n, bool ends = true);
  int ‹@at›at() { return 1; }
  int ‹@atc›at() const { return 2; }
};
struct Holder { Log log; int ‹@of›of(const Holder &other) { return other.log.‹atc›at() + log.‹at›at(); } };`,
      'd.cpp': `#include "d.hpp"
void Log::‹@text›write(const char *text, bool ends) {}
void Log::‹@number›write(int n, bool ends) {}
void use(Log &log) {
  log.‹text›write("x");
  log.‹number›write(1);
  auto other = ‹two()›Log{1, "x"};
  other.‹number›write(2, false);
}`,
    },
  },
  {
    name: 'overloads: constructors of bases and of the class itself in initialisers, and of new without arguments',
    files: {
      'i.cpp': `enum class Shade { red };
struct Base { ‹@bn›Base() {} explicit ‹@bi›Base(int n) {} };
struct ‹@Paint›Paint : Base {
  ‹@pn›Paint() : ‹bn()›Base() {}
  ‹@ps›Paint(Shade shade) : ‹bi()›Base(1), size(2) {}
  ‹@pi›Paint(int n) : ‹ps()›Paint(static_cast<Shade>(n)) {}
  Paint(const char *text);
  int size;
};
‹Paint›Paint::Paint(const char *text) : ‹pi()›Paint(3) {}
‹Paint›Paint *make(Shade shade) { return shade == Shade::red ? new ‹pn()›Paint : new ‹ps()›Paint(shade); }`,
    },
  },
  {
    name: 'overloads: an argument of unknown type, or a number of unknown width, excludes no function',
    files: {
      'u.cpp': `#include "missing.hpp"
template <typename T> struct Held { T value; };
template <typename T> void ‹@any›add(const T &value) {}
void ‹@text›add(const char *text) {}
template <typename T> void ‹@all›put(const T &value) {}
void ‹@wide›put(char32_t c) {}
void use(Held<char32_t> held) {
  ‹any,text›add(unknown());
  ‹any›add(1);
  ‹text›add("x");
  ‹all,wide›put(held.value);
  ‹all›put("x");
}`,
    },
  },
  {
    name: 'overloads: the type arguments of containers of the library are deduced, so that nothing is converted to the container; time_t',
    files: {
      'l.cpp': `#include <ctime>
#include <functional>
#include <vector>
template <typename T> struct Only;
struct Made { template <typename T, typename = std::enable_if_t<Only<T>::value>> Made(T value) {} };
template <typename T> void send(const std::vector<T> &values) {}
void ‹@made›send(Made made) {}
template <typename T> void hold(std::reference_wrapper<T> value) {}
void ‹@held›hold(Made made) {}
void ‹@real›wait(double n) {}
void ‹@time›wait(std::time_t time) {}
void use(std::time_t now) {
  ‹made›send(1);
  ‹held›hold("x");
  ‹time›wait(now); ‹real›wait(1.5);
}`,
    },
  },
  {
    name: 'overloads: texts of wide and of plain characters; a template that may not exist excludes no other function',
    files: {
      'w.cpp': `#include "missing.hpp"
template <typename C> struct Text { Text(const C *text) {} };
using Narrow = Text<char>;
using Wide = Text<wchar_t>;
void ‹@narrow›tell(Narrow text) {}
void ‹@wide›tell(Wide text) {}
template <typename T> struct Only;
struct Sink {};
struct Stream : missing::Base {};
void ‹@sink›print(Sink &sink, Narrow text) {}
template <typename S, typename T, typename = std::enable_if_t<Only<S>::value>> void ‹@maybe›print(S &&from, const T &value) {}
void use(Stream &stream) {
  ‹narrow›tell("x"); ‹wide›tell(L"x");
  ‹sink,maybe›print(stream, "x");
}`,
    },
  },
  {
    name: 'a result type behind the parameters names the parameters; objects made by an alias; both branches of a condition',
    files: {
      'r.cpp': `struct Part { int ‹@size›size() { return 1; } };
using Alias = Part;
auto sized(Part &part) -> decltype(part.‹size›size()) { return part.‹size›size(); }
void use() { auto made = Alias(); made.‹size›size(); }
#ifdef _WIN32
void ‹@one›wait() {}
#else
void ‹@two›wait() {}
#endif
void later() { ‹one,two›wait(); }`,
    },
  },
  {
    name: 'templates: types written in calls or inferred from arguments, members of the elements',
    files: {
      'a.hpp': `struct X { void ‹@x›x(); };
template <class T> struct Box { T value; T ‹@get›get() { return value; } T *ptr() { return &value; } template <class U> U ‹@as›as(); };
template <typename T> T ‹@same›same(T t) { return t; }
template <typename T> T ‹@make›make();
namespace n { template <typename T, typename U> U ‹@both›both(T t); }`,
      'b.cpp': `#include "a.hpp"
void use() {
  Box<X> b; b.‹get›get().‹x›x(); b.value.‹x›x(); b.ptr()->‹x›x(); b.‹as›as<X>().‹x›x();
  ‹same›same(X()).‹x›x(); ‹make›make<X>().‹x›x(); ‹same›same<X>(X{}).‹x›x(); n::‹both›both<int, X>(1).‹x›x();
  Box<Box<X>> bb; bb.‹get›get().‹get›get().‹x›x();
}`,
    },
  },
  {
    name: 'a C header is visible in C++, and C defines its functions',
    files: {
      'c_api.h': '#ifdef __cplusplus\nextern "C" {\n#endif\nint c_run(void);\n#ifdef __cplusplus\n}\n#endif',
      'c_api.c': '#include "c_api.h"\nint ‹@run›c_run(void) { return 1; }',
      'a.cpp': '#include "c_api.h"\nint f() { return ‹run›c_run() + ::‹run›c_run(); }',
    },
  },
  {
    name: 'additions to std for own types apply only to these types',
    files: {
      'a.hpp': `struct ‹@Thread›Thread {};
namespace std { inline void ‹@swap›swap(Thread &a, Thread &b) {} }`,
      'b.cpp': `#include "a.hpp"
void ints() { int a = 1, b = 2; std::‹-›swap(a, b); }
void threads(Thread a, Thread b) { std::‹swap›swap(a, b); }`,
    },
  },
  {
    name: 'specialisations of std templates apply only to own types',
    files: {
      'a.hpp': `namespace acme { struct Doc { void swap(Doc& o); int n; }; }
namespace std {
template<> inline void ‹@swap›swap(acme::Doc& a, acme::Doc& b) { a.swap(b); }
template<> struct ‹@hash›hash<acme::Doc> { int operator()(const acme::Doc& d) const { return d.n; } };
}
template <class T> struct Box {};
template <> struct ‹@box›Box<int> { int n; };`,
      'b.cpp': `#include "a.hpp"
void ints() { int a = 1, b = 2; std::‹-›swap(a, b); }
void strings(std::string a, std::string b) { std::‹-›swap(a, b); }
void docs(acme::Doc& a, acme::Doc& b) { std::‹swap›swap(a, b); std::‹?›swap(a.x(), b.x()); }
int h() { return std::‹-›hash<int>()(1) + std::‹-›hash<std::string>{}("a") + std::‹hash›hash<acme::Doc>{}(acme::Doc()); }`,
    },
  },
  {
    name: 'pairs, and names for their members',
    files: {
      'a.cpp': `struct ‹@Foo›Foo { int ‹@bar›bar(); };
struct Key { int ‹@id›id(); };
std::pair<Key, Foo> make();
int use(std::vector<std::pair<Key, Foo *>> &all, std::map<int, Foo> &byId, std::pair<Key, Foo> one, std::map<int, std::pair<Key, Foo>> pairs) {
  for (auto &each : all) { each.first.‹id›id(); each.second->‹bar›bar(); }
  for (const auto &[key, value] : byId) value.‹bar›bar();
  for (auto [key, value] : all) { key.‹id›id(); value->‹bar›bar(); }
  auto [key, foo] = make();
  key.‹id›id();
  all[0].second->‹bar›bar();
  pairs[1].first.‹id›id();
  auto it = byId.find(1);
  it->second.‹bar›bar();
  return one.second.‹bar›bar() + foo.‹bar›bar();
}`,
    },
  },
  {
    name: 'a class inside a class template, and one that is only declared where a macro stands',
    files: {
      'list.hpp': `class API_EXPORT Cache;
class API_EXPORT ‹@Cache›Cache { public: struct ‹@Handle›Handle {}; };
template <typename K, class C> class List {
  struct Node;
  ‹Node›Node *find(K key);
  ‹Node›Node *‹@head›head;
};
template <typename K, class C> struct List<K, C>::‹@Node›Node { Node *‹@next›next(int n); };
template <typename K, class C> typename List<K, C>::Node *List<K, C>::find(K key) { ‹Node›Node *x = ‹head›head; return x->‹next›next(1); }`,
      'use.cpp':
        '#include "list.hpp"\nint use(‹Cache›Cache::‹Handle›Handle *h) { ‹Cache›Cache::‹Handle›Handle *g = h; return 0; }',
    },
  },
  {
    name: 'a class that is only declared means that of a header, not one private to a source file',
    files: {
      'compare.hpp': 'struct ‹@Comparator›Comparator { int ‹@compare›compare(int a); };',
      'block.hpp': 'struct Comparator;\nint search(‹Comparator›Comparator *c);',
      'block.cpp': '#include "block.hpp"\nint search(‹Comparator›Comparator *c) { return c->‹compare›compare(1); }',
      'list_test.cpp': 'struct ‹@own›Comparator { int compare(int a); };\nint test(‹own›Comparator *c) { return 0; }',
    },
  },
  {
    name: 'file-local names of a namespace are visible where the file reopens it',
    files: {
      'a.hpp': 'namespace acme { struct Value { int size(); void go(); };\nString LIB_API ‹@write›write(int n);\n}',
      'a.cpp': `#include "a.hpp"
namespace acme { static int ‹@decode›decode(int n) { return n; } }
namespace acme { int Value::‹@size›size() { return ‹decode›decode(1); } }
void acme::Value::go() { ‹decode›decode(‹size›size()); acme::‹write›write(2); }`,
      'b.cpp':
        '#include "a.hpp"\nnamespace acme { static int ‹@own›decode(int n) { return n; } int b() { return ‹own›decode(1); } }',
    },
  },
];

describe('links of C++', () => {
  test.each(cases)('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});
