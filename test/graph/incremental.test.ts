/** Links after any history of edits equal those of a project that is indexed from scratch. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { openStore } from '../../src/store/registry.ts';
import {
  edited,
  firstTree,
  histories,
  linkContent,
  linkCount,
  playHistories,
  type Family,
  type Tree,
} from './link-histories.ts';

const modules: Family = {
  variants: {
    'package.json': [null, '{"name":"root"}', '{"name":"root","imports":{"#lib/*":"./src/*.ts"}}'],
    'tsconfig.json': [
      null,
      '{}',
      '{"compilerOptions":{"paths":{"@/*":["./src/*"]}}}',
      '{"compilerOptions":{"paths":{"@/*":["./other/*"]}}}',
    ],
    'src/types.ts': [
      'export interface Shape { area(): number; name: string }\nexport class Box implements Shape { name = "b"; area() { return 1; } }\n',
      'export interface Shape { area(): number; size(): number }\nexport class Box implements Shape {\n  size() { return 2; }\n  area() { return this.size(); }\n}\n',
      'export class Box { area() { return helper(); } }\nfunction helper() { return 3; }\n',
      null,
    ],
    'src/make.ts': [
      'import { Box } from "./types";\nexport function make() { return new Box(); }\nexport const made = make();\n',
      'import { Box } from "./types";\nexport function make() { const unused = 1; return new Box(); }\nexport const made = make();\n',
      'import { Round } from "./round";\nexport function make() { return new Round(); }\nexport const made = make();\n',
      'export function make(): string { return "x"; }\nexport const made = make();\n',
    ],
    'src/round.ts': [
      'import { Box } from "./index";\nexport class Round extends Box { radius() { return this.area(); } }\n',
      null,
    ],
    'src/index.ts': [
      'export * from "./types";\nexport { make as create } from "./make";\n',
      'export { Box } from "./types";\nexport * from "./make";\nexport * as all from "./make";\n',
      'export * from "@/types";\n',
    ],
    'other/types.ts': ['export class Box { area() { return 9; } other() {} }\n', null],
    'src/use.ts': [
      'import { create, Box } from "./index";\nexport function use() { create().area(); new Box().area(); unknownThing.area(); }\n',
      'import { made } from "#lib/make";\nimport { Box } from "@/types";\nexport const use = (b: Box) => { made.area(); b.area(); b.other?.(); };\n',
      'import * as all from "./index";\nexport function use() { all.create().area(); ambient(); }\n',
    ],
    'src/local.ts': [
      'export function pick(n: number) {\n  if (n) { class Own { go() {} } return new Own(); }\n  class Own { go() {} }\n  return new Own();\n}\n',
      'export function pick(n: number) {\n  if (n) { class Own { go() {} } return new Own(); }\n  class Other { go() {} }\n  return new Other();\n}\n',
      'export function pick(n: number) { class Own { go() {} } return new Own(); }\n[1].map(() => { function pick() {} pick(); });\n',
      null,
    ],
    'src/hook.ts': [
      'export interface Given { run: () => void; name: string }\nexport function useIt(): Given { return null!; }\n',
      'export interface Given { run(): void }\nexport function useIt(): Given { return null!; }\n',
      'import { Box } from "./types";\nexport function useIt() { return { run: () => new Box().area() }; }\n',
      'export interface Given { name: string }\nexport function useIt(): Given { return null!; }\n',
    ],
    'src/use-hook.ts': [
      'import { useIt } from "./hook";\nexport function show() { const { run } = useIt(); run(); }\n',
      'import { useIt } from "./hook";\nexport const show = ({ run = () => 1 } = useIt()) => run();\n',
    ],
    'src/use-local.ts': ['import { pick } from "./local";\nexport function go() { pick(1).go(); }\n'],
    'src/global.d.ts': ['declare function ambient(): void;\n', null, 'declare function other(): void;\n'],
    'src/plain.js': [
      'const { create } = require("./index");\nmodule.exports = { run() { return create().area(); } };\n',
      null,
    ],
    'go.mod': ['module example.com/m\n', 'module example.com/other\n', null],
    'cmd/main.go': [
      'package main\n\nimport "example.com/m/job"\n\nfunc main() { j := &job.Job{}; j.Run(1); j.Stop() }\n',
      null,
    ],
    'run/run.go': [
      'package run\n\ntype Runner interface { Run(n int) error }\n\nfunc All(r Runner) { r.Run(1) }\n',
      'package run\n\ntype Runner interface {\n\tRun(n int) error\n\tStop()\n}\n\nfunc All(r Runner) { r.Run(1); r.Stop() }\n',
    ],
    'job/job.go': [
      'package job\n\ntype Job struct{}\n\nfunc (j *Job) Run(n int) error { return nil }\n',
      'package job\n\ntype Job struct{}\n\nfunc (j *Job) Run(n int) error { j.Stop(); return nil }\n',
      null,
    ],
    'job/stop.go': ['package job\n\nfunc (j *Job) Stop() {}\n', null],
    'app/__init__.py': ['', 'from .models import User\n', null],
    'app/models.py': [
      'class Base:\n    def save(self):\n        return 1\n\nclass User(Base):\n    def name(self):\n        return self.save()\n',
      'class User:\n    def save(self):\n        return 2\n',
      'def load():\n    return User()\n\nclass User:\n    def save(self):\n        return 2\n',
    ],
    'app/views.py': [
      'from app import models\nfrom app.models import User\n\ndef view():\n    User().save()\n    models.User().name()\n',
      'import app\n\ndef view(user):\n    app.models.User().save()\n    user.save()\n',
    ],
  },
};

/** Symbol keys, additions to exports, barrels of many modules, and methods of objects that a function returns. */
const exported: Family = {
  variants: {
    'symbols.js': [
      'const kGo = Symbol("go"), kStay = Symbol("stay");\nmodule.exports = { kGo, kStay };\n',
      'const kGo = Symbol("go");\nconst kStay = "stay";\nmodule.exports = { kGo, kStay };\n',
      'exports.kGo = Symbol();\n',
    ],
    'others.js': ['const kGo = Symbol();\nmodule.exports = { kGo };\n', null],
    'keyed.js': [
      'const { kGo, kStay } = require("./symbols");\nfunction run() {}\nmodule.exports = { [kGo]: run, [kStay]() {}, plain: run };\n',
      'const { kGo } = require("./others");\nconst { kStay } = require("./symbols");\nfunction run() {}\nmodule.exports = { [kGo]: run, [kStay]() {} };\n',
      'const { kGo } = require("./symbols");\nfunction run() {}\nfunction make(kStay) { return { [kStay]: run, [kGo]() {} }; }\nmodule.exports = make();\n',
      'const { kGo } = require("./symbols");\nfunction run() {}\nfunction make() { const kGo = 1; return { [kGo]: run }; }\nmodule.exports = make();\n',
    ],
    'use-keys.js': [
      'const { kGo, kStay } = require("./symbols");\nconst keyed = require("./keyed");\nfunction go(key) { keyed[kGo](); keyed[kStay](); keyed[key](); }\n',
      'const { kGo } = require("./others");\nconst keyed = require("./keyed");\nfunction go() { keyed[kGo](); }\n',
    ],
    'whole.js': [
      'function pino() {}\nmodule.exports = pino;\nmodule.exports.make = () => pino();\n',
      'module.exports = function () { return { one() {} }; };\nmodule.exports.make = function make() {};\n',
      'exports = module.exports = class { one() {} };\nexports.make = () => 1;\n',
      'exports.make = module.exports.again = function () {};\n',
    ],
    'use-whole.js': [
      'const whole = require("./whole");\nconst { make } = require("./whole");\nfunction go() { whole(); whole.make(); make(); whole().one(); new whole().one(); }\n',
      null,
    ],
    'barrel/index.ts': [
      Array.from({ length: 10 }, (_, at) => `export * from "./m${at}";\n`).join(''),
      `export * from "../more";\n${Array.from({ length: 10 }, (_, at) => `export * from "./m${9 - at}";\n`).join('')}`,
      `${Array.from({ length: 10 }, (_, at) => `export * from "./m${at}";\n`).join('')}export function f3() {}\nexport * from "outside";\n`,
    ],
    'barrel/m0.ts': ['export function f0() {}\n', 'export function f3() {}\n', 'export * from "../more";\n'],
    'barrel/m3.ts': ['export function f3() {}\n', null, 'export function f0() {}\nexport function gone() {}\n'],
    'barrel/m9.ts': ['export * from "./index";\nexport function f9() {}\n', 'export const f9 = () => 1;\n', null],
    'more/index.ts': ['export declare function f9(a: 1): 1;\nexport declare function f9(a: 2): 2;\n', null],
    'use-barrel.ts': [
      'import { f0, f3, f9, gone } from "./barrel";\nexport function go() { f0(); f3(); f9(1); gone(); }\n',
    ],
  },
};

/** Global names that several languages declare. */
const mixed: Family = {
  places: ['lib/a.c', 'lib/b.ts', 'lib/c.rb', 'lib/d.py'],
  variants: {
    'c/area.h': ['int area(int n);\nstruct Box { int size; };\n', '#define area(n) n\nvoid make(void);\n', null],
    'c/area.c': [
      '#include "area.h"\nint area(int n) { return make(n); }\n',
      'void help(void) { area(1); make(); }\n',
      null,
    ],
    'cpp/box.cpp': [
      '#include "../c/area.h"\nnamespace shop { class Box { public: int area(); }; }\nint make() { return area(1) + help(); }\n',
      null,
    ],
    'ts/global.d.ts': [
      'declare function area(): Box;\ninterface Box { area(): number }\n',
      'declare const make: () => void;\n',
      null,
    ],
    'ts/use.ts': [
      'export const used = area().area();\nmake();\nhelp();\nnew Box();\n',
      'const b: Box = area(); b.area();\n',
    ],
    'js/use.js': ['const x = area(); make(x); help(); x.area();\n', null],
    'py/use.py': ['area()\nmake(Box())\nhelp()\n', 'def help(): return area()\n', null],
    'rb/box.rb': [
      'class Box\n  def area; make; end\nend\ndef help; Box.new.area; end\n',
      'module Shop; class Box; end; end\narea\nmake\n',
      null,
    ],
    'php/box.php': [
      '<?php\nclass Box { function area() { return make(); } }\nfunction help() { return area(); }\n',
      '<?php\nfunction make() { (new Box)->area(); }\nfunction area() {}\n',
      null,
    ],
    'sw/box.swift': [
      'class Box { func area() -> Int { make() } }\nfunc help() { Box().area() }\n',
      'func make() -> Int { area() }\nfunc area() -> Int { 1 }\n',
      null,
    ],
    'go/use.go': ['package use\n\nfunc Use() { area(); make(1); help() }\n', null],
    'java/Use.java': [
      'class Use { void go() { area(); help(); Box b = new Box(); b.area(); make(); } }\n',
      'class Box { int area() { return 1; } }\n',
      null,
    ],
    'rs/use.rs': [
      'fn go() { area(); help(); Box::area(); make(); }\n',
      'struct Box;\nimpl Box { fn area() {} }\n',
      null,
    ],
  },
};

/** What a callback gets depends on the body of the function that it is handed to. */
const callbacks: Family = {
  variants: {
    'js/boxes.js': [
      'export class Box { area() {} open() {} }\nexport class Round { area() {} turn() {} }\n',
      'export class Box { open() {} }\nexport class Round { area() {} }\n',
    ],
    'js/each.js': [
      'import { Box, Round } from "./boxes.js";\nexport function each(visit) { visit(new Box()); }\nexport function show(one) { one.area(); }\n',
      'import { Box, Round } from "./boxes.js";\nexport function each(visit) { if (visit) { visit(new Round()); } }\nexport function show(one) { one.area(); }\neach(show);\n',
      'import { Box, Round } from "./boxes.js";\nexport function each(visit) { const all = [new Round()]; all.forEach(visit); }\nexport function show(one) { one.area(); return one; }\n[new Box()].map(show);\n',
      'import { Box, Round } from "./boxes.js";\nexport function each(visit) { other(visit); }\nfunction other(done) { done(new Box(), 1); }\nexport function show(one) { return one; }\n[new Round()].forEach(show);\n',
    ],
    'js/self.js': [
      'import { Box, Round } from "./boxes.js";\nexport function self() { return this; }\nexport function first(one) { return one; }\nself.call(new Box()); first.apply(null, [new Round()]);\n',
      'import { Box, Round } from "./boxes.js";\nexport function self() { return this; }\nexport function first(one) { return one; }\nself.apply(new Round()); first.call(null, new Box());\n',
    ],
    'js/use-self.js': ['import { self, first } from "./self.js";\nself().open(); self().area(); first().area();\n'],
    'js/use.js': [
      'import { each, show } from "./each.js";\neach((one) => { one.area(); one.open(); one.turn(); });\nshow().area();\n',
      'import { each, show } from "./each.js";\nfunction mine(one) { one.area(); one.turn(); }\neach(mine); show(1).open();\n',
    ],
    'py/boxes.py': [
      'class Box:\n  def area(self): pass\nclass Round:\n  def area(self): pass\n  def turn(self): pass\n',
    ],
    'py/each.py': [
      'from boxes import Box, Round\ndef each(visit):\n  visit(Box())\n',
      'from boxes import Box, Round\ndef each(visit):\n  for one in [Round()]: visit(one)\n',
      'from boxes import Box, Round\ndef each(visit):\n  list(map(visit, [Box()]))\n',
    ],
    'py/use.py': ['from each import each\neach(lambda one: one.area())\neach(lambda one: one.turn())\n'],
  },
};

describe.each([
  ['callbacks', callbacks],
  ['TypeScript, JavaScript, Python and Go', modules],
  ['JavaScript and its exports', exported],
  ['many languages', mixed],
])('links after edits in %s', (_, family) => {
  it('equal those of a new index', { timeout: 1_200_000 }, async () => {
    await expect(playHistories(family, 10)).resolves.toBeUndefined();
  });

  it('have enough links to compare', async () => expect(await linkCount(family)).toBeGreaterThan(5));
});

let clock = 1_600_000_000;

function put(root: string, path: string, text: string): void {
  const place = join(root, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
  // Each write gets a time of its own, long past, so that the clock's resolution hides no edit.
  clock += 10;
  utimesSync(place, clock, clock);
}

/** Changes a folder from one tree to another, as an editor would. */
function change(root: string, before: Tree, after: Tree): void {
  for (const path of before.keys()) if (!after.has(path)) rmSync(join(root, path));
  for (const [path, text] of after) if (before.get(path) !== text) put(root, path, text);
}

async function indexed(root: string): Promise<string[]> {
  const { config } = loadConfig({ root });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  await engine.close();
  const store = await openStore({ file: join(root, '.code-scout/database.db') });
  try {
    return await linkContent(store, []);
  } finally {
    await store.close();
  }
}

/** Calls `work` with a folder that is the root of a project, and removes the folder afterwards. */
async function inProject<T>(work: (root: string) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'code-scout-links-'));
  try {
    mkdirSync(join(root, '.git'));
    writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    return await work(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** A few histories on disk, through the engine: changed files are detected as in a user's project. */
describe('links after edits of files on disk', () => {
  it('equal those of a new index', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ([choices, edits]) => {
        let tree = firstTree(modules, choices);
        const actual = await inProject(async (root) => {
          change(root, new Map(), tree);
          let content = await indexed(root);
          for (const edit of edits.slice(0, 3)) {
            const before = tree;
            tree = edited(modules, tree, edit);
            change(root, before, tree);
            content = await indexed(root);
          }
          return content;
        });
        const expected = await inProject(async (root) => {
          change(root, new Map(), tree);
          return indexed(root);
        });
        expect(actual).toEqual(expected);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });
});
