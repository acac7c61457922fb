/**
 * The first stage of hybrid search: scores files by their fields and by their role (test, documentation, data). Chunks, names and meaning are
 * scored afterwards.
 * Invariant: the answer depends on the files' contents and the query alone; ties are broken by path.
 */
import { hasTrait } from '../../model/file.ts';
import { tagFields, type DocumentTable } from '../../store/store.ts';
import { stem } from '../../util/words/words.ts';
import { hybridRanking } from './constants.ts';
import type { ParsedHybridQuery, HybridTerm } from './query.ts';
import type { TermFigures } from '../corpus.ts';
import type { TermImpacts } from '../term-impacts.ts';
import { bestRows, offer, sortBest, threshold } from '../vectors/best-rows.ts';

const fieldCount = tagFields.length;

const definitions = tagFields.indexOf('definitions');
const symbols = tagFields.indexOf('symbols');

/** The language id of text in no known language. */
const unknownText = 'text';

/** The term of `test`, `tests` and other forms of the word. */
export const testTerm = stem('test');

/** Files that may only re-export from others. */
const reExportingFile = /(?:^|\/)(?:__init__\.py|index\.[cm]?[jt]sx?|mod\.rs|lib\.rs)$/;

/** A term with its weight in this project. */
export interface WeightedTerm extends HybridTerm {
  /** The term's share of the query: the weights of all terms sum up to 1. */
  weight: number;
}

export interface RankedDocument {
  row: number;
  /** Score of the file's fields. */
  fields: number;
  /** `fields` times the prior for the role of the file (`filePrior`). */
  score: number;
}

/**
 * Weighs each term of a query by its rarity in this project and by how it is written.
 * @param files number of files of the project
 * @param figures of the query's terms, in their order
 */
export function weighTerms(query: ParsedHybridQuery, files: number, figures: readonly TermFigures[]): WeightedTerm[] {
  const weights = query.terms.map((term, at) => {
    const { fileCount, isNamed } = figures[at]!;
    let weight = rarity(fileCount, files);
    // A whole name (`isWhole`) is not reduced: the query means it, even if the project only uses it.
    if (!term.isWhole && !isNamed) weight *= hybridRanking.unnamed;
    if (term.isChatter) weight *= hybridRanking.chatter;
    if (term.isName) weight *= hybridRanking.name;
    if (term.isWhole) weight *= hybridRanking.whole;
    if (term.isFirst && query.isLong) weight *= hybridRanking.title;
    return weight * term.count ** hybridRanking.repeated;
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return query.terms.map((term, at) => ({ ...term, weight: sum === 0 ? 0 : weights[at]! / sum }));
}

/** Score of the fields of one file. */
export function fieldsOf(row: number, terms: readonly WeightedTerm[], impacts: readonly TermImpacts[]): number {
  return terms.reduce((sum, { weight }, at) => sum + weight * impacts[at]!.of(row), 0);
}

/**
 * The rarity of a term in the project (BM25's inverse document frequency); 0 where no file has the term.
 * @param fileCount number of files that have the term
 * @param files number of files of the project
 */
export function rarity(fileCount: number, files: number): number {
  return fileCount === 0 ? 0 : Math.log(1 + (files - fileCount + 0.5) / (fileCount + 0.5));
}

/** Documents that have a term of the query and that its filters let through. */
export interface RankedDocuments {
  /** Number of all of them. */
  total: number;
  /** The best documents, best first; equal ones by path. */
  best: RankedDocument[];
}

/** Reused for each ranking, since a new array would need new memory pages each time. */
let reusedScores = new Float64Array(0);

function emptyScores(count: number): Float64Array {
  if (reusedScores.length !== count) reusedScores = new Float64Array(count);
  else reusedScores.fill(0);
  return reusedScores;
}

/**
 * Scores all documents, and chooses the best of those that the filters of the query let through.
 * @param impacts of `terms`, in their order
 * @param options `accepts`: whether a row may match; `most`: how many of the best to return; `priorOfTests`: as from `testPrior`
 */
export function rankDocuments(
  documents: DocumentTable,
  terms: readonly WeightedTerm[],
  impacts: readonly TermImpacts[],
  { accepts, most, priorOfTests }: { accepts: (row: number) => boolean; most: number; priorOfTests: number },
): RankedDocuments {
  const scores = emptyScores(documents.count);
  for (const [at, { weight }] of terms.entries()) if (weight > 0) impacts[at]!.addTo(scores, weight);
  const best = bestRows(Math.max(1, Math.min(most, documents.count)));
  const maxPrior = greatestPrior(priorOfTests);
  const priors = cachedPriors(documents, priorOfTests);
  const found = { slot: 0, id: 0, score: 0 };
  let total = 0;
  let least = threshold(best);
  for (let row = 0; row < scores.length; row++) {
    const fields = scores[row]!;
    if (fields === 0 || !accepts(row)) continue;
    total++;
    if (fields * maxPrior < least) continue;
    found.slot = found.id = row;
    found.score = fields * priorAt(priors, documents, row, priorOfTests);
    offer(best, found);
    least = threshold(best);
  }
  sortBest(best);
  const rows = [...best.slots.subarray(0, best.length)];
  return { total, best: rows.map((row, at) => ({ row, fields: scores[row]!, score: best.scores[at]! })) };
}

/** The prior of tests. For a short query with the word `test` it is higher, but below 1: most of these queries are about what tests run on. */
export function testPrior({ terms, isLong }: Pick<ParsedHybridQuery, 'terms' | 'isLong'>): number {
  return !isLong && terms.some(({ term }) => term === testTerm) ? hybridRanking.wantedTest : hybridRanking.test;
}

/** Priors of rows, by table and by the prior of tests; valid until the index is written. NaN for a row that has not been requested yet. */
const priorsOf = new WeakMap<DocumentTable, Map<number, Float64Array>>();

function cachedPriors(documents: DocumentTable, priorOfTests: number): Float64Array {
  let ofTable = priorsOf.get(documents);
  if (ofTable === undefined) priorsOf.set(documents, (ofTable = new Map<number, Float64Array>()));
  let priors = ofTable.get(priorOfTests);
  if (priors === undefined) ofTable.set(priorOfTests, (priors = new Float64Array(documents.count).fill(NaN)));
  return priors;
}

/** The prior of a file by its role, 0 to 1. */
export function filePrior(documents: DocumentTable, row: number, priorOfTests: number): number {
  return priorAt(cachedPriors(documents, priorOfTests), documents, row, priorOfTests);
}

function priorAt(priors: Float64Array, documents: DocumentTable, row: number, priorOfTests: number): number {
  const prior = priors[row]!;
  return Number.isNaN(prior) ? (priors[row] = priorOf(documents, row, priorOfTests)) : prior;
}

function priorOf({ traits, paths, languages, fieldLengths }: DocumentTable, row: number, priorOfTests: number): number {
  const fileTraits = traits[row]!;
  let factor = 1;
  if (hasTrait(fileTraits, 'test')) factor *= priorOfTests;
  if (hasTrait(fileTraits, 'documentation')) factor *= hybridRanking.prose;
  if (hasTrait(fileTraits, 'data')) factor *= hybridRanking.data;
  else if (languages[row] === unknownText) factor *= hybridRanking.unknown;
  if (hasTrait(fileTraits, 'generated') || hasTrait(fileTraits, 'minified') || hasTrait(fileTraits, 'vendored'))
    factor *= hybridRanking.generated;
  if (hasTrait(fileTraits, 'example')) factor *= hybridRanking.example;
  const definitionTerms = fieldLengths[row * fieldCount + definitions]! + fieldLengths[row * fieldCount + symbols]!;
  if (definitionTerms < hybridRanking.gatheringTerms && reExportingFile.test(paths[row]!))
    factor *= hybridRanking.gathering;
  return factor;
}

/** The maximum of `filePrior`. */
export function greatestPrior(priorOfTests: number): number {
  const { prose, data, unknown, generated, example, gathering } = hybridRanking;
  return [priorOfTests, prose, data, unknown, generated, example, gathering].reduce(
    (product, one) => product * Math.max(1, one),
    1,
  );
}

/** Factor for a file with this many links into it. */
export function linkedFactor(links: number): number {
  return 1 + hybridRanking.linked * Math.log(1 + links);
}
