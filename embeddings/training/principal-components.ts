/** Reduces the dimensions of a table to the directions in which the vectors of real texts vary most. */

export interface Reduction {
  /** `from` × `to` numbers in row-major order: a row vector times this matrix has `to` dimensions. */
  projection: Float64Array;
  /** The share of the vectors' squared lengths that remains. */
  kept: number;
}

const maxSweeps = 30;

/** Eigenvalues and eigenvectors (columns) of a symmetric matrix by Jacobi's rotations. Overwrites `matrix`. */
export function symmetricEigen(matrix: Float64Array, size: number): { values: Float64Array; vectors: Float64Array } {
  const vectors = new Float64Array(size * size);
  for (let i = 0; i < size; i++) vectors[i * size + i] = 1;
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    let off = 0;
    let all = 0;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        const square = matrix[i * size + j]! ** 2;
        all += square;
        if (i !== j) off += square;
      }
    }
    if (off <= all * 1e-18) break;
    for (let p = 0; p < size - 1; p++) for (let q = p + 1; q < size; q++) rotate(matrix, vectors, size, [p, q]);
  }
  return { values: Float64Array.from({ length: size }, (_, i) => matrix[i * size + i]!), vectors };
}

function rotate(a: Float64Array, vectors: Float64Array, size: number, [p, q]: readonly [number, number]): void {
  const apq = a[p * size + q]!;
  if (apq === 0) return;
  const theta = (a[q * size + q]! - a[p * size + p]!) / (2 * apq);
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < size; k++) {
    const [x, y] = [a[k * size + p]!, a[k * size + q]!];
    a[k * size + p] = c * x - s * y;
    a[k * size + q] = s * x + c * y;
  }
  for (let k = 0; k < size; k++) {
    const [x, y] = [a[p * size + k]!, a[q * size + k]!];
    a[p * size + k] = c * x - s * y;
    a[q * size + k] = s * x + c * y;
    const [v, w] = [vectors[k * size + p]!, vectors[k * size + q]!];
    vectors[k * size + p] = c * v - s * w;
    vectors[k * size + q] = s * v + c * w;
  }
}

/** The `to` main directions of vectors of `from` dimensions, about the origin, because cosines must be preserved. */
export function principalComponents(vectors: readonly Float32Array[], from: number, to: number): Reduction {
  const products = new Float64Array(from * from);
  for (const vector of vectors) {
    for (let i = 0; i < from; i++) {
      const factor = vector[i]!;
      for (let j = i; j < from; j++) products[i * from + j]! += factor * vector[j]!;
    }
  }
  for (let i = 0; i < from; i++) for (let j = 0; j < i; j++) products[i * from + j] = products[j * from + i]!;
  const eigen = symmetricEigen(products, from);
  const order = [...eigen.values.keys()].toSorted((a, b) => eigen.values[b]! - eigen.values[a]! || a - b).slice(0, to);
  const projection = new Float64Array(from * to);
  for (const [column, direction] of order.entries()) {
    for (let row = 0; row < from; row++) projection[row * to + column] = eigen.vectors[row * from + direction]!;
  }
  const total = eigen.values.reduce((sum, value) => sum + value, 0);
  return { projection, kept: order.reduce((sum, direction) => sum + eigen.values[direction]!, 0) / total };
}

/** The table in the new dimensions. */
export function project(table: Float32Array, from: number, to: number, projection: Float64Array): Float32Array {
  const rows = table.length / from;
  const result = new Float32Array(rows * to);
  const sums = new Float64Array(to);
  for (let row = 0; row < rows; row++) {
    sums.fill(0);
    for (let k = 0; k < from; k++) {
      const value = table[row * from + k]!;
      for (let column = 0; column < to; column++) sums[column]! += value * projection[k * to + column]!;
    }
    result.set(sums, row * to);
  }
  return result;
}
