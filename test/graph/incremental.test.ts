/** Links after any history of edits equal those of a project that is indexed from scratch. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { unpackLinks } from '../../src/store/packed-links.ts';
import { openStore } from '../../src/store/registry.ts';

/** What each file can be; null: it is not there. */
const variants: Readonly<Record<string, readonly (string | null)[]>> = {
  'package.json': ['{"name":"root"}', '{"name":"root","imports":{"#lib/*":"./src/*.ts"}}'],
  'tsconfig.json': [
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
  'src/global.d.ts': ['declare function ambient(): void;\n', null, 'declare function other(): void;\n'],
  'src/plain.js': [
    'const { create } = require("./index");\nmodule.exports = { run() { return create().area(); } };\n',
    null,
  ],
  'go.mod': ['module example.com/m\n'],
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
};
const paths = Object.keys(variants);

type Choice = Readonly<Record<string, number>>;

/** Histories that are played; LINK_HISTORIES plays more. */
const histories = Number(process.env.LINK_HISTORIES ?? 12);

let clock = 1_600_000_000;

function put(root: string, path: string, text: string | null): void {
  const place = join(root, path);
  if (text === null) rmSync(place, { force: true });
  else {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
    // Each write has a time of its own, long past: no edit hides in the clock's grain.
    clock += 10;
    utimesSync(place, clock, clock);
  }
}

async function indexTree(root: string): Promise<void> {
  const { config } = loadConfig({ root });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  await engine.close();
}

/** All links and open sites, by path. */
async function linksIn(root: string): Promise<string[]> {
  const store = await openStore({ path: join(root, '.code-scout/database.db') });
  try {
    const places = await store.linkPlaces();
    const path = new Map(places.map(({ id, path: of }) => [id, of]));
    const lines: string[] = [];
    for (const { from, to, data } of await store.linksFrom(places.map(({ id }) => id))) {
      for (const link of unpackLinks(data)) lines.push(`${path.get(from)} > ${path.get(to)} ${JSON.stringify(link)}`);
    }
    for (const name of ['area', 'save', 'name', 'create', 'ambient', 'other', 'make']) {
      for (const { file, sites } of await store.openSites([name]))
        lines.push(`${path.get(file)} ? ${JSON.stringify(sites)}`);
    }
    return lines.sort();
  } finally {
    await store.close();
  }
}

function write(root: string, choice: Choice, only?: string): void {
  for (const path of paths) if (only === undefined || only === path) put(root, path, variants[path]![choice[path]!]!);
}

async function compare(first: Choice, edits: readonly (readonly [string, number])[]): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'code-scout-links-'));
  const [edited, whole] = [join(work, 'edited'), join(work, 'whole')];
  try {
    for (const root of [edited, whole]) {
      mkdirSync(join(root, '.git'), { recursive: true });
      writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    }
    write(edited, first);
    await indexTree(edited);
    let choice = first;
    for (const [path, variant] of edits) {
      choice = { ...choice, [path]: variant };
      write(edited, choice, path);
      await indexTree(edited);
    }
    write(whole, choice);
    await indexTree(whole);
    const expected = await linksIn(whole);
    expect(await linksIn(edited)).toEqual(expected);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const arbitraryChoice = fc.record(
  Object.fromEntries(paths.map((path) => [path, fc.nat({ max: variants[path]!.length - 1 })])),
);
const arbitraryEdit = fc
  .constantFrom(...paths)
  .chain((path) => fc.tuple(fc.constant(path), fc.nat({ max: variants[path]!.length - 1 })));

describe('links after edits', () => {
  it('equal those of a new index', { timeout: 30_000 + histories * 4_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryChoice, fc.array(arbitraryEdit, { minLength: 1, maxLength: 4 }), compare),
      { numRuns: histories, endOnFailure: true },
    );
  });
});
