/**
 * `code-scout serve`, and `code-scout` alone: the MCP server over standard input and output.
 * Invariant: it starts whatever the project's configuration holds; an agent reads what is wrong in the answers, not in a log.
 */
import { resolve } from 'node:path';
import { usualLimit } from '../../config/load.ts';
import { startStdioServer } from '../../mcp/stdio.ts';
import { existingDirectory, loadProjectConfig } from '../project.ts';
import type { ProjectRequest } from '../project.ts';
import { severalProjects } from '../served-projects.ts';

/** Resolves once the server listens; the process ends with its input. */
export async function serveStdio(request: ProjectRequest): Promise<void> {
  const { terminal, options } = request;
  const { claudeProjectDirectory } = terminal.environment;
  const origin =
    options.root !== undefined ? 'flag' : claudeProjectDirectory === null ? 'current directory' : 'environment';
  const projects = severalProjects(request);
  const start =
    projects?.[0].root ?? resolve(terminal.workingDirectory, options.root?.[0] ?? claudeProjectDirectory ?? '.');
  if (terminal.inputIsTerminal) {
    terminal.err(
      'Code Scout serves MCP on standard input; an agent starts it. Ctrl-C ends it, `code-scout --help` lists the commands.',
    );
  }
  await startStdioServer({
    start: origin === 'flag' ? existingDirectory(start) : start,
    origin,
    ...(projects === null ? {} : { projects }),
    settingsFor: (root) => {
      const loaded = loadProjectConfig(root, request);
      return { config: loaded.config, usualLimit: usualLimit(loaded) };
    },
  });
}
