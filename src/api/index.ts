/** The package's entry for programs: what `import … from 'code-scout-mcp'` gives. docs/how-to/use-as-a-library.md describes it. */
import type { EngineSettings, McpServerHandle, ProjectEngine, ServerSettings } from './contract.ts';
import { AppError } from '../model/error.ts';
import { protectThreads } from '../runtime/v8-settings.ts';

export { definePlugin } from '../plugins/contract.ts';
export type * from '../plugins/contract.ts';
export type * from './contract.ts';

/** Opens a project. This reads its configuration and loads its plugins; nothing is written before the first call of a method. Rejects with a `CodeScoutError`. */
export async function openEngine(settings: EngineSettings): Promise<ProjectEngine> {
  protectThreads();
  const { loadProject } = await import('./project-settings.ts');
  const { root, config, usualLimit } = loadProject(settings);
  const { openEngine: openLocalEngine } = await import('../engine/engine.ts');
  const { OpenProjectEngine } = await import('./project-engine.ts');
  const { toolsWith } = await import('../tools/plugin-tools/plugin-tools.ts');
  const tools = await toolsWith(config.plugins);
  const engine = await openLocalEngine({
    root,
    // Calls of programs do not count as usage of a server.
    config: { ...config, metrics: { ...config.metrics, enabled: false } },
    indexing: 'thread',
    usualLimit,
  });
  return new OpenProjectEngine({ engine, tools });
}

/** Serves a project to agents. Resolves once it listens; rejects with a `CodeScoutError`. */
export async function startMcpServer(settings: ServerSettings): Promise<McpServerHandle> {
  protectThreads();
  switch (settings?.transport) {
    case 'stdio':
      return (await import('./stdio-server.ts')).startStdio(settings);
    case 'http':
      return (await import('./http-server.ts')).startHttp(settings);
    default:
      throw new AppError('ValidationError', '`transport` must be "stdio" or "http"', {
        details: { field: 'transport', expected: '"stdio" or "http"', received: settings?.transport },
      });
  }
}
