/**
 * Links after any history of edits equal those of a new index: alternative Rust modules, of which a build compiles one.
 */
import { describe, expect, it } from 'vitest';
import { linkCount, playHistories, type Family, type History } from './link-histories.ts';

const chosen =
  '#[cfg(unix)]\nmod unix;\n#[cfg(windows)]\nmod windows;\n#[cfg(unix)]\npub use self::unix::*;\n#[cfg(windows)]\npub use self::windows::*;\n';
const unix =
  'mod fs;\npub use self::fs::*;\npub fn map() { flush() }\npub fn flush() {}\npub struct Handle;\nimpl Handle { pub fn new() -> Self { Handle } pub fn close(&self) { read() } }\n';
const windows =
  'mod fs;\npub use fs::status as read;\npub fn map() { flush() }\npub fn flush() {}\npub struct Handle;\nimpl Handle { pub fn new() -> Self { Handle } pub fn close(&self) {} }\n';

/** Modules that a package has once for each platform. */
const platforms: Family = {
  places: ['src/sys.rs', 'src/sys/windows/mod.rs', 'src/sys/other.rs', 'src/windows.rs', 'src/sys/unix/mod.rs'],
  variants: {
    'Cargo.toml': ['[package]\nname = "shop"\n'],
    'src/lib.rs': [
      'mod sys;\nmod peer;\nmod prelude;\nmod user;\npub fn open() { sys::map(); sys::Handle::new().close(); sys::read(); sys::io::flush(); }\n',
      'mod sys;\nuse sys::imp;\npub fn open() { imp::map(); sys::read(); imp::Handle::new().close(); }\nmod unix;\nmod windows;\n',
    ],
    'src/sys/mod.rs': [
      chosen,
      'mod unix;\nmod windows;\n#[cfg(unix)]\nuse unix as io;\n#[cfg(windows)]\nuse windows as io;\npub use io::read;\n',
      'mod unix;\nmod windows;\n#[cfg(windows)]\nuse windows as io;\n#[cfg(unix)]\nuse unix as io;\npub use io::read;\n',
      '#[cfg_attr(unix, path = "unix.rs")]\n#[cfg_attr(windows, path = "windows.rs")]\npub mod imp;\npub use imp::*;\n',
      '#[cfg(unix)]\n#[path = "unix.rs"]\nmod imp;\n#[cfg(windows)]\nmod imp { pub fn map() {} pub fn read() {} }\npub use imp::{map, read};\n',
      'mod unix;\nmod windows;\npub use unix::*;\npub use windows::*;\n',
      chosen.replaceAll('unix', 'other'),
      null,
    ],
    'src/sys/unix.rs': [
      unix,
      unix.replaceAll('flush', 'sync'),
      unix.replace('mod fs;', '').replace('self::fs', 'crate::peer'),
      null,
    ],
    'src/sys/windows.rs': [
      windows,
      windows.replace('fs::status as read', 'fs::*'),
      windows.replace('pub fn map', 'fn map').replace('struct Handle', 'enum Handle { A }'),
      null,
    ],
    'src/sys/unix/fs.rs': ['pub fn read() {}\n', 'pub(super) fn read() {}\npub fn status() {}\n', null],
    'src/sys/windows/fs.rs': ['pub fn status() {}\n', 'pub fn read() { super::map() }\n', null],
    'src/peer.rs': [
      '#[cfg(unix)]\nuse super::sys::unix::{self as os};\n#[cfg(windows)]\nuse super::sys::windows::{self as os};\nfn go() { os::map(); os::fs::read(); }\npub fn map() {}\n',
      '#[cfg(fast)]\npub use crate::sys::unix::flush as go;\n#[cfg(not(fast))]\npub use crate::sys::windows::map as go;\nfn all() { go() }\n',
      null,
    ],
    'src/prelude.rs': [
      'pub mod all {\n    pub use crate::sys::*;\n    pub use super::own;\n    pub mod deep { pub use crate::peer::{map, go as run}; }\n}\npub fn own() {}\n',
      'cfg_rt! {\n    pub mod all { pub use crate::sys::unix::{map, flush as own}; }\n}\n',
      null,
    ],
    'src/user.rs': [
      'use crate::prelude::all::{map, own, deep::run};\nfn f() { map(); own(); run(); crate::prelude::all::read(); crate::prelude::all::Handle::new().close(); }\n',
      null,
    ],
  },
};

/** A third file, whose names no other file uses, selects another module. */
const choosingOtherwise: Parameters<typeof playHistories>[2] = [
  [
    [761, 0, 235, 140, 5],
    [
      [8, 583, 258, 0, 1],
      [0, 0, 0, 0, 0],
    ],
  ],
];

/** Traits with associated types. */
const associated: Family = {
  places: ['src/moved.rs', 'src/find/mod.rs', 'src/other.rs'],
  variants: {
    'Cargo.toml': ['[package]\nname = "shop"\n'],
    'src/lib.rs': ['mod find;\nmod plain;\nmod user;\n', 'pub mod find;\npub mod user;\npub use find::*;\n'],
    'src/find.rs': [
      'pub trait Captures { fn len(&self) -> usize; }\npub trait Find {\n  type Captures: Captures;\n  type Error;\n  fn find(&self) -> Result<Self::Captures, Self::Error>;\n  fn all(&self) -> usize { self.find().ok().unwrap().len() }\n}\n',
      'pub trait Captures { fn len(&self) -> usize; fn get(&self) -> usize { self.len() } }\npub trait Find: Base {\n  type Captures: Captures;\n  fn find(&self) -> Self::Captures;\n}\npub trait Base { type Error: Captures; fn error(&self) -> Self::Error; }\n',
      'pub trait Find { fn find(&self) -> usize; }\n',
      null,
    ],
    'src/plain.rs': [
      'use crate::find::{Captures, Find};\npub struct None;\nimpl Captures for None { fn len(&self) -> usize { 0 } }\npub enum Plain { Error }\nimpl Find for Plain {\n  type Captures = None;\n  type Error = Plain;\n  fn find(&self) -> Result<Self::Captures, Self::Error> { Err(Plain::Error) }\n}\n',
      'use super::find::*;\npub struct Plain;\nimpl Plain { pub fn len(&self) -> usize { 1 } }\nimpl Find for Plain {\n  type Captures = Plain;\n  fn find(&self) -> Self::Captures { Plain }\n}\nimpl Base for Plain { type Error = Self; fn error(&self) -> Self::Error { self.find() } }\n',
      null,
    ],
    'src/user.rs': [
      'use crate::find::Find;\npub fn run<F: Find>(f: &F, c: F::Captures) -> Result<usize, F::Error> { c.len(); f.find()?.len(); Ok(f.all()) }\n',
      'use crate::{find::Find, plain::Plain};\npub fn run<F>(f: F, e: <F as Find>::Error) where F: Find, F::Captures: Clone { f.find().len(); e.len(); f.error().get(); Plain.find().len(); }\n',
      null,
    ],
  },
};

/** Macros whose calls have the values of their rules. */
const macros: Family = {
  places: ['src/other.rs', 'src/mac/mod.rs'],
  variants: {
    'Cargo.toml': ['[package]\nname = "shop"\n'],
    'src/lib.rs': ['#[macro_use]\nmod mac;\nmod user;\nmod data;\n', 'mod data;\nmod user;\n'],
    'src/mac.rs': [
      'macro_rules! current { ($e:expr) => {{ let doc = doc!($e); (doc, $e.view()) }}; }\nmacro_rules! doc { ($e:expr) => { $e.doc }; }\n',
      'macro_rules! current { ($e:expr) => {{ ($e.view(), $e.doc) }}; }\n',
      'macro_rules! current { ($e:expr) => { $e.view() }; }\nmacro_rules! doc { ($e:expr) => { $e.view() }; }\n',
      null,
    ],
    'src/data.rs': [
      'pub struct Doc; impl Doc { pub fn run(&self) {} }\npub struct View; impl View { pub fn run(&self) {} }\npub struct Editor { pub doc: Doc }\nimpl Editor { pub fn view(&self) -> View { View } }\n',
      'pub struct Doc; impl Doc { pub fn run(&self) {} }\npub struct View; impl View { pub fn run(&self) {} }\npub struct Editor { pub doc: View }\nimpl Editor { pub fn view(&self) -> Doc { Doc } }\n',
    ],
    'src/user.rs': [
      'use crate::data::Editor;\nfn f(e: &Editor) { let (a, b) = current!(e); a.run(); b.run(); doc!(e).run(); }\n',
      'use crate::data::Editor;\nmacro_rules! doc { ($e:expr) => { $e }; }\nfn f(e: &Editor) { current!(e).0.run(); doc!(e).view().run(); }\n',
    ],
  },
};

describe('links after edits in Rust', () => {
  it('equal those of a new index where macros of other files give values', async () => {
    // A method is added that only the macro's text names, not the file that calls the macro.
    const known: History = [
      [152, 0, 62, 67],
      [
        [0, 371, 553, 0, 0],
        [0, 0, 0, 0, 29],
        [186, 233, 157, 0, 0],
        [0, 0, 0, 0, 0],
      ],
    ];
    await expect(playHistories(macros, 40, [known])).resolves.toBeUndefined();
    expect(await linkCount(macros)).toBeGreaterThan(6);
  });

  it('equal those of a new index where a build compiles one of several modules', async () => {
    await expect(playHistories(platforms, 40, choosingOtherwise)).resolves.toBeUndefined();
    expect(await linkCount(platforms)).toBeGreaterThan(6);
  });

  it('equal those of a new index where traits have associated types', async () => {
    await expect(playHistories(associated, 30)).resolves.toBeUndefined();
    expect(await linkCount(associated)).toBeGreaterThan(6);
  });
});
