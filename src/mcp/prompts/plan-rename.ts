/** `plan-rename`: every place that a rename has to change. */
import { AppError } from '../../model/error.ts';
import { symbolArgument, type ProductPrompt } from './prompt.ts';

function checkName(name: string): void {
  if (/^[\p{L}_$][\p{L}\p{N}_$]*[?!]?$/u.test(name)) return;
  throw new AppError('ValidationError', `new_name is not a name: ${JSON.stringify(name.slice(0, 100))}`, {
    hint: 'Give one identifier, as in loadConfig.',
    details: { field: 'new_name', expected: 'an identifier', received: name.slice(0, 100) },
  });
}

export const planRename: ProductPrompt = {
  name: 'plan-rename',
  title: 'Plan a rename',
  description:
    'Plans the rename of a symbol: where it is defined, linked and mentioned, and whether the new name is free.',
  arguments: [
    symbolArgument,
    { name: 'new_name', description: 'The new name, as in loadConfig', required: true, completes: null },
  ],
  async write({ symbol = '', new_name: newName = '' }, calls) {
    checkName(newName);
    const definition = await calls.ask('explain_usage', { symbol, limit: 1, max_chars: 1800 });
    const links = await calls.ask('get_neighbors', { symbol, direction: 'in', max_chars: 3000 });
    const name = symbol.split(/[#./]/).at(-1) ?? symbol;
    const mentions = { query: name, regex: false, whole_word: true, case_sensitive: true, files_only: true };
    const texts = await calls.askOrNull('search_code', { ...mentions, max_chars: 1500 });
    const taken = await calls.askOrNull('search', { pattern: newName, max_chars: 1000 });
    return {
      task:
        `Plan the rename of ${symbol} to ${newName}. List every place to change by file and line, in the order of the changes; in ` +
        'three groups: what the links below prove, what only mentions the name (comments, strings, documentation, configuration) and needs a ' +
        `decision, and what must stay. Say whether ${newName} clashes with something, whether the symbol is part of a public interface, and which tests to run.`,
      facts: [
        ['Definition', definition],
        ['Where it is used, by links', links],
        [`Files that mention ${name} as a word`, texts ?? 'None.'],
        [`Symbols that are named ${newName} already`, taken ?? 'None.'],
      ],
      next: [
        ['search_code', `with whole_word: true shows each line that mentions ${name}`],
        ['get_impact', 'shows the tests that reach it'],
        ['get_callers', 'shows how certain it is that no caller is missing'],
      ],
    };
  },
};
