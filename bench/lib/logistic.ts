/** Logistic regression by Newton's method, with a small penalty on large weights. */

const penalty = 1e-3;
const steps = 40;

/** @param inputs one row of features for each answer @returns the weight of the constant, then those of the features */
export function fitLogistic(inputs: readonly (readonly number[])[], answers: readonly boolean[]): number[] {
  const rows = inputs.map((row) => [1, ...row]);
  const width = rows[0]!.length;
  const weights = Array.from({ length: width }, () => 0);
  for (let step = 0; step < steps; step++) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : penalty * weight));
    const curvature = weights.map((_, at) => weights.map((__, other) => (at === other ? penalty : 0)));
    for (const [index, row] of rows.entries()) {
      const sum = row.reduce((total, value, at) => total + value * weights[at]!, 0);
      const expected = 1 / (1 + Math.exp(-sum));
      const error = (expected - (answers[index]! ? 1 : 0)) / rows.length;
      const bend = (expected * (1 - expected)) / rows.length;
      for (let at = 0; at < width; at++) {
        gradient[at]! += error * row[at]!;
        for (let other = 0; other < width; other++) curvature[at]![other]! += bend * row[at]! * row[other]!;
      }
    }
    const change = solve(curvature, gradient);
    for (let at = 0; at < width; at++) weights[at]! -= change[at]!;
  }
  return weights;
}

/** Solves `matrix * x = right` by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  for (let at = 0; at < rows.length; at++) {
    let pivot = at;
    for (let row = at + 1; row < rows.length; row++)
      if (Math.abs(rows[row]![at]!) > Math.abs(rows[pivot]![at]!)) pivot = row;
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    for (let row = 0; row < rows.length; row++) {
      if (row === at) continue;
      const factor = rows[row]![at]! / rows[at]![at]!;
      for (let column = at; column <= rows.length; column++) rows[row]![column]! -= factor * rows[at]![column]!;
    }
  }
  return rows.map((row, at) => row[rows.length]! / row[at]!);
}
