import { describe, expect, it } from 'vitest';
import { callTool, type ProjectPlace } from '../call-tool.ts';
import { fixedEngine } from '../testing/fixed-engine.ts';
import type { ToolProgress } from '../tool.ts';
import { tool } from './tool.ts';

async function call(args: unknown, { signal = new AbortController().signal } = {}) {
  const engine = fixedEngine();
  const paths: (string | null)[] = [];
  const steps: ToolProgress[] = [];
  const open = async ({ path }: ProjectPlace, access: { writes: boolean }) => {
    expect(access.writes).toBe(true);
    paths.push(path);
    return engine;
  };
  const answer = await callTool(tool, args, open, { signal, progress: (step) => steps.push(step) });
  return { answer, engine, paths, steps };
}

describe('code-scout_index', () => {
  it('works in the background unless told otherwise', async () => {
    const { answer, engine, paths } = await call({});
    expect(answer.texts).toEqual(['Indexing started in background for: /project']);
    expect(answer.structured).toEqual({ status: 'started', path: '/project' });
    expect(engine.asked).toMatchObject({ search: [], background: [false], index: [] });
    expect(paths).toEqual([null]);
  });

  it('waits when asked to, and reports progress', async () => {
    const { answer, engine, steps, paths } = await call({ background: false, force: true, path: '/other' });
    expect(answer.texts).toEqual([
      'Indexing completed: 3 files processed in 42ms\nProject: /project\n' +
        'Read in this run: 2; removed: 1; with issues: 1.\nSkipped: 2 binary, 1 too large.',
    ]);
    expect(answer.structured).toEqual({
      status: 'completed',
      path: '/project',
      total_files: 3,
      execution_time: 42,
      indexed_files: 2,
      removed_files: 1,
      files_with_issues: 1,
      left_out: { binary: 2, tooLarge: 1 },
    });
    expect(tool.output?.safeParse(answer.structured).success).toBe(true);
    expect(engine.asked.index).toEqual([true]);
    expect(paths).toEqual(['/other']);
    expect(steps).toEqual([
      { done: 0, total: 0, message: 'Looking for changed files' },
      { done: 1, total: 3, message: 'Indexing src/a.ts' },
    ]);
  });

  it('stops when it is cancelled', async () => {
    const { answer } = await call({ background: false }, { signal: AbortSignal.abort() });
    expect(answer.isError).toBe(true);
  });

  it.each([{ force: 'yes' }, { path: 5 }, { background: 1 }, { recursive: true }])('refuses %j', async (args) => {
    const { answer, engine } = await call(args);
    expect(answer.structured).toMatchObject({
      error: { type: 'ValidationError', details: { field: Object.keys(args)[0] } },
    });
    expect(Object.values(engine.asked).flat()).toEqual([]);
  });
});
