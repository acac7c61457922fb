/** From what the user typed to the project that is meant, its configuration and its engine. */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadConfig, usualLimit } from '../config/load.ts';
import type { Flags, LoadedConfig } from '../config/load.ts';
import type { Engine } from '../engine/types.ts';
import { resolveRoot } from '../engine/resolve-root.ts';
import type { EngineSource } from '../mcp/engine-pool.ts';
import { AppError } from '../model/error.ts';
import { configFlags } from './global-options.ts';
import type { GlobalOptions } from './global-options.ts';
import { settleCompilers } from '../util/settle-compilers.ts';
import type { Terminal } from './terminal.ts';

export interface ProjectRequest {
  terminal: Terminal;
  options: GlobalOptions;
  /** A folder named as the command's argument; it goes before --root. */
  path?: string;
}

function badDirectory(path: string): AppError {
  return new AppError('ValidationError', `Path must be a directory: ${path}`, {
    hint: 'Name a folder of the project, or leave it out for the current one.',
    details: { field: 'path', expected: 'a directory', received: path },
  });
}

/** The folder's real path. Throws `AppError`. */
export function existingDirectory(path: string): string {
  try {
    if (statSync(path).isDirectory()) return realpathSync(path);
  } catch (error) {
    throw new AppError('ValidationError', badDirectory(path).message, {
      hint: `It ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be opened'}. Name a folder of the project.`,
      details: { field: 'path', expected: 'a directory', received: path },
      cause: error,
    });
  }
  throw badDirectory(path);
}

/** Throws `AppError` for several: a command is about one project. */
export function onlyRoot({ root = [] }: GlobalOptions): string | undefined {
  if (root.length < 2) return root[0];
  throw new AppError('ValidationError', '--root is given more than once', {
    hint: 'Only `serve` takes several projects; name one.',
    details: { field: '--root', expected: 'one folder', received: root },
  });
}

/**
 * The project's root: the nearest folder above with a repository or a manifest. A folder that the user named is taken as it is where
 * there is none; the current directory is not, so that no home folder is indexed by accident.
 */
export function findRoot({ terminal, options, path }: ProjectRequest): string {
  const named = path ?? onlyRoot(options);
  const start = existingDirectory(resolve(terminal.workingDirectory, named ?? '.'));
  const found = resolveRoot(start);
  if ('root' in found) return found.root;
  if (named !== undefined) return start;
  throw new AppError('ValidationError', found.problem, {
    hint: found.hint,
    details: { field: 'root', expected: 'a project', received: start },
  });
}

/** @param more flags of the command itself */
export function loadProjectConfig(root: string, { terminal, options }: ProjectRequest, more: Flags = {}): LoadedConfig {
  return loadConfig({
    root,
    flags: { ...configFlags(options), ...more },
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

/**
 * Runs `use` with the project's engine, which is closed afterwards whatever happens.
 * @param instead answers without an engine; null where it cannot
 */
export async function withProject<T>(
  request: ProjectRequest,
  use: (project: Project) => Promise<T>,
  instead?: (project: Omit<Project, 'engine'>) => Promise<T | null>,
): Promise<T> {
  const root = findRoot(request);
  const loaded = loadProjectConfig(root, request);
  const known = (await instead?.({ root, loaded })) ?? null;
  if (known !== null) return known;
  const { openEngine } = await import('../engine/engine.ts');
  settleCompilers();
  const engine = await openEngine({
    root,
    config: loaded.config,
    indexing: 'inline',
    usualLimit: usualLimit(loaded),
  });
  try {
    return await use({ root, loaded, engine });
  } finally {
    await engine.close();
  }
}

export interface NamedPlace {
  path: string;
  /** False: nothing may be written there, not even an empty index. */
  writes: boolean;
}

/** As `withProject`, for the folder that a tool's arguments name, by the rules of a server. Throws `AppError`. */
export async function withProjectAt<T>(
  request: ProjectRequest,
  { path, writes }: NamedPlace,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  const [{ openEngine }, { EnginePool }] = await Promise.all([
    import('../engine/engine.ts'),
    import('../mcp/engine-pool.ts'),
  ]);
  settleCompilers();
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
