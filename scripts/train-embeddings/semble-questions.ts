/**
 * The development questions of the evaluation pack's `semble` set, asked of the product with one model after the other on the same trees:
 * by vectors alone and by the fused ranking, each tree limited to the subfolder that the public benchmark indexes.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EvaluationPack, EvaluationRow } from '../../bench/lib/evaluation.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine, type Engine } from '../../src/engine/engine.ts';

/** NDCG@10. */
export interface RankingQuality {
  questions: number;
  vectors: number;
  fused: number;
}

/** Files that answer a question; chunks are asked for in such a number that there are enough files. */
const files = 50;
const chunks = 300;

type Answers = Record<'vectors' | 'fused', Map<string, string[]>>;

async function askAll(engine: Engine, rows: readonly EvaluationRow[], prefix: string, into: Answers): Promise<void> {
  for (const { id, query } of rows) {
    const { state, note, hits } = await engine.semantic.nearest({ query, k: chunks, checkDisk: false });
    if (state !== 'ready') throw new Error(`${id}: no whole answer by vectors: ${note}`);
    const near = [...new Set(hits.map(({ path }) => path))].slice(0, files);
    const fused = (await engine.searchRepo({ query, limit: files })).hits.map(({ file }) => file.path);
    into.vectors.set(
      id,
      near.map((path) => prefix + path),
    );
    into.fused.set(
      id,
      fused.map((path) => prefix + path),
    );
  }
}

/**
 * The quality of each model, in their order.
 * @param models absolute paths of weights @param work a folder for trees and indexes; the trees are removed from it
 */
export async function askSemble(
  pack: EvaluationPack,
  models: readonly string[],
  work: string,
): Promise<{ qualities: RankingQuality[]; missing: string[] }> {
  const answers = models.map((): Answers => ({ vectors: new Map(), fused: new Map() }));
  const missing: string[] = [];
  const asked: EvaluationRow[] = [];
  for (const rows of Map.groupBy(
    pack.rows('semble'),
    ({ repo, commit, root }) => `${repo} ${commit} ${root}`,
  ).values()) {
    const { repo, commit, root = '' } = rows[0]!;
    const tree = await pack.checkout(repo, commit, work);
    if (tree === null) {
      missing.push(repo);
      continue;
    }
    asked.push(...rows);
    const prefix = root === '' || root === '.' ? '' : `${root}/`;
    const database = join(work, 'index', 'database.db');
    for (const [at, model] of models.entries()) {
      const { config } = loadConfig({
        root: join(tree, prefix),
        flags: { 'database.path': database, 'embedding.model': model },
        env: new Map(),
        userConfigDir: null,
      });
      const engine = await openEngine({ root: join(tree, prefix), config, indexing: 'inline' });
      try {
        await engine.index({ embeddings: true });
        await askAll(engine, rows, prefix, answers[at]!);
      } finally {
        await engine.close();
      }
    }
    rmSync(join(work, 'index'), { recursive: true });
    rmSync(tree, { recursive: true });
    rmSync(`${tree}.commit`, { force: true });
    console.log(`${repo}: ${rows.length} questions`);
  }
  const qualityOf = (of: Answers, at: number): RankingQuality => {
    const score = (by: 'vectors' | 'fused'): number => pack.scoreFiles(asked, of[by], join(work, `${by}${at}`)).ndcg10;
    return { questions: asked.length, vectors: score('vectors'), fused: score('fused') };
  };
  return { qualities: answers.map(qualityOf), missing };
}
