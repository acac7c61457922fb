/** Elixir: rules for queries. */
import type { QuestionRules } from '../asked.ts';

export const ofElixir: QuestionRules = {
  // Unexported functions are `defp`. An unresolved site is a call on a value, so it never means a private function.
  staysInFile: ({ kind }) => kind === 'function' || kind === 'macro',
  namesWhatStays: () => false,
};
