/** `review` prints findings as text, as a comment and in SARIF, and fails by the rules that it is told. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initRepository } from '../util/testing/init-repository.ts';
import { runCommandLine } from './testing/command-run.ts';
import { writeProject, type WrittenProject } from './testing/written-project.ts';

const area =
  "import { round } from './round';\nexport function area(side: number): number {\n  return round(side * side);\n}\n";
const round = 'export function round(value: number): number {\n  return Math.round(value);\n}\n';

const changedRound = `import { area } from './area';\n${round.replace('Math.round(value)', 'area(value)')}`;

/** Names with markup, as far as the system permits it. */
const names =
  process.platform === 'win32'
    ? { file: 'we;ird `@all` [b].ts', inCell: 'we;ird `@all` [b].ts', folder: 'we;b `all` [b]' }
    : { file: 'we|ird `@all` <b>.ts', inCell: 'we\\|ird `@all` <b>.ts', folder: 'we|b `all` <b>' };

let project: WrittenProject;
beforeAll(async () => {
  project = writeProject({
    'src/area.ts': area,
    'src/round.ts': round,
    [`src/${names.file}`]: 'export const weird = 1;\n',
    'test/area.test.ts': "import { area } from '../src/area';\ntest('area', () => {\n  area(2);\n});\n",
  });
  const git = (...args: string[]): void => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...identity, ...args], { cwd: project.root, stdio: 'ignore' });
  };
  git('add', '.');
  git('commit', '--quiet', '-m', 'Open');
  writeFileSync(join(project.root, 'src/round.ts'), changedRound);
  writeFileSync(join(project.root, 'src', names.file), 'export function weird(): void {}\n');
  await runCommandLine(['index'], project.root, project.outside);
});
afterAll(() => project.remove());

async function review(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const run = await runCommandLine(['review', '--base', 'HEAD', ...args], project.root, project.outside);
  return { code: run.code, out: run.out.join('\n'), err: run.output };
}

describe('review', () => {
  it('prints the findings by rule, then what changed', async () => {
    const { code, out } = await review();
    expect(code).toBe(0);
    expect(out).toContain(
      'new-cycle: new circle of imports\n  src/round.ts:1 src/round.ts -> src/area.ts -> src/round.ts',
    );
    expect(out).toContain('untested: public change without a test\n');
    expect(out).toContain('tests to run: 1 file\n  test/area.test.ts');
  });

  it('fails by the rules that it is told, and by no other', async () => {
    const failed = await review('--fail-on', 'dangling,new-cycle');
    expect([failed.code, failed.err]).toEqual([1, expect.stringContaining('Failed by --fail-on: new-cycle (1)')]);
    expect((await review('--fail-on', 'dangling,newly-unused')).code).toBe(0);
    expect((await review('--fail-on', 'none')).code).toBe(0);
    expect((await review('--fail-on', 'all')).code).toBe(1);
    const unknown = await review('--fail-on', 'cycles');
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('new-cycle, newly-unused, untested')]);
  });

  it('makes a comment in which no name of the repository is markup', async () => {
    const address = 'https://example.org/a/b/blob/c0ffee/';
    const { code, out } = await review(
      '--format',
      'markdown',
      '--source-url',
      address,
      '--site',
      'https://example.org/x',
    );
    expect(code).toBe(0);
    expect(out).toContain('<!-- code-scout review -->\n### Code Scout: ');
    expect(out).toContain(
      String.raw`| New circle of imports | [${'`src/round.ts:1`'}](https://example.org/a/b/blob/c0ffee/src/round.ts#L1) | src/round.ts -&gt; src/area.ts -&gt; src/round.ts |`,
    );
    expect(out).toContain('[Look at it in the explorer](https://example.org/x)');
    expect(out).toContain(`[\`\` src/${names.inCell}:1 \`\`](${address}src/${encodeURIComponent(names.file)}#L1)`);
    const wrong = await review('--format', 'markdown', '--site', 'javascript:alert(1)');
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--site is no address of the web')]);
  });

  it('says what other repositories use of what changed, and which of them is not known', async () => {
    const folder = join(project.outside, names.folder);
    const bare = join(project.outside, 'bare');
    for (const one of [folder, bare]) {
      mkdirSync(one);
      initRepository(one);
    }
    writeFileSync(join(folder, 'package.json'), '{ "dependencies": { "written": "^1" } }');
    writeFileSync(
      join(folder, 'main.ts'),
      "import { round } from 'written/src/round';\nimport { area } from 'written/src/area';\nexport const half = () => round(0.5, area(1));\n",
    );
    await runCommandLine(['index'], folder, project.outside);
    writeFileSync(join(project.root, 'src/area.ts'), area.replace('function area', 'function space'));
    writeFileSync(join(project.root, 'src/round.ts'), round.replace('(value: number)', '(value: number, to: number)'));
    const others = ['--root', '.', '--root', folder, '--root', bare];
    try {
      const text = await review(...others);
      expect(text.out).toContain(
        [
          'used in other repositories: 2 definitions (asked: we-b -all- -b-)',
          '  gone: function area src/area.ts',
          '    we-b -all- -b-, by written ^1: main.ts:3 in half, main.ts:2',
          '  other signature: function round src/round.ts:1',
          '    we-b -all- -b-, by written ^1: main.ts:3 in half, main.ts:1',
          'not asked: bare (no index yet)',
        ].join('\n'),
      );
      expect(text.out.split('bare')).toHaveLength(2);
      expect(text.out).toContain(
        'gone-elsewhere: gone, and used in another repository\n  src/area.ts The function area is gone, and is used by we-b -all- -b- (main.ts:3 and 1 more place)',
      );
      const failed = await review(...others, '--fail-on', 'gone-elsewhere,signature-elsewhere');
      expect([failed.code, failed.err]).toEqual([
        1,
        expect.stringContaining('Failed by --fail-on: gone-elsewhere (1), signature-elsewhere (1)'),
      ]);
      const comment = await review(...others, '--format', 'markdown');
      expect(comment.out).toContain(
        '| `area` at `src/area.ts` | **gone** | `we-b -all- -b-` (`written ^1`): 2 places, as `main.ts:3` in `half` |',
      );
      expect(comment.out).toContain(String.raw`_Other repositories not asked: bare \(no index yet\)._`);
      const sarif = await review(...others, '--format', 'sarif');
      expect(sarif.out).toContain('"ruleId": "signature-elsewhere"');
      expect(sarif.out).not.toContain(project.outside);
      expect(JSON.parse((await review(...others, '--json')).out)).toMatchObject({
        elsewhere: { asked: ['we-b -all- -b-'], notAsked: [{ project: 'bare', reason: 'no index yet' }] },
      });
      // A repository that is reviewed alone has no users elsewhere, known or unknown.
      expect((await review()).out).not.toContain('other repositories');
    } finally {
      writeFileSync(join(project.root, 'src/area.ts'), area);
      writeFileSync(join(project.root, 'src/round.ts'), changedRound);
    }
  });

  it('makes SARIF with a place for each finding, and no path of this machine', async () => {
    const { code, out } = await review('--format', 'sarif');
    expect(code).toBe(0);
    expect(out).not.toContain(project.root);
    const [run] = (JSON.parse(out) as { runs: { results: { ruleId: string; locations: object[] }[] }[] }).runs;
    expect(run!.results.map(({ ruleId }) => ruleId)).toEqual(['new-cycle', 'untested']);
    expect(run!.results[0]!.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'src/round.ts', uriBaseId: '%SRCROOT%' },
          region: { startLine: 1 },
        },
      },
    ]);
  });
});
