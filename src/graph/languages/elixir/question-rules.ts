/** Elixir in questions. */
import type { QuestionRules } from '../asked.ts';

export const ofElixir: QuestionRules = {
  // `defp`. What is unresolved is a call on a value, which is none of what is private.
  staysInFile: ({ kind }) => kind === 'function' || kind === 'macro',
  namesWhatStays: () => false,
};
