/** Functions that macros make, and what hands functions to macros. */
import { expect, it } from 'vitest';
import { indexedInTest } from './real-index.ts';

it('names what the block of a macro makes as the caller, and never calls it unused', async () => {
  const { engine } = await indexedInTest({
    'src/read.c':
      'static int helper(int fd) { return fd; }\n\n/* Reads. */\nSYSCALL_DEFINE3(read, unsigned int, fd, char __user *, buf, size_t, count)\n{\n\treturn helper(fd);\n}\n',
    'src/db.h': 'class DbTest { public: int open() { return 1; } };\nint target(int n);\n',
    'src/db.cc':
      '#include "db.h"\nint target(int n) { return n; }\nnamespace db {\nTEST(Suite, target) { target(1); }\nTEST_F(DbTest, Opens) {\n  open();\n}\n' +
      'TEST_CASE("adds two", "[db]") { target(2); }\nBOOST_AUTO_TEST_CASE(sorts) { target(3); }\n}\n',
  });
  const callersOf = async (symbol: string): Promise<unknown> => {
    const answer = await engine.graph.callers({ symbol, maxDepth: 1 });
    return answer.reached.map(({ node }) => node.id);
  };
  expect(await callersOf('helper')).toEqual(['src/read.c#read']);
  expect(await callersOf('DbTest.open')).toEqual(['src/db.cc#db.DbTest.Opens']);
  expect(await callersOf('src/db.cc#target')).toEqual([
    'src/db.cc#db.Suite.target',
    'src/db.cc#db.adds two',
    'src/db.cc#db.sorts',
  ]);
  // A test belongs to the tests wherever it stands.
  const { reached } = await engine.graph.callers({ symbol: 'src/db.cc#target', maxDepth: 1 });
  expect(reached.map(({ node }) => node.isTest)).toEqual([true, true, true]);
  expect((await engine.graph.callers({ symbol: 'helper', maxDepth: 1 })).reached[0]!.node.isTest).toBe(false);
  expect((await engine.graph.unused({ limit: 100, exported: true })).symbols).toEqual([]);
  const { target, decorators } = await engine.graph.callers({ symbol: 'read', maxDepth: 1 });
  expect(decorators).toEqual(['SYSCALL_DEFINE3']);
  expect(target).toMatchObject({
    name: 'read',
    signature: 'SYSCALL_DEFINE3(read, unsigned int, fd, char __user *, buf, size_t, count)',
    line: 4,
  });
});

it('has the functions that macros of the file make where it calls them', async () => {
  const { engine } = await indexedInTest({
    'src/attr.h':
      '#define GETTER(n) static inline int get_##n(void) { return lookup(n); }\nint lookup(int n);\nGETTER(size)\nGETTER(count)\n',
    'src/attr.c':
      '#include "attr.h"\n#define DEFINE_SHOW(name) \\\nstatic int name ## _open(void) \\\n{ return single_open(name ## _show); } \\\n' +
      'static struct fops name ## _fops = { .open = name ## _open }\n' +
      'static int bar_show(void) { return get_size(); }\nDEFINE_SHOW(bar);\nint use(void) { return get_size() + bar_fops.open(); }\n',
  });
  const reached = async (symbol: string): Promise<unknown> =>
    (await engine.graph.callers({ symbol, maxDepth: 1 })).reached.map(({ node }) => `${node.id} ${node.line}`);
  expect(await reached('lookup')).toEqual(['src/attr.h#GETTER 1', 'src/attr.h#get_size 3', 'src/attr.h#get_count 4']);
  expect(await reached('get_size')).toEqual(['src/attr.c#bar_show 6', 'src/attr.c#use 8']);
  expect(await reached('bar_show')).toEqual(['src/attr.c#bar_open 7']);
  expect(await reached('GETTER')).toEqual(['src/attr.h 0']);
});
