/** Rust that the grammar reads only with help: what is in a file is read whole. */
import { afterAll, expect, it } from 'vitest';
import { Extractor } from '../../extract/extract.ts';
import { assetUrl } from '../../util/assets.ts';
import { rust } from './rust.ts';

const extractor = new Extractor((wasm) => assetUrl(`grammars/${wasm}`));
afterAll(() => extractor.close());

it.each([
  ['macros with a path', 'fn f() { let a = alloc::vec![]; g(alloc::vec![1; 2], ::std::vec![1]); A { b: alloc::vec![0] } }'],
  ['an attribute in a pattern', 'fn f(e: E) { match e { E::A { #[cfg(feature = "alloc")] ref name, ref other } => {} } }'],
  // The parser asks for the text in parts, whose ends lie within a character at some of these lines.
  ['characters of two units', Array.from({ length: 4000 }, (_, at) => `const A${at}: char = '\u{10428}';\n`).join('')],
])('%s', async (_, text) => {
  const { issues } = await extractor.extract(rust, 'a.rs', text);
  expect(issues).toEqual([]);
});
