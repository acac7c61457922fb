/** Definitions that macros of other files make: what a new index has of them, and that an index after any history of edits equals a new one. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine, type Engine } from '../../src/engine/engine.ts';
import { openStore } from '../../src/store/registry.ts';
import { indexedInTest } from '../graph/real-index.ts';

const work = mkdtempSync(join(tmpdir(), 'code-scout-macros-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const seq =
  '#define DEFINE_SHOW(name) \\\nstatic int name##_open(struct inode *i, struct file *f) \\\n{ return single_open(f, name##_show); } \\\n' +
  'static const struct fops name##_fops = { .open = name##_open }\nint single_open(struct file *f, int (*show)(void));\n';
const shapes =
  'macro_rules! foo_impl { ($($t:ident),*) => { $(foo_one!($t);)* }; }\nmacro_rules! foo_one {\n    ($t:ident) => {\n' +
  '        impl Shape for $t {\n            fn area(&self) -> u32 { $crate::a::helper(self.side) }\n        }\n    };\n}\n' +
  'macro_rules! getter { ($name:ident) => { pub fn $name(&self) -> u32 { helper(1) } }; }\n';
const users =
  'pub trait Shape { fn area(&self) -> u32; }\npub struct A { side: u32 }\npub struct B { side: u32 }\npub fn helper(x: u32) -> u32 { x }\n' +
  'foo_impl!(A, B);\nimpl A {\n    getter!(size);\n}\nthread_local! { static X: u32 = 1; }\npub fn run(a: A) -> u32 { if !(a.area() > 1) { return 1; } a.area() + a.size() }\n';

async function callersOf(engine: Engine, symbol: string): Promise<string[]> {
  const answer = await engine.graph.callers({ symbol, maxDepth: 1 });
  return answer.reached.map(({ node }) => `${node.id} ${node.line}`);
}

/** The names that a file defines. */
async function namesIn(engine: Engine, path: string): Promise<string[]> {
  const store = await openStore(engine.location);
  try {
    const [file] = await store.filesByPath([path]);
    return (await store.definitions([file!.id])).get(file!.id)!.map(({ name }) => name);
  } finally {
    await store.close();
  }
}

describe('macros of other files', () => {
  it('make functions and variables in C, at the place of the call', async () => {
    const { engine } = await indexedInTest({
      'include/seq.h': seq,
      'drivers/a.c':
        '#include "../include/seq.h"\nstatic int foo_show(void) { return 1; }\nDEFINE_SHOW(foo);\nMODULE_LICENSE("GPL");\n' +
        'int init(void) { return add(&foo_fops); }\n',
    });
    expect(await callersOf(engine, 'foo_show')).toEqual(['drivers/a.c#foo_open 3']);
    expect(await callersOf(engine, 'single_open')).toEqual(['drivers/a.c#foo_open 3', 'include/seq.h#DEFINE_SHOW 1']);
    const { uses } = await engine.graph.usage({ symbol: 'foo_fops', limit: 10 });
    expect(uses.map(({ line }) => line)).toEqual([5]);
    const { account } = await engine.graph.callers({ symbol: 'DEFINE_SHOW', maxDepth: 1 });
    expect(account?.unexpanded).toBe(0);
  });

  it('make items in Rust, by macros that they call in turn', async () => {
    const { engine } = await indexedInTest({
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/lib.rs': '#[macro_use]\nmod macros;\nmod a;\n',
      'src/macros.rs': shapes,
      'src/a.rs': users,
    });
    expect(await callersOf(engine, 'A.area')).toEqual(['src/a.rs#run 10']);
    expect(await callersOf(engine, 'A.size')).toEqual(['src/a.rs#run 10']);
    expect(await callersOf(engine, 'helper')).toEqual([
      'src/a.rs#A.area 5',
      'src/a.rs#B.area 5',
      'src/a.rs#A.size 7',
      'src/macros.rs#foo_one 2',
    ]);
  });

  it('mean no name of the calling package where the macro is of another', async () => {
    const { engine } = await indexedInTest({
      'one/Cargo.toml': '[package]\nname = "one"\n',
      'one/src/lib.rs':
        '#[macro_export]\nmacro_rules! make { ($n:ident) => { pub fn $n() { $crate::inner() } }; }\npub fn inner() {}\n',
      'two/Cargo.toml': '[package]\nname = "two"\n',
      'two/src/lib.rs': 'use one::make;\npub fn inner() {}\nmake!(go);\nfn f() { go() }\n',
    });
    expect(await callersOf(engine, 'two/src/lib.rs#go')).toEqual(['two/src/lib.rs#f 4']);
    expect(await callersOf(engine, 'two/src/lib.rs#inner')).toEqual([]);
  });

  it('are left alone where two files offer them equally near, and where the file has its own', async () => {
    const files = {
      'a/x.h': '#define GETTER(n) int get_##n(void) { return 1; }\n',
      'b/x.h': '#define GETTER(n) int got_##n(void) { return 1; }\n',
      'c/use.c': 'GETTER(size)\n',
      'd/use.c': '#define GETTER(n) int own_##n(void) { return 1; }\nGETTER(size)\n',
      'b/use.c': 'GETTER(size)\n',
    };
    const { engine } = await indexedInTest(files);
    expect(await namesIn(engine, 'c/use.c')).toEqual([]);
    expect(await namesIn(engine, 'd/use.c')).toEqual(['GETTER', 'own_size']);
    expect(await namesIn(engine, 'b/use.c')).toEqual(['got_size']);
    // That of c/use.c, which `status` counts.
    expect((await engine.status()).unexpandedMacros).toEqual({ c: 1 });
    expect((await engine.doctor()).find(({ name }) => name === 'macros')?.detail).toMatch(/: 1 in c$/);
  });

  it('that call themselves, or make too much, end', async () => {
    const { engine } = await indexedInTest({
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/lib.rs': 'mod m;\nmod a;\n',
      'src/m.rs':
        'macro_rules! again { ($n:ident) => { again!($n); fn $n() {} }; }\n' +
        'macro_rules! twice { ($($t:tt)*) => { twice!($($t)* $($t)*); fn x() {} }; }\n',
      'src/a.rs': 'again!(go);\ntwice!(a b c d e f g h);\nfn f() {}\n',
      'x.h':
        '#define LOOP(n) LOOP(n) int get_##n(void) { return 1; }\n#define OUT(n) int n##_x(void) { return 1; } LOOP(n)\n',
      'x.c': '#include "x.h"\nLOOP(a)\nOUT(b)\nint f(void) { return 1; }\n',
    });
    expect(await callersOf(engine, 'src/a.rs#f')).toEqual([]);
    expect(await callersOf(engine, 'x.c#f')).toEqual([]);
  });
});

/** The possible contents of each file; null where it does not exist. */
const variants: Readonly<Record<string, readonly (string | null)[]>> = {
  'include/seq.h': [seq, seq.replaceAll('_open', '_begin'), seq.replaceAll('DEFINE_SHOW', 'DEFINE_OTHER'), '', null],
  'drivers/seq.h': [seq.replaceAll('_fops', '_ops'), '#define DEFINE_SHOW(a) do { a(); } while (0)\n', null],
  'drivers/a.c': [
    'static int foo_show(void) { return 1; }\nDEFINE_SHOW(foo);\nint init(void) { return add(&foo_fops, &foo_ops); }\n',
    'DEFINE_SHOW(foo);\nDEFINE_OTHER(bar);\nint init(void) { return bar_open(foo_begin()); }\n',
    'int init(void) { return 1; }\n',
    null,
  ],
  'lib/b.c': [
    'int use(void) { return foo_open(0, 0); }\nDEFINE_SHOW(use);\n',
    '#define DEFINE_SHOW(a) int a##_x(void) { return 1; }\nDEFINE_SHOW(b)\n',
  ],
  'Cargo.toml': ['[package]\nname = "shop"\n'],
  'src/lib.rs': ['#[macro_use]\nmod macros;\nmod a;\nmod b;\n'],
  'src/macros.rs': [
    shapes,
    shapes.replace('helper(1)', 'helper(2); other()'),
    shapes.replaceAll('getter', 'setter'),
    'fn none() {}\n',
    null,
  ],
  'src/a.rs': [users, users.replace('foo_impl!(A, B);\n', ''), `${users}setter!(top);\n`, null],
  'src/b.rs': [
    'use crate::a::{helper, A};\nfn go(a: A) { a.size(); a.area(); }\nfn other() {}\nmacro_rules! getter { ($n:ident) => { fn $n() { other() } }; }\ngetter!(own);\n',
    'use crate::a::{helper, A};\nmacro_rules! foo_impl { ($($t:ident),*) => { $(fn $t() {})* }; }\nfn go(a: A) { a.size(); a.area(); }\n',
    null,
  ],
};
const paths = Object.keys(variants);

/** All definitions, what the index knows of macros, and all links. */
async function contentOf(engine: Engine): Promise<unknown> {
  const store = await openStore(engine.location);
  try {
    const { files } = await store.listFiles({ offset: 0, limit: 1000 });
    const definitions = await store.definitions(files.map(({ id }) => id));
    return {
      definitions: files.map(({ id, path }) => [path, definitions.get(id)]),
      offers: await store.macroOffers(),
      callers: await store.macroCallers(),
      languages: (await store.statistics()).languages,
      graph: await engine.graph.dump({ level: 'symbols', maxNodes: 10_000 }),
    };
  } finally {
    await store.close();
  }
}

describe('an index with macros of other files', () => {
  it('equals a new one after any history of edits', async () => {
    const step = fc.tuple(fc.nat({ max: paths.length - 1 }), fc.nat({ max: 9 }));
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 6 }),
        async (history) => {
          const root = join(work, `tree${round++}`);
          const write = (path: string, at: number): void => {
            const text = variants[path]![at % variants[path]!.length]!;
            mkdirSync(dirname(join(root, path)), { recursive: true });
            if (text === null) rmSync(join(root, path), { force: true });
            else writeFileSync(join(root, path), text);
          };
          for (const path of paths) write(path, 0);
          const open = (name: string): Promise<Engine> => {
            const flags = { 'database.path': join(root, '.code-scout', name) };
            return openEngine({ root, config: loadConfig({ root, flags }).config, indexing: 'inline' });
          };
          const engine = await open('database.db');
          try {
            await engine.index();
            // Before the edits both headers have the macro, and the nearer one makes `foo_ops`.
            expect(JSON.stringify(await contentOf(engine))).toContain('"foo_ops"');
            for (const [at, edits] of history.entries()) {
              for (const [file, variant] of edits) write(paths[file]!, variant);
              await engine.index();
              const fresh = await open(`fresh${at}.db`);
              try {
                await fresh.index();
                const content = await contentOf(fresh);
                expect(await contentOf(engine)).toEqual(content);
              } finally {
                await fresh.close();
              }
            }
          } finally {
            await engine.close();
          }
        },
      ),
      { numRuns: 4 },
    );
  });
});
