/** `grep` prints the lines that ripgrep prints for the same options. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './testing/command-run.ts';
import { writeProject, type WrittenProject } from './testing/written-project.ts';

const files: Readonly<Record<string, string>> = {
  '.gitignore': 'out/\n',
  '.hidden/session.yml': 'name: Session\n',
  'out/session.ts': 'export class Session {}\n',
  'src/session.ts': [
    "import { token } from './token';",
    'export class Session {',
    '  expire(session: Session) {',
    '    // é: a session that expires; session by session',
    '    return token(session, 1);',
    '  }',
    '}',
    '',
    'new Session();',
    '',
  ].join('\n'),
  'src/use.ts': 'const sessionStore = 1;\nfoo.bar(sessionStore);\n\tfooxbar(1);\n// -session\n',
  'src/[id].ts': 'export const session = 2;\n',
  'src/no-end.py': 'session = 1\nlast = session',
  'test/session.test.ts': 'class Session {}\n\n\n\n// session\n',
  'docs/session.md': '# Session\r\n\r\ntext(\r\n',
};

let project: WrittenProject;
let [base, root] = ['', ''];
beforeAll(async () => {
  project = writeProject(files);
  ({ root, outside: base } = project);
  await runCommandLine(['index'], root, base);
});
afterAll(() => project.remove());

function ripgrep(args: readonly string[], cwd: string): { code: number; lines: string[] } {
  const fixed = [
    '--no-config',
    '--hidden',
    '--smart-case',
    '--line-number',
    '--glob=!.git',
    '--glob=!.code-scout',
    '--path-separator=/',
  ];
  try {
    const text = execFileSync(rgPath, [...fixed, ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { code: 0, lines: text.replace(/\n$/, '').split('\n') };
  } catch (error) {
    return { code: (error as { status: number }).status, lines: [] };
  }
}

/** The lines without carriage returns, which ripgrep hands on. */
const sorted = (lines: readonly string[]): string[] => lines.map((line) => line.replace(/\r$/, '')).toSorted();

const cases: readonly (readonly string[])[] = [
  ['session'],
  ['Session'],
  ['-i', 'SESSION', 'src'],
  ['-s', 'session'],
  ['-w', 'session'],
  ['-F', 'foo.bar'],
  ['foo.bar'],
  ['-e', '-session'],
  ['-e', 'token', '-e', 'foo.bar', 'src'],
  ['-F', '-e', 'foo.bar', '-e', '(session', 'src'],
  ['session', 'src', 'docs'],
  ['session', 'src/session.ts'],
  ['-H', 'session', 'src/session.ts'],
  ['-I', 'session', 'src'],
  ['-N', 'session', 'src'],
  ['session', 'src/[id].ts'],
  ['-c', 'session'],
  ['-l', 'session'],
  ['--files-with-matches', 'session'],
  ['-o', 'sess\\w+'],
  ['-A', '1', 'expire', 'src'],
  ['-B', '2', 'return', 'src'],
  ['-C', '3', 'session', 'test', 'src'],
  ['-C', '1', 'last', 'src'],
  ['--heading', 'session', 'src'],
  ['--heading', '-C', '1', 'session', 'src'],
  ['--column', 'session', 'src'],
  ['--vimgrep', 'session', 'src'],
  ['-U', 'Session \\{\\n', 'src'],
  ['-g', '*.md', 'session'],
  ['-g', '!*.test.ts', '-g', '!*.md', 'session'],
  ['-t', 'py', 'session'],
  ['-T', 'ts', 'session'],
  ['nothingOfThisName'],
];

describe('grep', () => {
  it.each(cases)('prints what ripgrep prints: %j', async (...args) => {
    const expected = ripgrep(args, root);
    const { code, out } = await runCommandLine(['grep', ...args], root, base, { width: null });
    expect(sorted(out)).toEqual(sorted(expected.lines));
    expect(code).toBe(expected.code);
  });

  it('searches the current folder and below, and prints paths from there', async () => {
    for (const args of [['session'], ['session', '../docs'], ['-l', 'session', '../test']]) {
      const expected = ripgrep(args, join(root, 'src'));
      const { out } = await runCommandLine(['grep', ...args], join(root, 'src'), base, { width: null });
      expect(sorted(out)).toEqual(sorted(expected.lines));
    }
  });

  it('lists files with definitions first, and keeps the lines of a file together', async () => {
    const { out } = await runCommandLine(['grep', '--heading', 'Session'], root, base);
    expect(out.slice(0, 5)).toEqual([
      'src/session.ts',
      '2:export class Session {',
      '3:  expire(session: Session) {',
      '9:new Session();',
      '',
    ]);
  });

  it('takes a pattern that is no regular expression as a text, and says so', async () => {
    const { code, output, out } = await runCommandLine(['grep', 'token('], root, base);
    expect(out.slice(0, 2)).toEqual(['src/session.ts', '5:    return token(session, 1);']);
    expect(output).toContain('not a valid regular expression, so it was searched as a text (--fixed)');
    expect(code).toBe(0);
  });

  it('says that case was ignored where nobody asked for it', async () => {
    const note = 'Case was ignored';
    expect((await runCommandLine(['grep', 'session'], root, base)).output).toContain(note);
    for (const args of [
      ['grep', 'Session'],
      ['grep', '-i', 'session'],
      ['grep', '-s', 'session'],
      ['grep', 'nothingOfThisName'],
    ])
      expect((await runCommandLine(args, root, base)).output).not.toContain(note);
  });

  it('refuses a path that does not exist or is outside', async () => {
    for (const path of ['nosuch', base]) {
      const { code, output } = await runCommandLine(['grep', 'session', path], root, base);
      expect([code, output]).toEqual([2, expect.stringMatching(/no such file|outside of the project/)]);
    }
  });
});
