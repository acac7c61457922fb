/** The git program that `doctor` runs. */
import { chmodSync, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createProject, type TestProject } from './cli-process.ts';

let project: TestProject;
afterEach(() => project.remove());

// The current folder, by name and by an empty entry of PATH; a relative folder; and a folder of the project.
test.each(['.', '', 'bin', 'PROJECT/bin'])(
  'is never a git of the project (with %j before the other entries of PATH)',
  async (entry) => {
    const fake = '#!/bin/sh\ntouch was-run\necho git version of the project\n';
    // Windows would find the second of each, which is no program.
    project = createProject({ git: fake, 'bin/git': fake, 'git.exe': fake, 'bin/git.exe': fake });
    for (const path of ['git', 'bin/git']) chmodSync(join(project.root, path), 0o755);
    const path = `${entry.replace('PROJECT', project.root)}${delimiter}${process.env['PATH']}`;
    const { stdout } = await project.run(['doctor'], { env: { PATH: path } });
    expect(stdout).toMatch(/git +git version \d/);
    expect(existsSync(join(project.root, 'was-run'))).toBe(false);
  },
);
