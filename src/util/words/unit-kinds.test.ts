import { describe, expect, it } from 'vitest';
import { kindByExpressions, kindOf } from './unit-kinds.ts';

describe('kinds of UTF-16 units', () => {
  it('agree with Unicode, whether they are in the table or not', () => {
    const others = Array.from({ length: 1 << 16 }, (_, unit) => unit).filter(
      (unit) => kindOf(unit) !== kindByExpressions(unit),
    );
    expect(others.map((unit) => unit.toString(16))).toEqual([]);
  });
});
