import { describe, expect, it } from 'vitest';
import { rewriteArgumentMacros } from './argument-macros.ts';

describe('macros with expressions as arguments', () => {
  it.each([
    ['ok!(self.parse(a, &mut b)?)', 'ok (self.parse(a, &mut b)?)'],
    ['let x = ready!(Pin::new(a).poll(cx))?;', 'let x = ready (Pin::new(a).poll(cx))?;'],
    ['a::b!(c.d(), "x: {y} => $", |e| { f => g; })', 'a::b (c.d(), "x: {y} => $", |e| { f => g; })'],
    ['ok!(some!(a.b() as u8) /* : */ == c)', 'ok (some (a.b() as u8) /* : */ == c)'],
    ['x!(a, |b: B, mut c: C<D>| { b.d(); y!(e: f); });', 'x (a, |b: B, mut c: C<D>| { b.d(); y!(e: f); });'],
    [`x!(a.b(), move || { ${'c.d(); '.repeat(300)} })`, `x (a.b(), move || { ${'c.d(); '.repeat(300)} })`],
    ['x!(a.b(), @"c", y!(d.e()), @r#"f"#)', 'x (a.b(),  "c", y (d.e()),  r#"f"#)'],
    ['matches!(self.kind(), Kind::A | Kind::B)', 'matches (self.kind(), Kind::A | Kind::B)'],
    ['mod a {\n    fn f() {\n        x!(b.c());\n    }\n}', 'mod a {\n    fn f() {\n        x (b.c());\n    }\n}'],
  ])('are shown as calls: %s', (source, shown) => {
    expect(rewriteArgumentMacros(source)).toBe(shown);
  });

  it.each([
    'x!(a => b.c())',
    'x!(a b.c())',
    'x!(a: b.c())',
    'x!(%a.b())',
    'x!($a.b())',
    'x!(pub struct S(u8))',
    'x!(a.b(); c)',
    'x!()',
    'x!(a)',
    'x!(a.b(',
    'matches!(a.b(), Some(_))',
    'matches!(a.b(), Kind::A(c))',
    'matches!(a.b(), Kind::A { c })',
    'matches!(a.b(), Kind::A { .. })',
    'matches!(a.b(), c if c.d())',
    'x!(a = %b.c())',
    'x!(<T> a::b)',
    'x!(a::B, C<D>)',
    'x!(|a: A| b: c.d())',
    'x!(a.b(), @c)',
    `x!(a.b(), { ${'c.d(); '.repeat(300)} })`,
    'x!(--a.b() ...)',
    'x!(a.b(), str![[c]])',
    'x!(a.b!, c.d())',
    'mod tests {\n    use super::*;\n\n    x!(a::b, c);\n}',
    'impl A\nwhere\n    B: C,\n{\n    x!(a::b, c);\n}',
    'stringify!(a.b())',
    'macro_rules!(a.b())',
  ])('are left alone where the arguments are not only expressions: %s', (source) => {
    expect(rewriteArgumentMacros(source)).toBe(source);
  });
});
