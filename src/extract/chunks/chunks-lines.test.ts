import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WordKernel, type TextLines } from '../../kernels/words.ts';

/** FNV-1a of even and odd characters. Existing indexes depend on it, since chunk keys are made of it. */
function hashOf(line: string): number {
  let even = 0x811c9dc5;
  let odd = 0x050c5d1f;
  for (let at = 0; at < line.length; at++) {
    if (at % 2 === 0) even = Math.imul(even ^ line.charCodeAt(at), 0x01000193);
    else odd = Math.imul(odd ^ line.charCodeAt(at), 0x01000193);
  }
  return even ^ Math.imul(odd, 0x2c1b3c6d);
}

/** The same by plain JavaScript. */
function linesOf(text: string): Record<keyof TextLines, unknown> {
  const all = text.split('\n');
  if (all.at(-1) === '') all.pop();
  let start = 0;
  const entries = all.flatMap((line, index) => {
    const from = start;
    start += line.length + 1;
    const [white] = /^[ \t\r\f]*/.exec(line)!;
    if (white === line) return [];
    return {
      number: index + 1,
      start: from,
      end: from + line.length,
      indent: white.replaceAll('\t', '    ').replaceAll(/[\r\f]/g, '').length,
      first: line.charCodeAt(white.length),
      hash: hashOf(line.replace(/\r$/, '')),
    };
  });
  return {
    lineCount: all.length,
    count: entries.length,
    numbers: [...entries.map(({ number }) => number), all.length + 1],
    starts: [...entries.map((entry) => entry.start), text.length],
    ends: entries.map(({ end }) => end),
    indents: entries.map(({ indent }) => indent),
    firsts: entries.map(({ first }) => first),
    hashes: entries.map(({ hash }) => hash),
    ranks: [-1, ...all.map((_, index) => index), all.length].map((line) =>
      line === -1 ? 0 : entries.filter(({ number }) => number <= line).length,
    ),
  };
}

function sumsOf({ numbers, hashes, count }: TextLines, starts: readonly number[]): number[] {
  return starts.flatMap((from, index) => {
    let low = 0x9747b28c;
    let high = 0x3c6ef372;
    for (let rank = from; rank < (starts[index + 1] ?? count); rank++) {
      const gap = rank === from ? 1 : numbers[rank]! - numbers[rank - 1]!;
      low = (Math.imul(low ^ hashes[rank]!, 0x5bd1e995) + gap) | 0;
      high = Math.imul(high + (hashes[rank]! >>> 5), 0x1b873593) ^ (low >>> 7);
    }
    return [low | 0, high | 0];
  });
}

const part = fc.constantFrom(
  ...[
    '\n',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '\f',
    '\t',
    ' ',
    '    ',
    '}',
    'x',
    'const a = 1;',
    'été',
    '用户',
    '😀',
    '\ud800',
  ],
  ...['\u2028', '\u00a0', '\0', '// words', 'x'.repeat(301)],
);
const text = fc.array(part, { maxLength: 80 }).map((parts) => parts.join(''));

describe('the lines of a text', () => {
  it('are those that plain JavaScript finds, whatever was read before', () => {
    const kernel = new WordKernel();
    fc.assert(
      fc.property(text, (own) => {
        const { lineCount, count, ...lists } = kernel.readLines(own);
        const found = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list]]));
        expect({ lineCount, count, ...found }).toEqual(linesOf(own));
        const before = own.split('\n').map((_, line, all) => all.slice(0, line).join('\n').length + (line > 0 ? 1 : 0));
        expect([...kernel.lineStarts(own)]).toEqual(before);
      }),
      { numRuns: 3000 },
    );
  });

  it('are summed by chunk', () => {
    const kernel = new WordKernel();
    fc.assert(
      fc.property(text, fc.array(fc.nat(40), { maxLength: 8 }), (own, wanted) => {
        const lines = kernel.readLines(own);
        const starts = [...new Set([0, ...wanted.filter((start) => start < lines.count)])].toSorted((a, b) => a - b);
        expect([...kernel.sumChunks(starts)]).toEqual(sumsOf(lines, starts));
      }),
      { numRuns: 1000 },
    );
  });

  it('are those of the requested text, also after words of other texts and when the memory grows', () => {
    const kernel = new WordKernel();
    const texts = ['a\n b\n', 'c', 'x\n'.repeat(300_000), 'a\n b\n', '', 'é '.repeat(200_000)];
    for (const own of [...texts, ...texts.toReversed()]) {
      const lines = kernel.readLines(own);
      const count = own.split('\n').length - (own === '' || own.endsWith('\n') ? 1 : 0);
      expect([lines.lineCount, lines.starts[lines.count]]).toEqual([count, own.length]);
      expect(kernel.hasCounted(own)).toBe(false);
      expect(kernel.sumChunks([0])).toHaveLength(2);
    }
  });
});
