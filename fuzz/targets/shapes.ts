/**
 * For each language with a parser 200 kB of one part, again and again: brackets and quotes that nobody closes, nested calls, a long chain, many operators.
 * Such texts cost parsers, queries and our own walks more than their length says. The contract: a file takes no longer than twice what the product lets a
 * parser and its query take, which is 5 seconds here.
 */
import { languages } from '../../src/languages/registry.ts';
import { limits, type Input, type Target } from '../lib/target.ts';
import { inputOf, largeFiles } from './sizes.ts';

const length = 200_000;

const parts = ['.b', ' + a', '" ', "' a ", '` ', '(', '{', '[', 'a<', 'f(', 'if (a) ', '/* ', '#{', '${'];

/** Part by part, so that the first inputs are of many languages. */
function seeds(): Input[] {
  const endings = languages
    .filter(({ parser, isLinked }) => parser !== 'text' || isLinked)
    .flatMap(({ extensions }) => extensions.slice(0, 1));
  return parts.flatMap((part) => endings.map((ending) => inputOf(`a${ending}`, length, part)));
}

export const shapes: Target = { ...largeFiles, seeds: () => Promise.resolve(seeds()), limits };
