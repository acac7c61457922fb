/** Tests which headers named `.h` are C++. */
import { describe, expect, it } from 'vitest';
import { cpp } from './cpp.ts';

describe('claims', () => {
  it.each([
    '#include <string>\nvoid f();',
    '/* text */\nnamespace a::b {\nint x;\n}',
    'class Shape;\nint area(Shape *shape);',
    'template <typename T>\nT max(T a, T b);',
    'struct Derived : public Base {};',
    'struct A {\n private:\n  int x;\n};',
    'void run(const std::string &name);',
    '#ifdef __cplusplus\nextern "C" {\n#endif\n#ifdef __cplusplus\n}\n#endif\nenum class Mode { On };',
    'using Callback = void (*)(int);',
    'constexpr int limit = 3;',
  ])('claims %j', (head) => {
    expect(cpp.claims?.('x.h', head)).toBe(true);
  });

  it.each([
    '#include <stdio.h>\nint f(void);',
    '/* a class of things: namespace std:: */\nstruct a { int b : 3; };',
    '// using std::string\nint x;',
    '#ifdef __cplusplus\nextern "C" {\nnamespace x {}\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif',
    'const char *text = "namespace a {";',
    'struct class_name { int public_key; };',
    '#define TEMPLATE(x) x\ntypedef int (*operator_t)(int);',
    'int f(int class, int this, int new);',
    '',
  ])('leaves %j to C', (head) => {
    expect(cpp.claims?.('x.h', head)).toBe(false);
  });

  it('searches after long comments, but not further down the file', () => {
    expect(cpp.claims?.('x.h', `${'// of a thing\n'.repeat(1000)}class Shape {`)).toBe(true);
    expect(cpp.claims?.('x.h', `${'int f(void);\n'.repeat(1000)}class Shape {`)).toBe(false);
  });
});
