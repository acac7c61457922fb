/** Lua: rules for queries. */
import type { QuestionRules } from '../asked.ts';
import { regionRules, written } from '../region-rules.ts';

export const ofLua: QuestionRules = {
  regions: regionRules(
    [
      String.raw`--\[(=*)\[[\s\S]*?\]\1\]`,
      '--[^\\n]*',
      String.raw`\[(=*)\[[\s\S]*?\]\2\]`,
      written.doubleQuoted,
      written.singleQuoted,
    ],
    /^--/,
  ),
  hasNoBraces: true,
  // Metamethods.
  runsByItself: ({ name }) => name.startsWith('__'),
  // An unexported symbol at the top level is a `local function`.
  staysInFile: ({ name, qualified }) => qualified === name && !name.startsWith('_'),
};
