/** A run that links hears what aborts it, although nothing that it awaits gives the event loop a turn by itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine } from '../engine.ts';

/** A clock on which each look takes 30 ms, so that a few files are slow linking on every machine. */
const clock = vi.hoisted(() => ({ now: 0 }));
vi.mock('../../util/clock.ts', () => ({ clockMs: () => (clock.now += 30) }));

const root = mkdtempSync(join(tmpdir(), 'code-scout-aborted-links-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const files = 600;

it('ends while it links when it is aborted from outside, and the next run links the rest', async () => {
  for (let at = 0; at < files; at++)
    writeFileSync(
      join(root, `f${at}.ts`),
      `import { f${at + 1} } from './f${at + 1}';\nexport const f${at} = () => f${at + 1}();\n`,
    );
  const engine = await openEngine({ root, config: loadConfig({ root }).config, indexing: 'inline' });
  try {
    const abort = new AbortController();
    let linked = 0;
    const run = engine.index({
      signal: abort.signal,
      onProgress: ({ phase, done }) => {
        if (phase !== 'linking') return;
        linked = done;
        // As a signal of the system does: by an event, which needs a turn of the event loop.
        setImmediate(() => abort.abort());
      },
    });
    await expect(run).rejects.toMatchObject({ code: 'CancelledError' });
    expect(linked).toBeGreaterThan(0);
    expect(linked).toBeLessThan(files);
    await engine.index();
    expect(JSON.stringify(await engine.graph.callers({ symbol: 'f500' }))).toContain('f499');
  } finally {
    await engine.close();
  }
});
