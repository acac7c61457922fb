/** `palette`: what a few typed letters may mean. Asked at every key, so that it reads names and paths alone. */
import type { Engine } from '../engine/types.ts';
import type { PaletteAnswer, Questions } from './contract.ts';
import { listed, symbolRef, type Question } from './question.ts';

const mostSymbols = 30;
const mostFiles = 20;

async function answer(engine: Engine, { q }: { q: string }): Promise<PaletteAnswer> {
  const typed = q.trim();
  // Names have no blanks: words are for the search.
  const isName = typed !== '' && !/\s/.test(typed);
  const none = { total: 0, shown: [] };
  // A page asks for nothing when it opens, so that the tables of names and paths are in memory at the first letter.
  if (typed === '')
    await Promise.all([engine.graph.likeNamed('', mostSymbols), engine.completion.paths('', mostFiles)]);
  if (!isName) return { symbols: none, files: none };
  const [symbols, files] = await Promise.all([
    /[/]/.test(typed) ? { total: 0, symbols: [], isCorrected: false } : engine.graph.likeNamed(typed, mostSymbols),
    engine.completion.paths(typed, mostFiles),
  ]);
  return {
    symbols: listed(symbols.symbols.map(symbolRef), { cap: mostSymbols, budget: 30_000, total: symbols.total }),
    ...(symbols.isCorrected ? { isCorrected: true } : {}),
    files: listed(files.values, { cap: mostFiles, total: files.total }),
  };
}

export const paletteQuestion: Question<Questions['palette']> = {
  read: (given) => ({ q: given.optionalText('q') ?? '' }),
  answer,
};
