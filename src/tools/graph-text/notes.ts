/** Sentences that every graph answer may end with: how fresh it is, what is known by name only, where a walk stopped. */
import type { GraphState, Truncation } from '../../model/graph.ts';
import { largestMaxChars, oneLine } from '../budget.ts';
import { count } from './unresolved.ts';

export function stateNotes(state: GraphState): string[] {
  const { freshness, nameOnlyLanguages, unread } = state;
  const unsaid = freshness.state === 'indexing' ? 'The index is still being made; more may be found later.' : null;
  const note = freshness.note ?? unsaid;
  return [
    ...(note === null ? [] : [note]),
    ...(nameOnlyLanguages.length === 0
      ? []
      : [
          `Links in ${nameOnlyLanguages.join(', ')} are made by name only: of several definitions of a name the one in the same file is linked, or none.`,
        ]),
    ...(unread === null ? [] : [unread]),
  ];
}

/** Whether an answer with nothing in it says that there is nothing. */
export function knowsAll({ freshness, nameOnlyLanguages, unread }: GraphState): boolean {
  return freshness.state === 'fresh' && nameOnlyLanguages.length === 0 && unread === null;
}

/** Where the walk ended before everything was seen. */
export function truncationNotes({ reason, frontier }: Truncation, next: string): string[] {
  if (reason === null) return [];
  const limit = reason === 'time' ? 'its time' : 'the number of symbols that it may look at';
  return [`The walk ended at ${limit}; ${count(frontier, 'symbol')} that it reached were not followed. ${next}`];
}

/** What does not fit, and the call that shows more of it. */
export function cutNote(
  cut: number,
  total: number,
  rest: { what: string; maxChars: number; narrower: string },
): string[] {
  if (cut === 0) return [];
  const { what, maxChars, narrower } = rest;
  const more =
    maxChars < largestMaxChars
      ? `the same call with a larger max_chars (up to ${largestMaxChars}) shows more`
      : narrower;
  return [`${cut} of the ${total} ${what} do not fit into ${maxChars} characters: ${more}.`];
}

export function noteLines(notes: readonly string[]): string[] {
  return notes.length === 0 ? [] : ['', ...notes.map((note) => `note: ${oneLine(note)}`)];
}

/** As data: control characters shown, as in the text, and no note without an end. */
export function notesData(notes: readonly string[]): { notes?: string[] } {
  return notes.length === 0 ? {} : { notes: notes.map((note) => oneLine(note, 600)) };
}
