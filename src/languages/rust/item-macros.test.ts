import { describe, expect, it } from 'vitest';
import { rewriteItemMacros } from './item-macros.ts';

const shown: [source: string, made: string][] = [
  ['cfg_rt! {\n  pub fn f() { "}" }\n}\n', 'cfg_rt!{}\n  pub fn f() { "}" }\n \n'],
  ['a::b! { mod x; use y::{z}; }', 'a::b!{} mod x; use y::{z};  '],
  ['m!{ struct S; }', '    struct S;  '],
  [
    'if_hyper! {\n  #[macro_use]\n  extern crate a;\n  doctest!("b");\n  mod c;\n}',
    'if_hyper!{}\n  #[macro_use]\n  extern crate a;\n  doctest!("b");\n  mod c;\n ',
  ],
  [
    'impl S {\n    cfg_io! {\n        fn f(&self) {}\n    }\n}\n',
    'impl S {\n    cfg_io!{}\n        fn f(&self) {}\n     \n}\n',
  ],
  [
    'cfg_if! {\n  if #[cfg(unix)] { mod a; } else { // b\n mod b; }\n}',
    'cfg_if!{}\n                    mod a;          // b\n mod b;  \n ',
  ],
  [
    "pin! {\n  /// S\n  #[d(1)]\n  pub struct S<'a, T> where T: A { #[pin] t: &'a T, c: ['}'; 1] }\n  impl<T> D for S<T> {}\n}",
    '',
  ],
];

describe('macros with items as arguments', () => {
  it.each(shown)('are replaced by their items: %j', (source, made) => {
    const actual = rewriteItemMacros(source);
    expect(actual).toHaveLength(source.length);
    expect(actual).toBe(made === '' ? source.replace(/^pin! \{/, 'pin!{}').replace(/\}$/, ' ') : made);
  });

  it.each([
    'bitflags! { pub struct F: u32 { const A = 1; } }',
    'thread_local! { static A: u8 = 1; }',
    'x! { a => b }',
    'bitflags! { impl F: u16 { const A = 1; } }',
    'x! { impl<> A {} }',
    'proptest! { fn all(s in r"a*") { f(s); } }',
    'x! {}',
    'make! { fn #name() {} }',
    'make! { fn f() { $x } }',
    'fn f() {\n    quote! { fn g() {} }\n}\n',
    'let a = x! { fn f() {} };',
    'x! { fn f() {}',
    'x! { fn f() { ( } }',
    'macro_rules! m { () => {} }\n',
  ])('are left alone where the arguments are not only items: %j', (source) => {
    expect(rewriteItemMacros(source)).toBe(source);
  });
});
