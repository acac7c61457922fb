/**
 * Asks the questions of the evaluation pack, each at its own commit, on an index that is updated incrementally to that
 * commit.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine, type Engine } from '../../src/engine/engine.ts';
import type { EvaluationPack, EvaluationRow } from './evaluation.ts';

export interface QuestionSet {
  name: string;
  file: string;
  /** Index only the subfolder that the public benchmark indexes. */
  subfolder: boolean;
  /** The best scores in BASELINES.md of the evaluation pack: NDCG@10, recall@10, MRR. */
  baseline: [ndcg10: number, recall10: number, mrr: number];
}

export const questionSets: readonly QuestionSet[] = [
  { name: 'semble', file: 'semble', subfolder: true, baseline: [0.647, 0.876, 0.597] },
  { name: 'semble-whole', file: 'semble', subfolder: false, baseline: [0.404, 0.667, 0.351] },
  { name: 'history', file: 'history', subfolder: false, baseline: [0.443, 0.618, 0.421] },
  { name: 'mswe', file: 'mswe', subfolder: false, baseline: [0.429, 0.676, 0.399] },
  { name: 'swelite', file: 'swelite', subfolder: false, baseline: [0.434, 0.641, 0.378] },
];

export interface AskOptions {
  pack: EvaluationPack;
  /** The folder for work trees. */
  work: string;
  /** Ask every nth question only. */
  every: number;
  embeddings: boolean;
  /** Settings of the product besides the usual ones. */
  flags?: Readonly<Record<string, string>>;
  /** Ask only about these repositories. */
  repos?: ReadonlySet<string>;
  /** Does not remove the work trees. */
  keep?: boolean;
}

/**
 * Asks each question of a set.
 * @param ask is called for each question; the right answers name a file by `prefix` and its path in the index
 * @returns the questions that were asked, and the repositories that are missing
 */
export async function askSet(
  set: QuestionSet,
  { pack, work, every, embeddings, flags = {}, repos, keep = false }: AskOptions,
  ask: (engine: Engine, row: EvaluationRow, prefix: string) => Promise<void>,
): Promise<{ rows: EvaluationRow[]; missing: Set<string> }> {
  const rows = pack.rows(set.file).filter(({ repo }, at) => at % every === 0 && repos?.has(repo) !== false);
  const missing = new Set<string>();
  for (const [repo, questions] of Map.groupBy(rows, (row) => row.repo)) {
    questions.sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1));
    let engine: Engine | null = null;
    let at = '';
    for (const row of questions) {
      const tree = await pack.checkout(repo, row.commit, work);
      if (tree === null) {
        missing.add(repo);
        break;
      }
      const inFolder = set.subfolder && row.root !== undefined && row.root !== '' && row.root !== '.';
      const prefix = inFolder ? `${row.root}/` : '';
      const root = join(tree, prefix);
      if (engine === null || engine.root !== root) {
        await engine?.close();
        engine = await openAt(root, flags);
        at = '';
      }
      if (at !== row.commit) await engine.index({ embeddings });
      at = row.commit;
      await ask(engine, row, prefix);
    }
    await engine?.close();
    if (!keep) rmSync(join(work, repo.replace('/', '+')), { recursive: true, force: true });
  }
  return { rows: rows.filter((row) => !missing.has(row.repo)), missing };
}

async function openAt(root: string, more: Readonly<Record<string, string>>): Promise<Engine> {
  const flags = { 'database.path': ':memory:', 'search.cacheSize': '0', ...more };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  return openEngine({ root, config, indexing: 'inline' });
}
