/** The script of the action for pull requests, in a clone as a CI job has it: shallow, at a merge of the pull request and its base. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programEntry } from '../program-entry.ts';
import { temporaryFolder } from './fixture-project.ts';

const script = join(import.meta.dirname, '..', '..', 'packaging', 'review', 'review.sh');
const area =
  "import { round } from './round';\nexport function area(side: number): number {\n  return round(side * side);\n}\n";
const round = 'export function round(value: number): number {\n  return Math.round(value);\n}\n';

const home = temporaryFolder();
let clone = '';
let base = '';

function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...identity, ...args], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim();
}

beforeAll(() => {
  const origin = join(temporaryFolder(), 'origin');
  git(home, 'init', '--quiet', '--initial-branch', 'main', origin);
  git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const put = (path: string, text: string): void => {
    writeFileSync(join(origin, path), text);
    git(origin, 'add', '--all');
    git(origin, 'commit', '--quiet', '-m', path);
  };
  put('package.json', '{ "name": "shop" }');
  put('area.ts', area);
  put('round.ts', round);
  git(origin, 'checkout', '--quiet', '-b', 'change');
  put('round.ts', `import { area } from './area';\n${round.replace('Math.round(value)', 'area(value)')}`);
  git(origin, 'checkout', '--quiet', 'main');
  put('other.ts', 'export const other = 1;\n');
  base = git(origin, 'rev-parse', 'HEAD');
  git(origin, 'checkout', '--quiet', '-b', 'merge');
  git(origin, 'merge', '--quiet', '--no-edit', 'change');
  clone = join(temporaryFolder(), 'clone');
  git(home, 'clone', '--quiet', '--depth', '1', '--branch', 'merge', `file://${origin}`, clone);
});

interface Run {
  code: number | null;
  out: string;
  err: string;
}

function runScript(variables: Record<string, string>): Promise<Run> {
  const run: Run = { code: null, out: '', err: '' };
  const program = `${process.execPath} ${programEntry}`;
  const child = spawn('bash', [script], {
    cwd: clone,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, REVIEW_PROGRAM: program, REVIEW_BASE: base, ...variables },
  });
  child.stdout.on('data', (part: Buffer) => (run.out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (run.err += part.toString()));
  return new Promise((done) => child.on('close', (code) => done({ ...run, code })));
}

describe.skipIf(process.platform === 'win32')(
  'the script of the action (bash; Windows’ runners have one, Wine has none)',
  () => {
    it('writes the comment and the findings, publishes the comment, and fails by the rules', async () => {
      const sent: { url: string; body: string }[] = [];
      const server = createServer((request, response) => {
        let text = '';
        request.on('data', (part: Buffer) => (text += part.toString()));
        request.on('end', () => {
          if (request.method === 'POST')
            sent.push({ url: request.url ?? '', body: (JSON.parse(text) as Run & { body: string }).body });
          response.end('[]');
        });
      });
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
      afterAll(() => void server.close());
      const [summary, sarif] = [join(home, 'summary.md'), join(home, 'findings.sarif')];
      const run = await runScript({
        REVIEW_FAIL_ON: 'new-cycle',
        REVIEW_PUBLISH: 'github',
        REVIEW_SARIF: sarif,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        GITHUB_REPOSITORY: 'us/shop',
        GITHUB_REF: 'refs/pull/7/merge',
        CODE_SCOUT_REVIEW_TOKEN: 'secret',
      });
      expect([run.code, run.err]).toEqual([1, expect.stringContaining('Failed by --fail-on: new-cycle (1)')]);
      expect(run.out).toContain('| New circle of imports | `round.ts:1` |');
      // What the base has that the branch did not is no change of the pull request.
      expect(run.out).not.toContain('other.ts');
      expect(readFileSync(summary, 'utf8').trim()).toBe(run.out.trim());
      expect(sent).toEqual([{ url: '/repos/us/shop/issues/7/comments', body: run.out.replace(/\n$/, '') }]);
      expect(readFileSync(sarif, 'utf8')).toContain('"ruleId": "new-cycle"');
    });

    it('names the users in other repositories that the job has checked out', async () => {
      const web = join(temporaryFolder(), 'the web');
      mkdirSync(web);
      writeFileSync(join(web, 'package.json'), '{ "dependencies": { "shop": "^1" } }');
      writeFileSync(
        join(web, 'main.ts'),
        "import { round } from 'shop/round';\nexport const half = () => round(0.5);\n",
      );
      const run = await runScript({ REVIEW_OTHERS: `${web}\n${join(home, 'nowhere')}\n` });
      expect([run.code, run.err]).toEqual([2, expect.stringContaining('nowhere')]);
      const found = await runScript({ REVIEW_OTHERS: `\n${web}\n` });
      expect([found.code, found.out]).toEqual([
        0,
        expect.stringContaining(
          '| `round` at `round.ts:2` | changed | `the web` (`shop ^1`): 2 places, as `main.ts:2` in `half` |',
        ),
      ]);
    });

    it('needs nothing but the base', async () => {
      const run = await runScript({});
      expect([run.code, run.out]).toEqual([
        0,
        expect.stringContaining('### Code Scout: 2 definitions changed in 1 file'),
      ]);
      const unknownStore = await runScript({ CODE_SCOUT_TEAM_URL: join(home, 'no-store') });
      expect([unknownStore.code, unknownStore.out]).toEqual([0, run.out]);
      const without = await runScript({ REVIEW_BASE: '' });
      expect([without.code, without.err]).toEqual([1, expect.stringContaining('the commit to compare with')]);
    });
  },
);
