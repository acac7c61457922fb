/**
 * The HTTP server through the SDK's own client, in both eras of the protocol. The client validates every answer against
 * the protocol's and the tools' schemas.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../src/tools/registry.ts';
import { fixtureProject } from './fixture-project.ts';
import { startHttpServer, type HttpServerProcess } from './http-process.ts';

const token = 'a-token-of-24-characters';
const modes = [
  ['legacy', 'legacy', '2025-11-25'],
  ['auto', 'auto', '2026-07-28'],
] as const;

describe.each(modes)('the SDK’s client over HTTP, %s', (_, mode, version) => {
  const root = fixtureProject();
  let server: HttpServerProcess;
  let client: Client;
  let transport: StreamableHTTPClientTransport;

  beforeAll(async () => {
    server = await startHttpServer({ cwd: root, args: ['--token', token] });
    client = new Client({ name: 'sdk-client', version: '1.0.0' }, { versionNegotiation: { mode } });
    transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    await client.connect(transport);
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  it("negotiates its version and learns the server's name", () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()?.name).toBe('code-scout-mcp');
    expect(client.getInstructions()).toContain('code-scout_search');
  });

  it('lists and calls tools, and receives their progress', async () => {
    const { tools: listed } = await client.listTools();
    expect(listed.map((tool) => tool.name)).toEqual(tools.map(({ name }) => name));
    const seen: number[] = [];
    const index = await client.callTool(
      { name: 'code-scout_index', arguments: { background: false, force: true } },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(index.structuredContent).toMatchObject({ status: 'completed', path: root });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    const search = await client.callTool({ name: 'code-scout_search', arguments: { tags: ['login'] } });
    expect(search.structuredContent).toMatchObject({ results: expect.any(Number) as unknown });
  });

  it("gets a tool's error as a result, and a protocol error as an error", async () => {
    const result = await client.callTool({ name: 'code-scout_search', arguments: { tags: [] } });
    expect(result.isError).toBe(true);
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await expect(client.readResource({ uri: 'code-scout://nope' })).rejects.toThrow(/not found/);
  });

  it('reads the resources', async () => {
    const { resources } = await client.listResources();
    expect(resources.length).toBeGreaterThan(0);
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

  it('ends its session, where it has one', async () => {
    const sessions = async (): Promise<string | undefined> => {
      const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
      return /^code_scout_mcp_sessions (\d+)$/m.exec(await response.text())?.[1];
    };
    expect(await sessions()).toBe(mode === 'legacy' ? '1' : '0');
    await transport.terminateSession();
    expect(await sessions()).toBe('0');
  });
});
