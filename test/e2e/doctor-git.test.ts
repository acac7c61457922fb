/** Which git `doctor` runs. */
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createProject, type TestProject } from './cli-process.ts';

let project: TestProject;
afterEach(() => project.remove());

// The current folder, by name and by an empty entry, a relative folder, and one of the project.
test.each(['.', '', 'bin', 'PROJECT/bin'])(
  'is none that the project brings (%j before the others in PATH)',
  async (entry) => {
    const fake = '#!/bin/sh\ntouch was-run\necho git version of the project\n';
    project = createProject({ git: fake, 'bin/git': fake });
    for (const path of ['git', 'bin/git']) chmodSync(join(project.root, path), 0o755);
    const path = `${entry.replace('PROJECT', project.root)}:${process.env['PATH']}`;
    const { stdout } = await project.run(['doctor'], { env: { PATH: path } });
    expect(stdout).toMatch(/git +git version \d/);
    expect(existsSync(join(project.root, 'was-run'))).toBe(false);
  },
);
