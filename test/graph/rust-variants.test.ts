/** Rust: alternative modules, of which a build compiles one. */
import { describe, expect, it, test } from 'vitest';
import { rust } from '../../src/languages/rust/rust.ts';
import { compareMarks, readMarks, variantLabels } from './marks.ts';
import { openPrograms } from './marked-sources.ts';
import { indexed } from './real-index.ts';

const programOf = await openPrograms([rust]);

const { texts, marks } = readMarks({
  'Cargo.toml': '[package]\nname = "a"\n',
  'src/lib.rs': `mod sys; mod plain; mod part; mod named; mod fields;
#[cfg(unix)]
mod unix_io;
#[cfg(windows)]
mod windows_io;
#[cfg(unix)]
use unix_io as io;
#[cfg(windows)]
use windows_io as io;
fn open() { sys::‹map›map(); io::‹flush›flush(); sys::Handle::‹new›new().‹close›close(); sys::net::‹bind›bind(); sys::‹read›read(); }
fn more() { part::‹imp›run(); part::‹walk›walk(); named::‹pick›pick(); sys::‹stat›stat(); }`,
  'src/unix_io.rs': 'pub fn ‹@flush›flush() { ‹seek›seek() }\npub fn ‹@seek›seek() {}\n',
  'src/windows_io.rs': 'pub fn ‹@winFlush›flush() { ‹winSeek›seek() }\npub fn ‹@winSeek›seek() {}\nfn alone() {}\n',
  // Glob re-exports: names are those of the first module.
  'src/sys/mod.rs': `#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;
#[cfg(unix)]
pub use self::unix::*;
#[cfg(windows)]
pub use self::windows::*;
#[cfg(test)]
mod tests;
`,
  'src/sys/unix/mod.rs': `mod fs; pub mod net; pub use self::fs::*;
pub fn ‹@map›map() { hidden() }
fn hidden() {}
pub struct ‹@Handle›Handle { fd: u8 }
impl Handle { pub fn ‹@new›new() -> Self { Handle { fd: 1 } } pub fn ‹@close›close(&self) {} }`,
  'src/sys/unix/fs.rs': 'pub fn ‹@read›read() {}\npub(super) fn ‹@stat›stat() {}\n',
  'src/sys/unix/net.rs': 'pub fn ‹@bind›bind() { super::‹map›map() }\n',
  'src/sys/windows.rs': `mod fs; pub mod net; pub use self::fs::{read, status as stat}; use super::unix_only;
pub fn ‹@winMap›map() { hidden() }
fn hidden() {}
pub struct ‹@winHandle›Handle;
impl Handle { pub fn ‹@winNew›new() -> Self { Handle } pub fn ‹@winClose›close(&self) {} fn drop(&self) {} }`,
  'src/sys/windows/fs.rs': 'pub fn ‹@winRead›read() {}\npub fn ‹@winStat›status() {}\n',
  'src/sys/windows/net.rs': 'pub fn ‹@winBind›bind() { super::‹winMap›map() }\n',
  // Both modules are part of every build.
  'src/plain/mod.rs': 'mod a; mod b; pub use a::*; pub use b::*;\n',
  'src/plain/a.rs': 'pub fn same() {}\n',
  'src/plain/b.rs': 'pub fn same() {}\n',
  // Modules whose files are named by attributes; one of them is inline.
  'src/part/mod.rs': `#[cfg_attr(unix, path = "one.rs")]
#[cfg_attr(windows, path = "deep/two.rs")]
mod imp;
pub use imp::run;
#[cfg(unix)]
#[path = "walk/unix.rs"]
mod walker;
#[cfg(not(unix))]
mod walker { pub fn ‹@otherWalk›walk() {} }
pub use self::walker::walk;`,
  'src/part/one.rs': 'pub fn ‹@imp›run() {}\n',
  'src/part/deep/two.rs': 'pub fn ‹@two›run() {}\n',
  'src/part/walk/unix.rs': 'pub fn ‹@walk›walk() {}\n',
  // Single re-exported names, under other names.
  'src/named.rs': `mod quick; mod slow; mod types;
#[cfg(fast)]
pub use quick::choose as pick;
#[cfg(not(fast))]
pub use slow::pick;
use quick::Kind; use types::kind as Kind;
#[cfg(fast)] #[path = "named/fast.rs"] mod way;
#[cfg(not(fast))] #[path = "named/calm.rs"] mod way;
fn f() { way::‹go›go() }`,
  'src/named/fast.rs': 'pub fn ‹@go›go() {}\n',
  'src/named/calm.rs': 'pub fn ‹@calm›go() {}\n',
  'src/named/quick.rs': 'pub fn ‹@pick›choose() {}\npub struct Kind;\n',
  'src/named/slow.rs': 'pub fn ‹@slow›pick() {}\n',
  'src/named/types.rs': 'pub fn kind() {}\n',
  'src/fields.rs': 'struct A; struct B;\n',
});
const program = programOf(texts);

test('a name means the declaration of the first module', () => {
  const { actual, expected } = compareMarks(program, marks);
  expect(actual).toEqual(expected);
});

test('the same names of the other modules are its variants', () => {
  expect(variantLabels(program, marks)).toEqual([
    'calm > go',
    'otherWalk > walk',
    'slow > pick',
    'two > imp',
    'winBind > bind',
    'winClose > close',
    'winFlush > flush',
    'winHandle > Handle',
    'winMap > map',
    'winNew > new',
    'winRead > read',
    'winSeek > seek',
    'winStat > stat',
  ]);
});

describe('answers about alternative modules', async () => {
  const { engine } = await indexed(Object.fromEntries(texts));

  it.each([
    ['src/sys/windows.rs#map', ['src/lib.rs#open', 'src/sys/windows/net.rs#bind']],
    ['src/sys/unix/mod.rs#map', ['src/lib.rs#open', 'src/sys/unix/net.rs#bind']],
    ['src/sys/windows.rs#Handle.close', ['src/lib.rs#open']],
    // But not by the function of the other module, which calls its own variant.
    ['src/windows_io.rs#seek', ['src/windows_io.rs#flush']],
    ['src/windows_io.rs#flush', ['src/lib.rs#open']],
    ['src/part/deep/two.rs#run', ['src/lib.rs#more']],
    ['src/part/mod.rs#walker.walk', ['src/lib.rs#more']],
  ])('%s is called by all code that may be built with it', async (symbol, expected) => {
    const { reached } = await engine.graph.callers({ symbol, maxDepth: 1 });
    expect(reached.map(({ node }) => node.id).toSorted()).toEqual(expected);
  });
});
