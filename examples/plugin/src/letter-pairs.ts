/** An embedder without a model: texts that have the same pairs of letters are near each other. */
import type { PluginEmbedder } from 'code-scout-mcp';

const dimensions = 256;

function vectorOf(text: string): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  const letters = text.toLowerCase().replaceAll(/[^a-z]+/g, ' ');
  for (let at = 0; at + 1 < letters.length; at++) {
    const place = (letters.charCodeAt(at) * 31 + letters.charCodeAt(at + 1)) % dimensions;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}

export const letterPairs: PluginEmbedder = {
  name: 'letter-pairs',
  dimensions,
  embed: (texts) => Promise.resolve(texts.map(vectorOf)),
};
