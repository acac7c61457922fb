/** `symbols` prints a line for each symbol, and finds names by parts like what was typed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './testing/command-run.ts';
import { writeProject, type WrittenProject } from './testing/written-project.ts';

let project: WrittenProject;
beforeAll(async () => {
  project = writeProject({
    'src/session.ts':
      'export class SessionMiddleware {\n  open(name: string): void {}\n}\nexport function openSession(): void {}\nexport const possession = 1;\nexport const parseSigned = 2;\n',
    'src/session.test.ts': 'function SessionTest(): void {}\nSessionTest();\n',
  });
  await runCommandLine(['index'], project.root, project.outside);
});
afterAll(() => project.remove());

const run = async (...args: string[]): ReturnType<typeof runCommandLine> =>
  runCommandLine(['symbols', ...args], project.root, project.outside, { width: 80 });

describe('symbols', () => {
  it('prints place, kind, name and signature', async () => {
    expect((await run('open*')).out).toEqual([
      'src/session.ts:2  method SessionMiddleware.open(name: string): void',
      'src/session.ts:4  function openSession(): void',
    ]);
    expect((await run('openSession', '--vimgrep')).out).toEqual([
      'src/session.ts:4:17:export function openSession(): void {}',
    ]);
  });

  it.each([
    ['Sesion', 'a part like it'],
    ['sessionn', 'a part like it'],
    ['Middleware', 'it in their names'],
  ])('finds names with a part like %s', async (word, how) => {
    const { out, code } = await run(word);
    expect(out[0]).toBe(`Nothing is named ${word}; these have ${how}:`);
    expect(out[1]).toBe('src/session.ts:1  class SessionMiddleware');
    expect(code).toBe(0);
    expect(out.join('\n')).not.toMatch(/possession|parseSigned/);
  });

  it('says that nothing is like it', async () => {
    const { output, code } = await run('Zqxzqx');
    expect([output, code]).toEqual([expect.stringContaining('Nothing matches'), 1]);
  });
});
