/** Reduces a trained table to the dimensions and the precision of the shipped file. */
import { quantizeRows } from '../../src/embed/static/static-weights.ts';
import type { Table } from './evaluate.ts';
import { principalComponents, project } from './principal-components.ts';
import { pairCount, type TrainingSet } from './training-set.ts';

/** The number of vectors from which the directions are computed. */
const sample = 20_000;

/** Vectors of passages and queries from the whole set. */
function sampleVectors(set: TrainingSet, { dimensions, values }: Table): Float32Array[] {
  const sides = 2 * pairCount(set);
  const count = Math.min(sample, sides);
  return Array.from({ length: count }, (_, i) => {
    const side = Math.floor((i * sides) / count);
    const vector = new Float32Array(dimensions);
    for (let at = set.starts[side]!; at < set.starts[side + 1]!; at++) {
      const weight = 1 + Math.log(set.counts[at]!);
      const row = set.rows[at]! * dimensions;
      for (let k = 0; k < dimensions; k++) vector[k]! += weight * values[row + k]!;
    }
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  });
}

/**
 * @returns the table with fewer dimensions and the share of the vectors' squared lengths that remains; the same table
 * when it does not have more dimensions
 */
export function reduceTable(table: Table, set: TrainingSet, dimensions: number): { table: Table; kept: number } {
  if (table.dimensions <= dimensions) return { table, kept: 1 };
  const { projection, kept } = principalComponents(sampleVectors(set, table), table.dimensions, dimensions);
  return { table: { dimensions, values: project(table.values, table.dimensions, dimensions, projection) }, kept };
}

/** The table after a conversion to bytes and scales and back. */
export function roundedTable({ dimensions, values }: Table): Table {
  const { scales, values: bytes } = quantizeRows(values, dimensions);
  return { dimensions, values: Float32Array.from(bytes, (byte, i) => byte * scales[Math.floor(i / dimensions)]!) };
}
