/** Tests the text that the parser sees in place of macros. */
import { describe, expect, it } from 'vitest';
import { blankMacros } from './macros.ts';
import { growthExponent, linear, repeated } from '../../util/testing/growth.ts';

/** The text with runs of blanks reduced to one, to keep the table readable. */
function seen(text: string): string {
  return blankMacros(text)
    .replace(/[ \t]+/g, ' ')
    .trim();
}

describe('blankMacros', () => {
  it.each([
    ['CURL_EXTERN CURLcode run(int a);', 'const CURLcode run(int a);'],
    ['API_EXPORT char *name(void);', 'const char *name(void);'],
    ['API_EXPORT template <typename T> void f();', 'template <typename T> void f();'],
    ['class FMT_API buffer : base {};', 'class buffer : base {};'],
    ['class LEVELDB_EXPORT Cache;', 'class Cache;'],
    ['ZSTDv06_API size_t run(void);', 'const size_t run(void);'],
    ['size_t n = 64 MB + 1 KB;', 'size_t n = 64 + 1 ;'],
    ['DWORD WINAPI run(void);', 'const WINAPI run(void);'],
    ['void WINAPI run(void);', 'void run(void);'],
    ['static int __init run(void) { }', 'static int run(void) { }'],
    ['bool __read_mostly on = true;', 'bool on = true;'],
    ['String JSON_API write(int a);', 'String write(int a);'],
    ['static png::Row PNGAPI rows(int a);', 'static png::Row rows(int a);'],
    ['int f(void) FMT_NOEXCEPT { }', 'int f(void) { }'],
    ['int f(const char *, ...) CURL_PRINTF(1, 2);', 'int f(const char *, ...) ;'],
    ['CODE f(int a, ...)\n  MUST_USE CURL_PRINTF(2, 3);', 'CODE f(int a, ...)\n ;'],
    ['int f(void) MUST_USE FMT_NOEXCEPT { }', 'int f(void) { }'],
    ['CODE OLD_API(7.1, "use g()")\nf(int a);', 'CODE \nf(int a);'],
    ['ALLOC_SIZE(1) void *get(int n);', 'void *get(int n);'],
    ['int a;\nBEGIN_NAMESPACE\n\nint b;', 'int a;\n \n\nint b;'],
    ['class buffer {\n  FMT_CONSTEXPR buffer(int n) : n_(n) {}', 'class buffer {\n buffer(int n) : n_(n) {}'],
    ['PRAGMA_GCC(push)\n\nint b;', 'PRAGMA_GCC ;\n\nint b;'],
    ['int b;\nPRAGMA_GCC(pop) // of (b)\n', 'int b;\nPRAGMA_GCC ; // of (b)'],
    ['API_EXPORT class buffer { };', 'class buffer { };'],
    ['int b; // b\n\n// c\nEND_NAMESPACE\n', 'int b; // b\n\n// c'],
    ['MemTable *imm_ GUARDED_BY(mutex_);', 'MemTable *imm_ ;'],
    ['MemTable* const imm GUARDED_BY(mu);', 'MemTable* const imm ;'],
    ['LUALIB_API lua_Integer (luaL_optinteger) (lua_State *L);', 'const lua_Integer (luaL_optinteger) (lua_State *L);'],
    ['std::map<int, int> all GUARDED_BY(a->b()) = {};', 'std::map<int, int> all = {};'],
    ['bool done[3] GUARDED_BY(mutex_){};', 'bool done[3] {};'],
    ['int size() const REQUIRES(mutex_) override {', 'int size() const override {'],
    ['void run() REQUIRES(mutex_) = 0;', 'void run() = 0;'],
    ['Box(Box&&) BOX_NOEXCEPT = default;', 'Box(Box&&) = default;'],
    ['explicit Lock(Mutex *m) ACQUIRE(m) : m_(m) {}', 'explicit Lock(Mutex *m) : m_(m) {}'],
    ['struct ALIGN_AS(64) API_EXPORT slot : base {};', 'struct slot : base {};'],
    ['API_INLINE buffer::buffer(int n) : n_(n) {}', 'buffer::buffer(int n) : n_(n) {}'],
    ['API_INLINE a::buffer<T>::~buffer() {}', 'a::buffer<T>::~buffer() {}'],
    ['API_EXPORT a::buffer *get();', 'const a::buffer *get();'],
    ['void f() {\n  TRY {\n    g();\n  }\n  CATCH_ALL(x)\n}', 'void f() {\n {\n g();\n }\n CATCH_ALL(x)\n}'],
    ['struct a {\n  FIELDS\n};', 'struct a {\n \n};'],
    ['struct a {\n  int b; /* c */\n  FIELDS\n  MORE_FIELDS\n};', 'struct a {\n int b; /* c */\n \n \n};'],
    ['struct a {\n  FIELD(b)\n  int c;\n};', 'struct a {\n \n int c;\n};'],
    [
      `struct a {\n  bool f(wchar_t p) { if (p == L'"') {\n  return 1; }\n  return 0; }\n  Q_PROPERTY(int a READ a)\n};`,
      `struct a {\n bool f(wchar_t p) { if (p == L'"') {\n return 1; }\n return 0; }\n Q_PROPERTY ;\n};`,
    ],
    [
      'class a {\n public:\n  PUSH(1 /* b */)\n\n  // c {\n  int d() { return 1; }\n\n  POP()\n};',
      'class a {\n public:\n PUSH ;\n\n // c {\n int d() { return 1; }\n\n POP ;\n};',
    ],
    ['static DEVICE_ATTR(mode, 0644,\n  show, store);', 'DEVICE_ATTR(mode, 0644,\n show, store);'],
    ['int a;\nMAKES(b)\nint c;', 'int a;\nMAKES ;\nint c;'],
    ['/* Of c. */\nOLD_API(b)\nint c;', '/* Of c. */\n \nint c;'],
    ['static DEVICE_ATTR_RO(size);', 'DEVICE_ATTR_RO(size);'],
    ['#define FIELDS \\\n  /* a */ \\\n  int b;', '#define FIELDS \\\n \\\n int b;'],
    ['class a\n#ifdef NDEBUG\n    final\n#endif\n    : public b {', 'class a\n \n \n \n : public b {'],
    ['void f(char *a_nonnull b, const T& _checked c);', 'void f(char * b, const T& c);'],
    ['extern template int sum(const box &b);\nint c;', 'int c;'],
    ['template box& box::operator<<(\n  int a) const;\nint c;', 'int c;'],
    ['#if A\n#\nint b;\n# endif', '#if A\n \nint b;\n# endif'],
    ['#if __has_include(<a.h>) && HAS(a::b)', '#if __has_include(00000) && HAS(a__b)'],
    ['#ifdef __cplusplus\nextern "C" {\n#endif', '#ifdef __cplusplus\n \n#endif'],
  ])('blanks out the macros in %j', (text, expected) => {
    expect(seen(text)).toBe(expected);
  });

  it.each([
    'FILE *open_log(void);',
    'DWORD count;',
    'DWORD run(void);',
    'x = (char) EOF;',
    'if (x) ABORT;',
    'return (int) LIMIT;',
    'enum { FIRST,\n  SECOND\n};',
    '#define API_EXPORT static int x',
    '#ifdef HAVE_X\nint x;\n#endif',
    '"CALL void now"',
    'call(FIRST_THING, b);',
    "case 'A': RUN(x);",
    'virtual Foo NAME(x);',
    'U32 const size = 1;',
    'run((U16 const*)data, U32 const n, BYTE const* const p);',
    'static HAPI run(int a);',
    'return API_CALL run(a);',
    'struct FILE_INFO info;',
    'unsigned __int64 run(void);',
    'RUN_TEST first (second);',
    'const NAME(x);',
    'static Foo MAX(int a, int b);',
    'static DEFINE_LOCK(lock);\nvoid f() { take(&lock); }',
    'static PER_CPU(struct box, boxes);',
    'const Foo NAME(x);',
    'unsigned char MAX(int a);',
    'return x NAME(y);',
    'int deflate PARAMS((int a));',
    '// of (a)\n  CHECK(x);',
    '// of a thing\n  CHECK(x);',
    '#if defined(X)\n  CHECK(x);',
    '#ifdef X\n  CHECK(x);',
    '{\n  EACH_ITEM(a, b)\n    FREE(a);\n}',
    'struct a {\n  int b;\n};\nint c() {\n  int d;\n  CHECK(d)\n}',
    'struct a c() {\n  int d;\n  CHECK(d)\n}',
    'enum a {\n  FIRST // of two\n};',
    'enum a {\n  FIRST\n};',
    'int a[] = {\n  FIRST\n};',
    'enum COLOR { RED };',
    '#define LIMIT 3 /* a */',
    'INLINE a::f() {}',
    'template class box<int>;',
    'template <class T> T get(box &b);',
    'if (*a and b) c = &d;',
    'int *p __attribute__((unused)), *const q, *r UNUSED;',
  ])('leaves %j alone', (text) => {
    expect(blankMacros(text)).toBe(text);
  });

  it.each(['API ', 'AAAAA', '(', ') X', '/*', '"', "'", 'R"(', '#define A \\\n', 'X_Y(', ' ', '\n', 'class API '])(
    'keeps length and lines in linear time on many repetitions of %j',
    async (run) => {
      const text = repeated(run, 100_000);
      const result = blankMacros(text);
      expect(result.length).toBe(text.length);
      expect(result.replace(/[^\n]/g, '')).toBe(text.replace(/[^\n]/g, ''));
      expect(await growthExponent([4_000, 32_000], (length) => repeated(run, length), blankMacros)).toBeLessThan(
        linear,
      );
    },
  );
});
