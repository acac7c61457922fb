/** Which symbols nothing uses, and why others are left off: one small project for each rule. */
import { expect, it } from 'vitest';
import type { LeftOffReason, UnusedAnswer, UnusedRequest } from '../../src/model/graph.ts';
import { indexedInTest } from './real-index.ts';

async function unused(files: Record<string, string>, request: Partial<UnusedRequest> = {}): Promise<UnusedAnswer> {
  const { engine } = await indexedInTest({ 'package.json': '{"name":"sample"}', ...files });
  return engine.graph.unused({ limit: 100, ...request });
}

const idsOf = ({ symbols }: UnusedAnswer): string[] => symbols.map(({ id }) => id);

it('lists what nothing uses from elsewhere than itself', async () => {
  const answer = await unused({
    'src/a.ts':
      'export function used() { return helper(); }\nfunction helper() { return 1; }\nfunction idle(n: number): number { return n === 0 ? 0 : idle(n - 1); }\n' +
      'class Closed { own() { return this.own(); } }\nconst spare = 3;\ntype Form = { a: number };\n',
    'src/b.ts': "import { used } from './a';\nused();\n",
  });
  expect(idsOf(answer)).toEqual([
    'src/a.ts#idle',
    'src/a.ts#Closed',
    'src/a.ts#Closed.own',
    'src/a.ts#spare',
    'src/a.ts#Form',
  ]);
  expect(answer).toMatchObject({ total: 5, files: 1, checkedFiles: 2, skippedFiles: 0 });
});

it('counts a use of a member as a use of its class, and a use in a test as a use', async () => {
  const answer = await unused({
    'src/a.ts': 'class Point { static zero() { return new Point(); } }\nexport const origin = Point.zero();\n',
    'src/b.py': 'def _helper():\n    return 1\n',
    'test/test_b.py': 'from src.b import _helper\n\ndef test_it():\n    assert _helper() == 1\n',
  });
  expect(idsOf(answer)).toEqual([]);
  expect(answer.skippedFiles).toBe(1);
});

it('lists what has only decorators that never use it', async () => {
  const answer = await unused({
    'src/lib.rs': '#[inline]\n#[allow(dead_code)]\nfn idle() {}\n#[handler]\nfn held() {}\n',
    'src/a.py': 'class A:\n    @staticmethod\n    def _spare():\n        return 1\n\nA()\n',
  });
  expect(idsOf(answer)).toEqual(['src/a.py#A._spare', 'src/lib.rs#idle']);
  expect(answer.leftOff).toContainEqual({ reason: 'decorated', count: 1 });
});

it('narrows the question to a path, and cuts the list with the true total', async () => {
  const files = { 'src/a.ts': 'function one() {}\nfunction two() {}\n', 'lib/b.ts': 'function three() {}\n' };
  expect(idsOf(await unused(files, { path: 'lib' }))).toEqual(['lib/b.ts#three']);
  const cut = await unused(files, { limit: 1 });
  expect(cut).toMatchObject({ total: 3, files: 2 });
  expect(cut.symbols).toHaveLength(1);
});

it('checks exported symbols only if asked', async () => {
  const files = {
    'src/a.ts': 'export function open() {}\nfunction shut() {}\n',
    'src/index.ts': "export { passed } from './c';\n",
    'src/c.ts': 'export function passed() {}\n',
  };
  const plain = await unused(files);
  expect(idsOf(plain)).toEqual(['src/a.ts#shut']);
  expect(plain.leftOff).toEqual([{ reason: 'exported', count: 2 }]);
  const exported = await unused(files, { exported: true });
  expect(idsOf(exported)).toEqual(['src/a.ts#open']);
  expect(exported.leftOff).toEqual([
    { reason: 'notExported', count: 1 },
    { reason: 'reexported', count: 1 },
  ]);
});

/** Each has one symbol without a known use, which is left off. */
const doubtful: readonly [what: string, reason: LeftOffReason, files: Record<string, string>, exported?: true][] = [
  ['a main function', 'entryPoint', { 'main.go': 'package main\n\nfunc main() {}\n' }],
  [
    'a decorated function',
    'decorated',
    { 'src/a.py': 'from web import app\n\n@app.get("/")\ndef _home():\n    return 1\n' },
  ],
  [
    'a member of a class without a name that has a base outside of the project',
    'overrides',
    { 'build.gradle.kts': 'tasks.add(object : Listener { override fun heard() {} })\n' },
    true,
  ],
  [
    'a constructor',
    'implicit',
    { 'src/a.ts': 'class A { constructor() {} }\nexport const make = () => A;\nmake();\n' },
  ],
  [
    'a method of a class with a base outside of the project',
    'overrides',
    {
      'src/a.ts':
        "import { Base } from 'far';\nclass A extends Base { render() {} }\nexport const made = new A();\nmade;\n",
    },
  ],
  [
    'a method of an external trait',
    'overrides',
    {
      'Cargo.toml': '[package]\nname = "s"\n',
      'src/lib.rs':
        'struct A;\nimpl far::Walk for A { fn step(&self) {} }\npub fn make() { let _ = A; }\npub fn also() { make() }\nfn last() { also() }\n',
    },
    true,
  ],
  [
    'a member that gives an object its form',
    'form',
    { 'src/a.ts': 'interface Shape { width: number }\nexport const size = (s: Shape) => s;\nsize(far());\n' },
  ],
  [
    'a function in a table that is handed on',
    'form',
    { 'a.lua': 'local M = {}\nfunction M.run()\n  Job:new({ on_done = function() end })\nend\nreturn M\n' },
  ],
  [
    'a field of an object of another library',
    'form',
    { 'a.lua': 'local M = {}\nfunction M.run() end\nvim.local_options.text_width = 0\nreturn M\n' },
    true,
  ],
  [
    'a function of an object that only a local variable holds',
    'form',
    {
      'a.lua':
        'local Sorter = {}\nfunction Sorter:_drop() end\nfunction Sorter:run() self:_drop() end\nfunction Sorter.make()\n  local sorter = Sorter\n' +
        '  function sorter._drop() end\n  return sorter\nend\nreturn Sorter\n',
    },
  ],
  [
    'a name of an unresolved site',
    'unresolved',
    { 'src/a.ts': 'class A { save() {} }\nexport const it = (x: any) => { x.save(); return A; };\nit(1);\n' },
  ],
  [
    'a name in a string',
    'inText',
    { 'src/a.ts': "function handler() {}\nexport const table = { key: 'handler' };\ntable;\n" },
  ],
  [
    'a name in a file that is not code',
    'inText',
    { 'src/a.ts': 'function onStart() {}\n', 'hooks.yml': 'start: onStart\n' },
  ],
  [
    'a name that a string begins',
    'inText',
    {
      'src/a.ts':
        'class A { visit_one() {} }\nexport const go = (a: A, k: string) => (a as never)[`visit_${k}`];\ngo(far(), "");\n',
    },
  ],
  ['a language that is linked by name only', 'nameOnly', { 'run.sh': 'idle() {\n  echo 1\n}\n' }],
  [
    'a declaration with a variant for another platform',
    'declaredTwice',
    {
      'go.mod': 'module m\n',
      'a_linux.go': 'package m\n\nfunc size() int { return 1 }\n',
      'a_windows.go': 'package m\n\nfunc size() int { return 2 }\n',
      'b.go': 'package m\n\nfunc Use() int { return 1 }\n',
    },
  ],
];

it.each(doubtful)('leaves off %s', async (_, reason, files, exported) => {
  const answer = await unused(files, exported === true ? { exported } : {});
  expect(idsOf(answer)).toEqual([]);
  expect(answer.leftOff.map((one) => one.reason)).toContain(reason);
});

it('does not count mentions in comments and documentation as uses', async () => {
  const answer = await unused({
    'src/a.ts':
      '/**\n * Unlike idle, this runs.\n */\nexport function run() {}\n// idle is not used.\nfunction idle() {}\n',
    'README.md': 'Call `idle`.\n',
  });
  expect(idsOf(answer)).toEqual(['src/a.ts#idle']);
});

it('finds no use of a function in a link to another function of its name', async () => {
  const answer = await unused({
    'src/a.ts': 'function parse() {}\n',
    'lib/b.ts': 'export function parse() {}\nparse();\n',
  });
  expect(idsOf(answer)).toEqual(['src/a.ts#parse']);
});
