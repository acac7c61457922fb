/** How old a section of docs/results.md is: commits since it was measured, and whether what it measures has changed since. */
import { spawnSync } from 'node:child_process';
import { repositoryRoot } from './evaluation.ts';
import type { Section } from './result-sections.ts';

const texts = ['src/extract', 'src/languages', 'src/kernels', 'src/model', 'src/util'];
const links = [...texts, 'src/graph'];
const index = [...links, 'src/indexer', 'src/store', 'src/source', 'src/embed', 'src/runtime', 'src/engine/indexing'];
const ranking = [...texts, 'src/search', 'src/engine/search', 'src/embed', 'embeddings/static.bin'];
const questions = [...links, 'src/store', 'src/engine', 'src/search', 'src/tools'];
const server = [...index, 'src/engine', 'src/search', 'src/text', 'src/tools', 'src/mcp'];

/** Sections in the order of the page -> folders and files that decide what they measure. */
export const measured: Readonly<Record<string, readonly string[]>> = {
  ranking,
  'ranking-signals': ranking,
  'ranking-steps': ranking,
  quality: ranking,
  'quality-any': ranking,
  messages: ranking,
  absence: ranking,
  explore: [...ranking, ...links, 'src/tools/explore'],
  'regions-4000': [...ranking, ...links, 'src/tools/explore'],
  'regions-2000': [...ranking, ...links, 'src/tools/explore'],
  'explore-codegraph': [...ranking, ...links, 'src/tools/explore'],
  answers: [...questions, 'src/text'],
  retraining: ['embeddings'],
  graph: links,
  javac: links,
  signatures: links,
  accounts: [...links, 'src/text'],
  'none-is-true': links,
  'both-directions': links,
  'rustc-calls': links,
  'server-questions': [...links, 'src/engine/graph'],
  'handed-on': [...links, 'src/engine/graph'],
  'bytecode-kotlin': links,
  'bytecode-scala': links,
  'bytecode-csharp': links,
  'swift-calls': links,
  'clang-calls': links,
  'graph-rivals': questions,
  'graph-queries': questions,
  changes: [...links, 'src/engine/changes', 'src/source/git'],
  reviews: [...links, 'src/engine/changes', 'src/source/git', 'src/cli/review'],
  'changes-earlier-tests': [...links, 'src/engine/changes', 'src/source/git'],
  'rivals-index': index,
  index,
  stages: index,
  'graph-cost': links,
  'own-parsers': texts,
  growth: server,
  scale: server,
  'linking-share': index,
  start: [...server, 'src/cli', 'src/config'],
  across: [...links, 'src/store'],
  snapshots: [...index, 'src/team', 'src/engine/team'],
  'push-to-visible': [...index, 'src/team', 'src/engine/team', 'src/engine/worker', 'src/engine/hooks', 'src/http'],
  'worker-faults': [...index, 'src/team', 'src/engine/team', 'src/engine/worker'],
  nodes: [...questions, 'src/text', 'src/team', 'src/api/node', 'src/http'],
  'job-queue': ['src/team'],
  'one-command': [...index, 'src/team', 'src/engine', 'src/api', 'src/cli/organisation'],
  union: [...questions, 'src/text'],
  phases: [...ranking, 'src/store', 'src/text', 'src/graph/queries/symbols', 'src/engine/text', 'src/engine/union', 'src/engine/phases', 'src/api/node'], // prettier-ignore
  'command-start': ['src/cli', 'src/config', 'src/runtime', 'src/engine', 'scripts/build.ts'],
  search: [...ranking, 'src/store'],
  'store-calls': questions,
  vectors: ['src/search/vectors', 'src/kernels', 'src/store/packed'],
  text: ['src/text', 'src/store', 'src/engine/search', 'src/source'],
  'rivals-search': ['src/text', 'src/store', 'src/engine/search', 'src/source', 'src/tools/search-code'],
  http: [...server, 'src/http'],
  attack: [...server, 'src/http', 'src/explorer'],
  'attack-node': [...server, 'src/http', 'src/explorer', 'src/team/access', 'src/api/node'],
  fresh: server,
  lsp: [...server, 'src/lsp'],
  'lsp-memory': [...server, 'src/lsp'],
  switch: server,
  processes: server,
  soak: server,
  faults: [...index, 'src/engine'],
  'other-faults': [...index, 'src/engine'],
  'power-loss': ['src/store', 'src/engine/indexing'],
  corruption: ['src/store', 'src/engine/indexing'],
  'failing-calls': ['src/store', 'src/engine/indexing'],
  robust: [...texts, 'src/source', 'src/indexer'],
};

/** Files that change no figure. */
const unmeasured = [':(exclude,glob)**/*.test.ts', ':(exclude,glob)**/testing/**', ':(exclude,glob)**/*.md'];

export interface Age {
  /** Number of commits since the section was measured; null if this clone does not have the commit of the measurement. */
  commits: number | null;
  /** Number of these commits that changed what the section measures. */
  changes: number;
  /** The last of the `changes`, as `1234abc on 2026-11-28`; empty for none. */
  last: string;
}

/** Standard output of git, or null where it fails. */
export type AskGit = (args: readonly string[]) => string | null;

export const askGit: AskGit = (args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

/** @throws for a section that the table above does not have */
export function ageOf({ key, commit }: Pick<Section, 'key' | 'commit'>, git: AskGit = askGit): Age {
  const folders = measured[key];
  if (folders === undefined) throw new Error(`bench/lib/result-ages.ts does not say what the section ${key} measures`);
  const since = `${commit}..HEAD`;
  const commits = git(['rev-list', '--count', since]);
  if (commits === null) return { commits: null, changes: 0, last: '' };
  const paths = ['--', ...new Set(folders), ...unmeasured];
  return {
    commits: Number(commits),
    changes: Number(git(['rev-list', '--count', since, ...paths])),
    last: git(['log', '-1', '--format=%h on %cs', since, ...paths]) ?? '',
  };
}

export function ageText({ commits, changes, last }: Age): string {
  if (commits === null) return 'unknown, since this clone does not have its commit.';
  const since = `${commits} ${commits === 1 ? 'commit' : 'commits'}`;
  if (changes === 0) return `${since}; what it measures has not changed.`;
  return `${since}. **Older than the code it measures**: ${changes} of them changed that, the last ${last}.`;
}
