/** `code-scout scip` as a process. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject, type TestProject } from './cli-process.ts';

let project: TestProject;
beforeAll(() => {
  project = createProject({
    'quay.ts': 'export function moor() {}\n',
    'main.ts': "import { moor } from './quay';\nmoor();\n",
  });
});
afterAll(() => project.remove());

describe('code-scout scip', () => {
  it('writes an index, never overwrites a file unasked, and imports the index', async () => {
    const file = join(project.root, 'index.scip');
    const first = await project.run(['scip', 'export']);
    expect(first).toMatchObject({ code: 0, stdout: `Wrote ${file}: 2 files, 1 symbol, 3 occurrences\n` });
    const bytes = readFileSync(file);
    expect(await project.run(['scip', 'export'])).toMatchObject({ code: 2, stdout: '' });
    expect((await project.run(['scip', 'export'])).stderr).toContain(`${file} already exists`);
    writeFileSync(file, 'old');
    expect((await project.run(['scip', 'export', '--force'])).code).toBe(0);
    expect(readFileSync(file)).toEqual(bytes);
    const other = await project.run(['--json', 'scip', 'export', '--output', 'other.scip']);
    expect(JSON.parse(other.stdout)).toEqual({
      output: join(project.root, 'other.scip'),
      documents: 2,
      symbols: 1,
      occurrences: 3,
      changed: [],
    });
    expect(statSync(join(project.root, 'other.scip')).size).toBe(bytes.length);

    const taken = await project.run(['scip', 'import', 'index.scip']);
    expect(taken).toMatchObject({ code: 0, stdout: 'Imported 2 links in 2 files from code-scout-mcp 0.1.0\n' });
    expect((await project.run(['doctor'])).stdout).toContain('links of 2 files from precise sources');
    expect((await project.run(['callers', 'moor'])).stdout).toContain('main.ts');
    expect((await project.run(['scip', 'forget'])).stdout).toBe(
      'Dropped the imported links of 2 files; Code Scout’s own links are back\n',
    );
    expect((await project.run(['doctor'])).stdout).not.toContain('precise sources');
  });

  it('says which files it could not import', async () => {
    await project.run(['scip', 'export', '--output', 'before.scip']);
    project.write({ 'quay.ts': '\n\n// Built anew.\nexport function moor() {}\n' });
    const stale = await project.run(['scip', 'import', 'before.scip']);
    expect(stale.stdout).toBe(
      'Imported 0 links in 1 file from code-scout-mcp 0.1.0\n' +
        'Changed since the index file was made, so not imported: 1 file\n  quay.ts\n',
    );
    const elsewhere = await project.run(['scip', 'import', 'before.scip', '--prefix', 'packages/quay/']);
    expect(elsewhere).toMatchObject({ code: 1 });
    expect(elsewhere.stdout).toContain(
      'Not in the project: 2 files\n  packages/quay/main.ts\n  packages/quay/quay.ts\n',
    );
    expect(elsewhere.stdout).toContain('--prefix');
  });

  it.each([
    [['scip', 'import'], 'file must be the index to import'],
    [['scip', 'import', 'x.scip', '--force'], '--force must be left out for import'],
    [['scip', 'import', 'x.scip', '--prefix', '../..'], '--prefix must be a folder of the project'],
    [['scip', 'import', 'x.scip', '--prefix', '/tmp'], '--prefix must be a folder of the project'],
    [['scip', 'export', 'x.scip'], 'file must be left out for export'],
    [['scip', 'forget', '--whole'], '--whole must be left out for forget'],
    [['scip', 'show'], "'show'"],
  ])('%j is refused', async (args, message) => {
    const outcome = await project.run(args);
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toContain(message);
  });

  it.each([
    ['none.scip', 'cannot be read'],
    ['broken.scip', 'not a complete SCIP index'],
  ])('names %s that it cannot import', async (file, message) => {
    if (file === 'broken.scip') writeFileSync(join(project.root, file), Buffer.from([0x0a, 0x50, 0x12]));
    const outcome = await project.run(['scip', 'import', file]);
    expect(outcome).toMatchObject({ code: 3, stdout: '' });
    expect(outcome.stderr).toContain(message);
  });

  it('leaves no partial file where it may not write', async () => {
    const outcome = await project.run(['scip', 'export', '--output', 'no/such/folder/index.scip']);
    expect(outcome).toMatchObject({ code: 3, stdout: '' });
    expect(outcome.stderr).toContain('cannot be written');
    expect(existsSync(join(project.root, 'no'))).toBe(false);
    expect(readdirSync(project.root).filter((name) => /\.scip\.\d/.test(name))).toEqual([]);
  });
});
