/** Circles of imports between files, folders and packages. */
import { expect, it } from 'vitest';
import type { CyclesAnswer, CyclesRequest } from '../../src/model/graph.ts';
import { indexedInTest } from './real-index.ts';

async function cycles(files: Record<string, string>, request: Partial<CyclesRequest> = {}): Promise<CyclesAnswer> {
  const { engine } = await indexedInTest({ 'package.json': '{"name":"sample"}', ...files });
  return engine.graph.cycles({ level: 'files', limit: 100, ...request });
}

const shown = ({ cycles: found }: CyclesAnswer): string[] =>
  found.map((circle) =>
    circle.map(({ from, line, isTypeOnly }) => `${from}:${line}${isTypeOnly ? ' type' : ''}`).join(' > '),
  );

const files = {
  'src/a.ts': "\nimport './b';\nexport const a = 1;\n",
  'src/b.ts': "import * as c from './c';\nexport const b = c;\n",
  'src/c.ts': "export * from './a';\n",
  'src/d.ts': "import { e } from './e';\nexport type D = 1;\nexport const d = e;\n",
  'src/e.ts': "import type { D } from './d';\nexport const e: D = 1;\n",
  'src/f.ts': "import { a } from './a';\nexport const f = a;\n",
};

it('lists circles of files with the line of each import, the smallest first', async () => {
  const answer = await cycles(files);
  expect(shown(answer)).toEqual(['src/d.ts:1 > src/e.ts:1 type', 'src/a.ts:2 > src/b.ts:1 > src/c.ts:1']);
  expect(answer).toMatchObject({ groups: 2, members: 5, total: 2, isCut: false, unknownLanguages: [] });
});

it('leaves out imports of types, keeps to a path, and cuts the list with the true total', async () => {
  expect(shown(await cycles(files, { types: false }))).toEqual(['src/a.ts:2 > src/b.ts:1 > src/c.ts:1']);
  expect(shown(await cycles(files, { path: 'src/e.ts' }))).toEqual(['src/d.ts:1 > src/e.ts:1 type']);
  const cut = await cycles(files, { limit: 1 });
  expect(cut.total).toBe(2);
  expect(cut.cycles).toHaveLength(1);
});

it('finds circles of folders and packages that are none of files', async () => {
  const parts = {
    'one/package.json': '{"name":"one"}',
    'one/a.ts': "import { b } from '../two/b';\nexport const a = b;\n",
    'one/c.ts': 'export const c = 1;\n',
    'two/package.json': '{"name":"two"}',
    'two/b.ts': 'export const b = 1;\n',
    'two/d.ts': "import { c } from '../one/c';\nexport const d = c;\n",
  };
  expect((await cycles(parts)).total).toBe(0);
  for (const level of ['folders', 'packages'] as const) {
    const { cycles: found } = await cycles(parts, { level });
    expect(found).toEqual([
      [
        { from: 'one', to: 'two', path: 'one/a.ts', line: 1, target: 'two/b.ts', isTypeOnly: false, isUse: false },
        { from: 'two', to: 'one', path: 'two/d.ts', line: 1, target: 'one/c.ts', isTypeOnly: false, isUse: false },
      ],
    ]);
  }
});

it.each([
  [
    'Python',
    { 'p/__init__.py': '', 'p/a.py': 'import os\nfrom . import b\n', 'p/b.py': 'from p.a import x\n' },
    'p/a.py:2 > p/b.py:1',
  ],
  [
    'Java',
    {
      'p/A.java': 'package p;\nimport q.B;\npublic class A { B b; }\n',
      'q/B.java': 'package q;\nimport p.A;\npublic class B { A a; }\n',
    },
    'p/A.java:2 > q/B.java:2',
  ],
  [
    'Rust',
    {
      'Cargo.toml': '[package]\nname = "s"\n',
      'src/lib.rs': 'mod a;\npub struct S;\n',
      'src/a.rs': 'use crate::S;\npub fn f(_: S) {}\n',
    },
    'src/a.rs:1 > src/lib.rs:1',
  ],
])('knows the imports of %s', async (_, sources, circle) => {
  expect(shown(await cycles(sources))).toContain(circle);
});

it('makes circles of C# from uses, and says so', async () => {
  const answer = await cycles({
    'a.cs': 'using N;\n\nclass A { B b; void Go() { b.Own(); } }\n',
    'b.cs': 'namespace N;\nclass B { A a; public void Own() {} }\n',
    // A member of a value is no use of the file that declares it.
    'c.cs': 'class C { void Go(Holder h) { h.D.Own(); } }\n',
    'd.cs': 'class D { C c; public void Own() {} }\n',
    'e.cs': 'class Holder { public D D; }\n',
  });
  expect(shown(answer)).toEqual(['a.cs:3 > b.cs:2', 'c.cs:1 > e.cs:1 > d.cs:1']);
  expect(answer.cycles.flat().every(({ isUse }) => isUse)).toBe(true);
  expect(answer).toMatchObject({ unknownLanguages: [], ofUses: [{ language: 'csharp', within: 'project' }] });
});

it('makes circles of Go from uses in one package, since packages cannot have any', async () => {
  const sources = {
    'go.mod': 'module m\n',
    'p/a.go': 'package p\n\nfunc A() { B() }\n',
    'p/b.go': 'package p\n\nfunc B() { A() }\n',
    'q/c.go': 'package q\n\nimport "m/p"\n\nfunc C() { p.A() }\n',
    // A test of another package may close a circle of folders.
    'p/p_test.go': 'package p_test\n\nimport "m/q"\n\nfunc TestIt() { q.C() }\n',
  };
  const answer = await cycles(sources);
  expect(shown(answer)).toEqual(['p/a.go:3 > p/b.go:3']);
  expect(answer.ofUses).toEqual([{ language: 'go', within: 'folder' }]);
  expect((await cycles(sources, { level: 'folders' })).total).toBe(0);
});

it('says for which languages it does not know the files of imports', async () => {
  const answer = await cycles({ 'a.hs': 'import B\nf = 1\n', 'b.hs': 'import A\ng = 1\n' });
  expect(answer).toMatchObject({ total: 0, unknownLanguages: ['haskell'], ofUses: [] });
});
