/**
 * `search_by_embedding` and its command on a small project, with the embedded model, over a real server and real
 * processes.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, type TestProject } from './cli-process.ts';
import { RawClient, type ToolResult } from './raw-client.ts';

const sources = {
  'src/net/retry.ts':
    '/** Tries a request again after a failure, waiting longer each time. */\nexport async function retryRequest(attempts: number): Promise<void> {\n  await backoff(attempts);\n}\n',
  'src/auth/password.py':
    'def check_password(user, password):\n    """Compares the password with the hash of the user."""\n    return verify_hash(user.password_hash, password)\n',
  'src/ui/colour.ts': 'export const mixColours = (red: number, green: number): number => (red + green) / 2;\n',
};

let project: TestProject;
let client: RawClient;

beforeAll(async () => {
  project = createProject(sources);
  client = new RawClient({ cwd: project.root });
  await client.initialize();
  await client.call('code-scout_index', { background: false });
});
afterAll(async () => {
  await client.close();
  project.remove();
});

const first = ({ text }: ToolResult): string | undefined =>
  /^\[similarity \d\.\d{3}\] \.\/(.+):\d+-\d+$/m.exec(text)?.[1];

/** Asks until all vectors exist: a server makes them in the background, and its answers say so. */
async function search(query: string): Promise<ToolResult> {
  for (let tries = 0; ; tries++) {
    const answer = await client.call('search_by_embedding', { query, max_results: 3 });
    const isUpToDate = !/no vectors yet|is being (?:updated|compared)/.test(answer.text);
    if (tries === 100 || isUpToDate) return answer;
    await sleep(100);
  }
}

describe('search_by_embedding', () => {
  it.each([
    ['how often is a failed request tried again', 'src/net/retry.ts'],
    ['is the password of the user right', 'src/auth/password.py'],
  ])('answers %j', async (query, path) => {
    const answer = await search(query);
    expect(answer.isError).not.toBe(true);
    expect(first(answer)).toBe(path);
    expect(answer.text).not.toContain('note:');
  });

  it('shows the text that is on disk now', async () => {
    writeFileSync(join(project.root, 'src/ui/colour.ts'), 'export function sendEmail(recipient: string): void {}\n');
    const answer = await search('send an email to a recipient');
    expect(first(answer)).toBe('src/ui/colour.ts');
    expect(answer.text).toContain('  export function sendEmail(recipient: string): void {}');
  });
});

describe('code-scout similar', () => {
  it('prints the nearest chunks, and the same as data', async () => {
    const words = ['similar', 'password', 'hash', '--limit', '1'];
    const { code, stdout } = await project.run(words);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^src\/auth\/password\.py:1 {2}function check_password\n {2}1 {2}def check_password/);
    const data = JSON.parse((await project.run([...words, '--json'])).stdout) as { state: string; hits: unknown[] };
    expect(data).toMatchObject({ state: 'ready', note: null });
    expect(data.hits).toMatchObject([
      { path: 'src/auth/password.py', language: 'python', startLine: 1, endLine: 3, symbols: ['check_password'] },
    ]);
  });

  it('says what to do where search by meaning is switched off', async () => {
    const off = await project.run(['similar', 'password'], { env: { CODE_SCOUT_EMBEDDING_PROVIDER: 'off' } });
    expect(off.code).not.toBe(0);
    expect(off.stderr).toContain('`embedding.provider` is `off`');
  });
});
