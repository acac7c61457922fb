/** C and C++: one declaration with definitions in several files, of which a build compiles one. */
import { expect, it, test } from 'vitest';
import { c } from '../../src/languages/c/c.ts';
import { cpp } from '../../src/languages/cpp/cpp.ts';
import { readMarks, variantLabels } from './marks.ts';
import { openPrograms } from './marked-sources.ts';
import { indexed } from './real-index.ts';

const programOf = await openPrograms([c, cpp]);

const { texts, marks } = readMarks({
  'src/io.h': 'int ‹@map›io_map(int n);\nint ‹@once›io_once(void);\nstatic inline int io_inline(void) { return 1; }\n',
  'src/unix/io.c': `#include "../io.h"
static int ‹@unixHelp›help(int n) { return n; }
int ‹@unixMap›io_map(int n) { return help(n); }
int ‹@unixOnce›io_once(void) { return io_map(2); }
int main(void) { return 0; }
`,
  'src/win/io.c': `#include "../io.h"
static int help(int n) { return n; }
int ‹@winMap›io_map(int n) { return help(n); }
int main(void) { return 1; }
`,
  'src/use.c': '#include "io.h"\nint use(void) { return io_map(1) + io_once(); }\n',
  // Unrelated programs with the same names.
  'a/util.h': 'int ‹@aDeclared›util_init(void);\n',
  'a/util.c': '#include "util.h"\nint ‹@aInit›util_init(void) { return 1; }\n',
  'a/main.c': '#include "util.h"\nint runA(void) { return util_init(); }\n',
  'b/util.h': 'int ‹@bDeclared›util_init(void);\n',
  'b/util.c': '#include "util.h"\nint ‹@bInit›util_init(void) { return 2; }\n',
  'b/main.c': '#include "util.h"\nint runB(void) { return util_init(); }\n',
  'door.hpp':
    'namespace shop { class Door { public: int ‹@open›open(int n); int ‹@shut›shut(); int ‹@here›here() { return 1; } }; }\n',
  'store.hpp':
    'namespace shop { class Store { public: virtual int ‹@get›get(int key) = 0; virtual int get(char key); }; }\n',
  'disk.hpp':
    '#include "store.hpp"\nnamespace shop { class Disk : public Store { public: int get(int key) override; }; }\n',
  'disk.cpp': '#include "disk.hpp"\nnamespace shop { int Disk::‹@diskGet›get(int key) { return key; } }\n',
  'use_store.cpp': '#include "store.hpp"\nint look(shop::Store *store) { return store->get(1); }\n',
  'door_posix.cpp': `#include "door.hpp"
int shop::Door::‹@posixOpen›open(int n) { return shut(); }
int shop::Door::‹@onlyShut›shut() { return 1; }
`,
  'door_win.cpp': '#include "door.hpp"\nint shop::Door::‹@winOpen›open(int n) { return n; }\n',
  'use.cpp': '#include "door.hpp"\nint enter(shop::Door *door) { return door->open(1) + door->shut(); }\n',
});

test('several definitions are variants of the declaration that they include', () => {
  expect(variantLabels(programOf(texts), marks)).toEqual([
    ...[
      'aInit > aDeclared',
      'bInit > bDeclared',
      'diskGet > get',
      'posixOpen > open',
      'unixMap > map',
      'winMap > map',
      'winOpen > open',
    ],
  ]);
});

const { engine } = await indexed(Object.fromEntries(texts));

it.each([
  ['src/unix/io.c#io_map', ['src/unix/io.c#io_once', 'src/use.c#use']],
  ['src/win/io.c#io_map', ['src/use.c#use']],
  ['src/unix/io.c#io_once', ['src/use.c#use']],
  ['a/util.c#util_init', ['a/main.c#runA']],
  ['b/util.c#util_init', ['b/main.c#runB']],
  ['door_win.cpp#shop.Door.open', ['use.cpp#enter']],
  ['door_posix.cpp#shop.Door.open', ['use.cpp#enter']],
  ['disk.cpp#shop.Disk.get', ['use_store.cpp#look']],
])('%s is called by all code that sees its declaration', async (symbol, expected) => {
  const { reached } = await engine.graph.callers({ symbol, maxDepth: 1 });
  expect(reached.map(({ node }) => node.id).toSorted()).toEqual(expected);
});
