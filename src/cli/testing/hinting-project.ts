/** A small project for tests of hints: it has questions with long, ambiguous and empty answers. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const modules = 40;

function moduleText(number: number): string {
  return `import { readLimit } from './limit.ts';
import { Session } from './session.ts';

/** Opens session ${number} and checks its limit. */
export function openSession${number}(name: string): number {
  const session = new Session(name);
  return readLimit(session.name.length) + ${number};
}

export function run(): number {
  return openSession${number}('user ${number}');
}
`;
}

function files(): Record<string, string> {
  const tableLines = Array.from({ length: 400 }, (_, line) => `  values.push(${line}); // a value of the long table\n`);
  const all: Record<string, string> = {
    'package.json': '{ "name": "hinting", "version": "1.0.0" }\n',
    'src/limit.ts': `export function readLimit(size: number): number {
  return size;
}
export const reader = readLimit;
export function isolated(): number {
  return 1;
}
`,
    'src/session.ts': 'export class Session {\n  constructor(readonly name: string) {}\n}\n',
    'src/table.ts': `export function longTable(): number[] {\n  const values: number[] = [];\n${tableLines.join('')}  return values;\n}\n`,
    'image.png': '\u0089PNG\r\n\u001a\n\0\0\0',
  };
  for (let number = 0; number < modules; number++) all[`src/module${number}.ts`] = moduleText(number);
  return all;
}

function git(root: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'ignore' });
}

export interface HintingProject {
  root: string;
  remove(): void;
}

export function makeHintingProject(): HintingProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-hints-')));
  const root = join(folder, 'project');
  for (const [path, text] of Object.entries(files())) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, path.endsWith('.png') ? 'latin1' : 'utf8');
  }
  git(root, 'init', '--quiet', '--initial-branch', 'main');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '-m', 'Start');
  for (let number = 0; number < modules; number++) {
    writeFileSync(join(root, `src/module${number}.ts`), moduleText(number).replace('+ ', '- '));
  }
  return { root, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
