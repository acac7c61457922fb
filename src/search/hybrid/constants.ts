/**
 * Constants of hybrid search. They were set by coordinate descent on semble's queries and some of mswe's, then by steps that improved more
 * repositories than they worsened; docs/decisions/0012 explains why there are no more. `npm run bench -- ranking` measures what each is worth.
 */
export const hybridRanking = {
  /** BM25F over a file's fields: saturation, weight of a field's length, and the maximum of the factor for the length. */
  k1: 28,
  b: 0.0875,
  maxNorm: 2,
  /** Weights in the order of `tagFields`. */
  fields: [35, 5, 4.2, 1.5, 3.5, 2.8, 0.6, 0.7, 0.7],
  /** Factor of a term that is in no name of the project. */
  unnamed: 0.5,
  /** Factor of a common word of questions (`how`, `does`). */
  chatter: 0.07,
  /** Factor of a term that is written as a name (`parseConfig`). */
  name: 1.4,
  /** Factor of a whole name as one term. */
  whole: 2.7,
  /** Factor of a term in the first line of a long query. */
  title: 2.1,
  /** A term that occurs n times in the query counts n to the power of this. */
  repeated: 0.16,
  /** BM25 over a chunk's words. */
  chunkK: 0.42,
  chunkB: 0.35,
  /** Number of words of a chunk of average length. */
  chunkWords: 120,
  /** Weight of a file's chunks relative to its fields. */
  chunks: 0.4,
  /** Weight of the names defined in a chunk relative to its words. */
  names: 0.6,
  /** The matched share of a name counts to the power of this. */
  nameShare: 0.5,
  /** For a name that the query contains exactly, at the top of a file: this many times the weight of its heaviest part is added. */
  exactName: 2.5,
  /** Like `exactName`, for a name inside a container. */
  exactMember: 0.18,
  /** Weight of a file's second best chunk relative to its best. */
  second: 0.07,
  /** Weight of the name of a file relative to its fields; the matched share of the name counts to the power of `fileNameShare`. */
  fileName: 1,
  fileNameShare: 1,
  /** Added for a file that the query mentions by location, relative to everything scored by words. */
  mentioned: 0.5,
  /** Factor for `mentioned` where the query gives a line number. By judgement. */
  mentionedLine: 2,
  /** Added for a file that contains the phrases of a query that is not long, relative to everything scored by words. By judgement. */
  phrase: 1,
  /**
   * Added for a file (`written`) and for a chunk (`writtenChunk`) that contains all of the query verbatim, relative to everything scored by words.
   * Set on messages of seven projects, alone, in sentences and with values in them (`npm run bench -- messages`).
   */
  written: 1.4,
  writtenChunk: 2,
  /**
   * Added for a chunk with a definition that the query names with its container (`Cart.total`). This is more than the words of a query can give
   * together, since the chunks of the container have most of these words too. By judgement.
   */
  meant: 1.5,
  /** Weight of similarity in meaning relative to everything scored by words: for queries in words, and for single names. */
  meaning: 0.6,
  meaningOfName: 0.1,
  /** Less similar chunks are not hits by meaning alone. With the shipped model, made-up words reach .20, queries that code answers .28 and more. */
  leastSimilarity: 0.25,
  /** Factor for the logarithm of the number of links into a file. */
  linked: 0.08,
  /** Priors for the role of a file; `wantedTest` is that of tests where the query asks for tests. */
  wantedTest: 0.62,
  test: 0.38,
  prose: 0.2,
  data: 0.2,
  /** Text in an unknown language: mostly input and output of programs. By judgement, since no query of the sets decides it. */
  unknown: 0.3,
  generated: 0.5,
  example: 0.3,
  /** `__init__.py`, `index.ts` and `mod.rs` count as files that only re-export, if the names of their definitions have fewer terms than this. */
  gatheringTerms: 12,
  /** Factor for files that only re-export. */
  gathering: 0.7,
};
