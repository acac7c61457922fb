import { describe, expect, it } from 'vitest';
import type { StampedSource } from '../../source/read/read-source.ts';
import { PackedOutline } from '../../store/packed/packed-outline.ts';
import { CachedFiles, type CachedFile } from './shown-file-cache.ts';
import { TextLines } from './text-lines.ts';

function fileOf(text: string, hash: string, isSettled = true): CachedFile {
  const content = { size: text.length, mtimeMs: 1, hash, text, encoding: 'utf-8', leftOut: null, readAtMs: 9 } as const;
  const stamp = { dev: 1, ino: 1, size: text.length, mtimeMs: 1, ctimeMs: 1 };
  const source: StampedSource = { content, stamp: isSettled ? stamp : null };
  return { source, lines: new TextLines(text), spans: [], outline: new PackedOutline(new Uint8Array(0)) };
}

describe('CachedFiles', () => {
  it('returns a file only for the same record and content', () => {
    const cache = new CachedFiles();
    const record = { id: 7, path: 'a.ts', hash: 'one' };
    cache.add(record, fileOf('text', 'one'));
    expect(cache.get(record)?.source.content.text).toBe('text');
    expect(cache.get({ ...record, hash: 'other' })).toBe(null);
    expect(cache.get({ ...record, path: 'b.ts' })).toBe(null);
    expect(cache.get({ ...record, id: 8 })).toBe(null);
  });

  it('does not cache large files, or files that may have changed with the same time', () => {
    const cache = new CachedFiles();
    const record = { id: 7, path: 'a.ts', hash: 'one' };
    cache.add(record, fileOf('text', 'one'));
    cache.add(record, fileOf('text', 'one', false));
    expect(cache.get(record)).toBe(null);
    cache.add(record, fileOf('x'.repeat(3 * 2 ** 20), 'one'));
    expect(cache.get(record)).toBe(null);
  });

  it('drops the least recently shown files first', () => {
    const cache = new CachedFiles();
    const record = (id: number): { id: number; path: string; hash: string } => ({ id, path: `${id}.ts`, hash: 'one' });
    for (let id = 0; id < 12; id++) {
      cache.add(record(id), fileOf('x'.repeat(0.4 * 2 ** 20), 'one'));
      expect(cache.get(record(0))).not.toBe(null);
    }
    const left = Array.from({ length: 12 }, (_, id) => id).filter((id) => cache.get(record(id)) !== null);
    expect(left).toEqual([0, 6, 7, 8, 9, 10, 11]);
  });
});
