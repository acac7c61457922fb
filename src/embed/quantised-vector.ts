/** Vectors as the index keeps them: a byte a value and one scale. */

/** `value = vector[i] * scale`, within half a scale. */
export interface QuantisedVector {
  vector: Int8Array;
  scale: number;
}

/** Vectors one behind the other. */
export interface QuantisedVectors {
  values: Int8Array;
  /** One a vector. */
  scales: Float32Array;
}

/** Zeros. */
export function emptyVectors(count: number, dimensions: number): QuantisedVectors {
  return { values: new Int8Array(count * dimensions), scales: new Float32Array(count) };
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

/** Throws a `RangeError` where one has other dimensions. */
export function quantiseVectors(vectors: readonly Float32Array[], dimensions: number): QuantisedVectors {
  const quantised = emptyVectors(vectors.length, dimensions);
  for (const [index, values] of vectors.entries()) {
    if (values.length !== dimensions) throw new RangeError(`${values.length} dimensions among ${dimensions}`);
    const { vector, scale } = quantiseVector(values);
    quantised.values.set(vector, index * dimensions);
    quantised.scales[index] = scale;
  }
  return quantised;
}
