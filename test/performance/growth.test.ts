import { describe, expect, it } from 'vitest';
import { copyWord, readNames, withSuffix } from '../../bench/growth/growth-names.ts';
import {
  fittedExponent,
  judgeLinear,
  judgeLogarithmic,
  judgeTail,
  type GrowthPoint,
} from '../../bench/growth/growth-fit.ts';

const steps = [1, 4, 16, 64];
const costs = (of: (times: number) => number): GrowthPoint[] => steps.map((times) => ({ times, cost: of(times) }));

describe('the fitted exponent', () => {
  it.each([
    ['a line', (n: number) => 3 * n, 1],
    ['a square', (n: number) => n * n, 2],
    ['a root', (n: number) => 5 * Math.sqrt(n), 0.5],
    ['nothing more', () => 7, 0],
  ])('of %s', (_, of, exponent) => {
    expect(fittedExponent(costs(of))).toBeCloseTo(exponent, 6);
  });

  it('leaves out values that are not positive, and is not given for one point', () => {
    const points = [{ times: 1, cost: -1 }, ...costs((n) => n).slice(1)];
    expect(fittedExponent(points)).toBeCloseTo(1, 6);
    expect(fittedExponent(points.slice(0, 2))).toBeNull();
  });
});

describe('at most linear', () => {
  it.each([
    ['linear growth above a fixed part', (n: number) => 2 + n, true],
    ['linear growth whose first step is cheaper by a twentieth', (n: number) => 2 + (n === 1 ? 0.95 : n), true],
    ['the work times its logarithm', (n: number) => 2 + n * (1 + Math.log2(n)), false],
    ['a square', (n: number) => 2 + 0.01 * n * n, false],
    ['an expensive first step, and then steeper than linear', (n: number) => 2 + (n === 1 ? 3 : n ** 1.2), false],
    ['a root', (n: number) => 2 + Math.sqrt(n), true],
    ['the fixed part alone', (n: number) => 2 + n / 1000, true],
    // Only the last two steps differ enough from the fixed part.
    ['quadratic growth that is small at first', (n: number) => 2 + 0.002 * n * n, false],
  ])('%s', (_, of, isMet) => {
    expect(judgeLinear(costs(of), 2)).toMatchObject({ isMet });
  });

  it('says from which step on it judges', () => {
    expect(
      judgeLinear(
        costs((n) => 2 + n / 8),
        2,
      ).because,
    ).toContain('for 16 times the work (4 to 64)');
  });
});

describe('at most logarithmic', () => {
  it.each([
    ['a logarithm', (n: number) => 1 + Math.log2(n), true],
    ['a steep logarithm', (n: number) => 1 + 1.5 * Math.log2(n), false],
    ['nothing more', () => 3, true],
    ['less', (n: number) => 3 - Math.log2(n) / 10, true],
    ['a line', (n: number) => n, false],
    ['linear growth that a large fixed part hides below 1 + log2', (n: number) => 10 + n / 3, false],
    ['a rise that is less than noise', (n: number) => 10 + n / 30, true],
    ['memory that fills', (n: number) => 2 - 1 / n, true],
  ])('%s', (_, of, isMet) => {
    expect(judgeLogarithmic(costs(of))).toMatchObject({ isMet });
  });

  it('judges two steps by their ratio alone', () => {
    const two = (last: number): GrowthPoint[] => [
      { times: 1, cost: 2 },
      { times: 8, cost: last },
    ];
    expect([judgeLogarithmic(two(8)), judgeLogarithmic(two(8.1))].map(({ isMet }) => isMet)).toEqual([true, false]);
    expect([judgeTail(two(8)), judgeTail(two(8.1))].map(({ isMet }) => isMet)).toEqual([true, false]);
  });
});

const source = `import { other } from './other.ts';
export interface Shape { area: number }
export function area({ area }: Shape, [first = other] = [], shape?: Shape): number { return first; }
const { left, right: [kept] } = area as any;
export { left as renamed };
export * as all from './area';
class Hidden { area = () => 'area' } // area
export default function () {}
`;

describe('the names of a copied file', () => {
  const names = readNames('a.ts', source)!;
  const renamed = (own: ReadonlySet<string>): string =>
    withSuffix(
      source,
      names.names.filter(({ name }) => own.has(name)).map(({ end }) => end),
      'X',
    );

  it('are those that are declared or exported at the top level', () => {
    expect([...names.declared].sort()).toEqual(['Hidden', 'Shape', 'all', 'area', 'kept', 'left', 'renamed']);
    expect([...names.functions]).toEqual(['area']);
  });

  it('are renamed everywhere except in strings, comments and paths', () => {
    expect(renamed(new Set(['area', 'Shape']))).toBe(`import { other } from './other.ts';
export interface ShapeX { areaX: number }
export function areaX({ areaX }: ShapeX, [first = other] = [], shape?: ShapeX): number { return first; }
const { left, right: [kept] } = areaX as any;
export { left as renamed };
export * as all from './area';
class Hidden { areaX = () => 'area' } // area
export default function () {}
`);
  });

  it('are not collected from a file with syntax errors, or in other languages', () => {
    expect(readNames('a.ts', 'export function (')).toBeNull();
    expect(readNames('a.py', 'def area(): pass')).toBeNull();
  });

  it('end in a word that no other copy has', () => {
    const words = Array.from({ length: 5000 }, (_, copy) => copyWord(copy));
    expect(new Set(words).size).toBe(words.length);
    expect(words.every((word) => /^[A-Z][a-z]{4,}$/.test(word))).toBe(true);
  });
});
