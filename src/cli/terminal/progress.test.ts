import { describe, expect, it } from 'vitest';
import { displayWidth } from './display-width.ts';
import { createProgress } from './progress.ts';
import type { ProgressStyle } from './progress.ts';
import type { IndexProgress } from '../../engine/types.ts';

function show(
  style: ProgressStyle,
  steps: readonly (readonly [ms: number, progress: IndexProgress])[],
  columns = 100,
): string[] {
  const written: string[] = [];
  let time = 0;
  const progress = createProgress({
    style,
    write: (text) => written.push(text),
    columns: () => columns,
    now: () => time,
  });
  for (const [ms, step] of steps) {
    time = ms;
    progress.update(step);
  }
  progress.end();
  return written;
}

function indexing(done: number, path: string | null = 'src/a.ts', total = 1000): IndexProgress {
  return { phase: 'indexing', done, total, path };
}

const walking: IndexProgress = { phase: 'walking', done: 0, total: 0, path: null };

describe('createProgress', () => {
  it('keeps a bar on one line of a terminal and removes it', () => {
    const written = show('bar', [
      [0, walking],
      [100, indexing(0)],
      [1100, indexing(500)],
    ]);
    expect(written.every((text) => text.startsWith('\r\u001b[2K') && !text.includes('\n'))).toBe(true);
    expect(written[0]).toContain('Looking for changed files');
    expect(written[2]).toContain('████████████░░░░░░░░░░░░  50%  500/1,000 files  500 files/s  1.0 s left  src/a.ts');
    expect(written.at(-1)).toBe('\r\u001b[2K');
  });

  it('draws at most every 80 ms, and prints at most every second', () => {
    const steps = Array.from({ length: 200 }, (_, i): [number, IndexProgress] => [i * 10, indexing(i)]);
    expect(show('bar', steps).length).toBeLessThanOrEqual(2000 / 80 + 2);
    expect(show('lines', steps)).toEqual(['Indexing 0 of 1,000 files\n', 'Indexing 100 of 1,000 files, 100 files/s\n']);
  });

  it('shows each phase at once, with its own bar, which is never full', () => {
    const phase = (name: IndexProgress['phase'], done: number): IndexProgress => ({
      phase: name,
      done,
      total: 200,
      path: null,
    });
    const written = show('bar', [
      [0, indexing(1000, null)],
      [10, phase('finishing', 0)],
      [20, phase('linking', 0)],
      [1020, phase('linking', 100)],
      [1120, phase('linking', 200)],
      [1130, phase('embedding', 0)],
    ]).map((text) => text.replace('\r\u001b[2K', ''));
    expect(written).toEqual([
      '███████████████████████░  99%  1,000/1,000 files',
      'Finishing…',
      '░░░░░░░░░░░░░░░░░░░░░░░░   0%  Linking 0/200 files',
      '████████████░░░░░░░░░░░░  50%  Linking 100/200 files  100 files/s  1.0 s left',
      '███████████████████████░  99%  Linking 200/200 files  182 files/s',
      '░░░░░░░░░░░░░░░░░░░░░░░░   0%  Making vectors 0/200 files',
      '',
    ]);
  });

  it('prints nothing for a phase without work', () => {
    const steps: [number, IndexProgress][] = [
      [0, walking],
      [2000, indexing(0, null, 0)],
      [4000, { phase: 'linking', done: 0, total: 0, path: null }],
      [6000, { phase: 'embedding', done: 0, total: 0, path: null }],
      [8000, { phase: 'embedding', done: 0, total: 2, path: null }],
    ];
    expect(show('lines', steps)).toEqual(['Looking for changed files\n', 'Making vectors: 0 of 2 files\n']);
  });

  it('prints nothing if the style is none', () => {
    expect(
      show('none', [
        [0, walking],
        [5000, indexing(3)],
      ]),
    ).toEqual([]);
  });

  it.each([20, 40, 60, 80, 200])('never wraps at %i columns', (columns) => {
    const long = `src/${'日本/'.repeat(50)}file\n\u001b[2J.ts`;
    const written = show(
      'bar',
      [
        [0, indexing(0)],
        [1000, indexing(123_456, long, 9_999_999)],
      ],
      columns,
    );
    for (const text of written) {
      const line = text.replace('\r\u001b[2K', '');
      expect(displayWidth(line)).toBeLessThan(columns);
      expect(line).not.toMatch(/[\n\u001b]/);
    }
  });
});
