import { describe, expect, it } from 'vitest';
import { callTool, type ProjectPlace } from '../call-tool.ts';
import { fixedEngine, idleStatus } from '../testing/fixed-engine.ts';
import { tool } from './tool.ts';

async function call(args: unknown) {
  const paths: (string | null)[] = [];
  const open = async ({ path }: ProjectPlace, access: { writes: boolean }) => {
    expect(access.writes).toBe(false);
    paths.push(path);
    return fixedEngine();
  };
  const answer = await callTool(tool, args, open, { signal: new AbortController().signal, progress: null });
  return { answer, paths };
}

describe('code-scout_status', () => {
  it('answers with the same JSON in both forms, in the fixed order of fields', async () => {
    const { answer, paths } = await call({ path: 'sub' });
    const [text = ''] = answer.texts;
    expect(JSON.parse(text)).toEqual(answer.structured);
    expect(answer.structured).toEqual(idleStatus);
    const fields = [
      'projectPath',
      'databasePath',
      'status',
      'filesIndexed',
      'lastIndexed',
      'languages',
      'indexSize',
      'freshness',
    ];
    expect(Object.keys(answer.structured ?? {}).slice(0, 8)).toEqual(fields);
    expect(text).toContain('\n  "status": "idle",\n');
    expect(tool.output?.safeParse(answer.structured).success).toBe(true);
    expect(paths).toEqual(['sub']);
  });

  it('refuses unknown names', async () => {
    const { answer } = await call({ paht: 'x' });
    expect(answer.texts[0]).toBe('Error: Unknown argument: paht\nDid you mean path? Known here: path.');
  });
});
