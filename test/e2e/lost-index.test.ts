/** How a server reacts when somebody else removes or replaces its index. */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fixtureProject } from './fixture-project.ts';
import { RawClient } from './raw-client.ts';

/** The files that call `auditTrail`, once the index says that it is complete. */
async function callers(client: RawClient): Promise<string[]> {
  for (let at = 0; at < 200; at++) {
    const { text, isError } = await client.call('get_callers', { symbol: 'hashPassword' });
    const found = [...text.matchAll(/^file: (\S+)/gm)].map(([, path]) => path!);
    if (!isError && found.length > 0 && !/being (?:made|updated|compared)|not seen/.test(text)) return found;
    await wait(100);
  }
  throw new Error('the index was never complete');
}

const late = "import { hashPassword } from './password.ts';\nexport const late = () => hashPassword('late');\n";

/** The server may create a file in a folder that is being removed. */
const removal = { recursive: true, maxRetries: 10 };

describe('a server whose index is lost', () => {
  it.each<[string, (root: string) => void]>([
    ['removed with its folder', (root) => rmSync(join(root, '.code-scout'), removal)],
    ['removed alone', (root) => rmSync(join(root, '.code-scout/database.db'))],
    ['emptied', (root) => writeFileSync(join(root, '.code-scout/database.db'), '')],
    [
      'removed together with the project, which is then restored',
      (root) => {
        cpSync(root, `${root}-copy`, { recursive: true, filter: (path) => !path.includes('.code-scout') });
        rmSync(root, removal);
        renameSync(`${root}-copy`, root);
      },
    ],
  ])('makes a new one: %s', async (_, lose) => {
    const root = fixtureProject();
    const client = new RawClient({ cwd: root });
    await client.initialize();
    expect(await callers(client)).toEqual(['src/auth/login-service.ts']);
    lose(root);
    writeFileSync(join(root, 'src/auth/late.ts'), late);
    expect(await callers(client)).toEqual(['src/auth/late.ts', 'src/auth/login-service.ts']);
    // And it still watches the project.
    rmSync(join(root, 'src/auth/late.ts'));
    expect(await callers(client)).toEqual(['src/auth/login-service.ts']);
    expect(existsSync(join(root, '.code-scout/database.db'))).toBe(true);
    await client.close();
  });

  it('makes none outside of the project, where a link took the place of its folder', async () => {
    const root = fixtureProject();
    const outside = `${root}-outside`;
    mkdirSync(outside);
    const client = new RawClient({ cwd: root });
    await client.initialize();
    await callers(client);
    rmSync(join(root, '.code-scout'), removal);
    symlinkSync(outside, join(root, '.code-scout'));
    writeFileSync(join(root, 'src/auth/late.ts'), late);
    for (let asked = 0; asked < 5; asked++) {
      const { text, isError } = await client.call('get_callers', { symbol: 'hashPassword' });
      expect([isError, text]).toEqual([
        true,
        expect.stringMatching(/symbolic link leads the index out of the project/),
      ]);
      await wait(200);
    }
    rmSync(join(root, '.code-scout'));
    expect(await callers(client)).toEqual(['src/auth/late.ts', 'src/auth/login-service.ts']);
    await client.close();
    expect(readdirSync(outside)).toEqual([]);
    rmSync(outside, removal);
  });

  it('makes none where the project no longer exists', async () => {
    const root = fixtureProject();
    const client = new RawClient({ cwd: root });
    await client.initialize();
    await callers(client);
    rmSync(root, removal);
    await client.call('get_callers', { symbol: 'hashPassword' });
    expect(existsSync(root)).toBe(false);
    await client.close();
  });
});
