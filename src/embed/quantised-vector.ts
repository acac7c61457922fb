/** Vectors as the index keeps them: a byte a value and one scale. */

/** `value = vector[i] * scale`, within half a scale. */
export interface QuantisedVector {
  vector: Int8Array;
  scale: number;
}

/** The largest value becomes 127 or -127. */
export function quantiseVector(values: Float32Array): QuantisedVector {
  const { length } = values;
  let largest = 0;
  for (let i = 0; i < length; i++) {
    const size = Math.abs(values[i]!);
    if (size > largest) largest = size;
  }
  const factor = largest === 0 ? 0 : 127 / largest;
  const vector = new Int8Array(length);
  for (let i = 0; i < length; i++) vector[i] = Math.round(values[i]! * factor);
  return { vector, scale: Math.fround(largest / 127) };
}
