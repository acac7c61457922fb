/** Forbidden paths at a query node: the attacks on `list_directory` and `read_file`, with links in the files of a commit that somebody may have planted there. */
import { cpSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeAttackedProject, prepareEscapes, type AttackedProject } from '../escapes.ts';
import { describeEscapes } from '../served-suites.ts';
import { NodeOrganisation, underAttack } from './node-organisation.ts';

describeEscapes('at a node', async () => {
  const organisation = await NodeOrganisation.open();
  const made = makeAttackedProject(realpathSync(mkdtempSync(join(organisation.top, 'attacked-'))));
  const inside = 'inside\n';
  const repository = await organisation.repository('example.org/attacked', {
    'src/app.ts': 'export const app = 1;\n',
    ...{ 'swap/swapped.txt': inside, 'replaced.txt': inside, 'deep/er/file.txt': inside, '.gitignore': 'ignored/\n' },
  });
  await organisation.publish(repository);
  const node = await organisation.start();
  const server = underAttack(organisation, node, await organisation.token('ann', [repository]));
  await server.call('search', { pattern: 'app' });
  const folder = join(node.folder, 'snapshots', String(repository.id));
  const root = join(folder, readdirSync(folder)[0]!, 'files');
  const attacked: AttackedProject = { root, outside: join(dirname(root), 'outside') };
  // What no commit has is put into the files by somebody who can write there.
  cpSync(made.root, root, { recursive: true, filter: (path) => basename(path) !== '.git' });
  cpSync(made.outside, attacked.outside, { recursive: true });
  // A socket needs a short path.
  const short = join(organisation.top, 'r');
  symlinkSync(root, short);
  prepareEscapes({ ...attacked, root: short });
  return { attacked, server };
});
