import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordHash } from '../model/chunk-words.ts';
import { hashWord } from '../util/words/word-hash.ts';
import { identifierTerms } from '../util/words/words.ts';
import { columnCount, TextPieces, WordKernel, type CountedTerms } from './words.ts';

const noPieces = new TextPieces();
const none: readonly string[] = [];

interface Piece {
  text: string;
  column: number;
  isWhole: boolean;
}

/** Replaces encoded data by blanks. */
function withoutData(text: string): string {
  return text.replaceAll(/(?:(?<![\p{L}\p{N}\p{M}_$])|(?=[+/]))[A-Za-z0-9+/]{40,}/gu, (run) => {
    const turns = [...run.matchAll(/(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])/g)].length;
    return /[0-9]/.test(run) && turns * 3 > run.replaceAll(/[+/]/g, '').length ? ' '.repeat(run.length) : run;
  });
}

/** The counted words, by plain JavaScript. */
function wordsOf({ text, isWhole }: Pick<Piece, 'text' | 'isWhole'>): string[] {
  if (isWhole) return text.length > 256 ? [] : [text];
  return [...withoutData(text).matchAll(/[\p{L}\p{N}\p{M}_$]+/gu)]
    .map(([word]) => word)
    .filter((word) => !/^[0-9]/.test(word) && word.length <= 256);
}

/** The counts of each term, in the order of first appearance. */
function expected(pieces: readonly Piece[], text: string, keywords: readonly string[]): Map<string, number[]> {
  const all = [...pieces, { text, column: 8, isWhole: false }];
  const byWord = new Map<string, number[]>();
  for (const piece of all) {
    for (const word of wordsOf(piece)) {
      const counts = byWord.get(word) ?? new Array<number>(columnCount).fill(0);
      counts[piece.column]!++;
      byWord.set(word, counts);
    }
  }
  const byTerm = new Map<string, number[]>();
  for (const [word, counts] of byWord) {
    if (keywords.includes(word)) counts[8] = 0;
    const { parts, whole } = identifierTerms(word);
    for (const term of new Set(whole === null ? parts : [...parts, whole])) {
      const sum = byTerm.get(term) ?? new Array<number>(columnCount).fill(0);
      byTerm.set(
        term,
        sum.map((count, column) => count + counts[column]!),
      );
    }
  }
  const capped = [...byTerm].map(([term, counts]) => [term, counts.map((count) => Math.min(count, 255))] as const);
  return new Map(capped.filter(([, counts]) => counts.some((count) => count > 0)));
}

function found(kernel: WordKernel, { ids, counts }: CountedTerms): Map<string, number[]> {
  return new Map(
    Array.from(ids, (id, row) => [kernel.terms[id]!, [...counts.subarray(row * columnCount, (row + 1) * columnCount)]]),
  );
}

function piecesOf(all: readonly Piece[]): TextPieces {
  const pieces = new TextPieces();
  for (const { text, column, isWhole } of all) {
    if (isWhole) pieces.addWhole(text, column);
    else pieces.addWords(text, column);
  }
  return pieces;
}

const part = fc.constantFrom(
  ...['user', 'Users', 'URL', 'URLs', 'HTTP', 'x', 'A', '_', '__', '$', '-', '.', '64', '2fa', 'base64', '0x1F', '12'],
  ...['été', '用户', 'ไทย', 'İstanbul', 'sS', 'constructor', '__proto__', 'y'.repeat(70), 'running', 'Run', '😀', '\n'],
  ...[
    'x'.repeat(250),
    '9'.repeat(64),
    'É',
    'ǅ',
    ...['Été', 'Привет', 'мир', 'ΣΊΣΥΦΟΣ', 'Σίσυφος', '\u212aelvin', 'naïve', 'Ünï', 'שלום', 'ﬁn', 'Ⅷx', 'ⓐⒷ'],
    '\u0301',
    '\ud800',
    'a1B2c3D4',
    '/',
    '+',
    'HqiDzaLDFCXkcCO/SwoyhRwqYt1NFHF7t9BDRq4+90',
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  ],
);
const text = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));
const piece = fc.record({ text, column: fc.nat(7), isWhole: fc.boolean() });

describe('the kernel of words', () => {
  it('counts the terms that identifierTerms finds, whatever was counted before', () => {
    const kernel = new WordKernel();
    const keywords = ['run', 'user', 'été'];
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), text, fc.constantFrom(none, keywords), (pieces, own, words) => {
        const counted = kernel.countFile(piecesOf(pieces), own, words);
        const terms = expected(pieces, own, words);
        expect(found(kernel, counted)).toEqual(terms);
        expect([...found(kernel, counted).keys()]).toEqual([...terms.keys()]);
        const sums = [...terms.values()].reduce(
          (all, counts) => all.map((sum, column) => sum + counts[column]!),
          new Array<number>(columnCount).fill(0),
        );
        expect(counted.sums).toEqual(sums);
      }),
      { numRuns: 1500 },
    );
  });

  it('finds the terms of names', () => {
    const kernel = new WordKernel();
    const hashOf = (word: string): number => wordHash(hashWord(word));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (names) => {
        const expected = names.map((name) => {
          const { parts, whole } = identifierTerms(name);
          const hashes = [...new Set(parts.map(hashOf))];
          return { written: hashOf(name), parts: hashes, whole: whole === null ? null : hashOf(whole) };
        });
        expect(kernel.readNames(names)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('forgets all words when there are too many, and numbers them from 0 again', () => {
    const kernel = new WordKernel();
    const words = Array.from({ length: 200_001 }, (_, at) => `w${at}`);
    kernel.countFile(noPieces, words.join(' '), none);
    const before = kernel.terms;
    const counted = kernel.countFile(noPieces, 'userName été', none);
    // Numbers from before keep their old list of terms. Ten of the words are too short to be terms.
    expect(before).toHaveLength(199_991);
    expect([...counted.ids]).toEqual([0, 1, 2, 3]);
    expect(kernel.terms).toEqual(['user', 'name', 'username', 'été']);
  });

  it('gives the same results for a text as a new kernel, whatever was asked before', () => {
    const kernel = new WordKernel();
    const others = new Map<string, WordKernel>();
    const ask = {
      words: (one: WordKernel, own: string) => [...found(one, one.countFile(noPieces, own, none))],
      lines: (one: WordKernel, own: string) => [...one.readLines(own).hashes],
      starts: (one: WordKernel, own: string) => [...one.lineStarts(own)],
      depth: (one: WordKernel, own: string) => one.deepRanges(own, true),
      sums: (one: WordKernel, own: string) => (one.readLines(own), [...one.sumChunks([0])]),
    };
    const open = fc.nat(2000).map((depth) => '[ '.repeat(depth));
    const asked = fc.record({ own: fc.oneof(text, open), what: fc.constantFrom(...Object.keys(ask)) });
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 6 }), (questions) => {
        // Several questions are asked about each text.
        for (const { own, what } of questions.flatMap((one) => [one, { ...one, what: questions[0]!.what }])) {
          const question = ask[what as keyof typeof ask];
          const other = others.get(what) ?? new WordKernel();
          others.set(what, other);
          expect(question(kernel, own)).toEqual(question(other, own));
          if (what === 'words') expect(kernel.hasCounted(own)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('grows beyond its first tables repeatedly', () => {
    const kernel = new WordKernel();
    for (let round = 0; round < 3; round++) {
      const words = Array.from({ length: 60_000 }, (_, at) => `word${'abc'[round]}${at}x`);
      const counted = kernel.countFile(noPieces, words.join('\n'), none);
      expect(found(kernel, counted)).toEqual(expected([], words.join('\n'), none));
      expect(found(kernel, kernel.countFile(noPieces, 'zeta two zeta', none)).get('zeta')?.[8]).toBe(2);
    }
  });
});
