/** Tests what macros of a file make of its calls. */
import { describe, expect, it } from 'vitest';
import { growthExponent, linear, repeated } from '../../util/testing/growth.ts';
import { expandMacros, macrosOf, withoutExpandedCalls } from './macro-expansion.ts';

const getter = '#define GETTER(n) int get_##n(void) { return s.n; }\n';
const both =
  '#define BOTH(type, n) \\\n\tSETTER(type, n) \\\n\tGETTER(n)\n#define SETTER(type, n) void set_ ## n(type v) { s.n = v; }\n';

/** What the calls make, with runs of blanks as one. */
function made(text: string): string | undefined {
  return expandMacros(text)?.text.replace(/\s+/g, ' ').trim();
}

describe('expandMacros', () => {
  it.each([
    [`${getter}GETTER(size)\n`, 'int get_size(void) { return s.size; };'],
    [
      `${getter}${both}BOTH(char *, name);\nGETTER(a)\n`,
      'void set_name(char * v) { s.name = v; } int get_name(void) { return s.name; }; int get_a(void) { return s.a; };',
    ],
    [
      '#define ATTR(n) static struct attr attr_##n = { .show = n##_show }\nstatic ATTR(size);',
      'static struct attr attr_size = { .show = size_show };',
    ],
    [
      `#define MAKE(n) int q_##n(int c) { if (c == '"') { return n(c); } return h(n); }\nMAKE(foo)\n`,
      `int q_foo(int c) { if (c == '"') { return foo(c); } return h(foo); };`,
    ],
    ['#define MAKE(n, s) int q_##n(void) { return 1; }\nMAKE(foo, "a \\\n b")\n', 'int q_foo(void) { return 1; };'],
  ])('expands %j', (text, expected) => {
    expect(made(text)).toBe(expected);
  });

  it.each([
    ['a macro that makes no declaration', '#define LOG(n) do { write_##n(); } while (0)\nLOG(a);\n'],
    ['a call in a function', `${getter}void f(void) {\n\tGETTER(size)\n}\n`],
    ['a call with other arguments', `${getter}GETTER(a, b)\n`],
    ['a macro that two branches define', `${getter}${getter}GETTER(size)\n`],
    ['the text of a directive', `${getter}#define ALL \\\nGETTER(size)\n`],
    ['a macro of another file', 'GETTER(size)\nint a##b;\n'],
  ])('leaves %s alone', (_, text) => {
    expect(expandMacros(text)).toBeNull();
    expect(withoutExpandedCalls(text)).toBe(text);
  });

  it('gives each name a place in the call, and blanks the call in the file', () => {
    const text = `${getter}GETTER(size);\nGETTER(count);\n`;
    const expansion = expandMacros(text)!;
    expect(expansion.placeOf(1, expansion.text.indexOf('get_') + 1)).toEqual({ line: 2, column: 1 });
    expect(expansion.placeOf(1, expansion.text.indexOf('s.size') + 3)).toEqual({ line: 2, column: 8 });
    // The same part of the macro's text in both calls.
    const [first, second] = [...expansion.text.matchAll(/return/g)].map(({ index }) => index);
    const line = expansion.text.slice(0, second).split('\n').length;
    expect(expansion.placeOf(1, first! + 1).line).toBe(2);
    expect(expansion.placeOf(line, second! - expansion.text.lastIndexOf('\n', second)).line).toBe(3);
    expect([...expansion.calls].map((at) => text.slice(at, at + 12))).toEqual(['GETTER(size)', 'GETTER(count']);
    expect(withoutExpandedCalls(text)).toBe(`${getter}${' '.repeat(13)}\n${' '.repeat(14)}\n`);
  });

  it.each([
    '#define A(b) int b##c(void) { }\n',
    '#define A(b) \\\n',
    'A(\n',
    '#define A(b) A(b) A(b) int b##c(void) {}\nA(b)\n',
    'A(b)\n##',
  ])('reads many repetitions of %j in linear time', async (run) => {
    const exponent = await growthExponent(
      [4_000, 32_000],
      (length) => `#define A(b) int b##c(void) {}\n${repeated(run, length)}`,
      expandMacros,
    );
    expect(exponent).toBeLessThan(linear);
  });
});

describe('macrosOf', () => {
  const header = `${getter}${both}#define LOG(a) log(a)\n#define ANY(...) int f(void) { return 1; }\n`;

  it('offers the macros of a header that make something, and none of another file', () => {
    expect(macrosOf(header, { path: 'a.h', outside: [] })).toMatchObject({
      family: 'c',
      names: ['GETTER', 'SETTER', 'BOTH'],
      text: expect.stringContaining('#define SETTER(type, n) void set_ ## n(type v) { s.n = v; }\n') as string,
    });
    expect(macrosOf(header, { path: 'a.c', outside: [] }).names).toEqual([]);
  });

  it('names and counts the calls beside declarations', () => {
    const text =
      'MODULE("x");\nstatic DEFINE(lock);\nEXPORT(f)\nEXPORT(g)\nint\nold_style (int a);\nint f(void)\n{\n\tLOG(1);\n}\nTEST(A, b)\n{\n}\n' +
      'API int FORM(1)\nform(int a);\n#define OWN(n) int own_##n(void) { return 1; }\nOWN(x)\nif (1) {}\n';
    const read = macrosOf(text, { path: 'a.c', outside: [] });
    expect(read).toMatchObject({ calls: ['DEFINE', 'EXPORT', 'MODULE'], unexpanded: 4 });
    // What other files offer changes no name, so that the same macros are chosen again.
    const outside = [{ path: 'a.h', text: '#define DEFINE(n) int n##_var = 1\n' }];
    expect(macrosOf(text, { path: 'a.c', outside })).toEqual({ ...read, unexpanded: 3 });
  });
});
