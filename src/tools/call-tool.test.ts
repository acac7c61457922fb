/** What a call counts as. The tools themselves have tests of their own. */
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { AppError } from '../model/error.ts';
import { callTool, type OpenProject } from './call-tool.ts';
import { fixedEngine } from './testing/fixed-engine.ts';
import { defineTool, type ToolAnswer } from './tool.ts';

function toolThat(run: () => Promise<ToolAnswer>) {
  return defineTool({
    name: 'a_tool',
    title: 'A tool',
    description: 'For this test.',
    toolset: 'core',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: () => z.strictObject({ words: z.string().optional() }),
    output: null,
    run,
  });
}

const context = { signal: new AbortController().signal, progress: null };
const nothing = { query: null, results: null, cache: null };

describe('a finished call', () => {
  it.each<[string, () => Promise<ToolAnswer>, object, object]>([
    [
      'that found something',
      async () => ({ texts: ['a'], log: { query: 'sign in', results: 3, cache: false } }),
      {},
      { error: null, query: 'sign in', results: 3, cache: false },
    ],
    ['that says nothing of itself', async () => ({ texts: ['a'] }), {}, { error: null, ...nothing }],
    [
      'that fails',
      () => Promise.reject(new AppError('NotFoundError', 'no such thing')),
      {},
      { error: 'NotFoundError', ...nothing },
    ],
    ['that breaks', () => Promise.reject(new TypeError('x is null')), {}, { error: 'InternalError', ...nothing }],
    ['with wrong arguments', async () => ({ texts: ['a'] }), { word: 1 }, { error: 'ValidationError', ...nothing }],
  ])('%s is counted once', async (_, run, args, counted) => {
    const engine = fixedEngine();
    await callTool(toolThat(run), args, () => Promise.resolve(engine), context);
    await Promise.resolve();
    expect(engine.asked.counted).toEqual([{ tool: 'a_tool', durationMs: expect.any(Number) as unknown, ...counted }]);
    expect(engine.asked.counted[0]?.durationMs).toBeGreaterThanOrEqual(0);
  });

  it('of a project that cannot be opened counts for the server’s own, or not at all', async () => {
    const engine = fixedEngine();
    const tool = { ...toolThat(async () => ({ texts: ['a'] })), projectPath: () => 'elsewhere' };
    const refusing = new AppError('NotFoundError', 'There is no index');
    const open: OpenProject = ({ path }) => (path === null ? Promise.resolve(engine) : Promise.reject(refusing));
    expect(await callTool(tool, {}, open, context)).toMatchObject({ isError: true });
    await Promise.resolve();
    expect(engine.asked.counted).toMatchObject([{ error: 'NotFoundError' }]);
    expect(await callTool(tool, {}, () => Promise.reject(refusing), context)).toMatchObject({ isError: true });
  });
});
