/** Calls in Rust whose target depends on more than a name: fields and methods of one name, patterns, paths through traits, closures, macros. */
import { describe, expect, test } from 'vitest';
import { rust } from '../../src/languages/rust/rust.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([rust]);

interface Case {
  name: string;
  files: Sources;
}

function one(name: string, text: string): Case {
  return { name, files: { 'Cargo.toml': '[package]\nname = "a"\n', 'src/lib.rs': text } };
}

const cases: Case[] = [
  {
    name: 'a method in another file than the field of its name; a call of a field has parentheses',
    files: {
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs': `mod imp;
pub struct Zone { pub ‹@f›posix_tz: fn() -> u8, pub ‹@g›only: fn() -> u8 }
pub enum E { ‹@V›V(u8) } impl E { pub const ‹@M›MAX: u8 = 1; pub const ‹@low›low: u8 = 1; }
fn f(z: &Zone) { z.‹m›posix_tz(); (z.‹f›posix_tz)(); (z.‹g›only)(); z.‹?›only(); E::‹V›V(1); E::‹M›MAX; E::‹low›low; }`,
      'src/imp.rs': `use crate::Zone;
impl Zone { pub fn ‹@m›posix_tz(&self) -> u8 { (self.‹f›posix_tz)() } fn f(&self) { self.‹m›posix_tz(); self.‹f›posix_tz; } }`,
    },
  },
  one(
    'the underscore is a position of a pattern; what follows two dots has no position',
    `struct A; impl A { fn ‹@a›go(&self) {} } struct B; impl B { fn ‹@b›go(&self) {} }
struct P(A, B); enum E { V(A, B) }
fn pair() -> (A, B) { (A, B) }
fn f(p: P, e: E, _: A, all: Vec<(A, B)>) { let (_, n) = pair(); n.‹b›go(); let (m, _) = pair(); m.‹a›go(); let P(_, q) = p; q.‹b›go();
  match e { E::V(_, r) => r.‹b›go() } for (_, s) in &all { s.‹b›go(); } all.iter().map(|(_, t)| t.‹b›go());
  let (.., u) = pair(); u.‹?›go(); let (v, ..) = pair(); v.‹a›go(); }
fn g(_: &A, b: B) { b.‹b›go() }
fn h() { let (a, _) = pair(); a.‹a›go(); [pair()].iter().for_each(|&(_, ref b)| b.‹b›go()); [A].iter().fold(B, |_, a| { a.‹a›go(); B }); }`,
  ),
  one(
    'a method named by the path of a trait of the library, and by a qualified path',
    `use core::fmt; use std::fmt::Display;
struct E; impl fmt::Display for E { fn ‹@fmt›fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { Ok(()) } }
struct D; impl D { fn ‹@go›go(&self) {} } impl Clone for D { fn ‹@clone›clone(&self) -> D { D } }
impl Default for D { fn ‹@default›default() -> D { D } }
trait Tr { fn ‹@req›req(&self); fn ‹@def›def(&self) {} } impl Tr for D { fn ‹@own›req(&self) {} } impl Tr for u8 { fn ‹@ofu8›req(&self) {} }
fn f(e: &E, d: &D, f: &mut fmt::Formatter, n: u8) {
  core::fmt::Display::‹fmt›fmt(e, f); fmt::Display::‹fmt›fmt(&e, f); Display::‹fmt›fmt(e, f); Clone::‹clone›clone(d).‹go›go(); fmt::Display::‹-›fmt(&n, f);
  <D as Tr>::‹own›req(d); <D as Tr>::‹def›def(d); <u8 as Tr>::‹ofu8›req(&n); <D as Default>::‹default›default().‹go›go(); <D>::‹go›go(d); Tr::‹req›req(d);
  std::rc::Rc::‹-›clone(d); }
fn g<T: Tr>(t: T) { <T as Tr>::‹req›req(&t); }`,
  ),
  one(
    'what a derived method gives',
    `#[derive(Default, Clone, Debug)] struct C { n: u8 } impl C { fn ‹@go›go(&self) -> u8 { 1 } }
struct Other; impl Other { fn ‹@o›default() -> Other { Other } fn clone(&self) -> Other { Other } }
fn f(c: C) { C::‹-›default().‹go›go(); let d = C::default(); d.‹go›go(); c.‹-›clone().‹go›go(); Other::‹o›default(); let x: C = Default::‹-›default(); x.‹go›go(); <C as Default>::‹-›default().‹go›go(); C { n: 1, ..‹-›Default::‹-›default() }; }`,
  ),
  one(
    'patterns of generic structs take the type arguments of the value',
    `struct Parsed<'i, V> { value: V, input: &'i [u8] } struct D; impl D { fn ‹@go›go(&self) {} }
struct Pair<A>(A, u8);
fn p() -> Result<Parsed<'static, D>, ()> { Err(()) }
fn q() -> Pair<D> { todo!() }
fn f() -> Result<(), ()> { let Parsed { value, input } = p()?; value.‹go›go(); let Parsed { value: v, .. } = p()?; v.‹go›go();
  if let Ok(Parsed { value, .. }) = p() { value.‹go›go(); } let Pair(x, _) = q(); x.‹go›go(); Ok(()) }`,
  ),
  one(
    'variants that a function imports with the path of their enum',
    `struct A; impl A { fn ‹@a›go(&self) {} } enum ‹@E›E { ‹@One›One(A), ‹@Two›Two { a: A }, ‹@Three›Three }
impl E { fn f(&self) { use self::E::*; match *self { ‹One›One(ref x) => x.‹a›go(), ‹Two›Two { ref a } => a.‹a›go(), ‹Three›Three => {} } }
  fn g(&self) { use E::*; match self { ‹One›One(x) => x.‹a›go(), _ => {} } } }
mod inner { pub enum F { ‹@Four›Four(super::A) } fn f(x: F) { use self::F::*; match x { ‹Four›Four(y) => y.‹a›go() } } }`,
  ),
  one(
    'closures of options, results and iterators get the type of the content',
    `struct D { n: Option<Box<D>> } impl D { fn ‹@go›go(&self) -> D { D { n: None } } fn ‹@is›is(&self) -> bool { true } } struct E; impl E { fn ‹@e›e(&self) -> u8 { 1 } }
fn r() -> Result<D, E> { Err(E) }
fn f(o: Option<D>, all: Vec<D>) {
  o.map_or(1, |d| { d.‹go›go(); 2 }); o.as_ref().map_or_else(|| 1, |d| { d.‹go›go(); 1 }); o.is_some_and(|d| d.‹is›is()); r().map_err(|e| e.‹e›e()); r().unwrap_or_else(|e| { e.‹e›e(); todo!() }).‹go›go();
  r().map_or_else(|e| { e.‹e›e(); 1 }, |d| { d.‹go›go(); 1 }); r().or_else(|e| { e.‹e›e(); r() }); if let Err(e) = r() { e.‹e›e(); } match r() { Err(e) => { e.‹e›e(); } Ok(d) => { d.‹go›go(); } }
  r().unwrap_err().‹e›e(); r().err().unwrap().‹e›e(); r().inspect_err(|e| { e.‹e›e(); }); o.zip(r().ok()).map(|(a, b)| b.‹go›go());
  all.iter().map_while(|d| Some(d.‹go›go())).for_each(|d| { d.‹go›go(); }); all.iter().fold(1, |n, d| { d.‹go›go(); n }); all.iter().scan(1, |s, d| Some(d.‹go›go())); all.iter().skip_while(|d| d.‹is›is()); all.iter().partition::<Vec<&D>, _>(|d| d.‹is›is());
  all.windows(2).for_each(|w| { w[0].‹go›go(); }); all.chunks(2).for_each(|w| { w[0].‹go›go(); }); all.iter().try_for_each(|d| { d.‹go›go(); Some(()) }); all.binary_search_by(|d| { d.‹is›is(); todo!() }); all.iter().max_by(|a, b| { b.‹is›is(); todo!() }); all.iter().find_map(|d| d.n.as_deref()).unwrap().‹go›go();
  all.get(0).filter(|d| d.‹is›is()).is_none_or(|d| d.‹is›is()); all.iter().rev().try_fold(1, |n, d| { d.‹go›go(); Some(n) }); all.first().copied().unwrap_or_default().‹go›go();
}`,
  ),
  one(
    'items that macros of the file make',
    `use core::fmt; macro_rules! ‹@ids›ids { ($($name:ident, $err:ident);+ $(;)?) => { $(
    #[derive(Clone)] pub struct $name(SmallIndex);
    impl $name { pub fn new(n: usize) -> Result<$name, $err> { SmallIndex::‹new›new(n).map($name).map_err($err) } pub fn as_usize(&self) -> usize { self.0.‹as_›as_usize() } }
    pub struct $err(u8); impl $err { pub fn text(&self) -> u8 { self.0 } }
  )+ } }
struct SmallIndex; impl SmallIndex { fn ‹@new›new(n: usize) -> Result<SmallIndex, u8> { Err(1) } fn ‹@as_›as_usize(&self) -> usize { 1 } }
‹ids›ids!(‹@State›StateID, ‹@StateE›StateErr; PatID, PatErr);
fn f(s: ‹State›StateID) { s.‹?›gone(); s.clone().0.‹as_›as_usize(); StateID::new(1).unwrap().0.‹as_›as_usize(); StateID::new(1).unwrap_err().‹?›gone2(); }`,
  ),
  one(
    'constants that a macro in an impl makes of functions',
    `struct Cmd { fun: fn(u8) } fn ‹@left›left(n: u8) {} fn ‹@right›right(n: u8) {}
macro_rules! commands { ( $($name:ident, $doc:literal,)* ) => { $( pub const $name: Self = Self::of(stringify!($name), $name); )* pub const ALL: &'static [Self] = &[ $( Self::$name, )* ]; } }
impl Cmd {
    const fn of(name: &str, f: fn(u8)) -> Cmd { Cmd { fun: f } }
    fn ‹@go›go(&self) {}
    commands!(
        ‹@leftC›‹left,leftC›left, "go left",
        ‹@rightC›‹right,rightC›right, "go right",
    );
}
fn f() { Cmd::‹leftC›left.‹go›go(); Cmd::ALL[0].‹go›go(); }`,
  ),
  one(
    'the value of a macro call is that of its argument',
    `struct D; impl D { fn ‹@go›go(&self) -> Result<D, ()> { Ok(D) } }
macro_rules! ctry { ($val:expr) => { match $val { Ok(val) => val, Err(err) => return Err(err), } }; }
macro_rules! unwrap { ($val:expr, $msg:expr$(,)?) => { match $val { Some(val) => val, None => panic!($msg), } }; ($val:expr) => { unwrap!($val, "no") }; }
macro_rules! same { ($val:expr) => { $val }; }
macro_rules! tri { ($e:expr $(,)?) => { $e? }; }
fn make() -> D { D }
fn f(o: Option<D>) -> Result<(), ()> { ctry!(make().‹go›go()).‹go›go(); unwrap!(o.as_ref(), "x").‹go›go(); same!(make()).‹go›go(); let d = tri!(D.‹go›go()); d.‹go›go(); let x = ctry!(D.‹go›go()); x.‹go›go(); Ok(()) }`,
  ),
  one(
    'a macro of the file is expanded in an expression, with the names that are handed to it',
    `struct D; impl D { fn ‹@go›go(&self) -> D { D } fn ‹@at›at(&self, n: u8) -> E { E } }
struct E; impl E { fn ‹@ego›go(&self) -> D { D } fn ‹@tag›tag(&self) -> u8 { 1 } fn ‹@get›get(&self) -> D { D } }
macro_rules! each { ($e:expr, LEFT($left:ident) => $l:expr, RIGHT => $r:expr $(,)?) => {{
  let e = $e; match e.tag() { 1 => { let $left = e.get(); $l } _ => $r } }}; }
macro_rules! twice { ($x:expr) => { ($x, $x).0 }; }
macro_rules! dropped { ($($t:tt)*) => {}; }
macro_rules! write { ($($t:tt)*) => { std::write!($($t)*).unwrap(); } }
fn w(o: &mut String, n: &D) { write!(o, "{}", n.‹at›at(1).‹tag›tag()); std::format!("{}", n.‹go›go()); }
fn f(a: &E, n: &D) -> D {
  let d = each!(a, LEFT(b) => b.‹go›go(), RIGHT => n.‹at›at(1).‹ego›go());
  d.‹go›go(); twice!(n.‹go›go()).‹at›at(2).‹ego›go(); dropped!(n.‹go›go());
  let g = if n.at(1).‹tag›tag() == 1 { match 1 { _ => n.‹go›go() } } else { D }; g.‹go›go()
}`,
  ),
  one(
    'a method that a trait adds to external types: of one impl, of several that fit, of the trait itself',
    `trait ToSpan: Sized { fn ‹@hours›hours(self) -> Span; fn ‹@day›day(self) -> Span { self.‹hours›hours() } }
struct Span; impl Span { fn ‹@go›go(&self) {} }
macro_rules! imp { ($t:ty) => { impl ToSpan for $t { fn hours(self) -> Span { Span } } } }
imp!(i8);
imp!(i64);
trait Loud { fn ‹@loud›loud(&self); } impl Loud for str { fn ‹@str›loud(&self) {} }
trait Float { fn fract(self) -> Self; } impl Float for f32 { fn fract(self) -> f32 { self } } impl Float for f64 { fn fract(self) -> f64 { self } }
fn f(s: &str) { 1.5.‹-›fract(); 1.‹hours›hours().‹go›go(); -2.‹hours›hours(); 3.‹day›day().‹go›go(); s.‹str›loud(); s.‹?›day(); }`,
  ),
  {
    name: 'of macros of one name, the nearest is meant',
    files: {
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs': '#[macro_use] mod mac; mod deep; fn f() { ‹lib›eq!(1); }\n',
      'src/mac.rs': 'macro_rules! ‹@lib›eq { ($x:expr) => {} }\n',
      'src/deep.rs': 'mod x; fn f() { ‹lib›eq!(1); }\n',
      'src/deep/x.rs': 'fn f() { ‹lib›eq!(1); }\n',
      'tests/all/main.rs': 'mod mac; mod x;\n',
      'tests/all/mac.rs': 'macro_rules! ‹@test›eq { ($x:expr) => {} }\n',
      'tests/all/x.rs': 'fn f() { ‹test›eq!(1); }\n',
    },
  },
  {
    name: 'closures with typed parameters in a test macro are code',
    files: {
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs':
        '#[macro_use] mod mac; mod t; pub struct Dir; impl Dir { pub fn ‹@create›create(&self) -> Dir { Dir } }\n',
      'src/mac.rs':
        'macro_rules! ‹@test›test { ($name:ident, $f:expr) => { #[test] fn $name() { $f(crate::Dir) } } }\n',
      'src/t.rs': `use crate::Dir; ‹test›test!(a_b, |dir: Dir| { dir.‹create›create().‹create›create(); let n: u8 = 1; });\n`,
    },
  },
  one(
    'the rules of a macro are code, whose paths and own variables are known; what they declare is no item of the file',
    `pub struct D { n: u8 } impl D { pub fn ‹@new›new() -> D { D { n: 1 } } pub fn ‹@go›go(&self) -> D { D::‹new›new() } }
mod m { pub fn ‹@deep›deep() -> crate::D { todo!() } } fn ‹@act›act(n: u8) {} trait Tr { fn ‹@tr›tr(&self); }
macro_rules! tests { ($($name:ident: $v:expr => $t:ty),* $(,)?) => { $( #[test] fn $name() { let d = D::‹new›new(); d.‹go›go(); $v.‹?›go(); <$t>::‹?›new(); [1].iter().for_each(‹act›act); let act = 1; f(act); } )* } }
macro_rules! imp { ($t:ident, $lt:lifetime, $v:vis) => { impl<$lt> Tr for $t { $v fn tr(&self) { $crate::m::‹deep›deep().‹go›go(); self.‹?›go(); fn act() {} } } } }
macro_rules! odd { ($($t:tt)*) => { { act: ‹act›act(1), $( D::‹?›new($t), )* => } } }
fn f(n: u8) { ‹act›act(n); n.‹?›tr(); }`,
  ),
  {
    name: 'the value of a macro of another file or crate is that of its rules with the arguments of the call',
    files: {
      'Cargo.toml': '[package]\nname = "a"\n[dependencies]\nview = { path = "view" }\n',
      'view/Cargo.toml': '[package]\nname = "view"\n',
      'view/src/lib.rs': `#[macro_use] pub mod macros; use std::collections::HashMap;
pub struct Doc; impl Doc { pub fn ‹@text›text(&self) {} } pub struct View { pub doc: u8 } impl View { pub fn ‹@area›area(&self) {} }
pub struct Tree; impl Tree { pub fn ‹@get›get_mut(&mut self, n: u8) -> &mut View { todo!() } }
pub struct Editor { pub tree: Tree, pub docs: HashMap<u8, Doc> } pub struct Other { pub tree: Two, pub docs: Vec<Two> } pub struct Two; impl Two { pub fn get_mut(&self, n: u8) -> Two { Two } pub fn ‹@two›text(&self) {} }\n`,
      'view/src/macros.rs': `#[macro_export] macro_rules! ‹@current›current { ($editor:expr) => {{ let view = $crate::‹view›view!($editor); let doc = $editor.docs.‹?›get_mut(&view.doc).‹?›unwrap(); (view, doc) }}; }
#[macro_export] macro_rules! ‹@view›view { ($editor:expr, $id:expr) => {{ $editor.tree.‹?›get_mut($id) }}; ($editor:expr) => {{ $editor.tree.‹?›get_mut(1) }}; }\n`,
      'src/main.rs': `#[macro_use] extern crate view; mod b; use view::*; pub struct Cx { pub editor: Editor, pub other: Other }
fn f(cx: &mut Cx) { let (view, doc) = ‹current›current!(cx.editor); view.‹area›area(); doc.‹text›text(); let (v, d) = ‹current›current!(cx.other); v.‹two›text(); d.‹two›text(); ‹view›view!(cx.editor, 1).‹area›area(); }\n`,
      'src/b.rs': `use view::Editor; fn g(editor: &mut Editor) { let (view, doc) = ‹current›current!(editor); view.‹area›area(); doc.‹text›text(); let u = ‹current›current!(unknown); u.0.‹?›area(); }\n`,
      'src/lib.rs': `fn f(cx: u8) { ‹-›log!(1); }\n`,
    },
  },
  one(
    'methods of values that nothing tells the type of, and of ranges',
    `struct D; impl D { fn ‹@go›go(&self) {} fn map(&self) {} }
fn f(n: u8) { any![n; 2].‹?›go(); ().‹?›go(); (0..n).‹-›map(|i| i.‹-›go()); for i in 0..n { D.‹go›go() } }`,
  ),
  one(
    'names in the arguments of a macro are uses of items; members are known by their names alone',
    `mod m { pub fn ‹@deep›deep() {} pub struct ‹@S›S; impl S { pub fn ‹@new›new() {} pub fn ‹@default›default() {} } }
trait Tr<X> { fn ‹@tr›tr(); } use m::S; fn ‹@act›act() {} fn ‹@act2›act2() {} struct ‹@T›T;
fn f(x: u8) { let act2 = 1; reg!(‹act›act => "doc", m::‹deep›deep, S::‹new›new => 1, crate::m::‹deep›deep => 2, act: 1, act = 2, act2 => 3, x.act => 4, ‹act›act() => 5, ‹T›T => 3, other::‹-›act => 1, std::mem::‹-›act, <#x as Tr<_>>::‹tr›tr => 1, <#x as ::std::convert::From<_>>::‹-›from, S::‹default›default() => 1); }`,
  ),
  one(
    'what derived code calls for each member',
    `use std::rc::Rc; use other::Far; struct ‹@H›H; impl Clone for H { fn ‹@clone›clone(&self) -> H { H } } impl PartialEq for H { fn ‹@eq›eq(&self, o: &H) -> bool { true } }
impl Default for H { fn ‹@default›default() -> H { H } } #[derive(Clone)] struct ‹@D›D;
#[derive(Debug, Clone, PartialEq, Default)] struct S { a: ‹clone,default,eq,H›H, b: u8, c: Rc<‹H›H>, d: ‹D›D, e: ‹-›Far }
#[derive(Clone, Copy, Default)] struct C { a: ‹default,H›H } #[derive(Deserialize)] struct J { #[serde(rename = "x")] #[serde(‹default›default, skip)] a: ‹H›H, #[serde(rename = "default")] b: ‹H›H }
#[derive(Clone, Default)] enum E { #[default] A, B(‹clone,H›H), C { h: ‹clone,H›H } }`,
  ),
  {
    name: 'macros that attributes call, and functions in arguments of attributes',
    files: {
      'Cargo.toml': '[package]\nname = "a"\n',
      'mac/Cargo.toml': '[package]\nname = "mac"\n',
      'mac/src/lib.rs':
        '#[proc_macro_attribute] pub fn ‹@handler›handler(a: u8) -> u8 { a }\n#[proc_macro_attribute] pub fn ‹@test›test(a: u8) -> u8 { a }\n',
      'src/lib.rs': `use mac::handler; mod m { pub fn ‹@small›small() {} pub struct P; impl P { pub fn ‹@parse›parse() {} } } use m::P;
fn ‹@size›size() {} fn unix() {} fn from() {} fn skip() {}
#[‹handler›handler] fn a() {} #[mac::‹test›test(start = 1)] fn b() {} #[test] fn c() {} #[tokio::‹-›test] fn d() {} #[cfg(any(unix))] fn e() {} #[skip] fn g() {}
struct S { #[arg(value_parser(‹size›size))] a: u8, #[arg(value_parser = m::‹small›small)] b: u8, #[arg(value_parser = P::‹parse›parse, skip)] c: u8, #[from] d: u8, #[serde(skip_serializing_if = ‹-›"Option::is_none")] e: u8 }`,
    },
  },
  one(
    'what the language calls by itself',
    `use std::{fmt, ops}; use std::io;
#[derive(PartialEq)] struct P; struct V(u8); struct E; struct E2; impl E2 { fn ‹@e2›e2() {} }
impl ops::Add for V { type Output = V; fn ‹@add›add(self, o: V) -> V { self } } impl ops::Neg for V { type Output = V; fn ‹@neg›neg(self) -> V { self } }
impl ops::AddAssign for V { fn ‹@aa›add_assign(&mut self, o: V) {} } impl PartialEq for V { fn ‹@eq›eq(&self, o: &V) -> bool { true } } impl PartialOrd for V { fn ‹@cmp›partial_cmp(&self, o: &V) -> Option<std::cmp::Ordering> { None } }
impl ops::Index<usize> for V { type Output = V; fn ‹@index›index(&self, i: usize) -> &V { self } }
impl V { fn ‹@go›go(&self) {} }
impl fmt::Display for V { fn ‹@fmt›fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { write!(f, "{}", self.0) } }
impl From<E> for E2 { fn ‹@from›from(e: E) -> E2 { E2 } } impl From<io::Error> for E2 { fn from(e: io::Error) -> E2 { E2 } }
impl std::str::FromStr for V { type Err = E; fn ‹@str›from_str(s: &str) -> Result<V, E> { Ok(V(1)) } }
struct It; impl Iterator for It { type Item = V; fn ‹@next›next(&mut self) -> Option<V> { None } } struct All; impl IntoIterator for All { type Item = V; type IntoIter = It; fn ‹@into›into_iter(self) -> It { It } }
fn e() -> Result<V, E> { Err(E) } fn e2() -> Result<V, E2> { Err(E2) } fn io_() -> Result<V, io::Error> { todo!() }
fn f(mut a: V, b: V, n: u8, p: P) { (a ‹add›+ b).‹go›go(); a ‹add›+ b ‹add›+ a; ‹neg›-a; a ‹aa›+= b; if a ‹eq›== b || a ‹eq›!= b || a ‹cmp›< b || p ‹-›== p {} n ‹-›+ n; ‹index›a[n].‹go›go(); (n ‹-›+ b).‹?›go(); }
fn g(a: V, s: &str) -> Result<(), E2> { e()‹from›?.‹go›go(); e2()‹-›?.‹go›go(); io_()‹from›?; unknown()‹-›?; let v: V = s.‹-›parse‹str›().unwrap(); s.‹-›parse::<V>‹str›().unwrap(); let w: E2 = E.‹-›into‹from›(); let t = a.‹-›to_string‹fmt›(); (|| { e()?; Ok::<(), E>(()) })(); Ok(()) }
fn h(a: V, it: It, all: All) { println!("{} {{}} {:?} {0} {a}", ‹fmt›a, a); format!("{x}", ‹fmt›x = a); println!(‹fmt›"{a}"); for v in ‹next›it { v.‹go›go() } for v in ‹into›all { v.‹go›go(); } for v in vec![1] {} }`,
  ),
  one(
    'functions of the library that pass types on; variants of generic enums',
    `use std::{mem, cmp}; struct D; impl D { fn ‹@go›go(&self) -> u8 { 1 } }
enum Either<L, R> { Left(L), Right { r: R } } fn either() -> Either<D, D> { Either::Left(D) }
struct Seq { all: Vec<D> } impl<'a> IntoIterator for &'a Seq { type Item = &'a D; type IntoIter = std::slice::Iter<'a, D>; fn into_iter(self) -> std::slice::Iter<'a, D> { self.all.iter() } }
trait Tr: Default { fn ‹@set›set(&mut self); fn make() -> Self where Self: Sized { let mut x = Self::default(); x.‹set›set(); x } }
fn f(mut d: D, mut all: Vec<D>, s: &Seq) { mem::replace(&mut d, D).‹go›go(); std::mem::take(&mut d).‹go›go(); cmp::max(d, D).‹go›go(); for x in mem::take(&mut all) { x.‹go›go(); }
  match either() { Either::Left(x) => x.‹go›go(), Either::Right { r } => r.‹go›go() }; let (last, rest) = all.split_last_mut().unwrap(); last.‹go›go(); rest[0].‹go›go();
  for (n, x) in [1].iter().zip(s) { x.‹go›go(); } }`,
  ),
  one(
    'impls of an alias of a type; options without content',
    `pub type Owned = Dfa<Vec<u8>>; pub struct Dfa<T> { t: T } impl Owned { pub fn ‹@always›always() -> Result<Owned, ()> { Err(()) } fn ‹@build›build(&self) { self.‹go›go() } }
impl<T> Dfa<T> { fn ‹@go›go(&self) {} }
fn f() -> Result<(), ()> { Dfa::‹always›always()?.‹go›go(); Owned::‹always›always()?.‹build›build(); let mut slots = [None; 2]; slots[0].unwrap().‹?›fetch(); None.‹-›unwrap_or(1); Ok(()) }`,
  ),
];

describe('calls in Rust', () => {
  test.each(cases)('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});
