/** An edit relinks the files that it can affect, and no others. */
import { afterAll, expect, test } from 'vitest';
import { Analysis, Index, type Tree } from './link-histories.ts';

/** Writes files of a language, each with a type and a function, which use those of other files. */
interface Writer {
  path: (name: string) => string;
  /** A text that declares `name`, and uses `used`. */
  text: (name: string, used: string) => string;
  /** Whether a new name reopens a namespace, which other files may see. */
  opensAgain?: boolean;
  /** A text that declares one more name. */
  more: (name: string) => string;
}

const writers: Readonly<Record<string, Writer>> = {
  C: {
    path: (name) => `src/${name}.c`,
    text: (name, used) => `int ${used}(int n);\nint ${name}(int n) { return ${used}(n); }\n`,
    more: (name) => `int ${name}(int n) { return n; }\n`,
  },
  'C++': {
    path: (name) => `src/${name}.cpp`,
    opensAgain: true,
    text: (name, used) => `namespace shop {\nint ${used}(int n);\nint ${name}(int n) { return ${used}(n); }\n}\n`,
    more: (name) => `namespace shop { int ${name}(int n) { return n; } }\n`,
  },
  PHP: {
    path: (name) => `src/${name}.php`,
    text: (name, used) =>
      `<?php\nnamespace Shop;\nclass ${name} { function run(): ${used} { return new ${used}(); } }\n`,
    more: (name) => `class ${name} {}\n`,
  },
  Ruby: {
    path: (name) => `lib/${name}.rb`,
    text: (name, used) => `class ${name}\n  def run\n    ${used}.new\n  end\nend\n`,
    more: (name) => `class ${name}\nend\n`,
  },
  Swift: {
    path: (name) => `Sources/Shop/${name}.swift`,
    text: (name, used) => `class ${name} {\n  func run() -> ${used} { ${used}() }\n}\n`,
    more: (name) => `class ${name} {}\n`,
  },
};

const count = 24;
const analysis = new Analysis();
afterAll(() => analysis.close());

/** Pairs of files that use each other's names. The last file uses a name that nobody declares. */
function program({ path, text }: Writer): Tree {
  const name = (at: number): string => `Part${at}`;
  const used = (at: number): string => (at === count - 1 ? 'Fresh' : name(at % 2 === 0 ? at + 1 : at - 1));
  return new Map(Array.from({ length: count }, (_, at) => [path(name(at)), text(name(at), used(at))]));
}

test.each(Object.entries(writers))('%s: a new name relinks the files that mention it', async (_, writer) => {
  const index = await Index.open(analysis, { keepsSession: true });
  try {
    const tree = program(writer);
    const place = writer.path('Part4');
    const edit = async (after: string): Promise<number> =>
      (await index.update(new Map([...tree, [place, tree.get(place)! + after]]))).linked;
    await index.update(tree);
    // The other file of the pair depends on this file, but not on that name.
    expect(await edit(writer.more('Unused'))).toBe(writer.opensAgain === true ? 2 : 1);
    await edit('');
    // This file, the file that named it without success, and the one that depends on that.
    expect(await edit(writer.more('Fresh'))).toBeLessThanOrEqual(3);
    expect(
      (await index.content()).filter((line) => line.startsWith(`${place} < ${writer.path('Part23')}`)),
    ).toHaveLength(1);
    // The name is removed again.
    expect(await edit('')).toBeLessThanOrEqual(4);
    expect((await index.content()).filter((line) => line.startsWith(`${place} < ${writer.path('Part23')}`))).toEqual(
      [],
    );
  } finally {
    await index.close();
  }
});

/** Writes a class with some methods, and a caller of one of them. */
interface ClassWriter {
  place: string;
  /** @param methods each with its type, in the language's syntax */
  box: (methods: readonly string[]) => string;
  user: (at: number, called: string) => [path: string, text: string];
  /** A method that returns a number, and one with an additional parameter. */
  method: (name: string) => string;
  longer: (name: string) => string;
}

const classWriters: Readonly<Record<string, ClassWriter>> = {
  TypeScript: {
    place: 'src/box.ts',
    box: (methods) => `export class Box {\n${methods.join('\n')}\n}\nexport const made = new Box();\n`,
    user: (at, called) => [
      `src/user${at}.ts`,
      `import { made } from './box';\nexport function use${at}() { return made.${called}(1); }\n`,
    ],
    method: (name) => `  ${name}(a: number): number { return a; }`,
    longer: (name) => `  ${name}(a: number, b = 1): string { return String(a + b); }`,
  },
  Python: {
    place: 'shop/box.py',
    box: (methods) => `class Box:\n${methods.join('\n')}\n\nmade = Box()\n`,
    user: (at, called) => [
      `shop/user${at}.py`,
      `from .box import made\n\ndef use${at}():\n    return made.${called}(1)\n`,
    ],
    method: (name) => `    def ${name}(self, a): return a`,
    longer: (name) => `    def ${name}(self, a, b=1) -> str: return str(a + b)`,
  },
  Java: {
    place: 'shop/Box.java',
    box: (methods) => `package shop;\n\npublic class Box {\n${methods.join('\n')}\n}\n`,
    user: (at, called) => [
      `app/User${at}.java`,
      `package app;\n\nimport shop.Box;\n\nclass User${at} { int use(Box box) { return box.${called}(1); } }\n`,
    ],
    method: (name) => `  public int ${name}(int a) { return a; }`,
    longer: (name) => `  public long ${name}(long a) { return a; }`,
  },
  'C#': {
    place: 'Shop/Box.cs',
    box: (methods) => `namespace Shop;\n\npublic class Box {\n${methods.join('\n')}\n}\n`,
    user: (at, called) => [
      `App/User${at}.cs`,
      `using Shop;\n\nnamespace App;\n\nclass User${at} { int Use(Box box) => box.${called}(1); }\n`,
    ],
    method: (name) => `  public int ${name}(int a) => a;`,
    longer: (name) => `  public long ${name}(long a) => a;`,
  },
  Rust: {
    place: 'src/cube.rs',
    box: (methods) => `pub struct Cube {}\n\nimpl Cube {\n${methods.join('\n')}\n}\n`,
    user: (at, called) => [
      `src/user${at}.rs`,
      `use crate::cube::Cube;\n\npub fn use${at}(cube: &Cube) -> u32 { cube.${called}(1) }\n`,
    ],
    method: (name) => `    pub fn ${name}(&self, a: u32) -> u32 { a }`,
    longer: (name) => `    pub fn ${name}(&self, a: u32) -> Cube { Cube {} }`,
  },
};

test.each(Object.entries(classWriters))(
  '%s: a new, changed or removed method relinks the files that mention it',
  async (language, { place, box, user, method, longer }) => {
    const index = await Index.open(analysis, { keepsSession: true });
    try {
      const users = Array.from({ length: count }, (_, at) => user(at, at === 0 ? 'late' : 'keep'));
      const crate: [string, string][] = [
        ['Cargo.toml', '[package]\nname = "shop"\n'],
        ['src/lib.rs', `pub mod cube;\n${users.map((_, at) => `mod user${at};`).join('\n')}\n`],
      ];
      const tree = new Map([...users, ...(language === 'Rust' ? crate : [])]);
      const edit = async (...methods: string[]): Promise<number> =>
        (await index.update(new Map([...tree, [place, box(methods)]]))).linked;
      const isLinked = async (): Promise<boolean> =>
        (await index.content()).some(
          (line) => line.startsWith(`${users[0]![0]} > ${place}`) && line.includes('"call"'),
        );
      await edit(method('keep'), method('other'));
      expect(await isLinked()).toBe(false);
      expect(await edit(method('keep'), method('other'), method('late'))).toBe(2);
      expect(await isLinked()).toBe(true);
      expect(await edit(method('keep'), method('other'), longer('late'))).toBe(2);
      expect(await isLinked()).toBe(true);
      expect(await edit(method('keep'), method('renamed'), longer('late'))).toBe(1);
      expect(await edit(method('keep'), method('renamed'))).toBe(2);
      expect(await isLinked()).toBe(false);
      expect(await edit(longer('keep'), method('renamed'))).toBe(count);
    } finally {
      await index.close();
    }
  },
);

test('a new package relinks the files that import it', async () => {
  const index = await Index.open(analysis);
  try {
    const user = (at: number): string =>
      `package app${at};\n\nimport ${at < 2 ? 'late' : 'early'}.*;\n\nclass User${at} { Thing thing; }\n`;
    const tree = new Map(Array.from({ length: count }, (_, at) => [`app${at}/User${at}.java`, user(at)]));
    tree.set('early/Thing.java', 'package early;\n\npublic class Thing {}\n');
    await index.update(tree);
    const { linked } = await index.update(
      new Map([...tree, ['late/Thing.java', 'package late;\n\npublic class Thing {}\n']]),
    );
    expect(linked).toBe(3);
    expect((await index.content()).filter((line) => line.startsWith('late/Thing.java < '))).toEqual([
      'late/Thing.java < app0/User0.java',
      'late/Thing.java < app1/User1.java',
    ]);
  } finally {
    await index.close();
  }
});

test('an edit inside of a function relinks its file alone', async () => {
  const index = await Index.open(analysis);
  try {
    const tree = new Map([['a.ts', 'export function make() { return 1; }\n']]);
    for (let at = 0; at < count; at++)
      tree.set(`user${at}.ts`, `import { make } from './a';\nexport const made = make();\n`);
    await index.update(tree);
    const edit = async (text: string): Promise<number> =>
      (await index.update(new Map([...tree, ['a.ts', text]]))).linked;
    expect(await edit('export function make() { console.log(1); return 1; }\n')).toBe(1);
    expect(await edit('export function make() { return "1"; }\n')).toBe(count + 1);
  } finally {
    await index.close();
  }
});

test.each<[string, Record<string, string>, Record<string, string>, string]>([
  [
    'TypeScript',
    {
      'src/index.ts': "export { Shape } from './shape';\n",
      'src/use.ts': "import { Shape } from './index';\nexport const made = new Shape();\n",
    },
    {
      'src/index.ts': "// edited\nexport { Shape } from './shape';\n",
      'src/shape.ts': 'export class Shape {}\n',
    },
    'src/use.ts > src/shape.ts',
  ],
  [
    'Rust',
    {
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/lib.rs': 'pub mod shape;\nmod uses;\npub use shape::make;\n',
      'src/uses.rs': 'use crate::make;\nfn go() { make(); }\n',
    },
    {
      'src/lib.rs': '// edited\npub mod shape;\nmod uses;\npub use shape::make;\n',
      'src/shape.rs': 'pub fn make() {}\n',
    },
    'src/uses.rs > src/shape.rs',
  ],
  [
    'PHP',
    {
      'src/Box.php': '<?php\nnamespace Shop;\n\nclass Box extends Shape {}\n',
      'app/Use.php': '<?php\n$box = new Shop\\Box();\n$box->twice();\n',
    },
    {
      'src/Box.php': '<?php\nnamespace Shop;\n\n// edited\nclass Box extends Shape {}\n',
      'src/Shape.php': '<?php\nnamespace Shop;\n\nabstract class Shape { function twice() {} }\n',
    },
    'app/Use.php > src/Shape.php',
  ],
])(
  '%s: an edit that resolves a name of a file relinks the files that depend on that name',
  async (_, first, edit, link) => {
    const index = await Index.open(analysis);
    try {
      const bystanders = Array.from({ length: count }, (__, at): [string, string] => [
        `other/o${at}.lua`,
        `x = ${at}\n`,
      ]);
      const tree = new Map([...bystanders, ...Object.entries(first)]);
      await index.update(tree);
      await index.update(new Map([...tree, ...Object.entries(edit)]));
      expect((await index.content()).filter((line) => line.startsWith(link))).not.toEqual([]);
    } finally {
      await index.close();
    }
  },
);

test('an addition of a module to an imported object relinks the files that use that object', async () => {
  const index = await Index.open(analysis, { keepsSession: true });
  try {
    const added = "helper.Server = require('./server').Server;\n";
    const whole = (line: string): string =>
      `const helper = require('./helper');\n${line}helper.same = helper;\nmodule.exports = helper;\n`;
    const tree = new Map([
      ['helper.js', 'function helper() {}\nmodule.exports = helper;\n'],
      ['server.js', 'class Server {}\nmodule.exports = { Server };\n'],
      ['use.js', "const { Server } = require('./index');\nnew Server();\n"],
    ]);
    const isLinked = async (line: string): Promise<boolean> => {
      await index.update(new Map([...tree, ['index.js', whole(line)]]));
      return (await index.content()).some((one) => one.startsWith('use.js > server.js'));
    };
    expect(await isLinked(added)).toBe(true);
    expect(await isLinked('')).toBe(false);
    expect(await isLinked(added)).toBe(true);
  } finally {
    await index.close();
  }
});
