/** A server over this process's standard input and output, for a program that continues after the server has ended. */
import { applySelection } from '../mcp/served-tools.ts';
import { startStdioServer } from '../mcp/stdio/stdio.ts';
import { toolsWith } from '../tools/plugin-tools/plugin-tools.ts';
import type { McpServerHandle, ServerSettings } from './contract.ts';
import { loadProject, loadSettings } from './project-settings.ts';

export async function startStdio(settings: ServerSettings): Promise<McpServerHandle> {
  const { root, config } = loadProject(settings);
  const tools = applySelection(await toolsWith(config.plugins), config.tools);
  const { ended, close } = await startStdioServer({
    start: root,
    origin: 'flag',
    projects: [{ name: root, root }],
    tools,
    settingsFor: (projectRoot) => loadSettings(projectRoot, settings),
    embedded: true,
  });
  return { url: null, ended, close };
}
