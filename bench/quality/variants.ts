/** Hybrid search with other constants: without a signal, or with one constant changed by a step. */
import type { Engine } from '../../src/engine/types.ts';
import { hybridRanking } from '../../src/search/hybrid/constants.ts';
import { tagFields } from '../../src/store/store.ts';

export type Variants = ReadonlyMap<string, Partial<typeof hybridRanking>>;

export const everything = 'everything';
export const meaningAlone = 'vector search alone (`search_by_embedding`)';

/** The remaining signals. */
export const ablations: Variants = new Map<string, Partial<typeof hybridRanking>>([
  [everything, {}],
  ['words alone', { meaning: 0, meaningOfName: 0 }],
  ["without files' fields", { fields: tagFields.map(() => 0) }],
  ["without files' names", { fileName: 0 }],
  ["without chunks' words and names", { chunks: 0 }],
  ['without names of definitions', { names: 0 }],
  ['without exact spelling of names', { exactName: 0, exactMember: 0 }],
  ['without a second chunk', { second: 0 }],
  ['without places in the question', { mentioned: 0 }],
  ['without links', { linked: 0 }],
  ['without the kind of file', { test: 1, prose: 1, data: 1, generated: 1, example: 1, gathering: 1 }],
  ['without spelling and place of words', { chatter: 1, name: 1, whole: 1, title: 1, unnamed: 1, repeated: 1 }],
]);

/** Each constant one step lower and one step higher. */
export function steps(): Variants {
  const variants = new Map<string, Partial<typeof hybridRanking>>([[everything, {}]]);
  for (const factor of [0.7, 1.4]) {
    for (const [key, value] of Object.entries(hybridRanking)) {
      if (typeof value === 'number') variants.set(`${key} × ${factor}`, { [key]: value * factor });
    }
    for (const [at, field] of tagFields.entries()) {
      const fields = hybridRanking.fields.map((weight, other) => (other === at ? weight * factor : weight));
      variants.set(`field ${field} × ${factor}`, { fields });
    }
  }
  return variants;
}

export interface VariantAnswer {
  files: string[];
  /** The displayed scores of the first files. */
  scores: number[];
}

/** The answers of all variants. */
export async function askVariants(
  engine: Engine,
  query: string,
  variants: Variants,
): Promise<Map<string, VariantAnswer>> {
  const answers = new Map<string, VariantAnswer>();
  const shipped = { ...hybridRanking };
  for (const [variant, change] of variants) {
    Object.assign(hybridRanking, change);
    try {
      const { hits } = await engine.searchRepo({ query, limit: 10 });
      answers.set(variant, { files: hits.map(({ file }) => file.path), scores: hits.map(({ score }) => score) });
    } finally {
      Object.assign(hybridRanking, shipped);
    }
  }
  return answers;
}

/** Files by their nearest chunk, from vector search alone. */
export async function askMeaning(engine: Engine, query: string): Promise<VariantAnswer> {
  const { hits } = await engine.semantic.nearest({ query, k: 300, checkDisk: false });
  return { files: [...new Set(hits.map(({ path }) => path))].slice(0, 10), scores: [] };
}
