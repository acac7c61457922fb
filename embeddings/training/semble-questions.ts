/**
 * The development questions of the evaluation pack's `semble` set, asked of the product with one model after the other:
 * by vector search and by hybrid search. Each tree is limited to the subfolder that the public benchmark indexes.
 */
import { join } from 'node:path';
import type { EvaluationPack } from '../../bench/lib/evaluation.ts';
import { askSet, questionSets } from '../../bench/lib/questions.ts';

/** NDCG@10. */
export interface RankingQuality {
  questions: number;
  vectors: number;
  hybrid: number;
}

/** The number of files in an answer. Enough chunks are requested to get that many files. */
const files = 50;
const chunks = 300;

const semble = questionSets.find(({ name }) => name === 'semble')!;

/**
 * The quality of each model, in the given order.
 * @param models absolute paths of weights
 * @param work a folder for trees, which are removed afterwards
 */
export async function askSemble(
  pack: EvaluationPack,
  models: readonly string[],
  work: string,
): Promise<{ qualities: RankingQuality[]; missing: string[] }> {
  const qualities: RankingQuality[] = [];
  const absent = new Set<string>();
  for (const [at, model] of models.entries()) {
    const vectors = new Map<string, string[]>();
    const hybrid = new Map<string, string[]>();
    const options = { pack, work, every: 1, embeddings: true, flags: { 'embedding.model': model } };
    const { rows, missing } = await askSet(semble, options, async (engine, { id, query }, prefix) => {
      const { state, note, hits: near } = await engine.semantic.nearest({ query, k: chunks, checkDisk: false });
      if (state !== 'ready') throw new Error(`${id}: incomplete answer by vectors: ${note}`);
      const { hits } = await engine.searchRepo({ query, limit: files });
      const nearFiles = [...new Set(near.map(({ path }) => prefix + path))].slice(0, files);
      vectors.set(id, nearFiles);
      hybrid.set(
        id,
        hits.map(({ file }) => prefix + file.path),
      );
    });
    for (const repo of missing) absent.add(repo);
    const ndcg = (answers: ReadonlyMap<string, string[]>, by: string): number =>
      pack.scoreFiles(rows, answers, join(work, `${by}${at}`)).ndcg10;
    qualities.push({ questions: rows.length, vectors: ndcg(vectors, 'vectors'), hybrid: ndcg(hybrid, 'hybrid') });
  }
  return { qualities, missing: [...absent] };
}
