/** Lua: rules for queries. */
import type { QuestionRules } from '../asked.ts';

export const ofLua: QuestionRules = {
  // `local function`.
  staysInFile: ({ name, qualified }) => qualified === name && !name.startsWith('_'),
};
