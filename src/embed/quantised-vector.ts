/** Vectors as the index stores them: one byte per value and one scale. */

/** `value = vector[i] * scale`, within half a scale. */
export interface QuantisedVector {
  vector: Int8Array;
  scale: number;
}

/** Vectors, concatenated. */
export interface QuantisedVectors {
  values: Int8Array;
  /** One per vector. */
  scales: Float32Array;
}

/** Vectors of zeros. */
export function emptyVectors(count: number, dimensions: number): QuantisedVectors {
  return { values: new Int8Array(count * dimensions), scales: new Float32Array(count) };
}

/** Writes values as vector `index` of `vectors`: the largest value becomes 127 or -127. */
export function quantiseInto({ values, scales }: QuantisedVectors, index: number, vector: Float32Array): void {
  const { length } = vector;
  let largest = 0;
  for (let i = 0; i < length; i++) {
    const size = Math.abs(vector[i]!);
    if (size > largest) largest = size;
  }
  const factor = largest === 0 ? 0 : 127 / largest;
  const from = index * length;
  for (let i = 0; i < length; i++) values[from + i] = Math.round(vector[i]! * factor);
  scales[index] = largest / 127;
}

export function quantiseVector(vector: Float32Array): QuantisedVector {
  const vectors = emptyVectors(1, vector.length);
  quantiseInto(vectors, 0, vector);
  return { vector: vectors.values, scale: vectors.scales[0]! };
}

/** Throws a `RangeError` where a vector has another number of dimensions. */
export function quantiseVectors(vectors: readonly Float32Array[], dimensions: number): QuantisedVectors {
  const quantised = emptyVectors(vectors.length, dimensions);
  for (const [index, values] of vectors.entries()) {
    if (values.length !== dimensions) throw new RangeError(`${values.length} dimensions among ${dimensions}`);
    quantiseInto(quantised, index, values);
  }
  return quantised;
}
