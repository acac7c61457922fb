/** Rust that the grammar reads only with help: what is in a file is read whole. */
import { afterAll, expect, it } from 'vitest';
import { Extractor } from '../../extract/extract.ts';
import { assetUrl } from '../../util/assets.ts';
import { entityFields, entityWidth } from '../../model/file-summary.ts';
import { rust } from './rust.ts';

const extractor = new Extractor((wasm) => assetUrl(`grammars/${wasm}`));
afterAll(() => extractor.close());

it.each([
  [
    'macros with a path',
    'fn f() { let a = alloc::vec![]; g(alloc::vec![1; 2], ::std::vec![1]); A { b: alloc::vec![0] } }',
  ],
  [
    'an attribute in a pattern',
    'fn f(e: E) { match e { E::A { #[cfg(feature = "alloc")] ref name, ref other } => {} } }',
  ],
  // The parser asks for the text in parts, whose ends lie within a character at some of these lines.
  ['characters of two units', Array.from({ length: 4000 }, (_, at) => `const A${at}: char = '\u{10428}';\n`).join('')],
])('%s', async (_, text) => {
  const { issues } = await extractor.extract(rust, 'a.rs', text);
  expect(issues).toEqual([]);
});

it('what macros make has symbols at the calls', async () => {
  const text = `macro_rules! ids { ($($name:ident),*) => { $(
  /// The struct that counts. A type has it.
  pub struct $name { at: usize }
  impl $name { pub const fn at(&self) -> usize { self.at } pub unsafe fn none() {} }
)* } }
ids!(Left, Right);
impl Left {
    ids2!();
    same!(1);
}
macro_rules! same { ($n:literal) => { const MAX: usize = $n; }; }
ids!($x);
fn f() { same!(2); }
`;
  const { definitions, summary } = await extractor.extract(rust, 'a.rs', text);
  const shown = definitions.map(({ name, container, line, column, endLine }) => [
    container,
    name,
    line,
    column,
    endLine,
  ]);
  expect(shown).toEqual([
    [null, 'ids', 1, 14, 5],
    [null, 'Left', 6, 6, 6],
    ['Left', 'at', 6, 1, 6],
    ['Left', 'none', 6, 2, 6],
    [null, 'Right', 6, 12, 6],
    ['Right', 'at', 6, 3, 6],
    ['Right', 'none', 6, 4, 6],
    ['Left', 'MAX', 9, 5, 9],
    [null, 'same', 11, 14, 11],
    [null, 'f', 13, 4, 13],
  ]);
  const linked = new Set<number>();
  for (let at = 0; at < summary!.entities.length; at += entityWidth)
    linked.add(summary!.entities[at + entityFields.definition]!);
  expect([...linked].filter((definition) => definition !== -1).sort((a, b) => a - b)).toEqual(shown.map((_, at) => at));
});

it('items that a macro makes by another macro have symbols', async () => {
  const text = `macro_rules! one { ($name:ident, $value:expr) => { struct $name; impl $name { fn value() -> u8 { $value } } } }
macro_rules! all { ($(($name:ident $($rest:tt)*)),*) => { $( one!($name $($rest)*); )* enum Any { $($name),* } } }
all! { (Left, 1), (Right, 2) }
`;
  const { definitions } = await extractor.extract(rust, 'a.rs', text);
  expect(definitions.map(({ name, container, line, column }) => [container, name, line, column])).toEqual([
    [null, 'one', 1, 14],
    [null, 'all', 2, 14],
    [null, 'Left', 3, 9],
    ['Left', 'value', 3, 1],
    [null, 'Right', 3, 20],
    ['Right', 'value', 3, 2],
    [null, 'Any', 3, 3],
  ]);
});
