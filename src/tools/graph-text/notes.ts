/** Notes that every graph answer may end with: how fresh the index is, which links are by name only, where a walk stopped. */
import type { GraphState, Truncation } from '../../model/graph.ts';
import { largestMaxChars, oneLine } from '../budget.ts';
import type { Wording } from '../wording.ts';
import { count } from './unresolved.ts';

export function stateNotes(state: GraphState): string[] {
  const { freshness, nameOnlyLanguages, unread, cells } = state;
  const unfinished = freshness.state === 'indexing' ? 'The index is not complete yet; more may be found later.' : null;
  const note = freshness.note ?? unfinished;
  return [
    ...(note === null ? [] : [note]),
    ...(nameOnlyLanguages.length === 0
      ? []
      : [
          `Links in ${nameOnlyLanguages.join(', ')} are made by name only: of several definitions of a name the one in the same file is linked, or none.`,
        ]),
    ...(unread === null ? [] : [unread]),
    ...(cells === undefined ? [] : [cells]),
  ];
}

/** Whether an empty answer proves that there is nothing. */
export function knowsAll({ freshness, nameOnlyLanguages, unread }: GraphState): boolean {
  return freshness.state === 'fresh' && nameOnlyLanguages.length === 0 && unread === null;
}

/** Where a walk stopped before it had followed everything. @param next what to ask instead */
export function truncationNotes({ reason, frontier }: Truncation, next: string): string[] {
  if (reason === null) return [];
  const limit = reason === 'time' ? 'time' : 'number of symbols';
  return [
    `The walk stopped at its limit (${limit}); ${count(frontier, 'symbol')} it reached were not followed. ${next}`,
  ];
}

/** How much does not fit, and how to see more of it. */
export function cutNote(
  cut: number,
  total: number,
  rest: { what: string; maxChars: number; narrower: string; say: Wording },
): string[] {
  if (cut === 0) return [];
  const { what, maxChars, narrower, say } = rest;
  const more =
    maxChars < largestMaxChars ? `a larger ${say.option('max_chars')} (up to ${largestMaxChars}) shows more` : narrower;
  return [`${cut} of the ${total} ${what} do not fit into ${maxChars} characters: ${more}.`];
}

export function noteLines(notes: readonly string[]): string[] {
  return notes.length === 0 ? [] : ['', ...notes.map((note) => `note: ${oneLine(note)}`)];
}

/** Notes as data: control characters are shown as in the text, and long notes are cut. */
export function notesData(notes: readonly string[]): { notes?: string[] } {
  return notes.length === 0 ? {} : { notes: notes.map((note) => oneLine(note, 600)) };
}
