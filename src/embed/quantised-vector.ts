/** Vectors as the index keeps them: a byte a value and one scale. */

/** `value = vector[i] * scale`, within half a scale. */
export interface QuantisedVector {
  vector: Int8Array;
  scale: number;
}

/** The largest value becomes 127 or -127. */
export function quantiseVector(values: Float32Array): QuantisedVector {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  const factor = largest === 0 ? 0 : 127 / largest;
  return { vector: Int8Array.from(values, (value) => Math.round(value * factor)), scale: Math.fround(largest / 127) };
}
