/** Weights of a small model, the same each time. */
import { quantizeRows, type StaticWeights } from '../static-weights.ts';

export const dimensions = 16;
export const words = ['retry', 'count', '重试', 'größe'];
const buckets = 3;

/** Numbers of different magnitudes. */
export function exampleValues(): Float32Array {
  const size = (words.length + buckets) * dimensions;
  return Float32Array.from({ length: size }, (_, i) => Math.sin(i * 1.7) * 10 ** (Math.floor(i / dimensions) - 3));
}

export function exampleWeights(): StaticWeights {
  return { dimensions, words, buckets, ...quantizeRows(exampleValues(), dimensions) };
}
