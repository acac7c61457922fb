/**
 * `code-scout serve`, and `code-scout` alone: the MCP server over standard input and output.
 * Invariant: without flags for tools it starts even with a broken configuration. An agent reads answers, not logs, so the answers of tools
 * report what is wrong.
 */
import { resolve } from 'node:path';
import { defaultConfig, loadConfig, usualLimit } from '../../config/load.ts';
import { servedTools } from '../../mcp/served-tools.ts';
import { startStdioServer } from '../../mcp/stdio/stdio.ts';
import type { ToolSelection } from '../../tools/selection.ts';
import { toolFlags, type ToolFlags } from '../serving/http-server-options.ts';
import { existingDirectory } from '../asked-root.ts';
import { loadProjectConfig } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { severalProjects } from '../serving/served-projects.ts';
import { releaseMemoryWhenIdle } from '../serving/watch-rest.ts';

/**
 * The tools that the user selected. If the configuration cannot be read, no project can be opened either: the default tools are listed, so that
 * an agent can call one and read what is wrong. With flags for tools, the error is thrown instead, because the flags may be its cause.
 */
function readSelection({ terminal }: ProjectRequest, flags: ToolFlags, root: string): ToolSelection {
  const { settings, userConfigDirectory } = terminal.environment;
  const loadRequest = { root, env: settings, userConfigDir: userConfigDirectory, projectFile: false } as const;
  try {
    const { tools } = loadConfig({ ...loadRequest, flags: toolFlags(flags) }).config;
    return tools;
  } catch (error) {
    if (Object.keys(flags).length > 0) throw error;
    return defaultConfig(root).config.tools;
  }
}

/** Resolves once the server listens; the process ends with its input. Throws `AppError`. */
export async function serveStdio(request: ProjectRequest, flags: ToolFlags = {}): Promise<void> {
  const { terminal, options } = request;
  const { claudeProjectDirectory } = terminal.environment;
  const origin =
    options.root !== undefined ? 'flag' : claudeProjectDirectory === null ? 'current directory' : 'environment';
  const projects = severalProjects(request);
  const start =
    projects?.[0].root ?? resolve(terminal.workingDirectory, options.root?.[0] ?? claudeProjectDirectory ?? '.');
  if (terminal.inputIsTerminal) {
    terminal.err(
      'This is an MCP server on standard input, meant to be started by an agent. Stop it with Ctrl-C; `code-scout --help` lists the commands.',
    );
  }
  await startStdioServer({
    start: origin === 'flag' ? existingDirectory(start) : start,
    origin,
    ...(projects === null ? {} : { projects }),
    tools: await servedTools(
      readSelection(request, flags, start),
      () => loadProjectConfig(start, request, toolFlags(flags)).config.plugins,
    ),
    settingsFor: (root) => {
      const loaded = loadProjectConfig(root, request, toolFlags(flags));
      return { config: loaded.config, usualLimit: usualLimit(loaded) };
    },
  });
  releaseMemoryWhenIdle();
}
