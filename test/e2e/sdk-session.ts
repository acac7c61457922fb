/** A project, indexed, with its own server, and the SDK's client connected over standard input and output. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createProject, type TestProject } from './cli-process.ts';
import { cleanEnvironment } from './raw-client.ts';
import { programEntry } from '../program-entry.ts';

export interface Called {
  text: string;
  data: Record<string, unknown>;
  isError: boolean;
}

export interface SdkSession {
  project: TestProject;
  call: (name: string, args: Record<string, unknown>) => Promise<Called>;
  close: () => Promise<void>;
}

export async function openSdkSession(sources: Parameters<typeof createProject>[0]): Promise<SdkSession> {
  const project = createProject(sources);
  const client = new Client({ name: 'test-client', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programEntry],
    cwd: project.root,
    env: cleanEnvironment(),
  });
  await client.connect(transport);
  await client.callTool({ name: 'code-scout_index', arguments: { background: false } });
  return {
    project,
    call: async (name, args) => {
      const result = await client.callTool({ name, arguments: args });
      const [content] = result.content as { type: string; text: string }[];
      return {
        text: content?.text ?? '',
        data: (result.structuredContent ?? {}) as Record<string, unknown>,
        isError: result.isError === true,
      };
    },
    close: async () => {
      await client.close();
      project.remove();
    },
  };
}
