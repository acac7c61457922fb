/** Forbidden paths over HTTP: the attacks on `list_directory` and `read_file`, and the same paths in other tools. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endEscapes, escapePath, escapes, makeAttackedProject, mark, prepareEscapes } from '../escapes.ts';
import { temporaryFolder } from './fixture-project.ts';
import { postMessage, startHttpServer, type HttpServerProcess } from './http-process.ts';

interface ToolResult {
  content: { text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

const attacked = makeAttackedProject(temporaryFolder());
let server: HttpServerProcess;

async function call(name: string, args: Record<string, unknown>): Promise<ToolResult> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const { answer } = await postMessage(server.url, message);
  const { result } = answer as unknown as { result: ToolResult };
  return result;
}

beforeAll(async () => {
  server = await startHttpServer({ cwd: attacked.root });
  await call('code-scout_index', { background: false });
  prepareEscapes(attacked);
});
afterAll(async () => {
  endEscapes();
  await server.close();
});

describe('over HTTP', () => {
  it.each([
    ['read_file', 'file_path'],
    ['list_directory', 'path'],
  ])('%s refuses all attacks', async (tool, parameter) => {
    for (const escape of escapes) {
      const result = await call(tool, { [parameter]: escapePath(escape, attacked) });
      expect(result.isError, escape.name).toBe(true);
      expect(JSON.stringify(result), escape.name).not.toContain(mark);
    }
  });

  it.each([
    ['get_context', 'filePath'],
    ['chunk_file', 'file_path'],
  ])('%s shows nothing of the forbidden files', async (tool, parameter) => {
    for (const escape of escapes) {
      const result = await call(tool, { [parameter]: escapePath(escape, attacked) });
      expect(JSON.stringify(result), escape.name).not.toContain(mark);
    }
  });

  it('search_code finds none of them', async () => {
    for (const glob of [undefined, '**', 'ignored/**', '.env', '.git/**', '../**']) {
      const { structuredContent } = await call('search_code', { query: mark, ...(glob === undefined ? {} : { glob }) });
      expect(structuredContent).toMatchObject({ results: [], total: 0 });
    }
  });
});
