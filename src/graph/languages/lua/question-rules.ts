/** Lua: rules for queries. */
import type { QuestionRules } from '../asked.ts';

export const ofLua: QuestionRules = {
  // Metamethods.
  runsByItself: ({ name }) => name.startsWith('__'),
  // An unexported symbol at the top level is a `local function`.
  staysInFile: ({ name, qualified }) => qualified === name && !name.startsWith('_'),
};
