/**
 * Answers about a share of the repositories of a question: one node's part of a search over many.
 * Invariant: an answer is of the share's own repositories and of the question alone; all messages of a question are answered of one state of the share.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { toAppError, type AppError } from '../../model/error.ts';
import { corpusOf, type CorpusFigures, type TermFigures } from '../../search/corpus.ts';
import { parseHybridQuery } from '../../search/hybrid/query.ts';
import { rowsOfMentions } from '../../search/mentioned-paths.ts';
import { qualifiedNames } from '../../search/qualified-names.ts';
import { tagFrequencies, type ScoringWeights } from '../../search/tag-search.ts';
import { tagFields, type IndexView } from '../../store/store.ts';
import { isKnownFilter } from '../search/hybrid-filters.ts';
import { findFiles, nearestOf, type HybridSearchHost } from '../search/hybrid-search.ts';
import { cachedTagTerms } from '../search/tag-answer.ts';
import type { ConcernedAnswers } from '../concerned/answer-needs.ts';
import type { SemanticQueries, TagQuery, TagSearchResult } from '../types.ts';
import { hasPathIn, lookupsIn, nearestIn, type Corpus } from './corpus.ts';
import { mostTextBytes } from './messages.ts';
import type { Digest, ErrorData, FileDetails, FileText, GivenCorpus, MessageKind, Messages } from './messages.ts';
import type { ShareQuestion, ShareReply } from './messages.ts';
import { otherAnswers, type OtherHost } from './other-answers.ts';
import type { OtherMessages } from './other-messages.ts';

const width = tagFields.length;

export interface ShareHost {
  concerned: ConcernedAnswers;
  other: OtherHost;
  ranking: HybridSearchHost;
  /** Of the fields of tags, where a question brings none yet. */
  weights: ScoringWeights;
  semantic: SemanticQueries;
  /** The best files, as one index of the corpus would rank them. */
  searchTags: (query: TagQuery, corpus: GivenCorpus, weights: ScoringWeights) => Promise<TagSearchResult>;
}

type Answers = {
  [Kind in MessageKind]: (view: IndexView, asked: Messages[Kind]['asked']) => Promise<Messages[Kind]['answer']>;
};

export class Share {
  readonly #host: ShareHost;
  readonly #id = randomUUID();
  /** The corpus of the last question, and the weights of its fields, for which the words of the next are read. */
  #corpus: CorpusFigures | undefined;
  #weights: ScoringWeights;
  readonly #answers: Answers;

  constructor(host: ShareHost) {
    this.#host = host;
    this.#weights = host.weights;
    this.#answers = { ...this.#own, ...otherAnswers(host.other) };
  }

  /** Never rejects. */
  async reply<Kind extends MessageKind>({ kind, asked, state }: ShareQuestion<Kind>): Promise<ShareReply<Kind>> {
    try {
      const view = await this.#host.ranking.prepare();
      const now = `${this.#id} ${view.state.generation}`;
      if (state !== null && state !== now) return { changed: true };
      return { state: now, answer: await this.#answers[kind](view, asked) };
    } catch (error) {
      return { error: errorData(toAppError(error)) };
    }
  }

  readonly #own: Omit<Answers, keyof OtherMessages> = {
    figures: async (view, { terms, for: whose }) => {
      const { store, state } = view;
      const { ranking } = this.#host;
      const note = await ranking.note(view);
      const cached =
        whose === 'words'
          ? ranking.memory.termsOf(store, this.#corpus)
          : cachedTagTerms(store, this.#weights, this.#corpus);
      const { documents, known } = await cached.of(state.documents, terms);
      const figures = known.map((term): TermFigures => ({
        fileCount: 'fileCount' in term ? term.fileCount : term.rows.length,
        isNamed: term.isNamed,
      }));
      return { corpus: corpusOf(documents), terms: figures, note };
    },
    focus: (view, { query, corpus }) => this.#digest(view, query, corpus),
    details: async ({ store }, { ids }) => {
      const records = await store.files(ids);
      const links = await store.linkDegrees(records.map(({ path }) => path));
      const words = await this.#host.ranking.memory.wordsOf(store).of((await store.state()).documents, ids);
      return records.map(({ rawPath: _, ...record }): FileDetails => {
        const packed = words.get(record.id);
        return { record, links: links.get(record.path) ?? 0, words: packed === undefined ? null : base64(packed) };
      });
    },
    texts: async ({ store }, { ids }) => {
      const known = new Map((await store.files(ids)).map((record) => [record.id, record]));
      let left = mostTextBytes;
      const fitting = ids.filter((id, at) => (left -= known.get(id)?.size ?? 0) >= 0 || at === 0);
      const records = fitting.flatMap((id) => known.get(id) ?? []);
      const readings = await this.#host.ranking.readings(store, records);
      const byId = new Map(records.map(({ id }, at) => [id, readings[at] ?? null]));
      return fitting.map((id): FileText | null => {
        const reading = byId.get(id) ?? null;
        if (reading === null) return null;
        const { path, language, indexed } = reading.inLines();
        const { text, hash, spans, definitions } = reading;
        return { path, language, indexed, text, hash, spans, definitions };
      });
    },
    names: async ({ store }, { words }) => nearestIn(await store.definitionNames(), words),
    outlines: async ({ store }, { ids }) => [...(await store.outlines(ids))],
    path: ({ state }, { text }) => Promise.resolve(hasPathIn(state.documents, text)),
    tags: async (_, { query, corpus, weights }) => {
      this.#corpus = corpus.figures;
      // The terms that are kept belong to one object.
      if (!isDeepStrictEqual(weights, this.#weights)) this.#weights = weights;
      const {
        executionTimeMs: _time,
        cached: _cached,
        ...found
      } = await this.#host.searchTags(query, corpus, this.#weights);
      return found;
    },
    frequencies: ({ store }, { words }) => tagFrequencies(store, words),
    near: (_, { request }) => this.#host.semantic.nearest(request),
    concerned: (_, asked) => this.#host.concerned.answer(asked),
  };

  /** The files that may answer: whatever one ranking of all files would look at of this share, since it knows the figures of all. */
  async #digest(view: IndexView, query: Messages['focus']['asked']['query'], given: GivenCorpus): Promise<Digest> {
    const { ranking } = this.#host;
    this.#corpus = given.figures;
    const parsed = parseHybridQuery(query.query, isKnownFilter);
    const corpus = givenCorpus(view, given);
    const { documents, impacts, candidates, matching, meaning } = await findFiles(ranking, corpus, { ...query, parsed }); // prettier-ignore
    const near = nearestOf(documents, meaning.hits);
    const rows = [
      ...new Set([
        ...candidates.map(({ row }) => row),
        ...near.map(({ row }) => row),
        ...rowsOfMentions(query.query, documents.paths),
      ]),
    ].sort((a, b) => a - b);
    const words = [...parsed.words];
    const positions = (ids: ReadonlySet<number>): number[] =>
      rows.flatMap((row, at) => (ids.has(documents.ids[row]!) ? [at] : []));
    const { traits, fieldLengths } = documents;
    return {
      ids: rows.map((row) => documents.ids[row]!),
      paths: rows.map((row) => documents.paths[row]!),
      languages: rows.map((row) => documents.languages[row]!),
      traits: rows.map((row) => traits[row]!),
      fieldLengths: rows.flatMap((row) => [...fieldLengths.subarray(row * width, (row + 1) * width)]),
      impacts: impacts.map((one) => {
        const { impacts: ofRows, named } = one.columnsOf(rows);
        return { impacts: base64(new Uint8Array(ofRows.buffer)), named: base64(named) };
      }),
      defining: parsed.terms.length > 0 ? [] : positions(await corpus.filesDefining(words)),
      mayDefine: positions(await corpus.mayDefine(words)),
      definers: [...(await corpus.definers(qualifiedNames(query.query)))],
      matching,
      meaning: {
        state: meaning.state,
        note: meaning.note,
        hits: near.map(({ fileId, ordinal, similarity }) => [fileId, ordinal, similarity] as const),
      },
    };
  }
}

function givenCorpus(view: IndexView, { figures, terms }: GivenCorpus): Corpus {
  const byTerm = new Map(terms);
  const none: TermFigures = { fileCount: 0, isNamed: false };
  const { store, state } = view;
  return {
    figures: (asked) => Promise.resolve({ corpus: figures, terms: asked.map((term) => byTerm.get(term) ?? none) }),
    focus: () => Promise.resolve({ view, part: figures }),
    ...lookupsIn(view),
    nearestNames: async (words) => nearestIn(await store.definitionNames(), words),
    hasPath: (text) => Promise.resolve(hasPathIn(state.documents, text)),
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function errorData({ code, message, hint, next, details }: AppError): ErrorData {
  return { code, message, hint, next, details };
}
