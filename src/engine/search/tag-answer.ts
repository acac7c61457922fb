/** Answers a tag query: takes the cached ranking or ranks the files, compares the ranked files with the disk, and adds the data to show. */
import type { FileOutcome } from '../../indexer/file-outcome.ts';
import type { AnalyseTask } from '../../indexer/read-file.ts';
import { updateFiles } from '../../indexer/update-files.ts';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import { AppError } from '../../model/error.ts';
import { hasTrait } from '../../model/file.ts';
import type { CorpusFigures } from '../../search/corpus.ts';
import { definitionsFor } from '../../search/tag-definitions.ts';
import { searchTags, tagTerm } from '../../search/tag-search.ts';
import type {
  AskedCorpus,
  RankedFile,
  ScoringWeights,
  TagRanking,
  TagTerm,
  TagTermSource,
} from '../../search/tag-search.ts';
import type { DocumentTable, FileRecord, IndexView, Postings, Store, StoreState } from '../../store/store.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { FilesOnDisk } from '../files/files-on-disk.ts';
import { CachedTerms, isSameCorpus } from './term-cache.ts';
import type { EngineConfig, TagFilters, TagHit, TagQuery, TagSearchResult } from '../types.ts';
import { askedGlob } from '../asked-glob.ts';
import { clockMs } from '../../util/clock.ts';

export interface TagAnswerRequest {
  view: IndexView;
  query: TagQuery;
  config: EngineConfig;
  disk: Pick<FilesOnDisk, 'hasChanged'>;
  /** Whether a run is writing: changed files are left to it. */
  isIndexing: boolean;
  /** Reads changed files again. */
  readAgain: (store: Store, files: readonly FileRecord[]) => Promise<void>;
  cache: AnswerCache;
  /** Of all files, where the index has only some of those that are asked. */
  corpus?: AskedCorpus;
}

interface TagAnswer {
  result: Omit<TagSearchResult, 'freshness'>;
  /** Number of files that were read again for the answer. */
  refreshed: number;
  /** The state of the index when the answer was whole. */
  state: StoreState;
}

/** A ranking with the records of its files. */
interface CheckedRanking {
  ranking: TagRanking;
  records: FileRecord[];
  refreshed: number;
}

/** An answer is made again at most this often because files behind it have changed. */
const maxRefreshes = 3;

export async function answerTagQuery(request: TagAnswerRequest): Promise<TagAnswer> {
  const started = clockMs();
  const { view, query, config, cache, corpus } = request;
  const { store } = view;
  const limit = tagLimit(query, config.search);
  const { answer, state, cached } = await cache.ask<CheckedRanking, TagRanking>(view, {
    // Definitions are read again for each answer, so their number is not part of the question.
    asked: [
      'tags',
      { ...query, limit, mostDefinitions: undefined, corpus: corpus && [corpus.figures, ...corpus.terms] },
    ],
    answer: async () => {
      const checked = await rankChecked(request, limit);
      return {
        answer: checked,
        state: await store.state(),
        toCache: { data: checked.ranking, paths: checked.ranking.hits.map(({ path }) => path) },
      };
    },
    restore: async (ranking) => ({ ranking, records: await recordsOf(store, ranking), refreshed: 0 }),
  });
  const { ranking, records, refreshed } = answer;
  const hits = await fillHits(store, query, ranking.hits, records);
  const executionTimeMs = Math.max(0, Math.round(clockMs() - started));
  const result = { totalFiles: ranking.total, hits, executionTimeMs };
  return { result: cached ? { ...result, cached } : result, refreshed, state };
}

/** How many files an answer has at the most. */
export function tagLimit(
  { limit }: TagQuery,
  search: Pick<EngineConfig['search'], 'defaultLimit' | 'maxLimit'>,
): number {
  return Math.min(limit ?? search.defaultLimit, search.maxLimit);
}

function recordsOf(store: Store, { hits }: TagRanking): Promise<FileRecord[]> {
  return store.files(hits.map(({ id }) => id));
}

/** Memory limit of the cached terms (bytes). */
const mostTermBytes = 12 * 2 ** 20;
/** The cached terms of each store. They are freed together with the store. */
const termsByStore = new WeakMap<Store, CachedTagTerms>();

interface CachedTagTerms {
  weights: ScoringWeights;
  corpus: CorpusFigures | undefined;
  terms: CachedTerms<TagTerm>;
}

/**
 * The cached terms; a new cache if the weights or the corpus have changed.
 * @param corpus of which the store has a part; absent: it has all
 */
export function cachedTagTerms(store: Store, weights: ScoringWeights, corpus?: CorpusFigures): CachedTerms<TagTerm> {
  const known = termsByStore.get(store);
  if (known?.weights === weights && isSameCorpus(known.corpus, corpus)) return known.terms;
  const make = (documents: DocumentTable, postings: Postings): TagTerm => tagTerm(documents, postings, weights, corpus);
  const terms = new CachedTerms(store, make, mostTermBytes);
  termsByStore.set(store, { weights, corpus, terms });
  return terms;
}

/** Ranks the files. If some of them have changed on disk, reads these again and ranks once more, up to `maxRefreshes` times. */
async function rankChecked(request: TagAnswerRequest, limit: number): Promise<CheckedRanking> {
  const { query, config, disk, isIndexing } = request;
  const { store } = request.view;
  let { documents } = request.view.state;
  const accepts = acceptsRow(query.filters ?? {});
  const { corpus } = request;
  const terms = cachedTagTerms(store, config.search.scoringWeights, corpus?.figures);
  const termsOf: TagTermSource = (words) => terms.of(documents, words);
  const rank = (): Promise<TagRanking> =>
    searchTags(termsOf, {
      tags: query.tags,
      offset: query.offset ?? 0,
      limit,
      accepts,
      ...(corpus === undefined ? {} : { corpus }),
    });
  let ranking = await rank();
  let records = await recordsOf(store, ranking);
  const refreshed = new Set<string>();
  for (let round = 0; round < maxRefreshes && !isIndexing; round++) {
    const changed = records.filter((record) => disk.hasChanged(record));
    if (changed.length === 0) break;
    await request.readAgain(store, changed);
    for (const { path } of changed) refreshed.add(path);
    ({ documents } = await store.state());
    ranking = await rank();
    records = await recordsOf(store, ranking);
  }
  return { ranking, records, refreshed: refreshed.size };
}

/** Reads files again and indexes them, in this thread. */
export async function readAgain(
  store: Store,
  files: readonly FileRecord[],
  { data, batchSize }: { data: ParseWorkerData; batchSize: number },
): Promise<void> {
  const { createAnalyser } = await import('../indexing/analyser.ts');
  const { interfaceRecorder } = await import('../indexing/linking.ts');
  const analyser = createAnalyser(data);
  try {
    const analyse = async (tasks: AnalyseTask[]): Promise<FileOutcome[]> => {
      const outcomes: FileOutcome[] = [];
      for (const task of tasks) outcomes.push(await analyser.analyse(task));
      return outcomes;
    };
    await updateFiles({ store, files, batchSize, analyse, beforeBatch: interfaceRecorder(store) });
  } finally {
    analyser.close();
  }
}

async function fillHits(store: Store, query: TagQuery, ranked: RankedFile[], records: FileRecord[]): Promise<TagHit[]> {
  const ids = ranked.map((hit) => hit.id);
  const { mostDefinitions: most } = query;
  const definitions =
    most === undefined ? await store.outlines(ids) : await store.chosenOutlines(ids, definitionsFor(query.tags, most));
  const imports = await store.imports(ids);
  const byId = new Map(records.map((record) => [record.id, record]));
  return ranked.flatMap((hit) => {
    const record = byId.get(hit.id);
    if (record === undefined) return [];
    return [
      {
        path: hit.path,
        language: record.language,
        score: hit.score,
        matchedTags: query.tags.filter((_, at) => (hit.tagMask & (1 << at)) !== 0),
        size: record.size,
        lines: record.lines,
        lastModified: record.mtimeMs,
        isTest: hasTrait(record.traits, 'test'),
        definitionCount: record.definitionCount,
        definitions: definitions.get(hit.id) ?? [],
        imports: imports.get(hit.id) ?? [],
      },
    ];
  });
}

function acceptsRow(filters: TagFilters): (documents: DocumentTable, row: number) => boolean {
  const extension = filters.fileType === undefined ? null : `.${filters.fileType.replace(/^\./, '').toLowerCase()}`;
  const glob = filters.path === undefined ? null : pathGlob(filters.path);
  if (Object.values(filters).every((filter) => filter === undefined)) return () => true;
  return (documents, row) => {
    const traits = documents.traits[row]!;
    if (filters.language !== undefined && documents.languages[row] !== filters.language) return false;
    if (extension !== null && !documents.paths[row]!.toLowerCase().endsWith(extension)) return false;
    if (filters.hasExports !== undefined && hasTrait(traits, 'exports') !== filters.hasExports) return false;
    if (filters.hasTests !== undefined && hasTrait(traits, 'test') !== filters.hasTests) return false;
    return glob === null || glob(documents.paths[row]!);
  };
}

/** A glob on the relative path: `src/**`, `*.ts` at any depth; a plain folder name means everything below it. */
function pathGlob(pattern: string): (path: string) => boolean {
  if (pattern.length > 500) {
    throw new AppError('ValidationError', 'The path pattern is longer than 500 characters', {
      hint: 'Give a shorter glob, such as src/**/*.ts.',
      details: { field: 'filters.path', expected: 'a glob of at most 500 characters', received: pattern.length },
    });
  }
  const plain = pattern.replace(/^\.\//, '').replace(/\/+$/, '');
  const patterns = [plain];
  if (!/[*?[{(!]/.test(plain)) patterns.push(`${plain}/**`);
  else if (!plain.includes('/')) patterns.push(`**/${plain}`);
  return askedGlob(patterns, { field: 'filters.path' });
}
