/** Elixir: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { hashBrace, hashComment, regionRules, written } from '../region-rules.ts';

export const ofElixir: QuestionRules = {
  regions: regionRules(
    [
      String.raw`#(?!\{)[^\n]*`,
      written.tripleDouble,
      written.tripleSingle,
      written.doubleQuoted,
      written.singleQuoted,
      // Atoms.
      String.raw`(?<![:\w]):[A-Za-z_]\w*[?!]?`,
    ],
    hashComment,
    hashBrace,
  ),
  hasNoBraces: true,
  // Unexported functions are `defp`. An unresolved site is a call on a value, so it never means a private function.
  staysInFile: ({ kind }) => kind === 'function' || kind === 'macro',
  namesWhatStays: () => false,
};
