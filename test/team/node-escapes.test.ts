/** Forbidden paths at a query node: the attacks on `list_directory` and `read_file`, with links in the files of a commit that somebody may have planted there. */
import { cpSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endEscapes, escapePath, escapes, makeAttackedProject, mark, prepareEscapes, type AttackedProject } from '../escapes.ts'; // prettier-ignore
import { askTool, NodeOrganisation, type StartedNode } from './node-organisation.ts';

let organisation: NodeOrganisation;
let node: StartedNode;
let token = '';
let attacked: AttackedProject;

beforeAll(async () => {
  organisation = await NodeOrganisation.open();
  const made = makeAttackedProject(realpathSync(mkdtempSync(join(organisation.top, 'attacked-'))));
  const inside = 'inside\n';
  const repository = await organisation.repository('example.org/attacked', {
    'src/app.ts': 'export const app = 1;\n',
    ...{ 'swap/swapped.txt': inside, 'replaced.txt': inside, 'deep/er/file.txt': inside, '.gitignore': 'ignored/\n' },
  });
  await organisation.publish(repository);
  token = await organisation.token('ann', [repository]);
  node = await organisation.start();
  await askTool(node, token, 'search', { pattern: 'app' });
  const folder = join(node.folder, 'snapshots', String(repository.id));
  const root = join(folder, readdirSync(folder)[0]!, 'files');
  attacked = { root, outside: join(dirname(root), 'outside') };
  // What no commit has is put into the files by somebody who can write there.
  cpSync(made.root, root, { recursive: true, filter: (path) => basename(path) !== '.git' });
  cpSync(made.outside, attacked.outside, { recursive: true });
  // A socket needs a short path.
  const short = join(organisation.top, 'r');
  symlinkSync(root, short);
  prepareEscapes({ ...attacked, root: short });
});
afterAll(async () => {
  endEscapes();
  await organisation.close();
});

describe('at a node', () => {
  it.each([
    ['read_file', 'file_path'],
    ['list_directory', 'path'],
  ])('%s refuses all attacks', async (tool, parameter) => {
    for (const escape of escapes) {
      const { status, body } = await askTool(node, token, tool, { [parameter]: escapePath(escape, attacked) });
      expect(status, escape.name).toBeGreaterThanOrEqual(400);
      expect(body, escape.name).not.toContain(mark);
    }
  });

  it.each([
    ['get_context', 'filePath'],
    ['chunk_file', 'file_path'],
  ])('%s shows nothing of the forbidden files', async (tool, parameter) => {
    for (const escape of escapes) {
      const { body } = await askTool(node, token, tool, { [parameter]: escapePath(escape, attacked) });
      expect(body, escape.name).not.toContain(mark);
    }
  });

  it('search_code finds none of them', async () => {
    for (const glob of [undefined, '**', 'ignored/**', '.env', '.git/**', '../**'])
      expect((await askTool(node, token, 'search_code', { query: mark, ...(glob === undefined ? {} : { glob }) })).data).toMatchObject({ results: [], total: 0 }); // prettier-ignore
  });
});
