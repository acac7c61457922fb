/** A file that is too much for a module of WebAssembly, or for V8, costs itself and not the run; one that is only large leaves no memory behind. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { openEngine } from '../engine/engine.ts';
import { threadKernel, WordKernel } from '../kernels/words.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-trap-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

it.each([
  ['a trap', Object.assign(new Error('memory access out of bounds'), { name: 'RuntimeError' })],
  ['a limit of V8', new RangeError('Set maximum size exceeded')],
])('%s', async (_, error) => {
  for (const name of ['a', 'b', 'c']) writeFileSync(join(root, `${name}.ts`), `export function ${name}One() {}\n`);
  writeFileSync(join(root, 'b.md'), '# TRAP\n');
  const { readLines } = WordKernel.prototype;
  vi.spyOn(WordKernel.prototype, 'readLines').mockImplementation(function (this: WordKernel, text) {
    if (text.includes('TRAP')) throw error;
    return readLines.call(this, text);
  });
  const engine = await openEngine({ root, config: loadConfig({ root }).config, indexing: 'inline' });
  try {
    await engine.index();
    const { leftOut } = await engine.listLeftOut({ offset: 0, limit: 10 });
    expect(leftOut).toEqual([
      expect.objectContaining({ path: 'b.md', reason: 'failed', detail: expect.stringContaining(error.message) }),
    ]);
    const found = await engine.searchTags({ tags: ['cone'] });
    expect(found.hits.map(({ path }) => path)).toEqual(['c.ts']);
  } finally {
    await engine.close();
  }
});

it('a defect still fails the run, with its own error', async () => {
  writeFileSync(join(root, 'b.md'), '# DEFECT\n');
  vi.spyOn(WordKernel.prototype, 'readLines').mockImplementation(() => {
    throw new TypeError('not a function');
  });
  const engine = await openEngine({ root, config: loadConfig({ root }).config, indexing: 'inline' });
  await expect(engine.index()).rejects.toThrow(/not a function/);
  await engine.close();
});

it('a file of distinct words leaves no memory behind', async () => {
  const words = Array.from({ length: 300_000 }, (_, at) => `w${at}`).join('\n');
  writeFileSync(join(root, 'a.md'), words);
  writeFileSync(join(root, 'b.ts'), 'export function bOne() {}\n');
  const kernel = threadKernel();
  const engine = await openEngine({ root, config: loadConfig({ root }).config, indexing: 'inline' });
  try {
    await engine.index();
    expect(kernel.memory).toBeGreaterThan(150_000_000);
    expect(threadKernel().memory).toBeLessThan(50_000_000);
    for (const [tag, path] of [
      ['w299999', 'a.md'],
      ['bone', 'b.ts'],
    ] as const) {
      const { hits } = await engine.searchTags({ tags: [tag] });
      expect(hits.map((hit) => hit.path)).toEqual([path]);
    }
  } finally {
    await engine.close();
  }
});
