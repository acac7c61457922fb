/**
 * `code-scout serve`, and `code-scout` alone: the MCP server over standard input and output.
 * Invariant: without flags for tools it starts even with a broken configuration. An agent reads answers, not logs, so the answers of tools
 * report what is wrong.
 */
import { resolve } from 'node:path';
import { defaultConfig, loadConfig, usualLimit } from '../../config/load.ts';
import { servedTools } from '../../mcp/served-tools.ts';
import { startStdioServer } from '../../mcp/stdio/stdio.ts';
import { toAppError, type AppError } from '../../model/error.ts';
import type { ToolSelection } from '../../tools/selection.ts';
import { toolFlags, type ToolFlags } from '../serving/http-server-options.ts';
import { existingDirectory } from '../asked-root.ts';
import { loadProjectConfig } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';
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

/**
 * The request with its projects. Where the workspace of the settings cannot be read, it is about the present project, and `problem` is for its answers.
 * What finds several projects is loaded only where something may name them: an agent waits.
 */
async function readProjects(request: ProjectRequest): Promise<{ request: ProjectRequest; problem: AppError | null }> {
  const { environment, workingDirectory } = request.terminal;
  if (!mayNameSeveral(request)) return { request, problem: null };
  const { withProjects } = await import('../projects/asked-projects.ts');
  try {
    const start = resolve(workingDirectory, environment.claudeProjectDirectory ?? '.');
    return { request: withProjects(request, { start }), problem: null };
  } catch (error) {
    const { root, workspace, project } = request.options;
    if (root !== undefined || workspace !== undefined || project !== undefined) throw error;
    return { request, problem: toAppError(error) };
  }
}

function mayNameSeveral({ terminal, options }: ProjectRequest): boolean {
  const { root = [], workspace, project } = options;
  if (root.length > 1 || workspace !== undefined || project !== undefined) return true;
  const { settings: env, userConfigDirectory: userConfigDir } = terminal.environment;
  try {
    const { workingDirectory } = terminal;
    return loadConfig({ root: workingDirectory, env, userConfigDir, projectFile: false }).config.workspace !== '';
  } catch {
    // The answers of tools say what is wrong.
    return false;
  }
}

/** Resolves once the server listens; the process ends with its input. Throws `AppError`. */
export async function serveStdio(given: ProjectRequest, flags: ToolFlags = {}): Promise<void> {
  const { request, problem } = await readProjects(given);
  const { terminal, options } = request;
  const { claudeProjectDirectory } = terminal.environment;
  const origin =
    options.root !== undefined ? 'flag' : claudeProjectDirectory === null ? 'current directory' : 'environment';
  const [first, ...others] = request.projects ?? [];
  const start = first?.root ?? resolve(terminal.workingDirectory, options.root?.[0] ?? claudeProjectDirectory ?? '.');
  if (terminal.inputIsTerminal) {
    terminal.err(
      'This is an MCP server on standard input, meant to be started by an agent. Stop it with Ctrl-C; `code-scout --help` lists the commands.',
    );
  }
  await startStdioServer({
    start: origin === 'flag' ? existingDirectory(start) : start,
    origin,
    ...(first === undefined ? {} : { projects: [first, ...others] }),
    tools: await servedTools(
      readSelection(request, flags, start),
      () => loadProjectConfig(start, request, toolFlags(flags)).config.plugins,
    ),
    settingsFor: (root) => {
      if (problem !== null) throw problem;
      const loaded = loadProjectConfig(root, request, toolFlags(flags));
      return { config: loaded.config, usualLimit: usualLimit(loaded) };
    },
  });
  releaseMemoryWhenIdle();
}
