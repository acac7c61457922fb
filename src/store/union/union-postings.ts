/** Postings of several indexes as one. Each file's path also has the words of its repository's name, as in an index of all repositories in folders. */
import { QuestionTurns } from '../../util/turns/question.ts';
import { tagFields, type DocumentTable, type Postings } from '../store.ts';
import type { PlacedPart } from './union-parts.ts';
import type { UnionDocuments, UnionState } from './union-state.ts';

const width = tagFields.length;
const pathField = tagFields.indexOf('path');
/** A count in a posting is at most this. */
const mostCounted = 255;

/** The postings of one term in one part. */
interface Run {
  part: PlacedPart;
  /** Rows of the part. */
  rows: Uint32Array;
  counts: Uint8Array;
  /** How often the term is in the name of the part; 0 for not. */
  named: number;
  /** Number of files of the part. */
  files: number;
}

export async function unionPostings(
  parts: readonly PlacedPart[],
  state: UnionState,
  terms: readonly string[],
): Promise<{ documents: DocumentTable; postings: Postings[] }> {
  const found: { documents: DocumentTable; postings: Postings[] }[] = [];
  const turns = new QuestionTurns();
  for (const { store } of parts) {
    const turn = turns.take();
    if (turn !== null) await turn;
    found.push(await store.postings(terms));
  }
  const documents = state.documentsOf(
    parts,
    found.map((one) => one.documents),
  );
  const postings = terms.map((term, at): Postings => {
    const runs = parts.flatMap((part, slot): Run[] => {
      const { documents: own, postings: ofTerms } = found[slot]!;
      const { rows, counts } = ofTerms[at]!;
      const named = part.terms.counts.get(term) ?? 0;
      return rows.length === 0 && named === 0 ? [] : [{ part, rows, counts, named, files: own.count }];
    });
    return { term, ...joined(documents, runs) };
  });
  return { documents: documents.table, postings };
}

function joined({ starts }: UnionDocuments, runs: readonly Run[]): Pick<Postings, 'rows' | 'counts'> {
  const count = runs.reduce((sum, { rows, named, files }) => sum + (named > 0 ? files : rows.length), 0);
  const all = { rows: new Uint32Array(count), counts: new Uint8Array(count * width) };
  let at = 0;
  for (const run of runs) {
    const start = starts.get(run.part.slot)!;
    at += run.named > 0 ? addWithName(all, at, run, start) : addRun(all, at, run, start);
  }
  return all;
}

type Columns = Pick<Postings, 'rows' | 'counts'>;

/** Adds the postings of a part; returns how many. */
function addRun(all: Columns, at: number, { rows, counts }: Run, start: number): number {
  for (let own = 0; own < rows.length; own++) all.rows[at + own] = start + rows[own]!;
  all.counts.set(counts.subarray(0, rows.length * width), at * width);
  return rows.length;
}

/** As `addRun`, where the part's name has the term: all its files have it in their paths. */
function addWithName(all: Columns, at: number, { rows, counts, named, files }: Run, start: number): number {
  for (let row = 0; row < files; row++) {
    all.rows[at + row] = start + row;
    all.counts[(at + row) * width + pathField] = named;
  }
  for (let own = 0; own < rows.length; own++) {
    const to = (at + rows[own]!) * width;
    all.counts.set(counts.subarray(own * width, (own + 1) * width), to);
    all.counts[to + pathField] = Math.min(mostCounted, counts[own * width + pathField]! + named);
  }
  return files;
}
