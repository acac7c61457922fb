/** `explain-symbol`: what a symbol is, who uses it, what it uses. */
import { symbolArgument, type ProductPrompt } from './prompt.ts';

export const explainSymbol: ProductPrompt = {
  name: 'explain-symbol',
  title: 'Explain a symbol',
  description: 'Explains a function, class or type from its definition, its uses, its callers and what it calls.',
  arguments: [symbolArgument],
  async write({ symbol = '' }, calls) {
    const usage = await calls.ask('explain_usage', { symbol, limit: 8, max_chars: 4000 });
    const callers = await calls.askOrNull('get_callers', { symbol, max_chars: 1800 });
    const callees = await calls.askOrNull('get_callees', { symbol, max_chars: 1400 });
    return {
      task:
        `Explain ${symbol}: what it is for, how it works, what it takes and gives, who relies on it and for what, and what to mind ` +
        'when it is changed. Say which of it you read in the code and which you infer.',
      facts: [
        ['Definition and uses', usage],
        ...(callers === null ? [] : ([['Callers', callers]] as const)),
        ...(callees === null ? [] : ([['What it calls', callees]] as const)),
      ],
      next: [
        ['read_file', 'reads more of the code around the definition'],
        ['explain_usage', 'with a larger limit shows more uses, and the same for a symbol that it uses'],
        ['get_impact', 'shows everything that a change would reach, with the tests to run'],
      ],
    };
  },
};
