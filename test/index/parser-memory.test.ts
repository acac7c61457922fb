/** A text that takes all the memory of its parser costs itself alone: it is read by its words, and the files after it as ever. */
import { expect, it } from 'vitest';
import { ParsePool } from '../../src/indexer/parse-pool.ts';
import { workerUrl } from '../../src/util/assets.ts';

it('gives up a text at whose end the parser asks for memory by the square of its length', async () => {
  const data = { root: '/', maxFileSize: 1e6, ignorePatterns: [], extensions: [], disabled: [] };
  const memory = { heapMb: 384, youngMb: 64, isTight: () => false };
  const entry = workerUrl('parse-worker', 'engine/indexing/parse-worker.ts');
  const pool = new ParsePool({ entry, data, workers: 1, fileLimitMs: 120_000, ...memory });
  try {
    const analyse = async (path: string, text: string): Promise<unknown[]> => {
      const outcomes = await pool.analyse([{ path, rawPath: null, knownHash: null, text }]);
      return outcomes.map((one) => (one.kind === 'indexed' ? [one.file.definitionCount, one.file.issues] : one));
    };
    const given = await analyse('Main.java', '%w('.repeat(4000));
    const message = 'parsing needs more than 512 MB of memory: read by its words alone';
    expect(given).toEqual([[0, [{ code: 'timeout', message, line: null }]]]);
    expect(await analyse('A.java', 'class A { void b() {} }\n')).toEqual([[2, []]]);
  } finally {
    await pool.close();
  }
});
