/** Links of Rust: modules and crates, impls and traits, elements of the standard library's containers. */
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
    name: 'modules by files, use trees, renames, globs, re-exports, super and self',
    files: {
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/lib.rs': `mod stock;
pub mod util;
pub use stock::{‹New›New, item::‹Item›Item as Thing};
use util::*;
fn f() { ‹help›help(); stock::‹count›count(); crate::stock::item::‹make›make(); let t = ‹New›New(1); util::deep::‹down›down(); }`,
      'src/stock/mod.rs': `pub mod item;
use self::item::{self, ‹Item›Item};
use super::util;
pub struct ‹@New›New(pub u8);
pub fn ‹@count›count() { item::‹make›make(); util::‹help›help(); inner::‹hid›hidden(); }
mod inner { use super::*; pub fn ‹@hid›hidden() { super::‹count›count(); ‹count›count(); } }`,
      'src/stock/item.rs':
        'pub struct ‹@Item›Item;\npub fn ‹@make›make() -> super::‹New›New { super::super::util::‹help›help(); todo!() }\n',
      'src/util.rs': 'pub mod deep;\npub fn ‹@help›help() {}\n',
      'src/util/deep.rs': 'pub fn ‹@down›down() { super::‹?›up() }\n',
    },
  },
  {
    name: 'a path that begins with `::` means a library, also beside a module of its name',
    files: {
      'Cargo.toml': '[package]\nname = "bytes"\n',
      'src/lib.rs': 'pub mod buf;\npub use buf::‹Buf›Buf;\npub struct ‹@Bytes›Bytes;\n',
      'src/buf.rs': 'pub trait ‹@Buf›Buf { fn ‹@left›left(&self); }\n',
      'tests/buf.rs': `use ::bytes::{‹Buf›Buf, ‹Bytes›Bytes};
use ::bytes::buf::Buf as Other;
mod bytes { pub struct Bytes; }
fn t(b: &‹Bytes›Bytes, c: &dyn ‹Buf›Buf, d: &dyn ‹Buf›Other) { c.‹left›left(); d.‹left›left(); }`,
      'benches/buf.rs': 'use bytes::‹Buf›Buf;\nstruct T;\nimpl ‹Buf›Buf for T { fn left(&self) {} }\n',
      'benches/bytes.rs': 'fn main() {}\n',
    },
  },
  {
    name: 'crates of a workspace, by their names and by renamed dependencies; programs, tests and examples',
    files: {
      'Cargo.toml': '[workspace]\nmembers = ["a", "b-lib"]\n',
      'a/Cargo.toml': '[package]\nname = "a"\n[dependencies]\nother = { package = "b-lib", path = "../b-lib" }\n',
      'a/src/lib.rs': 'pub fn ‹@api›api() {}\nuse other::‹B›B;\nfn f(b: &‹B›B) { b.‹go_›go(); b_lib::‹free›free(); }\n',
      'a/src/main.rs': 'mod cli;\nfn main() { a::‹api›api(); cli::‹run›run(); std::process::‹-›exit(1) }\n',
      'a/src/cli.rs': 'pub fn ‹@run›run() { ‹-›api() }\n',
      'a/tests/it.rs': 'mod common;\nfn t() { common::‹setup›setup(); a::‹api›api(); }\n',
      'a/tests/common/mod.rs': 'pub fn ‹@setup›setup() {}\n',
      'b-lib/Cargo.toml': '[package]\nname = "b-lib"\n',
      'b-lib/src/lib.rs': 'pub struct ‹@B›B;\nimpl B { pub fn ‹@go_›go(&self) {} }\npub fn ‹@free›free() {}\n',
    },
  },
  {
    name: 'a crate that re-exports other crates by `extern crate`',
    files: {
      'Cargo.toml': '[workspace]\nmembers = ["top", "low", "mid"]\n',
      'top/Cargo.toml': '[package]\nname = "top"\n[dependencies]\nmid = { path = "../mid" }\n',
      'top/src/main.rs':
        'fn main() { let mut p = mid::printer::‹P›P::‹new›new(); p.‹go›go(); mid::printer::‹free›free(); mid::low::‹free›free(); }\n',
      'mid/Cargo.toml': '[package]\nname = "mid"\n[dependencies]\nlow = { path = "../low" }\n',
      'mid/src/lib.rs':
        'pub extern crate low as printer;\npub extern crate low;\nextern crate alloc;\nfn f() { alloc::‹-›f(); printer::‹free›free(); }\n',
      'low/Cargo.toml': '[package]\nname = "low"\n',
      'low/src/lib.rs':
        'pub struct ‹@P›P;\nimpl P { pub fn ‹@new›new() -> P { P } pub fn ‹@go›go(&self) {} }\npub fn ‹@free›free() {}\n',
    },
  },
  {
    name: 'impls in other modules, traits with default methods, trait objects and bounds',
    files: {
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs': `pub mod t; mod i;
pub struct P { ‹@x›x: u8 }
impl P { pub fn ‹@new›new() -> Self { Self { ‹x›x: 1 } } pub fn ‹@chain›chain(self) -> Self { self.‹x›x; self } }
fn f(d: &dyn t::‹Tr›Tr, b: Box<dyn t::Tr>) { P::‹new›new().‹chain›chain().‹more›more(); P::new().‹def›def(); d.‹req›req(); b.‹def›def(); }
fn g<T: t::Tr, U>(t: T, u: &U, i: impl t::Tr) where U: t::Tr { t.‹req›req(); u.‹def›def(); i.‹req›req(); T::‹make›make(); }
fn h(p: P) { t::Tr::‹req›req(&p); <P as t::Tr>::‹own›req(&p); p.‹own›req(); P::‹own›req(&p); }`,
      'src/t.rs': `pub trait ‹@Base›Base { fn ‹@base›base(&self) {} }
pub trait ‹@Tr›Tr: ‹Base›Base { fn ‹@req›req(&self); fn ‹@def›def(&self) { self.‹req›req(); self.‹base›base(); } fn ‹@make›make() -> Self; }`,
      'src/i.rs': `use crate::{t::‹Tr›Tr, P};
impl P { pub fn ‹@more›more(&self) { self.‹def›def(); self.‹x›x; } }
impl ‹Tr›Tr for P { fn ‹@own›req(&self) { self.‹more›more() } fn make() -> Self { P::‹new›new() } }`,
    },
  },
  one(
    'fields and methods of one name; tuple structs; enums and their variants',
    `struct D; impl D { fn ‹@go_›go(&self) {} }
struct A { ‹@f›len: D } impl A { fn ‹@m›len(&self) -> &D { self.‹f›len.‹go_›go(); &self.‹f›len } }
struct W(D);
enum ‹@E›E { ‹@No›No, ‹@One›One(D), Two { ‹@d›d: D } }
impl E { fn ‹@e›e(&self) { match self { Self::‹One›One(d) => d.‹go_›go(), E::Two { ‹d›d } => d.‹go_›go(), E::‹No›No => {} } } }
fn f(a: A, w: W) { a.‹m›len().‹go_›go(); w.0.‹go_›go(); let W(d) = w; d.‹go_›go(); ‹E›E::‹One›One(D).‹e›e(); E::‹No›No.‹e›e(); let t = E::Two { ‹d›d: D }; t.‹e›e(); }
use E::‹One›One;`,
  ),
  one(
    'options, results, lists, maps, smart pointers, closures',
    `use std::collections::HashMap;
struct D { ‹@n›n: Option<Box<D>> } impl D { fn ‹@go_›go(&self) -> &D { self } fn ‹@try_›try_it() -> Result<D, String> { Ok(D { n: None }) } }
type Res<T> = std::result::Result<T, String>;
fn get() -> Res<D> { D::‹try_›try_it() }
fn f(v: Vec<D>, m: HashMap<String, Vec<D>>, o: Option<&D>, a: std::sync::Arc<std::sync::Mutex<D>>) -> Result<(), String> {
  v[0].‹go_›go(); v.iter().filter(|d| d.‹n›n.is_some()).map(|d| d.‹go_›go()).next().unwrap().‹go_›go();
  for d in &v { d.‹go_›go(); } for (i, d) in v.iter().enumerate() { d.‹go_›go(); }
  for (k, ds) in m.iter() { ds[0].‹go_›go(); }
  if let Some(d) = o { d.‹go_›go(); } let Some(d) = o else { return Ok(()) }; d.‹go_›go();
  match get() { Ok(d) => d.‹go_›go(), Err(_) => return Ok(()) };
  get()?.‹go_›go(); D::try_it()?.‹go_›go(); m.get("x").unwrap().first().unwrap().‹go_›go(); a.lock().unwrap().‹go_›go();
  let x = v.len(); let x = &v[0]; x.‹go_›go().‹n›n.as_ref().unwrap().‹go_›go();
  let c = |d: &D| d.‹go_›go(); o.map(|d| d.go()).unwrap().‹go_›go();
  let (p, q): (D, u8) = todo!(); p.‹go_›go(); Ok(())
}`,
  ),
  one(
    'methods of Iterator on iterators of the project',
    `struct D; impl D { fn ‹@go_›go(&self) {} fn ‹@ok›ok(&self) -> bool { true } }
struct Own { ‹@at›at: u8 }
impl Iterator for Own { type Item = D; fn next(&mut self) -> Option<D> { None } fn ‹@skip›skip(self) -> D { D } }
fn own() -> Own { todo!() }
fn f() {
  for (n, d) in own().enumerate() { d.‹go_›go(); }
  for d in own().take_while(|d| d.‹ok›ok()) { d.‹go_›go(); }
  let mut it = own().enumerate().peekable(); while let Some((n, d)) = it.next() { d.‹go_›go(); }
  own().filter(|d| d.‹ok›ok()).next().unwrap().‹go_›go(); own().‹skip›skip().‹go_›go();
  let all: Vec<D> = own().collect(); all[0].‹go_›go();
}`,
  ),
  one(
    'generics, dereferencing, items in functions, inline modules with use',
    `struct D; impl D { fn ‹@go_›go(&self) {} }
trait Parser { fn ‹@parse›parse() -> Self; }
#[derive(Debug, Parser)]
/// Options.
#[other]
struct Opt;
fn o() { Opt::‹parse›parse(); }
struct L<T> { ‹@i›items: Vec<T> } impl<X> L<X> { fn ‹@at›at(&self) -> &X { &self.‹i›items[0] } }
struct R(D); impl std::ops::Deref for R { type Target = D; fn deref(&self) -> &D { &self.0 } }
fn ‹@cnt›count() -> D { D }
fn f(l: L<D>, r: R) { let count = ‹cnt›count(); count.‹go_›go(); l.‹at›at().‹go_›go(); r.‹go_›go(); fn ‹@in_›inner() {} ‹in_›inner(); use m::‹g›g as h; ‹g›h(); ‹g()›h(); m::‹g›g(); }
mod m { pub fn ‹@g›g() { super::‹?›nothing(); } #[cfg(test)] mod tests { use super::*; fn t() { ‹g›g(); super::‹g›g(); } } }
macro_rules! opaque { () => {} }`,
  ),
  one(
    'bounds of an impl on the parameters of its type',
    `trait Vector { type Mask; fn ‹@splat›splat(b: u8) -> Self; fn ‹@or›or(self, o: Self) -> Self; fn ‹@mask›mask(self) -> u8; }
trait Named { fn ‹@named›named(&self) {} }
struct One<V> { s1: u8, ‹@v1›v1: V, all: Vec<V> }
impl<V: Vector + Copy> One<V> { fn new() -> Self { One { s1: 1, ‹v1›v1: V::‹splat›splat(1), all: vec![] } }
  fn f(&self) { self.‹v1›v1.‹or›or(self.v1).‹mask›mask(); self.all[0].‹mask›mask(); self.v1.‹?›other(); } }
impl<W> One<W> where W: Named { fn g(&self) { self.‹v1›v1.‹named›named(); } }
impl<V: Vector + Copy> Drop for One<V> { fn drop(&mut self) { self.v1.‹mask›mask(); } }`,
  ),
  {
    name: 're-exports of inline modules',
    files: {
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs': `pub mod std; mod uses; mod cells; pub mod prelude { pub use crate::cells::*; pub use super::help; pub use crate::none::Gone; pub use crate::std::deep::Gone; }
fn ‹@help›help() {}`,
      'src/std.rs': `mod mutex;
pub(crate) mod sync { pub(crate) use std::sync::Arc; pub(crate) use super::mutex::Mutex; pub mod atomic { pub use crate::cells::Cell as Atomic; } use super::mutex::Hidden; }
pub mod deep { pub struct ‹@Gone›Gone; }`,
      'src/std/mutex.rs':
        'pub struct ‹@Mutex›Mutex; impl Mutex { pub fn ‹@lock›lock(&self) {} }\npub struct Hidden; impl Hidden { pub fn hide() {} }\n',
      'src/cells.rs': 'pub struct ‹@Cell›Cell; impl Cell { pub fn ‹@made›made() {} }\n',
      'src/uses.rs': `use crate::std::sync::{atomic::‹Cell›Atomic, ‹Mutex›Mutex, Arc, Hidden};
use crate::prelude::{‹Cell›Cell, ‹Gone›Gone};
fn f(m: &‹Mutex›Mutex, a: Arc<Mutex>) { m.‹lock›lock(); a.‹lock›lock(); Atomic::‹made›made(); Cell::‹made›made(); crate::prelude::‹help›help(); Hidden::‹-›hide(); }`,
    },
  },
  {
    name: 'modules and functions of one name',
    files: {
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs': `pub mod run; mod uses; pub use run::{run, ‹Run›Run};
fn f() { ‹run›run(); run::‹stop›stop(); crate::‹run›run().‹go›go(); crate::run::‹stop›stop(); self::run::‹run›run(); }`,
      'src/run.rs':
        'pub struct ‹@Run›Run; impl Run { pub fn ‹@go›go(&self) {} }\npub fn ‹@run›run() -> Run { Run }\npub fn ‹@stop›stop() {}\n',
      'src/uses.rs': 'use crate::run;\nfn g() { ‹run›run().‹go›go(); run::‹stop›stop(); super::‹run›run(); }\n',
    },
  },
  {
    name: 'macro arguments that are items',
    files: {
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs': `macro_rules! ‹@rt›cfg_rt { ($($i:item)*) => { $($i)* } }
‹rt›cfg_rt! {
    pub mod task;
    pub use task::‹Task›Task;
}
pin_project! {
    /// Reads.
    pub struct Reader<'a, T> { #[pin] ‹@inner›inner: &'a T }
    impl<T> Drop for Reader<'_, T> {}
}
impl Reader<'_, Task> {
    cfg_rt! {
        fn read(&self) { self.‹inner›inner.‹wake›wake(); self.‹read_one›read_one(); }
        fn ‹@read_one›read_one(&self) {}
    }
}
fn f(t: Task) { t.‹wake›wake(); }
cfg_if::cfg_if! { if #[cfg(unix)] { mod unix; use unix as io; } else { mod other; use other as io; } }
fn g() { io::‹flush›flush(); }`,
      'src/task.rs': 'pub struct ‹@Task›Task; impl Task { pub fn ‹@wake›wake(&self) {} }\n',
      'src/unix.rs': 'pub fn ‹@flush›flush() {}\n',
      'src/other.rs': 'pub fn flush() {}\n',
    },
  },
  {
    name: 'methods of the crate’s traits on external types',
    files: {
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/ext.rs': `use bytes::Bytes;
pub trait Loud { fn loud(&self) -> u8; fn ‹@twice›twice(&self) {} }
impl Loud for Bytes { fn ‹@bytes›loud(&self) -> u8 { 1 } }
impl Loud for str { fn ‹@str›loud(&self) -> u8 { 2 } }
impl Loud for [u8] { fn ‹@slice›loud(&self) -> u8 { 3 } }
impl From<Loud2> for Bytes { fn from(l: Loud2) -> Bytes { Bytes } }
pub struct Loud2; impl Loud2 { fn ‹@own›own(&self) {} }
pub trait Each: Iterator { fn ‹@each›each(self) -> usize where Self: Sized { 1 } }
impl<I: Iterator> Each for I {}
trait Len { fn len(&self) -> usize; }
impl<T> Len for Vec<T> { fn len(&self) -> usize { self.‹-›len() } }`,
      'src/lib.rs': `mod ext;
use ext::{Loud, Each};
fn f(d: bytes::Bytes, s: &str, all: Vec<u8>, o: other::Bytes) {
  d.‹bytes›loud(); d.clone().‹bytes›loud(); d.‹twice›twice(); d.‹-›own(); s.‹str›loud(); "a".‹str›loud(); all.‹slice›loud();
  all.iter().map(|x| x).‹each›each(); o.‹?›loud(); bytes::Bytes::new().‹?›loud(); all.‹-›len(); bytes::Bytes::‹?›from(1); d.‹-›other();
}`,
    },
  },
  one(
    "a trait's method for results that no library method has",
    `struct E; trait ErrorContext<T> { fn context(self, e: E) -> Result<T, E>; fn unwrap(self) -> T; }
impl<T> ErrorContext<T> for Result<T, E> { fn ‹@context›context(self, e: E) -> Result<T, E> { self } fn unwrap(self) -> T { todo!() } }
struct D; impl D { fn ‹@go›go(&self) -> Result<D, E> { Ok(D) } }
fn f(d: D) -> Result<D, E> { d.‹go›go().‹context›context(E)?.‹go›go().‹-›unwrap().‹go›go() }`,
  ),
  one(
    'names in arguments of macros and attributes: items are linked, members are unresolved, unless the arguments parse as expressions',
    `fn ‹@helper›helper() -> u8 { 1 }
struct ‹@Size›Size; impl Size { fn ‹@parse›parse(s: &str) -> Size { Size } }
macro_rules! ‹@check›check { ($($t:tt)*) => {} }
#[derive(Clone)]
struct Args { #[arg(long, value_parser = ‹Size›Size::‹parse›parse, default(1))] size: Size }
fn f(s: Size) { check!(a => ‹helper›helper(), [s.‹?›len()][0]); tell!("{}", crate::Size::‹parse›parse("x"); 1); }
fn g() { let s = ‹check›check!(‹helper›helper(), |x| x == [Size::‹parse›parse("y")][0], ‹check›check!(b, Size::‹parse›parse("{ $x: 1 }"))); tell::it!(‹helper›helper()); }`,
  ),
  one(
    'parts of what a function from outside gives; variants of an enum that is opened',
    `use tokio::sync::mpsc;
struct Get { k: u8 } impl Get { fn ‹@get›apply(&self) {} }
struct Set { k: u8 } impl Set { fn ‹@set›apply(&self) {} }
struct Pair(Set);
enum Command { Get(Get), Set(Set) }
struct Shutdown; impl Shutdown { fn recv(&self) {} }
fn f() { let (tx, mut rx) = mpsc::channel::<()>(1); rx.‹-›recv(); while let Some(c) = rx.‹-›recv() { c.‹?›apply(); } }
fn g(c: Command) { use Command::*; match c { Get(cmd) => cmd.‹get›apply(), Set(cmd) => cmd.‹set›apply() } }
fn h(c: Command, p: Pair) { match c { Get(cmd) => cmd.‹?›apply(), Command::Set(cmd) => cmd.‹set›apply() } let Pair(s) = p; s.‹set›apply(); }`,
  ),
  {
    name: 'macros: of the file, of the crate, of what they are imported from; what they call',
    files: {
      'Cargo.toml': '[package]\nname = "a"\n',
      'b/Cargo.toml': '[package]\nname = "b"\n',
      'b/src/lib.rs': '#[macro_export]\nmacro_rules! ‹@far›far { () => {} }\nmacro_rules! ‹@own›own { () => {} }\n',
      'src/mac.rs': `macro_rules! ‹@square›square {
  ($x:expr) => { ‹times›times($x, ‹square›square!($x)).‹-›go($crate::mac::‹times›times(1, 2), gone($x), $crate::‹?›gone()) };
}
fn ‹@times›times(a: u8, b: u8) -> u8 { 1 }
fn f() { ‹square›square!(2); self::‹square›square!(3); tell!(‹square›square!(1), if a != b { 1 }); }
mod tests { macro_rules! ‹@inner›inner { () => {} } fn t() { ‹inner›inner!(); ‹square›square!(1); } }`,
      'src/other.rs': 'macro_rules! write { () => {} }\nmacro_rules! square2 { () => {} }',
      'src/third.rs': 'macro_rules! square2 { () => {} }\n',
      'src/lib.rs': `mod mac; use b::far;
fn f() { ‹square›square![1]; ‹far›far! { } b::‹far›far!(); ‹-›own!(); ‹-›inner!(); ‹-›vec!(1); log::‹-›square!(1); { ‹-›write!{1} } ‹?›square2!(); crate::‹square›square!(2); }`,
    },
  },
  one(
    'arguments of standard library macros are code',
    `struct D { ‹@n›n: u8 } impl D { fn ‹@go›go(&self) -> D { D { ‹n›n: 1 } } fn ‹@is›is(&self) -> bool { true } }
fn ‹@make›make() -> D { D { ‹n›n: 2 } }
fn f(d: D) -> Vec<D> { assert!(d.‹go›go().‹is›is(), "{} {n}", d.‹n›n, n = ‹make›make().‹n›n); assert_eq!(D { ‹n›n: 1 }, ‹make›make().‹go›go());
  let all = vec![‹make›make(), d.‹go›go()]; all[0].‹go›go(); let same = vec![‹make›make(); 3]; same[0].‹go›go(); for one in vec![‹make›make()] { one.‹go›go(); }
  dbg!(‹make›make()).‹go›go(); println!("{}", format!("{}", d.‹n›n)); if d.‹is›is() { vec![‹make›make()]; } vec![‹make›make()];
  return vec![‹make›make().‹go›go()]; }`,
  ),
  one(
    'associated types: of a trait, of what implements it, of a type parameter, written with the trait; and what they give',
    `pub trait ‹@Captures›Captures { fn ‹@len›len(&self) -> usize; }
pub trait ‹@Matcher›Matcher {
    type ‹@cap›Captures: ‹Captures›Captures;
    type ‹@err›Error: Clone;
    fn ‹@find›find(&self) -> Result<Self::‹cap›Captures, Self::‹err›Error>;
    fn all(&self) -> Option<Self::‹cap›Captures> { self.‹find›find().ok(); None }
}
pub struct ‹@None_›NoCaptures;
impl ‹Captures›Captures for ‹None_›NoCaptures { fn ‹@ownlen›len(&self) -> usize { 0 } }
pub enum ‹@Plain›Plain { ‹@variant›Error }
impl ‹Matcher›Matcher for ‹Plain›Plain {
    type ‹@owncap›Captures = ‹None_›NoCaptures;
    type ‹@ownerr›Error = ();
    fn find(&self) -> Result<Self::‹owncap›Captures, Self::‹ownerr›Error> { Plain::‹variant›Error; Ok(‹None_›NoCaptures) }
}
fn run<M: ‹Matcher›Matcher>(m: &M, c: M::‹cap›Captures, d: <M as ‹Matcher›Matcher>::‹cap›Captures) -> Result<usize, M::‹err›Error>
where M::‹err›Error: Copy {
    c.‹len›len(); d.‹len›len(); m.‹find›find()?.‹len›len();
    Ok(0)
}
fn other<I: Iterator>(i: I, x: I::‹-›Item) {}`,
  ),
];

describe('Rust', () => {
  test.each(cases)('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});
