/**
 * `npm run bench -- corpus DIR`: writes the TypeScript files of some public repositories, each at a fixed commit, below
 * DIR: a tree of about 75 MB for `npm run bench -- index`. The repositories are read from bare git directories
 * (EVAL_MIRROR, as the evaluation pack describes).
 */
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { EvaluationPack } from '../lib/evaluation.ts';

const repositories: readonly [repository: string, commit: string][] = [
  ['colinhacks/zod', 'e516c3baf22615e20934116abebfed6c000222c2'],
  ['denoland/deno_std', 'd5e31807c5fbfa234758788216c37f8c369e3860'],
  ['honojs/hono', '28a9c128912de19f3fb28b00ae289c9b93f6f392'],
  ['kysely-org/kysely', '478ec67b2de2568f5590a015d3e120644e81bd87'],
  ['microsoft/playwright', 'd4e1023f6c03a8dced50eb3db88c2217e7c1a86a'],
  ['palantir/blueprint', 'ee26faf0ad8fe4bfd8ccbecf510d8ab385342003'],
  ['prisma/prisma', '9b75b95503c2f8fdfc75319e5b158912e11aae81'],
  ['reduxjs/redux', '3084fc33bb23ab4cab4796172eafe342da4e73d9'],
  ['trpc/trpc', '340811ba5320637fbaf48fccf3dbfdd258bd34db'],
  ['typeorm/typeorm', '281bfba42a5813b106bcf5ba79bc7f7251bd1e73'],
];

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('name the directory to make');
const pack = new EvaluationPack();
let files = 0;
for (const [repository, commit] of repositories) {
  const source = await pack.checkout(repository, commit, join(tmpdir(), 'code-scout-corpus'));
  if (source === null) {
    console.error(`${repository} was not fetched: skipped`);
    continue;
  }
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.[cm]?tsx?$/.test(entry.name)) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(resolve(target), repository.replace('/', '+'), relative(source, from));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to);
    files++;
  }
}
console.log(`${files} files in ${resolve(target)}`);
