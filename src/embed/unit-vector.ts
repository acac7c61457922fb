/** What all providers do with a model's input and output. */

/** The first `dimensions` values scaled to length 1; zeros stay zeros. */
export function unitVector(values: ArrayLike<number>, dimensions: number): Float32Array {
  let largest = 0;
  for (let i = 0; i < dimensions; i++) largest = Math.max(largest, Math.abs(values[i]!));
  const vector = new Float32Array(dimensions);
  if (largest === 0) return vector;
  let squares = 0;
  // Divide by the largest value first: squares of values near the ends of the range would overflow or vanish.
  for (let i = 0; i < dimensions; i++) squares += (values[i]! / largest) ** 2;
  const length = Math.sqrt(squares);
  for (let i = 0; i < dimensions; i++) vector[i] = values[i]! / largest / length;
  return vector;
}

/** Maximum number of UTF-16 units of a text for a model: more than any model of code reads (8,192 tokens, mostly of 3 to 4). */
const maxText = 32_768;

/** A text as input of a model: with its prefix, without lone surrogates, and cut to what any model reads. */
export function modelInput(prefix: string, text: string): string {
  return (prefix + text.slice(0, maxText)).toWellFormed();
}
