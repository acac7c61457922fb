/**
 * What a ranking takes from all files together: how many there are, how long their fields are, and in how many of them a term is. A ranking may look at some
 * of the files only; with these figures of all of them it scores them as a ranking of all would.
 */
import { tagFields, type DocumentTable, type Postings } from '../store/store.ts';

const fieldCount = tagFields.length;
/** Fields before this one contain names, the others contain text. */
export const firstTextField = tagFields.indexOf('docstrings');

export interface CorpusFigures {
  files: number;
  /** Sum of the lengths of each field over all files, in the order of `tagFields`. */
  fieldSums: readonly number[];
  /** Ids of the languages of the files, sorted. */
  languages: readonly string[];
}

export interface TermFigures {
  /** Number of files that have the term. */
  fileCount: number;
  /** Whether any file has it in a name. */
  isNamed: boolean;
}

/** The figures of documents, computed once per table; valid until the index is written. */
const figuresOf = new WeakMap<DocumentTable, CorpusFigures>();

export function corpusOf(documents: DocumentTable): CorpusFigures {
  let figures = figuresOf.get(documents);
  if (figures === undefined) {
    const { fieldLengths, count, languages } = documents;
    const sums = new Float64Array(fieldCount);
    for (let from = 0; from < fieldLengths.length; from += fieldCount)
      for (let field = 0; field < fieldCount; field++) sums[field]! += fieldLengths[from + field]!;
    figures = { files: count, fieldSums: [...sums], languages: [...new Set(languages)].sort() };
    figuresOf.set(documents, figures);
  }
  return figures;
}

/** The average length of each field, at least 1. */
export function averageLengths({ files, fieldSums }: CorpusFigures): Float64Array {
  return Float64Array.from(fieldSums, (sum) => Math.max(1, sum / Math.max(1, files)));
}

/** Whether any file has the term of these postings in a name. */
export function isNamedIn(counts: Postings['counts']): boolean {
  for (let from = 0; from < counts.length; from += fieldCount)
    for (let field = 0; field < firstTextField; field++) if (counts[from + field] !== 0) return true;
  return false;
}

/** The figures of several corpora that have no file in common. */
export function joinedFigures(all: readonly CorpusFigures[]): CorpusFigures {
  const sums = new Float64Array(fieldCount);
  for (const { fieldSums } of all) for (const [field, sum] of fieldSums.entries()) sums[field]! += sum;
  return {
    files: all.reduce((sum, { files }) => sum + files, 0),
    fieldSums: [...sums],
    languages: [...new Set(all.flatMap(({ languages }) => languages))].sort(),
  };
}

/** As `joinedFigures`, of the same terms in each. */
export function joinedTerms(all: readonly (readonly TermFigures[])[]): TermFigures[] {
  return (all[0] ?? []).map((_, at) => ({
    fileCount: all.reduce((sum, terms) => sum + terms[at]!.fileCount, 0),
    isNamed: all.some((terms) => terms[at]!.isNamed),
  }));
}
