/** Texts that are shown and not saved have the answers that an index of the saved texts gives. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import type { Engine } from '../../src/engine/types.ts';

type Files = Readonly<Record<string, string>>;

const notebook = (source: readonly string[]): string =>
  JSON.stringify({ cells: [{ cell_type: 'code', source }], metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1);

const projects: Readonly<Record<string, { files: Files; edits: readonly Files[] }>> = {
  typescript: {
    files: {
      'package.json': '{}',
      'src/base.ts':
        'export class Base {\n  run(): number { return 1; }\n}\nexport function make(): Base { return new Base(); }\n',
      'src/use.ts':
        "import { make } from './base.ts';\nexport const used = make().run();\nfunction own() { return used; }\nown();\n",
      'src/last.ts': "import { used } from './use.ts';\nexport const twice = used + used;\n",
    },
    edits: [
      {
        'src/use.ts':
          "import { make } from './base.ts';\n\n// Moved.\nexport const used = make().run() + make().run();\n",
      },
      {
        'src/base.ts':
          'export class Base {\n  go(): number { return 1; }\n}\nexport function make(): Base { return new Base(); }\n',
      },
      {
        'src/base.ts':
          'export class Base {}\nexport class Other extends Base { run() { return 2; } }\nexport const make = () => new Other();\n',
        'src/last.ts': '// Nothing.\n',
      },
      // New files. Samples of unresolved places stand in the order of the files' ids, and a new file has the last one.
      {
        'src/extra.ts':
          "import { Other } from './base.ts';\nexport class Extra extends Other { run() { return 3; } }\n",
        'src/use.ts':
          "import { make } from './base.ts';\nimport { Extra } from './extra.ts';\nexport const used = make().run() + new Extra().run();\n",
      },
      { 'src/zone.ts': "import { used } from './use.ts';\nimport { Extra } from './extra.ts';\nnew Extra().run();\n" },
      { 'src/extra.ts': 'export class Extra { walk(): void {} }\n' },
      { 'src/use.ts': 'export const used = (((\n' },
    ],
  },
  python: {
    files: {
      'pyproject.toml': '[project]\nname = "a"\n',
      'a/base.py': 'class Base:\n    def run(self):\n        return 1\n',
      'a/use.py': 'from a.base import Base\n\n\ndef used():\n    return Base().run()\n',
    },
    edits: [
      {
        'a/use.py':
          'from a.base import Base\n\n\ndef before():\n    pass\n\n\ndef used():\n    before()\n    return Base().run()\n',
      },
      { 'a/base.py': 'class Root:\n    def run(self):\n        return 2\n\n\nclass Base(Root):\n    pass\n' },
      {
        'a/extra.py': 'from .use import used\n\n\ndef more():\n    return used()\n',
        'a/notes.ipynb': notebook(['from a.extra import more\n', '%time more()\n', 'more()']),
      },
    ],
  },
  go: {
    files: {
      'go.mod': 'module a\n\ngo 1.19\n',
      'base.go':
        'package a\n\ntype Runner interface{ Run() int }\n\ntype Base struct{}\n\nfunc (b Base) Run() int { return 1 }\n',
      'use.go': 'package a\n\nfunc Used(r Runner) int { return r.Run() + Base{}.Run() }\n',
    },
    edits: [
      {
        'base.go':
          'package a\n\ntype Base struct{}\n\nfunc (b Base) Run() int { return 1 }\n\ntype Runner interface{ Run() int; Stop() }\n',
      },
      { 'extra.go': 'package a\n\ntype Extra struct{}\n\nfunc (e Extra) Run() int { return Used(e) }\n' },
      { 'base.go': 'package b\n\ntype Base struct{}\n' },
    ],
  },
  rust: {
    files: {
      'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\n',
      'src/lib.rs': 'mod base;\nuse base::Base;\npub fn used() -> u8 { Base {}.run() }\n',
      'src/base.rs': 'pub struct Base {}\nimpl Base {\n    pub fn run(&self) -> u8 { 1 }\n}\n',
    },
    edits: [
      { 'src/base.rs': 'pub struct Base {}\npub trait Run { fn run(&self) -> u8 { 2 } }\nimpl Run for Base {}\n' },
      {
        'src/lib.rs': 'mod base;\nmod extra;\npub use extra::more;\n',
        'src/extra.rs': 'use crate::base::Base;\npub fn more() -> u8 { Base {}.run() }\n',
      },
    ],
  },
  java: {
    files: {
      'pom.xml': '<project/>',
      'src/a/Base.java': 'package a;\n\npublic class Base {\n  int run() { return 1; }\n}\n',
      'src/a/Use.java':
        'package a;\n\nclass Use extends Base {\n  int used() { return run() + new Base().run(); }\n}\n',
    },
    edits: [
      {
        'src/a/Use.java':
          'package a;\n\nclass Use extends Base {\n  @Override int run() { return 2; }\n\n  int used() { return run() + new Base().run(); }\n}\n',
      },
      { 'src/a/More.java': 'package a;\n\nclass More extends Use {\n  int more() { return used(); }\n}\n' },
    ],
  },
};

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end();
});

function write(root: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

async function open(root: string, indexing: 'thread' | 'inline'): Promise<Engine> {
  const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing });
  ended.push(() => engine.close());
  await engine.index();
  return engine;
}

/** All that the questions of an editor say about some files. */
async function allAnswers(engine: Engine, paths: readonly string[]): Promise<unknown> {
  const graph = await engine.editor.graph();
  const answers: unknown[] = [];
  for (const path of paths) {
    const [{ names }, { definitions, ids }, { links }] = [
      await graph.nameKinds(path),
      await graph.fileContents(path),
      await graph.textLinks(path),
    ];
    answers.push(path, names, definitions, links);
    for (const id of ids) {
      const { uses } = await graph.uses({ symbols: [id] });
      const calls = await graph.callers({ symbol: id, maxDepth: 1, account: false });
      const { found } = await graph.implementers({ symbol: id, direction: 'implementers' });
      answers.push(
        id,
        uses,
        calls.reached.map(({ node }) => node.id),
        calls.unresolved,
        found.map(({ node }) => node?.id),
      );
    }
    for (const { line, column } of names) {
      const { symbols, local, candidates } = await graph.definitionAt({ file: path, line, column });
      answers.push([line, column, symbols.map(({ node }) => node.id), local, candidates]);
    }
  }
  return answers;
}

it.each(Object.keys(projects))('%s', async (language) => {
  const { files, edits } = projects[language]!;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shown-')));
  ended.push(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'open');
  write(root, files);
  const codeIn = (texts: Files): string[] =>
    Object.keys(texts).filter((path) => !/\.(?:json|toml|mod|xml)$/.test(path));
  const shown = await open(root, 'thread');
  const untouched = await allAnswers(shown, codeIn(files));
  let texts: Files = files;
  for (const [number, edit] of edits.entries()) {
    texts = { ...texts, ...edit };
    const paths = codeIn(texts);
    for (const path of paths) shown.editor.show(path, texts[path]!);
    const saved = join(folder, `saved-${number}`);
    cpSync(root, saved, { recursive: true, filter: (path) => !path.includes('.code-scout') });
    write(saved, texts);
    expect(await allAnswers(shown, paths), `edit ${number}`).toEqual(
      await allAnswers(await open(saved, 'inline'), paths),
    );
  }
  for (const path of codeIn(texts)) shown.editor.show(path, null);
  expect(await allAnswers(shown, codeIn(files))).toEqual(untouched);
});
