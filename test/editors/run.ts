/**
 * `npm run test:editors`: real editors, headless, use the built language server on small projects in five languages: definitions, references, outlines and
 * hovers, also with lines that are not saved. `-- neovim` tries only this one.
 * The editors are packages of Debian; where one is missing and this process may, it is installed first. So this is not part of `npm run check`.
 * Invariant: the exit code is 0 exactly when every editor was there and gave every answer.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { at } from '../../scripts/lib/repository.ts';
import { askEditor, editors, versionOf, type Editor, type EditorQuestion } from './editors.ts';

interface Asked {
  question: EditorQuestion;
  /** Places, or names; for a hover what its text contains. */
  expected: readonly string[];
}

/** Files with marks: `<N:` before and `>` after a name. Places with one number are one symbol; the first is its declaration. */
const marked: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  typescript: {
    'package.json': '{ "name": "harbour" }\n',
    'src/ship.ts': 'export class <1:Ship> {\n  <2:dock>(/* größe 😀 */ at: string): string {\n    return at;\n  }\n}\n',
    'src/port.ts':
      "import { <1:Ship> } from './ship.ts';\nexport const <3:arrive> = (): string => /* 😀 */ new <1:Ship>().<2:dock>('here');\n<3:arrive>();\n",
  },
  python: {
    'pyproject.toml': '[project]\nname = "harbour"\n',
    'harbour/ship.py': 'class <1:Ship>:\n    def <2:dock>(self, at):\n        """Größe 😀."""\n        return at\n',
    'harbour/port.py':
      'from harbour.ship import <1:Ship>\n\n\ndef <3:arrive>():\n    """é"""; return <1:Ship>().<2:dock>("here")\n\n\n<3:arrive>()\n',
  },
  go: {
    'go.mod': 'module example.org/harbour\n\ngo 1.19\n',
    'ship.go':
      'package harbour\n\ntype <1:Ship> struct{}\n\nfunc (s <1:Ship>) <2:Dock>(at string) string { return at }\n',
    'port.go':
      'package harbour\n\nfunc <3:Arrive>() string { /* 😀 */ return <1:Ship>{}.<2:Dock>("here") }\n\nvar Now = <3:Arrive>()\n',
  },
  rust: {
    'Cargo.toml': '[package]\nname = "harbour"\nversion = "0.1.0"\n',
    'src/lib.rs':
      'mod ship;\nuse ship::<1:Ship>;\npub fn <3:arrive>() -> u8 { /* 😀 */ <1:Ship> {}.<2:dock>() }\npub fn again() -> u8 { <3:arrive>() }\n',
    'src/ship.rs': 'pub struct <1:Ship> {}\nimpl <1:Ship> {\n    pub fn <2:dock>(&self) -> u8 { 1 }\n}\n',
  },
  java: {
    'pom.xml': '<project></project>\n',
    'src/main/java/harbour/Ship.java':
      'package harbour;\n\npublic class <1:Ship> {\n  public String <2:dock>(String at) { return at; }\n}\n',
    'src/main/java/harbour/Port.java':
      'package harbour;\n\nclass Port {\n  String <3:arrive>() { /* 😀 */ return new <1:Ship>().<2:dock>("here"); }\n  String again() { return <3:arrive>(); }\n}\n',
  },
};

interface Mark {
  symbol: string;
  path: string;
  line: number;
  column: number;
}

/** The texts without marks, and the marks. */
function read(files: Readonly<Record<string, string>>): { texts: Map<string, string>; marks: Mark[] } {
  const [texts, marks] = [new Map<string, string>(), [] as Mark[]];
  for (const [path, text] of Object.entries(files)) {
    const lines = text.split('\n').map((line, at) => {
      let plain = '';
      for (const [, before = '', symbol, name = ''] of line.matchAll(/(.*?)(?:<(\d):([^>]*)>|$)/g)) {
        plain += before;
        if (symbol !== undefined) marks.push({ symbol, path, line: at + 1, column: Buffer.byteLength(plain) + 1 });
        plain += name;
      }
      return plain;
    });
    texts.set(path, lines.join('\n'));
  }
  return { texts, marks };
}

const placeOf = ({ path, line, column }: Mark): string => `${path}:${line}:${column}`;

/** The declaration of a symbol: of a type the shortest path to its name, which the fixtures write first in the file of the type. */
function declarationOf(marks: readonly Mark[], symbol: string): Mark {
  const own = marks.filter((mark) => mark.symbol === symbol);
  return own.find(({ path }) => symbol === '3' || /ship/i.test(path)) ?? own[0]!;
}

function questionsOf(marks: readonly Mark[], isEmacs: boolean): Asked[] {
  const asked: Asked[] = [];
  for (const mark of marks) {
    const { path, line, column, symbol } = mark;
    const declaration = declarationOf(marks, symbol);
    asked.push({
      question: { method: 'textDocument/definition', path, line, column },
      expected: [placeOf(declaration)],
    });
    if (mark !== declaration) continue;
    // Emacs always asks for the declarations, too.
    const uses = marks.filter((one) => one.symbol === symbol && (isEmacs || one !== declaration));
    asked.push({ question: { method: 'textDocument/references', path, line, column }, expected: uses.map(placeOf) });
    asked.push({
      question: { method: 'textDocument/hover', path, line, column },
      expected: symbol === '3' ? ['1 caller'] : [],
    });
  }
  const last = marks.findLast(({ symbol, path }) => symbol === '2' && !/ship/i.test(path))!;
  const insert = ['', ''];
  const moved = {
    method: 'textDocument/definition',
    path: last.path,
    line: last.line + 2,
    column: last.column,
    insert,
  };
  return [...asked, { question: moved, expected: [placeOf(declarationOf(marks, '2'))] }];
}

function isMissing(editor: Editor): boolean {
  if (versionOf(editor) !== null) return false;
  console.log(`${editor.name} is missing: installing ${editor.packages.join(', ')}`);
  const program = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '--non-interactive', 'apt-get'];
  const run = (...args: string[]): void => {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync(program[0]!, [...program.slice(1), ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: environment,
    });
  };
  run('update');
  run('install', '--yes', '--no-install-recommends', ...editor.packages);
  return versionOf(editor) === null;
}

/** The number of answers that are wrong. */
async function tryLanguage(editor: Editor, language: string): Promise<number> {
  const { texts, marks } = read(marked[language]!);
  const root = join(realpathSync(mkdtempSync(join(tmpdir(), 'editors-'))), 'project');
  try {
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const asked = questionsOf(marks, editor.name === 'Emacs');
    const command = [process.execPath, at('dist', 'bin.js'), 'lsp'];
    const answers = await askEditor(editor, { root, command, questions: asked.map(({ question }) => question) });
    let wrong = 0;
    for (const [number, { question, expected }] of asked.entries()) {
      const { found, text, error } = answers[number] ?? { error: 'no answer' };
      const isHover = question.method.endsWith('hover');
      const isRight = isHover
        ? expected.every((part) => text?.includes(part) === true)
        : JSON.stringify(found?.toSorted()) === JSON.stringify(expected.toSorted());
      if (isRight) continue;
      wrong++;
      console.log(
        `  ${JSON.stringify(question)}\n    expected ${JSON.stringify(expected)}, found ${JSON.stringify(error ?? (isHover ? text : found))}`,
      );
    }
    console.log(`${editor.name}, ${language}: ${asked.length - wrong} of ${asked.length}`);
    return wrong;
  } finally {
    rmSync(dirname(root), { recursive: true, force: true });
  }
}

const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
let failures = 0;
for (const editor of editors) {
  if (wanted.length > 0 && !wanted.includes(editor.name.toLowerCase())) continue;
  if (isMissing(editor)) {
    console.log(`${editor.name} could not be installed`);
    failures++;
    continue;
  }
  console.log(versionOf(editor));
  for (const language of Object.keys(marked)) failures += await tryLanguage(editor, language);
}
process.exitCode = failures === 0 ? 0 : 1;
