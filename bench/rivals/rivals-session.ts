/** One MCP server process as a client sees it: its answers and their latency. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export interface ServerAnswer {
  text: string;
  structured: Record<string, unknown>;
  ms: number;
}

export class ServerSession {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async open([command, ...args]: readonly string[], cwd: string): Promise<ServerSession> {
    const client = new Client({ name: 'graph-rivals', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command: command!, args, cwd, stderr: 'ignore' }));
    return new ServerSession(client);
  }

  async call(name: string, args: Record<string, unknown>): Promise<ServerAnswer> {
    const start = performance.now();
    const { content, structuredContent } = await this.#client.callTool({ name, arguments: args });
    const ms = performance.now() - start;
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    return { text, structured: (structuredContent ?? {}) as Record<string, unknown>, ms };
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
