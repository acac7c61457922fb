import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkSpan } from '../model/chunk.ts';
import type { OutlineEntry } from '../store/store.ts';
import { identifierTerms } from '../util/words.ts';
import { ChunkWordsBuilder, kindBit } from './chunk-words.ts';
import { ChunkScorer } from './repo-chunks.ts';
import { repoRanking } from './repo-ranking.ts';
import { WordLexicon } from './word-lexicon.ts';

const words = /[\p{L}\p{N}\p{M}_$]+/gu;

/** The terms of a text, the plain way: how many in all, and how often each stands in words that the index knows. */
function termsOf(lines: readonly string[]): { length: number; counts: Map<string, number> } {
  let length = 0;
  const counts = new Map<string, number>();
  for (const line of lines) {
    for (const [word] of line.slice(0, 2000).matchAll(words)) {
      const { parts, whole } = identifierTerms(word);
      const terms = whole === null ? parts : [...parts, whole];
      length += terms.length;
      if (!/^\d/.test(word)) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  return { length, counts };
}

/** How often a chunk has each term, told by its score for that term alone. */
function countsBy(scorer: (term: string) => number, length: number, terms: Iterable<string>): Map<string, number> {
  const { chunkK, chunkB, chunkWords } = repoRanking;
  const norm = chunkK * (1 - chunkB + chunkB * Math.min(4, length / chunkWords));
  return new Map([...terms].map((term) => [term, Math.round((norm * scorer(term)) / (1 - scorer(term)))]));
}

const part = fc.constantFrom(
  ...[
    'user',
    'User',
    'URL',
    'URLs',
    'HTTP',
    'a',
    'is',
    '_',
    '__',
    '$',
    '64',
    '2fa',
    'base64',
    '0x1F',
    'été',
    '用户',
    'данные',
    'ไทย',
  ],
  ...['हिन्दी', '1_000', 'x'.repeat(70), 'sS', 'constructor', '__proto__'],
);
const identifier = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
const gap = fc.constantFrom(' ', '.', '\t', '-', '😀', '(', '\r', '"', '→');
const line = fc.array(fc.tuple(identifier, gap), { maxLength: 8 }).map((all) => all.flat().join(''));
const chunks = fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });

function spansOf(all: readonly (readonly string[])[]): ChunkSpan[] {
  let startLine = 1;
  return all.map((lines, key) => {
    const span = { startLine, endLine: startLine + lines.length - 1, kind: 'text' as const, key };
    startLine += lines.length;
    return span;
  });
}

const query = { phrases: [], words: new Set<string>() };
const weighted = (term: string) => ({
  ...{ term, weight: 1, count: 1, isName: false, isWhole: false, isChatter: false, isFirst: true },
});

describe('ChunkWords', () => {
  it('has the terms that identifierTerms finds, whatever was read before', () => {
    const lexicon = new WordLexicon();
    const builder = new ChunkWordsBuilder(lexicon);
    fc.assert(
      fc.property(chunks, (all) => {
        const text = all.flat().join('\n');
        const file = builder.build({ text, spans: spansOf(all), definitions: [] });
        for (const [chunk, lines] of all.entries()) {
          const { length, counts } = termsOf(lines);
          expect(file.length(chunk)).toBe(length);
          const score = (term: string): number =>
            new ChunkScorer({ query, terms: [weighted(term)], kinds: null }, lexicon).score(file, () => '').scores[
              chunk
            ]!;
          expect(countsBy(score, length, counts.keys())).toEqual(counts);
          for (const absent of ['absent', 'userabsent']) expect(score(absent)).toBe(0);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('counts a term that stands a thousand times', () => {
    const lexicon = new WordLexicon();
    const lines = Array.from({ length: 1000 }, () => 'userName');
    const file = new ChunkWordsBuilder(lexicon).build({
      text: lines.join('\n'),
      spans: spansOf([lines]),
      definitions: [],
    });
    const score = (term: string): number =>
      new ChunkScorer({ query, terms: [weighted(term)], kinds: null }, lexicon).score(file, () => '').scores[0]!;
    expect(countsBy(score, 3000, ['user', 'usernam', 'username'])).toEqual(
      new Map([
        ['user', 1000],
        ['usernam', 0],
        ['username', 1000],
      ]),
    );
  });

  it('knows the kinds and the names of what is defined in a chunk', () => {
    const lexicon = new WordLexicon();
    const place = { column: 1, startColumn: 1, endColumn: 2, exported: true, signature: null };
    const definitions: OutlineEntry[] = [
      { name: 'Session', kind: 'class', container: null, line: 1, startLine: 1, endLine: 3, ...place },
      { name: 'expire', kind: 'method', container: 'Session', line: 2, startLine: 2, endLine: 2, ...place },
    ];
    const spans: ChunkSpan[] = [
      { startLine: 1, endLine: 1, kind: 'part', key: 1 },
      { startLine: 2, endLine: 3, kind: 'part', key: 2 },
    ];
    const file = new ChunkWordsBuilder(lexicon).build({
      text: 'class Session {\n  expire() {}\n}\n',
      spans,
      definitions,
    });
    expect([0, 1].map((chunk) => file.kinds(chunk))).toEqual([
      kindBit('part') | kindBit('class'),
      kindBit('part') | kindBit('method'),
    ]);
    expect(file.entry(file.joinedEnd(0))).toBe(lexicon.numberOf('Session') * 2 + 1);
    expect(file.entry(file.joinedEnd(1))).toBe(lexicon.numberOf('expire') * 2);
    expect([0, 1].map((chunk) => file.namesEnd(chunk) - file.joinedEnd(chunk))).toEqual([1, 1]);
  });
});
