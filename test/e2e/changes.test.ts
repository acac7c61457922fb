/** `changes` over a real server and as a command, in a real repository. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from './cli-process.ts';
import { openSdkSession, type SdkSession } from './sdk-session.ts';

const sources = {
  '.gitignore': '.code-scout/\n',
  'src/price.ts': 'export function price(name: string): number {\n  return name.length;\n}\n',
  'src/cart.ts':
    "import { price } from './price.js';\n\nexport function total(name: string): number {\n  return price(name);\n}\n",
  'test/cart.test.ts': "import { total } from '../src/cart.js';\n\ntest('total', () => {\n  total('a');\n});\n",
};

let session: SdkSession;
let project: TestProject;

function git(...args: string[]): void {
  const settings = ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...settings, ...args], { cwd: project.root, stdio: 'ignore' });
}

beforeAll(async () => {
  session = await openSdkSession(sources);
  ({ project } = session);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  project.write({ 'src/price.ts': 'export function price(name: string): number {\n  return name.length * 2;\n}\n' });
});
afterAll(() => session.close());

describe('over the protocol', () => {
  it('lists what has just been changed, and the test for it', async () => {
    const { text, data } = await session.call('changes', {});
    expect(text).toMatch(/^changes: working tree against [0-9a-f]{12}\nchanged: 1 definition in 1 file\n/);
    expect(text).toContain('file: src/price.ts (modified)\n  price [1-3] function exp: changed\n');
    expect(text).toContain('\n  test/cart.test.ts: ');
    expect(text).toContain(' calls total at 4 > price');
    expect(text).toContain('file: src/cart.ts\n  total [3-5] calls price at 4\n');
    expect(data).toMatchObject({ changed_definitions: 1, tests_total: 1, tests: [{ distance: 2 }] });
  });

  it('refuses what is not a revision', async () => {
    const refused = await session.call('changes', { revision: '--output=x' });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('A revision does not begin with a dash');
    const unknown = await session.call('changes', { revision: 'mian' });
    expect(unknown.text).toContain('Did you mean main?');
  });
});

describe('the command', () => {
  it('gives the same answer, as text and as data', async () => {
    const outcome = await project.run(['changes']);
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toContain('  price [1-3] function exp: changed\n');
    const data = await project.run(['changes', 'HEAD', '--json', '--limit', '5']);
    expect(JSON.parse(data.stdout)).toMatchObject({
      compared: { kind: 'commit', subject: 'first' },
      changed_files: 5,
      tests: [{ path: 'test/cart.test.ts', changed: true }],
    });
  });

  it.each<[string[], number, string]>([
    [['changes', '--prefix', 'nowhere'], 1, ''],
    [['changes', 'nowhere'], 1, 'Error: Unknown revision: nowhere'],
    [['changes', 'HEAD', '--base', 'HEAD'], 2, 'Error: Both revision and base are given'],
    [['changes', '--limit', '0'], 2, 'Error: --limit must be'],
    [['changes', '--depth', 'x'], 2, 'Error: --depth must be'],
  ])('%j ends with %i', async (args, code, words) => {
    const outcome = await project.run(args);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(words);
  });
});
