/**
 * Links of C: visibility through includes, definitions of declarations, tags and typedefs, members by declared types,
 * macros.
 */
import { describe, expect, test } from 'vitest';
import { c } from '../../src/languages/c/c.ts';
import { openLinkComparison, type Sources } from './marked-sources.ts';

const linksOf = await openLinkComparison([c]);

interface Case {
  name: string;
  files: Sources;
}

const cases: Case[] = [
  {
    name: 'a function that a header declares and one source defines',
    files: {
      'src/main.c':
        '#include "ring.h"\nint main(void) { ‹push›ring_push(0); ‹push()›ring_push(1); ‹-›printf("x"); ‹-›hidden(); return 0; }',
      'src/ring.h': 'int ring_push(int x);',
      'src/ring.c':
        '#include "ring.h"\nint ‹@push›ring_push(int x) { return ‹helper›helper(x); }\nstatic int ‹@helper›helper(int x) { return x; }',
      'src/other.c': 'static int helper(int x) { return x; }\nstatic int hidden(void) { return 1; }',
    },
  },
  {
    name: 'a struct and its typedef of the same name are one symbol, at the typedef',
    files: {
      'a.h':
        'typedef struct node { struct ‹node›node *next; int ‹@value›value; } ‹@node›node;\n' +
        'typedef enum mode { ‹@on›ON } ‹@mode›mode;\ntypedef struct tag { int n; } ‹@other›other;',
      'a.c':
        '#include "a.h"\nint f(‹node›node *a, struct ‹node›node *b, ‹mode›mode m, ‹other›other *o) { return m == ‹on›ON ? a->‹value›value : b->next->‹value›value; }',
    },
  },
  {
    name: 'names in parentheses, macros before declared types, types in ambiguous places and within pointers to functions',
    files: {
      'a.h':
        'typedef long ‹@number›number;\ntypedef struct state state;\nLIB_API ‹number›number (get_one) (state *s);\nLIB_API number (get_two) (state *s, number n);\n' +
        'struct ‹@hooks›hooks { void (*close)(struct ‹hooks›hooks *, ‹number›number); };\ntypedef ‹number›number (callback)(‹number›number n);\n' +
        'int each(int (*visit)(const ‹number›number *n));',
      'one.c':
        '#include "a.h"\nAPI number ‹@one›get_one (state *s) { return 1; }\nAPI number (‹@two›get_two) (state *s, number n) { return n; }',
      'use.c':
        '#include "a.h"\nint f(state *s, int size) { return ‹one›get_one(s) + ‹two›get_two(s, (‹number›number)(size)) + sizeof(‹number›number) + sizeof(size); }',
    },
  },
  {
    name: 'with two definitions of a declared function, a call links to the declaration',
    files: {
      'a.c': '#include "t.h"\nvoid f(void) { ‹decl›go(); }',
      't.h': 'void ‹@decl›go(void);',
      'posix.c': '#include "t.h"\nvoid go(void) {}',
      'windows.c': '#include "t.h"\nvoid go(void) {}',
    },
  },
  {
    name: 'a name that two headers define means neither, unless only one is visible',
    files: {
      'a.c': '#include "x.h"\n#include "y.h"\nint f(void) { return ‹?›go(1) + ‹?›LIMIT; }',
      'b.c': '#include "y.h"\nint f(void) { return ‹y›go(1) + ‹limit›LIMIT; }',
      'x.h': 'static inline int go(int x) { return x; }\n#define LIMIT 1',
      'y.h': 'static inline int ‹@y›go(int x) { return x; }\n#define ‹@limit›LIMIT 2',
    },
  },
  {
    name: 'members of structs through parameters, variables, typedefs, calls, arrays and nested members',
    files: {
      'm.c': `#include "m.h"
struct ‹@node›node { int ‹@key›key; struct node *‹@next›next; union { int ‹@small›small; long big; }; struct { int ‹@deep›deep; } ‹@in›in; };
typedef struct { struct node ‹@list›list[3]; int (*‹@cb›cb)(struct node *); } ‹@bag›bag_t, *bag_ptr;
static struct ‹node›node *‹@first›first(‹bag›bag_t *bag) { return &bag->‹list›list[0]; }
int f(bag_ptr bag, struct node n, struct ring *r) {
  struct ‹node›node *p = ‹first›first(bag), all[2];
  p->‹next›next->‹key›key = n.‹small›small + n.‹in›in.‹deep›deep;
  all[1].‹next›next = 0;
  (*p).‹key›key = bag->‹cb›cb(p);
  r->‹count›count++;
  return ((struct node *)bag)->‹key›key + ‹first›first(bag)->‹?›none;
}`,
      'm.h': 'struct ring { int ‹@count›count; };',
    },
  },
  {
    name: 'a tag, a typedef and a function of one name',
    files: {
      'a.c': `#include "s.h"
int f(‹tag›stat *s, struct ‹tag›stat *t) { return ‹fn›stat(s) + s->‹mode›mode + t->‹mode›mode; }`,
      's.h':
        'typedef struct stat stat;\nstruct ‹@tag›stat { int ‹@mode›mode; };\nstatic int ‹@fn›stat(stat *s) { return 0; }',
    },
  },
  {
    name: 'an opaque struct means the only struct of that name in the program',
    files: {
      'a.c': '#include "a.h"\nvoid f(struct ‹tag›easy *e, easy_t *x) { e->‹field›field = x->‹field›field; }',
      'a.h': 'struct easy;\ntypedef struct easy easy_t;',
      'b.h': 'struct ‹@tag›easy { int ‹@field›field; };',
    },
  },
  {
    name: 'macros, enumerators, globals',
    files: {
      'a.c': `#include "a.h"
int f(enum ‹color›color c) { ‹total›total = ‹SQ›SQ(‹RED›RED); return ‹VERSION›VERSION + ‹other›other; }`,
      'a.h': `#define ‹@SQ›SQ(x) ((x) * (x))
#define ‹@VERSION›VERSION 3
enum ‹@color›color { ‹@RED›RED, GREEN };
extern int total; extern int ‹@other›other;`,
      'b.c': '#include "a.h"\nint ‹@total›total;',
    },
  },
  {
    name: 'includes: beside, above, in include folders, by the only path that ends so; never by a bare name of the system',
    files: {
      'lib/sub/a.c': `#include "near.h"
#include "../up.h"
#include <proj/api.h>
#include "far.h"
#include <string.h>
#include <windows.h>
#include <vendored.h>
#include <twice.h>
int f(void) { return ‹near›NEAR + ‹up›UP + ‹api›API + ‹far›FAR + ‹vendored›VENDORED + ‹?›STRING + ‹?›WINDOWS + ‹?›TWICE; }`,
      'lib/sub/near.h': '#define ‹@near›NEAR 1',
      'near.h': '#define NEAR 2',
      'lib/up.h': '#define ‹@up›UP 1',
      'include/proj/api.h': '#define ‹@api›API 1',
      'deep/er/far.h': '#define ‹@far›FAR 1',
      'deep/er/string.h': '#define STRING 1',
      'deep/er/windows.h': '#define WINDOWS 1',
      'deps/vendored/vendored.h': '#define ‹@vendored›VENDORED 1',
      'deps/a/twice.h': '#define TWICE 1',
      'deps/b/twice.h': '#define TWICE 2',
    },
  },
  {
    name: 'nested and cyclic includes',
    files: {
      'a.c': '#include "a.h"\nint f(void) { return ‹deep›DEEP; }',
      'a.h': '#include "b.h"',
      'b.h': '#include "a.h"\n#include "c.h"',
      'c.h': '#define ‹@deep›DEEP 1',
    },
  },
  {
    name: 'local variables hide what is outside; what they hold is what they are declared as',
    files: {
      'a.c': `struct t { int ‹@x›x; };
struct u { int ‹@ux›x; };
struct t *v;
void ‹@run›run(void) {}
void f(struct u *v) { v->‹ux›x = 1; { struct t *v; v->‹x›x = 2; } v->‹ux›x = 3; ‹run›run(); }
void g(void) { v->‹x›x = 1; }`,
    },
  },
  {
    name: 'designated initialisers name fields, and the functions in them are read',
    files: {
      'a.c': `struct ops { int (*‹@open›open)(int); };
static int ‹@impl›my_open(int x) { return x; }
static const struct ops table = { .‹open›open = ‹impl›my_open };
int f(const struct ops *o) { return o->‹open›open(1); }`,
    },
  },
  {
    name: 'what macros call',
    files: {
      'a.c': `static int ‹@sub›is_sub(int r) { return r > 1; }
int ‹@push›is_push(int r) { return r; }
#define ‹@spont›IS_SPONT(r, f) (‹push›is_push(r) && !‹sub›is_sub(r) && f(r) && sizeof(r) && "is_sub(1)"[0])
#define ‹@kick›KICK(c, ops) do { \\
    if (c) ‹push›is_push( \\
      ‹spont›IS_SPONT(c, c)); (ops)->‹?›run(c); ‹-›printf("x"); \\
  } while (0)
int use(int r) { ‹kick›KICK(r, 0); return ‹spont›IS_SPONT(r, r); }`,
    },
  },
];

describe('links of C', () => {
  test.each(cases)('$name', ({ files }) => {
    const { actual, expected } = linksOf(files);
    expect(actual).toEqual(expected);
  });
});
