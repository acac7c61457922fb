/** A model of a few words for tests: words of the same meaning are near, and two models with different seeds yield different vectors. */
import { writeFileSync } from 'node:fs';
import { encodeWeights, quantizeRows } from '../static-weights.ts';

/** Words of the same list have the same meaning. */
const meanings = [
  ['retry', 'again', 'attempt', 'backoff'],
  ['parse', 'read', 'syntax', 'token'],
  ['draw', 'paint', 'colour', 'canvas'],
];
const dimensions = 16;

/** Writes the model's weights and returns their path. */
export function writeSmallModel(path: string, seed: number): string {
  const words = meanings.flat();
  const buckets = 8;
  const values = new Float32Array((words.length + buckets) * dimensions);
  for (const [row, word] of words.entries()) {
    const meaning = meanings.findIndex((list) => list.includes(word));
    values[row * dimensions + meaning] = 1;
    values[row * dimensions + 8 + (row % 8)] = 0.1 * seed;
  }
  // All other words have almost no weight.
  for (let i = words.length * dimensions; i < values.length; i++) values[i] = Math.sin(i) * 0.01;
  writeFileSync(path, encodeWeights({ dimensions, words, buckets, ...quantizeRows(values, dimensions) }));
  return path;
}
