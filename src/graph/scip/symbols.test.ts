import { describe, expect, it } from 'vitest';
import type { DefinitionKind } from '../../model/definition.ts';
import { lastDescriptor, packageOf, symbolName } from './symbols.ts';
import { growthExponent, linear, repeated } from '../../util/testing/growth.ts';

const kinds = new Map<string, DefinitionKind>([
  ['Class', 'class'],
  ['outer', 'function'],
  ['Space', 'module'],
  ['Space.Inner', 'interface'],
]);

describe('names of symbols', () => {
  it.each([
    ['src/file.ts', 'method', 'Class', 'method', 'code-scout . . . src/`file.ts`/Class#method().'],
    ['a.go', 'run', null, 'function', 'code-scout . . . `a.go`/run().'],
    ['a b/`c`.py', 'x', 'outer', 'variable', 'code-scout . . . `a b`/```c``.py`/outer().x.'],
    ['m.ts', 'of', 'Space.Inner', 'property', 'code-scout . . . `m.ts`/Space/Inner#of.'],
    ['m.rs', 'say', 'Display for T', 'macro', 'code-scout . . . `m.rs`/`Display for T`#say!'],
    ['m.ts', '__proto__', null, 'typeAlias', 'code-scout . . . `m.ts`/__proto__#'],
    ['m.ts', '', null, 'variable', 'code-scout . . . `m.ts`/`<empty>`.'],
  ] as const)('%s %s in %s', (path, name, container, kind, expected) => {
    expect(symbolName(path, { name, container, kind }, (qualified) => kinds.get(qualified))).toBe(expected);
  });

  it.each([
    ['scip-typescript npm a 1.0 src/`b.ts`/Class#', 'Class', true],
    ['scip-typescript npm a 1.0 src/`b.ts`/Class#run(+2).', 'run', false],
    ['scip-java maven a 1.0 com/A#`<init>`().', '<init>', false],
    ['rust-analyzer cargo a 1.0 m/print!', 'print', false],
    ['s . . . f().[T]', 'T', true],
    ['s . . . f().(x)', 'x', false],
    ['s . . . `a``b`.', 'a`b', false],
  ])('%s ends in %s', (symbol, name, isType) => {
    expect(lastDescriptor(symbol)).toEqual({ name, isType });
  });

  it.each(['a', '`'])('are read in time linear in their length, for many %s', async (piece) => {
    const make = (length: number): string =>
      repeated(`s . . . ${piece.repeat(length + 1)}${piece === 'a' ? ' ' : ''}`, 1);
    expect(await growthExponent([20_000, 320_000], make, lastDescriptor)).toBeLessThan(linear);
  });

  it.each([
    ['scip-typescript npm @trpc/server 11.0 src/`a.ts`/b.', '@trpc/server'],
    ['scip-go gomod example.com/a  b v1 c().', 'example.com/a b'],
    ['s . . . a.', ''],
    ['local 3', ''],
  ])('%s is of %s', (symbol, name) => {
    expect(packageOf(symbol)).toBe(name);
  });
});
