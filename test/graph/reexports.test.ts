/** The kind of link that each name in an import or export list gives. */
import { expect, test } from 'vitest';
import { linksOfFile } from '../../src/graph/links/file-links.ts';
import { startInference } from '../../src/graph/infer/inference.ts';
import type { Program } from '../../src/graph/program/program.ts';
import { python } from '../../src/languages/python/python.ts';
import { rust } from '../../src/languages/rust/rust.ts';
import { programOf as ecmascriptProgram } from './linked-sources.ts';
import { openPrograms } from './marked-sources.ts';

const treeProgram = await openPrograms([python, rust]);

/** All links that imports and exports give, as `path:line:column kind target`. */
function exportLinks(program: Program): string[] {
  const i = startInference(program);
  return program.files.flatMap((file) =>
    [...linksOfFile(i, file, ({ entity }) => entity).links].flatMap(([index, links]) =>
      links
        .filter(({ kind }) => kind === 'import' || kind === 'reexport')
        .map(({ line, column, kind, target }) => {
          const to = program.at(index);
          return `${file.path}:${line}:${column} ${kind} ${to.path}#${to.name(target)}`;
        }),
    ),
  );
}

test.each<[string, Record<string, string>, string[]]>([
  [
    'TypeScript',
    {
      'a.ts':
        'export class A {}\nexport type T = A;\nexport default function d() {}\nfunction own() {}\nexport { own };',
      'barrel.ts': "export { A, type T as U } from './a';\nexport { default as make } from './a';",
      'later.ts': "export { A };\nimport { A } from './a';\nimport { own } from './a';\nown();",
      'use.ts': "import { A } from './barrel';\nnew A();",
    },
    [
      'a.ts:5:10 import a.ts#own',
      'barrel.ts:1:10 reexport a.ts#A',
      'barrel.ts:1:18 reexport a.ts#T',
      'barrel.ts:2:10 reexport a.ts#d',
      'later.ts:1:10 reexport a.ts#A',
      'later.ts:2:10 import a.ts#A',
      'later.ts:3:10 import a.ts#own',
      'use.ts:1:10 import a.ts#A',
    ],
  ],
  [
    'Python',
    {
      'pkg/a.py': 'class A: pass\nclass B: pass\ndef _c(): pass\ndef d(): pass\n',
      'pkg/__init__.py': 'from .a import A, _c\nfrom pkg.a import B as D\nfrom other import x\n',
      'listed/__init__.py':
        "from pkg.a import A as First, B as B\nfrom pkg.a import d\n__all__ = ['First']\n__all__ += ('d',)\n",
      'partly/__init__.py': "from pkg.a import A\nfrom .a import d\n__all__ = ['A']\n",
      'partly/a.py': 'from pkg import d\n',
      'other.py': 'from pkg.a import A as A, B\nfrom pkg.a import d\ndef f():\n    from pkg.a import d as d\nx = 1\n',
      'src/deep/sub/__init__.py': 'from deep.sub.z import z\nfrom deep.y import y\n',
      'src/deep/sub/z.py': 'def z(): pass\n',
      'src/deep/y.py': 'def y(): pass\n',
    },
    [
      'pkg/__init__.py:1:16 reexport pkg/a.py#A',
      'pkg/__init__.py:1:19 import pkg/a.py#_c',
      'pkg/__init__.py:2:19 reexport pkg/a.py#B',
      'pkg/__init__.py:3:19 import other.py#x',
      'listed/__init__.py:1:19 reexport pkg/a.py#A',
      'listed/__init__.py:1:31 reexport pkg/a.py#B',
      'listed/__init__.py:2:19 reexport pkg/a.py#d',
      'partly/__init__.py:1:19 reexport pkg/a.py#A',
      'other.py:1:19 reexport pkg/a.py#A',
      'other.py:1:27 import pkg/a.py#B',
      'other.py:2:19 import pkg/a.py#d',
      'other.py:4:23 import pkg/a.py#d',
      'src/deep/sub/__init__.py:1:24 reexport src/deep/sub/z.py#z',
      'src/deep/sub/__init__.py:2:20 import src/deep/y.py#y',
    ],
  ],
  [
    'Rust',
    {
      'Cargo.toml': '[package]\nname = "sample"\n',
      'src/lib.rs': 'mod a;\nuse a::A;\npub use a::B;\npub(crate) use crate::a::{d, A as C};\nfn f(a: A) {}\n',
      'src/a.rs': 'pub struct A;\npub struct B;\npub fn d() {}\n',
    },
    [
      'src/lib.rs:2:8 import src/a.rs#A',
      'src/lib.rs:3:12 reexport src/a.rs#B',
      'src/lib.rs:4:27 reexport src/a.rs#d',
      'src/lib.rs:4:30 reexport src/a.rs#A',
    ],
  ],
])('%s', (language, sources, expected) => {
  const program =
    language === 'TypeScript' ? ecmascriptProgram(sources) : treeProgram(new Map(Object.entries(sources)));
  expect(exportLinks(program)).toEqual(expected);
});
