/** What `code-scout snapshot` prints, from the first key to a sweep. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exitCode } from '../exit-codes.ts';
import { runCommandLine } from '../testing/command-run.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-snapshot-command-')));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const [root, other] = [join(top, 'shop'), join(top, 'clone')];

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd, stdio: 'ignore' });
}

beforeAll(() => {
  mkdirSync(root);
  writeFileSync(join(root, 'shop.ts'), 'export function open(): void {}\n');
  git(root, 'init', '--quiet', '-b', 'main');
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '-m', 'open');
  git(root, 'remote', 'add', 'origin', 'git@example.org:team/shop.git');
  git(top, 'clone', '--quiet', root, other);
  git(other, 'remote', 'set-url', 'origin', 'https://example.org/team/shop');
  git(other, 'checkout', '--quiet', '-b', 'mine');
});

/** The user's settings name the keys: the second command line of a team. */
function trust(key: string): void {
  writeFileSync(join(top, 'config.json'), JSON.stringify({ team: { keys: [key] } }));
}

it('leads from a key to a clone that begins with the snapshot', async () => {
  const run = async (folder: string, ...args: string[]): Promise<string> => {
    const { code, output } = await runCommandLine(['snapshot', ...args], folder, top);
    return `${code} ${output}`;
  };
  const made = await run(root, 'keygen', '--key', '../key.pem');
  const [key] = /ed25519:\S+/.exec(made)!;
  if (process.platform !== 'win32') expect(statSync(join(top, 'key.pem')).mode & 0o777).toBe(0o600);
  const secret = readFileSync(join(top, 'key.pem'), 'utf8');
  expect(await run(root, 'keygen', '--key', '../key.pem')).toContain('exists already');
  expect(readFileSync(join(top, 'key.pem'), 'utf8')).toBe(secret);
  trust(key);
  expect(await run(root, 'push', '--to', '../store')).toContain('There is no key to sign');
  const pushed = await run(root, 'push', '--to', '../store', '--key', '../key.pem');
  expect(pushed).toMatch(/^0 [^]*Pushed tree \w{12}: .* pages were new, .* sent/);
  expect(await run(root, 'push', '--to', '../store', '--key', '../key.pem')).toContain('already');
  expect(await run(root, 'list', '--from', '../store')).toMatch(/^0 \w{12} {2}main {2}just now {2}.* in 1 pack/);
  expect(await run(root, 'verify', '--from', '../store')).toMatch(/^0 Tree \w{12}: the signature is of a trusted key/);
  const stranger = `ed25519:${'A'.repeat(43)}`;
  expect(await run(root, 'verify', '--from', '../store', '--trust', stranger)).toMatch(/^2 [^]*not trusted/);
  // The clone has the same repository by another address. What was pushed already needs no index there.
  expect(await run(other, 'push', '--to', '../store', '--key', '../key.pem')).toContain('already');
  expect(existsSync(join(other, '.code-scout', 'database.db'))).toBe(false);
  expect(await run(other, 'pull', '--from', '../store')).toContain('Began with the team’s snapshot of');
  expect(await run(other, 'pull', '--from', '../store')).toContain('There is an index already');
  expect(await run(root, 'sweep', '--from', '../store', '--quota', '1GB')).toMatch(
    /^0 Deleted 0 snapshots and 0 packs/,
  );
  expect(await run(root, 'sweep', '--from', 'http://127.0.0.1:1/')).toContain('does not list');
  for (const [bad, field] of [
    ['--quota', 'much'],
    ['--grace', '-1'],
  ] as const)
    expect((await run(root, 'sweep', '--from', '../store', bad, field)).startsWith(`${exitCode.usage} `)).toBe(true);
  expect(await run(root, 'list', '--from', '../nowhere')).toMatch(/^1 The store has no snapshots/);
});
