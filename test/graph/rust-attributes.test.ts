/** Functions that Rust code names only in attributes and macros: something uses them, and both directions of a question say so. */
import { expect, it } from 'vitest';
import { indexed, indexedInTest } from './real-index.ts';

const { engine } = await indexed({
  'Cargo.toml': '[package]\nname = "a"\n',
  'src/main.rs': `mod hex;
mod size;
use size::parse_size;
#[derive(Deserialize)]
struct Options {
    #[serde(default = "default_port", skip_serializing_if = "Option::is_none")]
    port: Option<u16>,
    #[serde(with = "hex")]
    key: Vec<u8>,
    #[serde(default = "crate::size::largest", rename = "spare")]
    size: u64,
    #[arg(long, value_parser = parse_size)]
    limit: u64,
    #[arg(value_parser = size::parse_many)]
    many: u64,
}
fn default_port() -> Option<u16> { None }
fn spare() {}
#[tokio::main]
async fn main() { Command::run(&Command::move_left); }
fn move_left(cx: &mut u8) {}
fn move_right(cx: &mut u8) { move_left(cx); }
struct Command { name: &'static str, fun: fn(&mut u8) }
macro_rules! commands {
    ($($name:ident, $doc:literal,)*) => {
        $(
            #[allow(non_upper_case_globals)]
            pub const $name: Self = Self { name: stringify!($name), fun: $name };
        )*
        pub const ALL: &'static [Self] = &[$(Self::$name,)*];
    };
}
impl Command {
    fn run(&self) {}
    commands!(
        move_left, "Moves left",
        move_right, "Moves right",
    );
}
`,
  'src/hex.rs': 'pub fn serialize() {}\npub fn deserialize() { digit(); }\nfn digit() {}\npub fn other() {}\n',
  'src/size.rs': 'pub fn parse_size() {}\npub fn parse_many() {}\npub fn largest() -> u64 { 1 }\n',
});

it('knows that functions in attributes and tables of commands are used', async () => {
  const { symbols } = await engine.graph.unused({ limit: 100 });
  const { symbols: exported } = await engine.graph.unused({ limit: 100, exported: true });
  const functions = [...symbols, ...exported].filter(({ kind }) => kind === 'function').map(({ id }) => id);
  expect(functions).toEqual(['src/hex.rs#other']);
});

it.each([
  ['src/main.rs#default_port', ['src/main.rs:6']],
  ['src/hex.rs#serialize', ['src/main.rs:8']],
  ['src/size.rs#largest', ['src/main.rs:10']],
  ['src/main.rs#spare', []],
  ['src/size.rs#parse_size', ['src/main.rs:12']],
  ['src/size.rs#parse_many', ['src/main.rs:14']],
  ['src/main.rs#move_right', ['src/main.rs:37']],
])('knows where %s is named', async (symbol, places) => {
  const { uses } = await engine.graph.usage({ symbol, limit: 20 });
  expect(uses.map(({ path, line }) => `${path}:${line}`)).toEqual(places);
});

it('gives the same calls in both directions', async () => {
  const { symbols } = await engine.graph.search({ pattern: '*', limit: 100, offset: 0 });
  const [down, up] = [new Set<string>(), new Set<string>()];
  for (const id of ['src/main.rs', ...symbols.map((symbol) => symbol.id)]) {
    const { reached: callees } = await engine.graph.callees({ symbol: id, maxDepth: 1 });
    const { reached: callers } = await engine.graph.callers({ symbol: id, maxDepth: 1 });
    for (const { node: callee } of callees) down.add(`${id} ${callee.id}`);
    for (const { node: caller } of callers) up.add(`${caller.id} ${id}`);
  }
  expect(down.size).toBe(8);
  expect(down).toEqual(up);
});

it('names a macro as the caller of what its rules call, at its place', async () => {
  const { engine: other } = await indexedInTest({
    'Cargo.toml': '[package]\nname = "a"\n',
    'src/lib.rs': '#[macro_use]\nmod mac;\nmod imp;\nfn main() { checked!(1); all!(a, b); }\n',
    'src/mac.rs': `macro_rules! checked { ($e:expr) => { $crate::imp::check($e) }; }
macro_rules! all { ($($name:ident),*) => {
    $(fn $name() { crate::imp::Reader::open(); })*
} }
`,
    'src/imp.rs': 'pub fn check(n: u8) {}\npub struct Reader;\nimpl Reader { pub fn open() {} }\n',
  });
  const callersOf = async (symbol: string): Promise<string[]> => {
    const { reached } = await other.graph.callers({ symbol, maxDepth: 1 });
    return reached.map(({ node, edges }) => `${node.id} at ${edges[0]!.sites[0]!.line}`);
  };
  expect(await callersOf('src/imp.rs#check')).toEqual(['src/mac.rs#checked at 1']);
  expect(await callersOf('src/imp.rs#Reader.open')).toEqual(['src/mac.rs#all at 3']);
  expect(await callersOf('src/mac.rs#checked')).toEqual(['src/lib.rs#main at 4']);
});
