/** Programs that use functions as values, in scripting languages (`handed-on.test.ts`). */

/** A program whose functions are used as values. Names of functions begin with `f`, those of methods with `m`. */
export interface Program {
  path: string;
  /** Functions that an argument, a literal, a field, a default value or a result names, also bound. */
  handed: string;
  /** Functions that are kept in variables, compared, or named in another way. */
  kept: string;
  /** Functions that are called through a variable or parameter that holds them. */
  called?: string;
  text: string;
}

/** By language. */
export const scripts: Record<string, Program> = {
  TypeScript: {
    path: 'ts/a.ts',
    handed:
      'fArg fStmt fNested fTop fOpt fShort fArr fMap fBound fNew fOwn fTernary fConst fArrow fDeb C.mThis C.mStatic Inner.mChain Other.mOther fField fRet fDefault C.mBound',
    kept: 'fStatic',
    called: 'fDefault fStatic fOwn',
    text: `import { g, h, bus, memoize, debounce } from './lib';
export function fArg(x: number) { return x; }
export function fStmt() {}
export function fNested() {}
export function fTop() {}
export function fOpt() {}
export function fShort() {}
export function fArr() {}
export function fMap() {}
export function fBound() {}
export function fField() {}
export function fRet() {}
export function fNew() {}
export function fOwn() {}
export function fTernary() {}
export function fDefault() {}
export function fConst() {}
export const fArrow = () => 1;
export const fDeb = () => 1;
export function fStatic() {}
class C {
  cb: (() => void) | null = null;
  mThis() {}
  mBound() {}
  static mStatic() {}
  run(o: Other) {
    const y = [1].map(fArg);
    bus.on('saved', fStmt);
    g(h(fNested));
    g({ onSave: fOpt, fShort });
    g([fArr]);
    g(new Map([['a', fMap]]));
    g(fBound.bind(this));
    g(this.mThis);
    this.mBound = this.mBound.bind(this);
    g(o.mOther);
    g(o.inner.mChain);
    g(C.mStatic);
    g(fArrow);
    g(y ? fTernary : fArrow);
    this.cb = fField;
    new Promise(fNew);
    return fRet;
  }
}
class Inner { mChain() {} }
class Other { inner = new Inner(); mOther() {} }
bus.on('x', fTop);
function own(cb: () => void) { cb(); }
own(fOwn);
const deb = debounce(fDeb);
export function late() { deb(); }
const memo = memoize(fConst);
export function late2() { memo(); }
export function dft(cb = fDefault) { cb(); }
const b = fStatic.bind(null);
export function late3() { b(); }
`,
  },
  TSX: {
    path: 'ts/b.tsx',
    handed: 'onSave onOuter onEntry',
    kept: '',
    called: 'onLoad',
    text: `export function onSave() {}
export function onLoad() {}
export function onOuter() {}
export function onEntry() {}
window.document.onclick = onOuter;
table[key] = onEntry;
export function Comp() { return <button onClick={onSave} onLoad={() => onLoad()} />; }
`,
  },
  JavaScript: {
    path: 'js/a.js',
    handed:
      'fArg fStmt fNested fTop fOpt fShort fArr fMap fBound fNew fOwn fTernary fConst fArrow fDeb C.mThis C.mStatic fField fRet fDefault C.mBound fDoc',
    kept: 'fStatic',
    called: 'fOwn fDefault fStatic',
    text: `const { g, h, bus, memoize, debounce } = require("./lib");
function fArg(x) { return x; }
function fStmt() {}
function fNested() {}
function fTop() {}
function fOpt() {}
function fShort() {}
function fArr() {}
function fMap() {}
function fBound() {}
function fField() {}
function fRet() {}
function fNew() {}
function fOwn() {}
function fTernary() {}
function fDefault() {}
function fConst() {}
const fArrow = () => 1;
const fDeb = () => 1;
function fStatic() {}
function fDoc() {}
/** @param {() => void} [start] */
function documented(start = fDoc) {}
class C {
  cb = null;
  mThis() {}
  mBound() {}
  static mStatic() {}
  run(o) {
    const y = [1].map(fArg);
    bus.on('saved', fStmt);
    g(h(fNested));
    g({ onSave: fOpt, fShort });
    g([fArr]);
    g(new Map([['a', fMap]]));
    g(fBound.bind(this));
    g(this.mThis);
    this.mBound = this.mBound.bind(this);
    g(C.mStatic);
    g(fArrow);
    g(y ? fTernary : fArrow);
    this.cb = fField;
    new Promise(fNew);
    return fRet;
  }
}
bus.on('x', fTop);
function own(cb) { cb(); }
own(fOwn);
const deb = debounce(fDeb);
function late() { deb(); }
const memo = memoize(fConst);
function late2() { memo(); }
function dft(cb = fDefault) { cb(); }
const b = fStatic.bind(null);
function late3() { b(); }
`,
  },
  Python: {
    path: 'py/a.py',
    handed:
      'f_arg f_stmt f_nested f_top f_top2 f_kw f_kw2 f_dict f_list f_partial f_fpartial f_dep f_late f_memo f_await f_tuple f_if Other.m_other C.m_self C.m_self2 C.m_static C.m_class f_field f_ret f_default f_table f_wraps f_option f_outer f_entry f_raises f_partkw f_body',
    kept: '',
    called: 'f_late f_decorated',
    text: `import functools, threading
from functools import partial
import pytest
from lib import g, h, bus, Depends
def f_arg(x): return x
def f_stmt(x): return x
def f_nested(): pass
def f_top(): pass
def f_top2(): pass
def f_kw(): pass
def f_kw2(): pass
def f_dict(): pass
def f_list(): pass
def f_partial(): pass
def f_fpartial(): pass
def f_field(): pass
def f_ret(): pass
def f_default(): pass
def f_dep(): pass
def f_late(): pass
def f_memo(): pass
def f_await(): pass
def f_tuple(): pass
def f_table(): pass
def f_if(): pass
def f_wraps(): pass
def f_option(): pass
def f_outer(): pass
def f_entry(): pass
def f_raises(): pass
def f_partkw(): pass
def f_body(): pass
class Other:
    def m_other(self): pass
class C:
    def m_self(self): pass
    def m_self2(self): pass
    @staticmethod
    def m_static(): pass
    @classmethod
    def m_class(cls): pass
    def run(self, o: Other, cb=f_default):
        y = map(f_arg, [])
        map(f_stmt, [])
        g(h(f_nested))
        sorted([], key=f_kw)
        threading.Thread(target=self.m_self).start()
        threading.Thread(target=f_kw2)
        g({'a': f_dict})
        g([f_list])
        g((f_tuple, 1))
        g(partial(f_partial, 1))
        functools.partial(f_fpartial)
        g(o.m_other)
        g(C.m_static)
        g(C.m_class)
        g(self.m_self2)
        self.cb = f_field
        unknown.inner.cb = f_outer
        unknown['a'] = f_entry
        pytest.raises(ValueError, f_raises, 1)
        partial(g, transform=f_partkw)
        if y:
            g(f_if)
        return f_ret
    async def arun(self, dep=Depends(f_dep)):
        await g(f_await)
bus.on('x', f_top)
handler = g(f_top2)
TABLE = {'a': f_table}
@functools.wraps(f_wraps)
def wrapped(): pass
@click.option('--x', callback=f_option)
def optioned(): pass
class D:
    cb = staticmethod(f_body)
late = partial(f_late, 1)
def use_late(): late()
memo = functools.lru_cache(f_memo)
def use_memo(): memo()
def deco(fn): return fn
@deco
def f_decorated(): pass
def use_decorated(): f_decorated()
`,
  },
  Ruby: {
    path: 'rb/a.rb',
    handed: 'f_amp f_method f_nested f_top f_kw f_hash f_arr Other.m_other C.m_sym C.m_sym2 C.m_self',
    kept: 'C.m_conv',
    text: `def f_amp(x) x end
def f_method; end
def f_nested; end
def f_top; end
def f_kw; end
def f_hash; end
def f_arr; end
class Other
  def m_other; end
  def each_item; end
end
class C
  before_action :m_sym, :m_sym2
  def m_sym; end
  def m_sym2; end
  def m_self; end
  def m_conv; end
  def run(o)
    y = [1].map(&method(:f_amp))
    g(method(:f_method))
    g(h(method(:f_nested)))
    g(method(:m_self))
    g(cb: method(:f_kw))
    g({ a: method(:f_hash) })
    g([method(:f_arr)])
    g(Other.new.method(:m_other))
    [Other.new].each(&:each_item)
    @cb = method(:m_conv)
  end
end
g(method(:f_top))
`,
  },
  PHP: {
    path: 'php/a.php',
    handed:
      'f_str f_str2 f_fcc f_stmt f_top f_nested f_arr f_fromcallable C.mThis C.mFcc C.mStatic C.mStatic2 C.mStatic3 C.mSelf C.mField C.mRet',
    kept: '',
    text: `<?php
namespace P;
function f_str($x) { return $x; }
function f_str2($x) { return $x; }
function f_fcc($x) { return $x; }
function f_stmt($x) { return $x; }
function f_top() {}
function f_nested() {}
function f_arr() {}
function f_fromcallable() {}
class C {
  function mThis() {}
  function mFcc() {}
  static function mStatic() {}
  static function mStatic2() {}
  static function mStatic3() {}
  static function mSelf() {}
  function mField() {}
  function mRet() {}
  function run() {
    $y = array_map('P\\f_str', []);
    usort($y, 'P\\f_str2');
    g(f_fcc(...));
    g(f_stmt(...));
    g(h(f_nested(...)));
    g(['a' => f_arr(...)]);
    g([$this, 'mThis']);
    g($this->mFcc(...));
    g([C::class, 'mStatic']);
    g(['P\\C', 'mStatic2']);
    g([self::class, 'mSelf']);
    usort($y, 'P\\C::mStatic3');
    \\Closure::fromCallable('P\\f_fromcallable');
    $this->cb = [$this, 'mField'];
    return $this->mRet(...);
  }
}
function g($x) {}
function h($x) { return $x; }
g(f_top(...));
`,
  },
  Lua: {
    path: 'lua/a.lua',
    handed: 'f_arg f_stmt f_nested f_top f_opt f_arr f_named f_table M.m_mod M.m_self M.m_self2 f_field f_ret',
    kept: '',
    text: `local M = {}
local function f_arg() end
local function f_stmt() end
local function f_nested() end
local function f_top() end
local function f_opt() end
local function f_arr() end
local function f_field() end
local function f_ret() end
local function f_named() end
local function f_table() end
function M.m_mod() end
function M:m_self() end
function M:m_self2() end
function M:run(o)
  local y = g(f_arg)
  g(f_stmt)
  g(h(f_nested))
  g({ cb = f_opt })
  g({ f_arr })
  g { cb = f_table }
  g(M.m_mod)
  g(self.m_self)
  o:on('x', self.m_self2)
  self.cb = f_field
  return f_ret
end
g(f_top)
pcall(f_named)
return M
`,
  },
  Elixir: {
    path: 'ex/a.ex',
    handed:
      'P.A.f_arg P.A.f_stmt P.A.f_nested P.A.f_kw P.A.f_pipe P.A.f_list P.A.f_map P.A.f_mod P.A.f_spawn P.A.f_apply',
    kept: 'P.A.f_ret',
    called: 'P.A.f_lambda',
    text: `defmodule P.A do
  def f_arg(x), do: x
  def f_stmt(x), do: x
  def f_nested(x), do: x
  def f_kw(x), do: x
  def f_pipe(x), do: x
  def f_list(x), do: x
  def f_map(x), do: x
  def f_ret(x), do: x
  def f_mod(x), do: x
  def f_spawn(x), do: x
  def f_apply(x), do: x
  def f_lambda(x), do: x
  def run(o) do
    y = Enum.map([1], &f_arg/1)
    Enum.each([1], &f_stmt/1)
    g(h(&f_nested/1))
    g(cb: &f_kw/1)
    [1] |> Enum.map(&f_pipe/1)
    g([&f_list/1])
    g(%{a: &f_map/1})
    g(&P.A.f_mod/1)
    g(&f_lambda(&1))
    spawn(__MODULE__, :f_spawn, [1])
    apply(P.A, :f_apply, [1])
    &f_ret/1
  end
  def g(x), do: x
  def h(x), do: x
end
`,
  },
};
