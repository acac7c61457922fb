/**
 * The same server through the SDK's own client, in both eras of the protocol. The client validates every answer against
 * the protocol's and the tools' schemas.
 */
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools as everyTool } from '../../src/tools/registry.ts';
import { fixtureProject } from './fixture-project.ts';
import { cleanEnvironment } from './raw-client.ts';
import { programEntry } from '../program-entry.ts';

const modes = [
  ['legacy', 'legacy', '2025-11-25'],
  ['auto', 'auto', '2026-07-28'],
] as const;

describe.each(modes)('the SDK’s client, %s', (_, mode, version) => {
  const root = fixtureProject();
  let client: Client;

  beforeAll(async () => {
    client = new Client({ name: 'sdk-client', version: '1.0.0' }, { versionNegotiation: { mode } });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [programEntry],
      cwd: root,
      env: cleanEnvironment(),
    });
    await client.connect(transport);
  });
  afterAll(() => client.close());

  it("negotiates its version and learns the server's name", () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()?.name).toBe('code-scout-mcp');
    expect(client.getInstructions()).toContain('code-scout_search');
    expect(client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {} });
  });

  it('lists and calls every tool', async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(everyTool.map((tool) => tool.name));
    const seen: number[] = [];
    const index = await client.callTool(
      { name: 'code-scout_index', arguments: { background: false } },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(index.structuredContent).toMatchObject({ status: 'completed', path: root });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    const search = await client.callTool({ name: 'code-scout_search', arguments: { tags: ['login'] } });
    expect(JSON.stringify(search.content)).toContain('# Query Results');
    expect(search.structuredContent).toMatchObject({ results: expect.any(Number) as unknown });
    const status = await client.callTool({ name: 'code-scout_status', arguments: {} });
    expect(status.structuredContent).toMatchObject({
      projectPath: root,
      databasePath: join(root, '.code-scout/database.db'),
    });
  });

  it("gets a tool's error as a result, and a protocol error as an error", async () => {
    const result = await client.callTool({ name: 'code-scout_search', arguments: { tags: [] } });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({ error: { type: 'ValidationError' } });
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await expect(client.readResource({ uri: 'code-scout://nope' })).rejects.toThrow(/not found/);
  });

  it('reads the resources', async () => {
    const { resources } = await client.listResources();
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      const mimeType = uri.startsWith('ui:') ? 'text/html;profile=mcp-app' : 'application/json';
      expect(contents[0]).toMatchObject({ uri, mimeType });
    }
  });

  it('cancels a call', async () => {
    const stop = new AbortController();
    const call = client.callTool(
      { name: 'code-scout_index', arguments: { background: false, force: true } },
      { signal: stop.signal },
    );
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow(/enough/);
    expect((await client.callTool({ name: 'code-scout_status', arguments: {} })).isError).toBeUndefined();
  });
});
