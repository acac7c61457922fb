import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkSpan } from '../../model/chunk.ts';
import { termPlaces, wordHash, type ChunkWords } from '../../model/chunk-words.ts';
import { hashWord } from '../../util/words/word-hash.ts';
import { identifierTerms } from '../../util/words/words.ts';
import { ChunkWordsReader, type ChunkedText } from './chunk-words.ts';

const words = /[\p{L}\p{N}\p{M}_$]+/gu;
const hashOf = (text: string): number => wordHash(hashWord(text));

/** The terms of a text by plain JavaScript: the count of each, by its hash. */
function termsOf(lines: readonly string[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const line of lines) {
    for (const { 0: word, index } of line.matchAll(words)) {
      if (index >= 2000) break;
      if (/^\p{Nd}/u.test(word) && /^[0-9]/.test(word)) continue;
      const { parts, whole } = identifierTerms(word);
      for (const term of whole === null ? parts : [...parts, whole])
        counts.set(hashOf(term), (counts.get(hashOf(term)) ?? 0) + 1);
    }
  }
  return counts;
}

/** The terms of one chunk, by hash. */
function ofChunk({ terms }: ChunkWords, chunk: number): Map<number, number> {
  return new Map(
    termPlaces(terms).flatMap(({ hash, chunks, counts }) => {
      const at = chunks.indexOf(chunk);
      return at === -1 ? [] : [[hash, counts[at]!]];
    }),
  );
}

const part = fc.constantFrom(
  ...['user', 'User', 'URL', 'URLs', 'HTTP', 'a', 'is', '_', '__', '$', '64', '2fa', 'base64', '0x1F', 'été', '用户'],
  ...['данные', 'ไทย', 'हिन्दी', '1_000', 'x'.repeat(70), 'sS', 'constructor', '__proto__'],
);
const identifier = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
const gap = fc.constantFrom(' ', '.', '\t', '-', '😀', '(', '\r', '"', '→', ' '.repeat(1990));
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

function read(file: ChunkedText): ChunkWords {
  return new ChunkWordsReader().read(file);
}

describe('words of chunks', () => {
  it('are the terms that identifierTerms finds, whatever was read before', () => {
    const reader = new ChunkWordsReader();
    fc.assert(
      fc.property(chunks, (all) => {
        const found = reader.read({ text: all.flat().join('\n'), spans: spansOf(all), definitions: [] });
        expect(found.chunks).toHaveLength(all.length);
        for (const [chunk, lines] of all.entries()) {
          const expected = termsOf(lines);
          expect(ofChunk(found, chunk)).toEqual(expected);
          expect(found.chunks[chunk]!.length).toBe([...expected.values()].reduce((sum, count) => sum + count, 0));
        }
        const hashes = termPlaces(found.terms).map(({ hash }) => hash);
        expect(hashes).toEqual([...new Set(hashes)].toSorted((a, b) => a - b));
      }),
      { numRuns: 150 },
    );
  });

  it('are counted, however often they occur', () => {
    const lines = Array.from({ length: 1000 }, () => 'userName');
    const found = read({ text: lines.join('\n'), spans: spansOf([lines]), definitions: [] });
    expect(found.chunks[0]!.length).toBe(3000);
    expect(ofChunk(found, 0)).toEqual(new Map(['user', 'name', 'username'].map((term) => [hashOf(term), 1000])));
  });

  it('include the kinds and the names of the definitions in a chunk', () => {
    const definitions: ChunkedText['definitions'] = [
      { name: 'expireAll', kind: 'method', container: 'Session', line: 2 },
      { name: 'Session', kind: 'class', container: null, line: 1 },
    ];
    const spans: ChunkSpan[] = [
      { startLine: 1, endLine: 1, kind: 'part', key: 1 },
      { startLine: 2, endLine: 3, kind: 'part', key: 2 },
    ];
    const { chunks: found } = read({ text: 'class Session {\n  expireAll() {}\n}\n', spans, definitions });
    expect(found.map(({ kinds }) => kinds)).toEqual([
      ['part', 'class'],
      ['part', 'method'],
    ]);
    expect(found.map(({ names }) => names)).toEqual([
      [{ written: hashOf('Session'), isTop: true, parts: [hashOf('session')], whole: null }],
      [
        {
          ...{ written: hashOf('expireAll'), isTop: false },
          ...{ parts: [hashOf('expir'), hashOf('all')], whole: hashOf('expireall') },
        },
      ],
    ]);
  });

  it('include each qualified name once, even if names contain dots', () => {
    const line = 1;
    const definitions: ChunkedText['definitions'] = [
      { name: 'b.c', kind: 'function', container: 'a', line },
      { name: 'c', kind: 'variable', container: 'a.b', line },
      { name: 'c', kind: 'variable', container: null, line },
      { name: 'c', kind: 'variable', container: 'a', line },
      { name: 'c', kind: 'class', container: null, line },
    ];
    const spans: ChunkSpan[] = [{ startLine: 1, endLine: 1, kind: 'group', key: 1 }];
    const { chunks: found } = read({ text: 'x', spans, definitions });
    expect(found[0]!.names.map(({ written, isTop }) => [written, isTop])).toEqual([
      [hashOf('c'), false],
      [hashOf('c'), true],
      [hashOf('c'), false],
    ]);
    expect(found[0]!.kinds).toEqual(['group', 'function', 'variable', 'class']);
  });

  it('include at most forty names', () => {
    const definitions = Array.from({ length: 100 }, (_, at) => ({
      ...{ name: `name${at % 50}`, kind: 'variable' as const, container: null, line: 1 },
    }));
    const spans: ChunkSpan[] = [{ startLine: 1, endLine: 1, kind: 'group', key: 1 }];
    const { chunks: found } = read({ text: 'x', spans, definitions });
    expect(found[0]!.names.map(({ written }) => written)).toEqual(
      Array.from({ length: 40 }, (_, at) => hashOf(`name${at}`)),
    );
  });
});
