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
  expect((await engine.graph.callers({ symbol: 'GETTER', maxDepth: 1 })).account?.unexpanded).toBe(0);
});

it('links what macros of a header make of names to the functions of the calling file, expanded or not', async () => {
  const { engine } = await indexedInTest({
    'include/attr.h':
      '#define __ATTR_RO(_name) { .show = _name##_show, }\n#define DEVICE_ATTR_RO(_name) \\\n\tstruct attr dev_attr_##_name = __ATTR_RO(_name)\n' +
      '#define DEVICE_ATTR(_name, _show) struct attr dev_attr_##_name = { .show = _show }\n' +
      '#define DEFINE_SHOW(__name) \\\nstatic int __name ## _open(struct file *f) \\\n{ \\\n\treturn open_with(f, __name ## _show); \\\n} \\\n' +
      'static const struct ops __name ## _ops = { .open = __name ## _open }\n#define RUNS(x) static int run_##x(void) { return x##_start(); }\n' +
      '#define EXPORTS(x)\n',
    'src/driver.c':
      '#include "../include/attr.h"\nstatic int temp_show(void) { return 1; }\nstatic DEVICE_ATTR_RO(temp);\nstatic int mode_show(void) { return 2; }\n' +
      'static DEVICE_ATTR(mode, mode_show);\nstatic int stats_show(void) { return 3; }\nDEFINE_SHOW(stats);\nstatic int driver_start(void) { return 4; }\n' +
      'RUNS(driver)\nint made(void) { return 5; }\nEXPORTS(made)\nstatic int lone_show(void) { return 6; }\n',
    'src/other.c': 'int lone_show(void);\nint temp_show(void);\n',
    // Of two macros of one name, none is known to be meant by a file that is equally near: the name alone says what is handed on.
    'a/two.h': '#define TWO_ATTR(_name) struct attr two_##_name = { .show = _name##_show }\n',
    'b/two.h': '#define TWO_ATTR(_name) struct attr other_##_name = { .show = _name##_store }\n',
    'c/two.c': '#include "../a/two.h"\nstatic int power_show(void) { return 7; }\nstatic TWO_ATTR(power);\n',
  });
  const uses = async (symbol: string): Promise<unknown> => {
    const { reached } = await engine.graph.callers({ symbol, maxDepth: 1 });
    return reached.map(({ node, edges }) => [
      node.id,
      ...edges.flatMap(({ sites }) => sites.map(({ kind, line }) => `${kind} ${line}`)),
    ]);
  };
  expect(await uses('src/driver.c#temp_show')).toEqual([['src/driver.c#dev_attr_temp', 'pass 3']]);
  expect(await uses('mode_show')).toEqual([['src/driver.c#dev_attr_mode', 'pass 5']]);
  expect(await uses('stats_show')).toEqual([['src/driver.c#stats_open', 'pass 7']]);
  expect(await uses('driver_start')).toEqual([['src/driver.c#run_driver', 'call 9']]);
  expect(await uses('power_show')).toEqual([['c/two.c', 'pass 3']]);
  expect(await uses('made')).toEqual([['src/driver.c', 'pass 11']]);
  expect(await uses('EXPORTS')).toEqual([['src/driver.c', 'call 11']]);
  expect(await uses('src/driver.c#lone_show')).toEqual([]);
  const unexpanded = async (symbol: string): Promise<number | undefined> =>
    (await engine.graph.callers({ symbol, maxDepth: 1 })).account?.unexpanded;
  expect(await unexpanded('DEVICE_ATTR_RO')).toBe(0);
  expect(await unexpanded('a/two.h#TWO_ATTR')).toBe(1);
  // What is handed to a macro is no variable of its name.
  expect((await engine.completion.symbols('temp', 10)).values).toEqual(['temp_show', 'dev_attr_temp']);
});
