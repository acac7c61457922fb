import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chunkId,
  chunkOutlineAt,
  chunkOutlines,
  chunkPathKey,
  maxChunkKey,
  parseChunkId,
  type ChunkSpan,
  type OutlinedDefinition,
} from './chunk.ts';

describe('ids', () => {
  it('encode the path and the text of the chunk', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: maxChunkKey }), (path, key) => {
        const id = chunkId(path, key);
        expect(id).toMatch(/^chunk_[0-9a-hjkmnp-tv-z]{14}$/);
        expect(parseChunkId(id)).toEqual({ pathKey: chunkPathKey(path), key });
        expect(parseChunkId(` ${id.toUpperCase()}\n`)).toEqual({ pathKey: chunkPathKey(path), key });
      }),
    );
    expect(parseChunkId(chunkId('a', maxChunkKey))?.key).toBe(2 ** 40 - 1);
  });

  it('never change, because agents keep them in notes', () => {
    expect(chunkId('src/a.ts', 1)).toBe('chunk_zgtz0g00000001');
    expect([chunkPathKey(''), chunkPathKey('src/a.ts'), chunkPathKey('ä.ts')]).toMatchInlineSnapshot(`
      [
        18652615,
        1057848336,
        1067024108,
      ]
    `);
    fc.assert(fc.property(fc.string(), (path) => chunkPathKey(path) >>> 30 === 0));
  });

  it.each([
    '',
    'chunk_',
    'chunk_0123456789abc',
    'chunk_0123456789abcde',
    'chunk_0123456789abci',
    'chunk_0123456789abcu',
    'xchunk_0123456789abcd',
    'chunk_0123456789abc-',
  ])('are not parsed from %j', (text) => expect(parseChunkId(text)).toBeNull());
});

const span = (startLine: number, endLine: number): ChunkSpan => ({ startLine, endLine, kind: 'text', key: 0 });
const named = (
  name: string,
  container: string | null,
  lines: readonly [start: number, end: number, line?: number],
): OutlinedDefinition => ({
  name,
  container,
  startLine: lines[0],
  endLine: lines[1],
  line: lines[2] ?? lines[0],
});

describe('what a chunk contains', () => {
  it.each<[string, ChunkSpan[], OutlinedDefinition[], [symbols: string[], container: string | null][]]>([
    ['nothing', [span(1, 5)], [], [[[], null]]],
    ['one at the top', [span(1, 5)], [named('f', null, [2, 4])], [[['f'], null]]],
    [
      'members of one class',
      [span(1, 5), span(6, 9)],
      [named('C', null, [1, 9]), named('a', 'C', [6, 7]), named('b', 'C', [8, 9])],
      [
        [['C'], null],
        [['C.a', 'C.b'], 'C'],
      ],
    ],
    [
      'a part of a definition',
      [span(1, 3), span(4, 6), span(7, 9)],
      [named('C', null, [1, 9]), named('m', 'C', [2, 8])],
      [
        [['C', 'C.m'], null],
        [[], 'C.m'],
        [[], 'C.m'],
      ],
    ],
    [
      'after a definition',
      [span(1, 3), span(4, 6)],
      [named('f', null, [1, 3])],
      [
        [['f'], null],
        [[], null],
      ],
    ],
    [
      'up to the last line of a definition',
      [span(1, 3), span(4, 6)],
      [named('f', null, [1, 4])],
      [
        [['f'], null],
        [[], 'f'],
      ],
    ],
    [
      'from the first line of a definition',
      [span(1, 3), span(4, 6)],
      [named('f', null, [4, 9])],
      [
        [[], null],
        [['f'], null],
      ],
    ],
    [
      'names on other lines than their definitions begin',
      [span(1, 3), span(4, 6)],
      [named('f', null, [3, 6, 4])],
      [
        [[], null],
        [['f'], null],
      ],
    ],
    [
      'in the order of the names',
      [span(1, 5)],
      [named('b', null, [1, 4, 3]), named('a', null, [2, 2])],
      [[['a', 'b'], null]],
    ],
    ['overloads once', [span(1, 5)], [named('f', null, [1, 1]), named('f', null, [2, 3])], [[['f'], null]]],
    [
      'members of two classes of one namespace',
      [span(1, 1), span(2, 5)],
      [named('N', null, [1, 9]), named('a', 'N.C', [2, 3]), named('b', 'N.D', [4, 5])],
      [
        [['N'], null],
        [['N.C.a', 'N.D.b'], 'N'],
      ],
    ],
    [
      'a class and its member',
      [span(1, 5)],
      [named('C', 'N', [1, 5]), named('a', 'N.C', [2, 3])],
      [[['N.C', 'N.C.a'], 'N']],
    ],
    [
      'names that only begin alike',
      [span(1, 5)],
      [named('a', 'N', [1, 2]), named('b', 'Nx', [3, 4])],
      [[['N.a', 'Nx.b'], null]],
    ],
    ['duplicates', [span(1, 5)], [named('a', 'f.~1', [1, 2])], [[['f.~1.a'], 'f']]],
    ['duplicates at the top', [span(1, 5)], [named('a', '~1', [1, 2])], [[['~1.a'], null]]],
  ])('%s', (_, spans, definitions, expected) => {
    const outlines = expected.map(([symbols, container]) => ({ symbols, container }));
    expect(chunkOutlines(spans, definitions)).toEqual(outlines);
    expect(spans.map((_span, index) => chunkOutlineAt(spans, index, definitions))).toEqual(outlines);
  });

  it('is the same for one chunk as for all', () => {
    /** Nested definitions, each named on its first line. */
    const tree: fc.Arbitrary<OutlinedDefinition[]> = fc
      .array(fc.tuple(fc.nat(4), fc.boolean()), { maxLength: 12 })
      .map((steps) => {
        const found: OutlinedDefinition[] = [];
        const enclosing: OutlinedDefinition[] = [];
        let line = 1;
        for (const [skip, goesIn] of steps) {
          line += skip + 1;
          if (!goesIn) enclosing.pop();
          const one = {
            name: `d${found.length}`,
            container: enclosing.at(-1)?.name ?? null,
            line,
            startLine: line,
            endLine: line,
          };
          for (const around of enclosing) around.endLine = line;
          found.push(one);
          enclosing.push(one);
        }
        return found;
      });
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(tree, cuts, (definitions, ends) => {
        const sorted = ends.toSorted((a, b) => a - b);
        const spans = sorted.map((end, index) => span((sorted[index - 1] ?? 0) + 1, end));
        const all = chunkOutlines(spans, definitions);
        expect(all).toEqual(spans.map((_span, index) => chunkOutlineAt(spans, index, definitions)));
        const last = sorted.at(-1)!;
        expect(all.flatMap(({ symbols }) => symbols)).toHaveLength(
          definitions.filter(({ line }) => line <= last).length,
        );
      }),
    );
  });
});
