/** Programs that use functions as values, in compiled languages (`handed-on.test.ts`). */
import type { Program } from './handed-on-scripts.ts';

/** By language. */
export const compiled: Record<string, Program> = {
  Go: {
    path: 'go/a.go',
    handed:
      'fArg fStmt fNested fTop fOnce fGo fDefer fHandler fConv fLess Other.MOther Other.MExpr C.MSelf fOpt fArr fMap fField fRet',
    kept: 'fVar',
    called: 'fGiven',
    text: `package m
import ("sort"; "net/http"; "sync")
func fArg(x int) int { return x }
func fStmt() {}
func fNested() {}
func fTop() {}
func fOpt() {}
func fArr() {}
func fMap() {}
func fField() {}
func fRet() {}
func fOnce() {}
func fGo() {}
func fDefer() {}
func fHandler(w http.ResponseWriter, r *http.Request) {}
func fConv(w http.ResponseWriter, r *http.Request) {}
func fLess(a, b int) bool { return true }
func fVar() {}
func fGiven() {}
func runs(cb func()) { cb() }
func gives() { runs(fGiven) }
type Opts struct { Cb func() }
type Other struct{}
func (o *Other) MOther() {}
func (o *Other) MExpr() {}
type C struct { cb func() }
func (c *C) MSelf() {}
func (c *C) Run(o *Other) func() {
	y := each(fArg)
	g(fStmt)
	g(h(fNested))
	g(Opts{Cb: fOpt})
	g(&Opts{Cb: fOpt})
	g([]func(){fArr})
	g(map[string]func(){"a": fMap})
	var once sync.Once
	once.Do(fOnce)
	go g(fGo)
	defer g(fDefer)
	http.HandleFunc("/a", fHandler)
	http.Handle("/b", http.HandlerFunc(fConv))
	sort.Slice(y, fLess)
	g(o.MOther)
	g((*Other).MExpr)
	g(c.MSelf)
	c.cb = fField
	return fRet
}
func each(f func(int) int) []int { return nil }
func g(x any) {}
func h(x any) any { return x }
var top = h(fTop)
var held = fVar
`,
  },
  Java: {
    path: 'java/A.java',
    handed:
      'Other.mVoid A.fArg A.fStmt A.fNested A.fMap A.fTop A.mThis A.mSuper A.cmp A.fNew A.fInit A.fArr A.fField A.fRet',
    kept: '',
    text: `package p;
import java.util.*;
import java.util.function.*;
class Other { void mVoid() {} }
class A {
  Runnable cb = A::fInit;
  static void fInit() {}
  static int fArg(int x) { return x; }
  static void fStmt() {}
  static void fNested() {}
  static void fField() {}
  static void fRet() {}
  static void fMap() {}
  static void fArr() {}
  static void fTop() {}
  void mThis() {}
  void mSuper() {}
  static int cmp(String a, String b) { return 0; }
  static void fNew() {}
  static final Object top = h((Runnable) A::fTop);
  static final Thread t = new Thread(A::fNew);
  Runnable run(Other o, List<String> xs) {
    List<Integer> y = List.of(1).stream().map(A::fArg).toList();
    g(A::fStmt);
    g(h(A::fNested));
    xs.sort(A::cmp);
    g(this::mThis);
    g(o::mVoid);
    g(Map.of("a", A::fMap));
    g(new Runnable[] { A::fArr });
    new Thread(A::fNew).start();
    this.cb = A::fField;
    return A::fRet;
  }
  static void g(Object r) {}
  static Object h(Runnable r) { return r; }
}
class B extends A { void go() { g(super::mSuper); } }
`,
  },
  Kotlin: {
    path: 'kt/a.kt',
    handed:
      'fArg fStmt fNested fTop fKw fMap fArr fNew Other.mOther Other.mUnbound C.mThis C.mImplicit fField fRet C.mDefault',
    kept: '',
    called: 'fGiven',
    text: `package r
fun fArg(x: Int) = x
fun fStmt() {}
fun fNested() {}
fun fTop() {}
fun fKw() {}
fun fField() {}
fun fRet() {}
fun fMap() {}
fun fArr() {}
fun fNew() {}
class Other { fun mOther() {}
  fun mUnbound() {} }
class C {
  var cb: () -> Unit = ::fField
  fun mThis() {}
  fun mImplicit() {}
  fun mDefault() {}
  fun withDefault(cb: () -> Unit = this::mDefault) { cb() }
  fun run(o: Other): () -> Unit {
    val y = listOf(1).map(::fArg)
    g(::fStmt)
    g(h(::fNested))
    g(x = ::fKw)
    g(this::mThis)
    g(::mImplicit)
    g(o::mOther)
    g(Other::mUnbound)
    g(mapOf("a" to ::fMap))
    g(listOf(::fArr))
    Thread(::fNew).start()
    cb = ::fField
    return ::fRet
  }
}
fun fGiven() {}
fun runs(cb: () -> Unit) { cb() }
fun gives() { runs(::fGiven) }
fun g(x: Any) {}
fun h(x: Any) = x
val top = h(::fTop)
`,
  },
  'C#': {
    path: 'cs/A.cs',
    handed:
      'P.Other.MOther P.A.FArg P.A.FStmt P.A.FNested P.A.FKw P.A.FEvent P.A.FEvent2 P.A.FNew P.A.FTop P.A.MThis P.A.MBare P.A.FHandler P.A.FOpt P.A.FMap',
    kept: 'P.A.FField P.A.FRet P.A.FArr',
    called: 'P.A.FGiven',
    text: `using System; using System.Linq; using System.Collections.Generic; using System.Threading;
namespace P {
class Other { public event Action Saved; public Action Cb; public void MOther() {} }
class Opts { public Action Cb { get; set; } }
class A {
  Action cb;
  static int FArg(int x) => x;
  static void FStmt() {}
  static void FNested() {}
  static void FKw() {}
  static void FEvent() {}
  static void FEvent2() {}
  static void FNew() {}
  static void FField() {}
  static void FRet() {}
  static void FOpt() {}
  static void FMap() {}
  static void FArr() {}
  static void FTop() {}
  void MThis() {}
  void MBare() {}
  static void FGiven() {}
  static void Runs(Action cb) { cb(); }
  static void Gives() { Runs(FGiven); }
  static void FHandler() {}
  static object top = H(FTop);
  Action Run(Other o) {
    var y = new List<int>().Select(FArg).ToList();
    G(FStmt);
    G(H(FNested));
    G(x: FKw);
    G(this.MThis);
    G(MBare);
    G(o.MOther);
    o.Saved += FEvent;
    o.Saved += new Action(FEvent2);
    new Thread(FNew).Start();
    G(new Opts { Cb = FOpt });
    G(new Dictionary<string, Action> { ["a"] = FMap });
    G(new Action[] { FArr });
    var hd = new Action(FHandler);
    cb = FField;
    return FRet;
  }
  static void G(object x) {}
  static object H(object x) => x;
}
}
`,
  },
  Rust: {
    path: 'rs/src/lib.rs',
    handed: 'f_arg f_stmt f_nested f_arr f_vec f_spawn f_box f_ref Other.m_path C.m_self f_field f_opt',
    kept: 'f_ret f_top f_let',
    called: 'f_given',
    text: `pub fn f_given() {}
fn runs<F: Fn()>(cb: F) { cb() }
fn gives() { runs(f_given) }
fn f_arg(x: i32) -> i32 { x }
pub fn f_stmt() {}
pub fn f_nested() {}
pub fn f_field() {}
pub fn f_ret() {}
pub fn f_opt() {}
pub fn f_arr() {}
pub fn f_vec() {}
pub fn f_spawn() {}
pub fn f_top() {}
pub fn f_box() {}
pub fn f_ref() {}
pub fn f_let() {}
pub struct Opts { cb: fn() }
pub struct Other;
impl Other { pub fn m_path(&self) {} pub fn new(x: i32) -> Self { Other } }
pub struct C { cb: fn() }
impl C {
    fn m_self() {}
    pub fn run(&mut self, o: &Other) -> fn() {
        let y: Vec<i32> = vec![1].into_iter().map(f_arg).collect();
        g(f_stmt);
        g(h(f_nested));
        g(Opts { cb: f_opt });
        g([f_arr]);
        g(vec![f_vec]);
        std::thread::spawn(f_spawn);
        g(Box::new(f_box));
        g(&f_ref);
        g(Other::m_path);
        g(Self::m_self);
        let z = Some(1).map(Other::new);
        let w = f_let;
        self.cb = f_field;
        f_ret
    }
}
fn g<T>(x: T) {}
fn h<T>(x: T) -> T { x }
static TOP: fn() = f_top;
`,
  },
  C: {
    path: 'c/a.c',
    handed: 'f_arg f_stmt f_nested f_amp f_thread f_cast cmp f_init f_init2 f_arr f_field f_comp',
    kept: 'f_ret',
    called: 'f_arg f_stmt f_amp f_given',
    text: `#include <stdlib.h>
#include <pthread.h>
struct ops { int (*f)(int); int (*g)(int); };
static void f_given(void) {}
static void runs(void (*cb)(void)) { cb(); }
void gives(void) { runs(f_given); }
static int f_arg(int x) { return x; }
static int f_stmt(int x) { return x; }
static int f_nested(int x) { return x; }
static int f_init(int x) { return x; }
static int f_init2(int x) { return x; }
static int f_arr(int x) { return x; }
static int f_amp(int x) { return x; }
static int f_field(int x) { return x; }
static int f_ret(int x) { return x; }
static void *f_thread(void *p) { return p; }
static int f_cast(int x) { return x; }
static int f_comp(int x) { return x; }
static int cmp(const void *a, const void *b) { return 0; }
static struct ops table = { .f = f_init, f_init2 };
static int (*arr[])(int) = { f_arr };
int g(int (*f)(int)) { return f(1); }
void *h(void *p) { return p; }
int (*run(struct ops *o))(int) {
  int y = g(f_arg);
  g(f_stmt);
  h(h(f_nested));
  g(&f_amp);
  qsort(0, 1, 2, cmp);
  pthread_create(0, 0, f_thread, 0);
  h((void *)f_cast);
  h(&(struct ops){ .f = f_comp });
  o->f = f_field;
  return f_ret;
}
`,
  },
  'C++': {
    path: 'cpp/a.cpp',
    handed:
      'f_arg f_stmt f_nested f_thread f_thread2 f_bind f_brace f_top cmp Other.m_other C.m_this C.m_this2 C.m_static f_init f_arr',
    kept: 'f_field f_ret f_fn',
    text: `#include <thread>
#include <functional>
#include <algorithm>
#include <vector>
int f_arg(int x) { return x; }
void f_stmt() {}
void f_nested() {}
void f_thread() {}
void f_thread2() {}
void f_bind() {}
void f_init() {}
void f_arr() {}
void f_field() {}
void f_ret() {}
void f_brace() {}
void f_top() {}
void f_fn() {}
bool cmp(int a, int b) { return a < b; }
struct Opts { void (*cb)(); };
struct Other { void m_other() {} };
void g(void (*f)()) {}
template <class T> T h(T x) { return x; }
class C {
 public:
  void (*cb)();
  void m_this() {}
  void m_this2() {}
  static void m_static() {}
  void (*run(std::vector<int> &v))() {
    int y = h(f_arg)(1);
    g(f_stmt);
    h(h(f_nested));
    std::thread t(f_thread);
    std::thread t2{f_thread2};
    auto b = std::bind(&C::m_this, this);
    auto b2 = std::bind(f_bind);
    std::sort(v.begin(), v.end(), cmp);
    h(&C::m_this2);
    h(&Other::m_other);
    g(m_static);
    h(Opts{f_brace});
    std::function<void()> fn = f_fn;
    cb = f_field;
    return f_ret;
  }
};
static Opts table = { f_init };
static void (*arr[])() = { f_arr };
auto top = h(f_top);
`,
  },
  Swift: {
    path: 'swift/a.swift',
    handed: 'fArg fStmt fNested fKw fTop fArr Other.mOther C.mSelf C.mBare C.mUnbound',
    kept: 'fMap fField fRet C.mObjc',
    text: `func fArg(_ x: Int) -> Int { return x }
func fStmt() {}
func fNested() {}
func fKw() {}
func fTop() {}
func fArr() {}
func fMap() {}
func fField() {}
func fRet() {}
class Other { func mOther() {} }
class C {
  var cb: () -> Void = fField
  func mSelf() {}
  func mBare() {}
  @objc func mObjc() {}
  func mUnbound() {}
  func run(_ o: Other) -> () -> Void {
    let y = [1].map(fArg)
    g(fStmt)
    g(h(fNested))
    g2(x: fKw)
    g(self.mSelf)
    g(mBare)
    g(o.mOther)
    g(C.mUnbound)
    g([fArr])
    g(["a": fMap])
    g(#selector(mObjc))
    cb = fField
    return fRet
  }
}
func g(_ x: Any) {}
func g2(x: Any) {}
func h(_ x: Any) -> Any { return x }
let top = h(fTop)
`,
  },
  Scala: {
    path: 'scala/a.scala',
    handed: 'A.fArg A.fStmt A.fNested A.fKw A.fArr A.fTop A.fInfix Other.mOther C.mThis C.mBare',
    kept: 'A.fEta A.fMap A.fField A.fRet',
    text: `package q
object A {
  def fArg(x: Int) = x
  def fStmt(x: Int) = x
  def fNested(x: Int) = x
  def fKw(x: Int) = x
  def fEta(x: Int) = x
  def fArr(x: Int) = x
  def fMap(x: Int) = x
  def fField(x: Int) = x
  def fRet(x: Int) = x
  def fTop(x: Int) = x
  def fInfix(x: Int) = x
  def g(x: Any) = x
  def h(x: Any) = x
  val top = h(fTop)
}
class Other { def mOther(x: Int) = x }
class C {
  import A._
  var cb: Int => Int = null
  def mThis(x: Int) = x
  def mBare(x: Int) = x
  def run(o: Other): Int => Int = {
    val y = List(1).map(fArg)
    g(fStmt)
    g(h(fNested))
    g(x = fKw)
    g(fEta _)
    g(this.mThis)
    g(mBare)
    g(o.mOther)
    g(List(fArr))
    g(Map("a" -> fMap))
    List(1) map fInfix
    cb = fField
    fRet
  }
}
`,
  },
  Dart: {
    path: 'dart/a.dart',
    handed: 'fArg fStmt fNested fKw fTop fArr fNew fCascade Other.mOther Other.mStatic C.mThis C.mBare C.mKw',
    kept: 'fMap fField fRet',
    text: `int fArg(int x) => x;
void fStmt() {}
void fNested() {}
void fKw() {}
void fTop() {}
void fArr() {}
void fMap() {}
void fField() {}
void fRet() {}
void fNew() {}
void fCascade() {}
class Other { void mOther() {}
  static void mStatic() {} }
class C {
  Function? cb;
  void mThis() {}
  void mBare() {}
  void mKw() {}
  Function run(Other o) {
    var y = [1].map(fArg);
    g(fStmt);
    g(h(fNested));
    g2(x: fKw);
    Button(onPressed: mKw);
    g(this.mThis);
    g(mBare);
    g(o.mOther);
    g(Other.mStatic);
    g([fArr]);
    g({'a': fMap});
    new Thing(fNew);
    o..add(fCascade);
    cb = fField;
    return fRet;
  }
}
void g(x) {}
void g2({x}) {}
h(x) => x;
var top = h(fTop);
`,
  },
};
