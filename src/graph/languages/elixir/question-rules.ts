/** Elixir: rules for queries. */
import type { QuestionRules } from '../asked.ts';

export const ofElixir: QuestionRules = {
  // `defp`. An unresolved site is a call on a value, which is never private.
  staysInFile: ({ kind }) => kind === 'function' || kind === 'macro',
  namesWhatStays: () => false,
};
