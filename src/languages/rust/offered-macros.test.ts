/** Tests what a file says about its macros and those of other files. */
import { describe, expect, it } from 'vitest';
import { growthExponent, linear, repeated } from '../../util/testing/growth.ts';
import type { FileMacros } from '../../model/macros.ts';
import { expandItemMacros } from './macro-expansion.ts';
import { itemMacrosOf } from './offered-macros.ts';

function macrosOf(text: string, outside: { path: string; text: string }[] = []): FileMacros {
  const context = { path: 'src/a.rs', outside };
  return itemMacrosOf(text, context, expandItemMacros(text, context));
}

describe('itemMacrosOf', () => {
  it('offers the macros that may make items, and those that call them', () => {
    const one = 'macro_rules! one { ($t:ident) => { impl Shape for $t {} }; }';
    const all = 'macro_rules! all { ($($t:ident),*) => { $(one!($t);)* }; }';
    const value = 'macro_rules! value { ($e:expr) => { $e.get() }; }';
    const { names, text } = macrosOf(`${all}\n${one}\n${value}\n`);
    expect(names).toEqual(['all', 'one']);
    expect(text).toBe(`${all}\n${one}\n`);
  });

  it('names and counts the calls where items stand', () => {
    const text =
      'top!(a);\npath::other! { b }\nfn f() {\n    println!("x");\n    match x {\n        _ => todo!(),\n    }\n}\nimpl A {\n    member!(c);\n' +
      '    fn g() {\n        vec![1];\n    }\n}\nmod m {\n    inner! { d }\n}\ncfg_rt! { pub fn items() {} }\nmacro_rules! own {\n    () => {\n' +
      '    rule!(x);\n    };\n}\nown!();\n';
    const read = macrosOf(text);
    expect(read).toMatchObject({ calls: ['inner', 'member', 'other', 'top'], unexpanded: 5 });
    // What other files offer changes no name, so that the same macros are chosen again.
    const outside = [{ path: 'src/m.rs', text: 'macro_rules! top { ($n:ident) => { fn $n() {} }; }\n' }];
    expect(macrosOf(text, outside)).toEqual({ ...read, unexpanded: 4 });
  });

  it.each(['    a!(b);\n', 'a! { fn f() {} }\n', 'a!(\n', 'a! {\n', 'macro_rules! a {\n'])(
    'reads many repetitions of %j in linear time',
    async (run) => {
      const exponent = await growthExponent(
        [4_000, 32_000],
        (length) => `impl A {\n    fn f() {\n${repeated(run, length)}`,
        (text) => macrosOf(text),
      );
      expect(exponent).toBeLessThan(linear);
    },
  );
});
