/**
 * Constants of the ranking: coordinate descent on the words of semble's questions and some of mswe's at first, then steps that made more
 * repositories better than worse; docs/decisions/0012 tells why no more. `npm run bench -- ranking` measures what each is worth.
 */
export const repoRanking = {
  /** BM25F over a file's fields: saturation, how much length counts, and the most that it may count. */
  k1: 28,
  b: 0.0875,
  maxNorm: 2,
  /** By `tagFields`. */
  fields: [35, 5, 4.2, 1.5, 3.5, 2.8, 0.6, 0.7, 0.7],
  /** Factors of a query's terms. */
  unnamed: 0.5,
  chatter: 0.07,
  name: 1.4,
  whole: 2.7,
  title: 2.1,
  /** A term that the query has n times counts n to the power of this. */
  repeated: 0.16,
  /** BM25 over a chunk's words. */
  chunkK: 0.42,
  chunkB: 0.35,
  /** Words of a chunk of usual length. */
  chunkWords: 120,
  /** A file's chunks beside its fields. */
  chunks: 0.4,
  /** Names of a chunk's definitions, beside its words. */
  names: 0.6,
  /** The share of a name that the query has counts to the power of this. */
  nameShare: 0.5,
  /** A name that the query has as it is written, at the top of a file or in something: so many times its heaviest part more. */
  exactName: 2.5,
  exactMember: 0.18,
  /** Of a file's second best chunk, beside its best. */
  second: 0.07,
  /** A file's own name, beside its fields; the share of it that the query has counts to the power of the second. */
  fileName: 1,
  fileNameShare: 1,
  /** A file that the question names by its place, beside all that is said by words. */
  mentioned: 0.5,
  /** So many times that where a line is given with it. By judgement. */
  mentionedLine: 2,
  /** A file that has the phrases of a question that is not told at length, likewise. By judgement. */
  phrase: 1,
  /**
   * A file, and a chunk of it, that has all of the question as it is written, likewise. Set on messages of seven projects, alone, in sentences and
   * with values in them (`npm run bench -- messages`).
   */
  written: 1.4,
  writtenChunk: 2,
  /** A chunk of what the question names with its container, beside words: more than all of them, which are mostly the container's. By judgement. */
  meant: 1.5,
  /** Nearness in meaning beside all that is said by words, of questions in words and of those that are one name. */
  meaning: 0.6,
  meaningOfName: 0.1,
  /** By the shipped model, made-up words reach .20, questions that code answers .28 and more. */
  leastSimilarity: 0.25,
  /** Logarithm of the links into a file. */
  linked: 0.08,
  /** Priors for what a file is; the first for who asks for tests. */
  wantedTest: 0.62,
  test: 0.38,
  prose: 0.2,
  data: 0.2,
  /** Text in no language that is known: what programs read and print, most of the time. By judgement: no question of the sets tells. */
  unknown: 0.3,
  generated: 0.5,
  example: 0.3,
  /** Files that gather what others hold (`__init__.py`, `index.ts`, `mod.rs`): with so few terms of definitions of their own, so much less. */
  gatheringTerms: 12,
  gathering: 0.7,
};
