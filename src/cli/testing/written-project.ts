/** A project of given files, as a git repository in a folder of its own. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { initRepository } from '../../util/testing/init-repository.ts';

export interface WrittenProject {
  root: string;
  /** A folder outside of the project. */
  outside: string;
  remove(): void;
}

export function writeProject(files: Readonly<Record<string, string>>): WrittenProject {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-command-')));
  const root = join(outside, 'project');
  for (const [path, text] of Object.entries({ 'package.json': '{ "name": "written" }\n', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  initRepository(root);
  return { root, outside, remove: () => rmSync(outside, { recursive: true, force: true }) };
}
