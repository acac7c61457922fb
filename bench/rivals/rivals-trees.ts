/**
 * The trees on which we and rivals are measured: those named; else repositories as stored in `EVAL_MIRROR`; else
 * sources of pinned packages, which everybody has.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EvaluationPack } from '../lib/evaluation.ts';
import { defaultCorpora } from '../lib/stage-corpora.ts';

export interface RivalTree {
  /** A description, for a heading. */
  name: string;
  root: string;
}

export interface RivalTreesRequest {
  named: readonly string[] | undefined;
  /** The folder of the evaluation pack. */
  evaluation: string | undefined;
  /** The wanted repositories of the pack, as `owner/name`. */
  stored: readonly string[];
  /** The corpora of `defaultCorpora` that replace them. */
  pinned: readonly string[];
  work: string;
}

async function storedTrees({ evaluation, stored, work }: RivalTreesRequest): Promise<RivalTree[]> {
  const pack = new EvaluationPack(evaluation);
  const { git } = (await import(pathToFileURL(join(pack.folder, 'tools', 'lib.mjs')).href)) as {
    git: (repo: string, args: string[]) => string;
  };
  const trees: RivalTree[] = [];
  for (const repo of stored) {
    const commit = git(repo, ['rev-parse', 'HEAD']).trim();
    const root = await pack.checkout(repo, commit, join(work, 'trees'));
    if (root === null) throw new Error(`${repo} is not in EVAL_MIRROR: name trees with --tree`);
    trees.push({ name: `${repo} at ${commit.slice(0, 10)}`, root });
  }
  return trees;
}

/** Renames folders that some tools exclude by their names, so that all tools do the same work. */
function renameOutputs(root: string): void {
  const folders = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { parentPath, name } of folders)
    if (name === 'dist') renameSync(join(parentPath, name), join(parentPath, 'sources'));
}

/** Makes the trees anew each time, because files of another lock file's packages would be measured too. */
function pinnedTrees({ pinned, work }: RivalTreesRequest): RivalTree[] {
  mkdirSync(work, { recursive: true });
  const folder = join(work, 'pinned');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return defaultCorpora(folder)
    .filter(({ name }) => pinned.includes(name))
    .map(({ name, root }) => {
      renameOutputs(root);
      // Some copies do not have the repository's package.json.
      writeFileSync(join(root, 'package.json'), `{"name":"pinned-${name}","private":true}\n`);
      spawnSync('git', ['-C', root, 'add', '--all'], { stdio: 'ignore' });
      return { name: `${name} from pinned packages`, root };
    });
}

export async function rivalTrees(request: RivalTreesRequest): Promise<RivalTree[]> {
  if (request.named !== undefined)
    return request.named.map((folder) => ({ name: basename(resolve(folder)), root: resolve(folder) }));
  if (request.evaluation !== undefined || process.env['EVAL_MIRROR'] !== undefined) return storedTrees(request);
  return pinnedTrees(request);
}

/** The folder for installed rivals and copied trees, which remains from run to run. */
export function rivalWork(given: string | undefined): string {
  const work = resolve(given ?? join(tmpdir(), 'code-scout-rivals'));
  mkdirSync(join(work, 'rivals', 'home'), { recursive: true });
  return work;
}
