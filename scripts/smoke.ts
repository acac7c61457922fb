/**
 * `npm run test:smoke`: runs only the tests of test/smoke/smoke-tests.ts. Also fails where one of them no longer
 * exists.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { smokeTests, type SmokeTest } from '../test/smoke/smoke-tests.ts';
import { repository, start } from './lib/repository.ts';

interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The listed tests of which no test has passed. */
function testsWithoutPass({ testResults }: Report): SmokeTest[] {
  const passed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed')
      .map(({ fullName }) => ({ file: relative(repository, name).replaceAll('\\', '/'), fullName })),
  );
  return smokeTests.filter(
    ({ file, title }) => !passed.some((one) => one.file === file && one.fullName.includes(title)),
  );
}

async function run(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'smoke-'));
  const output = join(folder, 'report.json');
  try {
    const files = [...new Set(smokeTests.map(({ file }) => file))];
    const titles = smokeTests.map(({ title }) => escaped(title)).join('|');
    const reporters = ['--reporter=agent', '--reporter=json', `--outputFile.json=${output}`];
    const { code } = await start('vitest', ['run', ...reporters, '-t', titles, ...files], { echo: true });
    const failed = testsWithoutPass(JSON.parse(readFileSync(output, 'utf8')) as Report);
    console.log(`${smokeTests.length - failed.length} of ${smokeTests.length} passed`);
    for (const { file, title, why } of failed) console.error(`did not pass: ${file}: ${title} (${why})`);
    return code === 0 && failed.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await run();
