/** `code-scout tool` with the arguments of an agent: the answer is about the project that they name. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, type TestProject } from './cli-process.ts';

let own: TestProject;
let other: TestProject;

beforeAll(() => {
  own = createProject({ 'a.py': 'def hoist():\n    pass\n' });
  other = createProject({ 'b.py': 'def lower():\n    pass\n', 'c.py': 'lower()\n', 'sub/d.py': 'x = 1\n' });
});
afterAll(() => {
  own.remove();
  other.remove();
});

async function status(args: object, options: readonly string[] = []): Promise<unknown> {
  const { stdout } = await own.run(['--json', ...options, 'tool', 'code-scout_status', JSON.stringify(args)]);
  return JSON.parse(stdout);
}

describe('path of another project', () => {
  it('is the project of the answer, and is indexed by the rules of a server', async () => {
    const absent = await own.run(['tool', 'code-scout_status', JSON.stringify({ path: other.root })]);
    expect([absent.code, absent.stderr]).toEqual([1, expect.stringContaining(`no index of ${other.root}`) as string]);
    expect(existsSync(join(other.root, '.code-scout'))).toBe(false);

    const indexed = await own.run(['tool', 'code-scout_index', JSON.stringify({ path: join(other.root, 'sub') })]);
    expect(indexed.stdout).toContain(`Indexing started in background for: ${other.root}`);
    const databasePath = join(other.root, '.code-scout', 'database.db');
    const expected = { projectPath: other.root, databasePath, filesIndexed: 4 };
    expect(await status({ path: other.root })).toMatchObject(expected);
    // `--db` sets the place of the own project's index, not that of the other project.
    expect(await status({ path: other.root }, ['--db', join(own.root, 'own.db')])).toMatchObject(expected);
    expect(await status({})).toMatchObject({ projectPath: own.root, filesIndexed: 2 });
    expect(await status({ path: '.' })).toMatchObject({ projectPath: own.root });
  });
});
