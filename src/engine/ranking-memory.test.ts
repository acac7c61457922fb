import { describe, expect, it } from 'vitest';
import type { ChunkSpan } from '../model/chunk.ts';
import { openStore } from '../store/registry.ts';
import type { FileRecord } from '../store/store.ts';
import { RankingMemory, type KnownWords } from './ranking-memory.ts';

const record = (id: number, hash = `hash ${id}`): FileRecord => ({ id, hash }) as FileRecord;

/** A file of one chunk with words of its own. */
function remember(known: KnownWords, id: number, words: number): void {
  const text = Array.from({ length: words }, (_, at) => `word${(id * words + at).toString(36)}x`).join(' \n');
  const span: ChunkSpan = { startLine: 1, endLine: words, kind: 'text', key: id };
  known.keep(record(id), known.read({ text, spans: [span], definitions: [] }));
}

describe('RankingMemory', () => {
  it('knows the words of a content, and of no other', async () => {
    const store = await openStore({ path: ':memory:' });
    const memory = new RankingMemory();
    const known = memory.wordsFor(store);
    remember(known, 1, 10);
    expect(known.of(record(1))?.count).toBe(1);
    expect([known.of(record(1, 'changed')), known.of(record(2))]).toEqual([null, null]);
    expect(memory.wordsFor(store)).toBe(known);
    const other = await openStore({ path: ':memory:' });
    expect(memory.wordsFor(other).of(record(1))).toBeNull();
    await Promise.all([store.close(), other.close()]);
  });

  it('stays within its bounds, and forgets what was not used for longest', async () => {
    const store = await openStore({ path: ':memory:' });
    const memory = new RankingMemory();
    const known = memory.wordsFor(store);
    let most = 0;
    for (let id = 0; id < 500; id++) {
      remember(known, id, 300);
      known.of(record(0));
      most = Math.max(most, memory.bytes);
    }
    expect(most).toBeLessThan(24 * 2 ** 20);
    expect(known.of(record(0))).not.toBeNull();
    // The words of 500 files are too many: the next question begins anew, the one at hand keeps its numbers.
    expect(memory.wordsFor(store)).not.toBe(known);
    expect(memory.bytes).toBeLessThan(2 ** 20);
    expect(known.of(record(499))).not.toBeNull();
    await store.close();
  });

  it('forgets files that take more than its room', async () => {
    const store = await openStore({ path: ':memory:' });
    const known = new RankingMemory().wordsFor(store);
    const span: ChunkSpan = { startLine: 1, endLine: 1, kind: 'text', key: 1 };
    const spans = Array.from({ length: 20_000 }, (_, at) => ({ ...span, startLine: at + 1, endLine: at + 1, key: at }));
    const text = 'alpha beta gamma delta epsilon zeta eta theta iota kappa\n'.repeat(spans.length);
    for (let id = 0; id < 20; id++) known.keep(record(id), known.read({ text, spans, definitions: [] }));
    expect(known.of(record(0))).toBeNull();
    expect(known.of(record(19))).not.toBeNull();
    expect(known.bytes).toBeLessThan(9 * 2 ** 20);
    await store.close();
  });
});
