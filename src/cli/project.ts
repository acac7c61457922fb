/** The project that a command line is about, with its configuration and its engine. */
import { loadConfig, usualLimit } from '../config/load.ts';
import type { Flags, LoadedConfig } from '../config/load.ts';
import type { Engine } from '../engine/types.ts';
import { resolveRoot } from '../engine/resolve-root.ts';
import type { EngineSource } from '../mcp/engine-pool.ts';
import { findRoot, type ProjectRequest } from './asked-root.ts';
import { configFlags } from './global-options.ts';

/** @param extraFlags flags of the command, besides the global ones */
export function loadProjectConfig(
  root: string,
  { terminal, options }: ProjectRequest,
  extraFlags: Flags = {},
): LoadedConfig {
  return loadConfig({
    root,
    flags: { ...configFlags(options), ...extraFlags },
    env: terminal.environment.settings,
    userConfigDir: terminal.environment.userConfigDirectory,
    workingDirectory: terminal.workingDirectory,
  });
}

export interface Project {
  root: string;
  loaded: LoadedConfig;
  engine: Engine;
}

/** The project with this root, whose engine the caller closes. */
export async function openProject(root: string, request: ProjectRequest): Promise<Project> {
  const loaded = loadProjectConfig(root, request);
  const { openEngine } = await import('../engine/engine.ts');
  const engine = await openEngine({
    root,
    config: loaded.config,
    indexing: 'inline',
    usualLimit: usualLimit(loaded),
  });
  return { root, loaded, engine };
}

/** Runs `use` with the project's engine, which is closed afterwards whatever happens. */
export async function withProject<T>(request: ProjectRequest, use: (project: Project) => Promise<T>): Promise<T> {
  const project = await openProject(findRoot(request), request);
  try {
    return await use(project);
  } finally {
    await project.engine.close();
  }
}

export interface NamedFolder {
  path: string;
  /** If false, nothing may be written in the folder, not even an empty index. */
  writes: boolean;
}

/** Like `withProject`, but for the project of a folder that a tool's arguments name, which is found as in a server. Throws `AppError`. */
export async function withProjectAt<T>(
  request: ProjectRequest,
  { path, writes }: NamedFolder,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  const [{ openEngine }, { EnginePool }] = await Promise.all([
    import('../engine/engine.ts'),
    import('../mcp/engine-pool.ts'),
  ]);
  const source: EngineSource = {
    resolveRoot,
    settingsFor: (root) => {
      const loaded = loadProjectConfig(root, request);
      return { config: loaded.config, usualLimit: usualLimit(loaded) };
    },
    openEngine: (root, settings) => openEngine({ root, ...settings, indexing: 'inline' }),
  };
  const pool = new EnginePool(() => Promise.resolve(source), { folder: findRoot(request), named: true });
  try {
    return await use(await pool.engineFor({ project: null, path }, { writes }));
  } finally {
    await pool.close();
  }
}
