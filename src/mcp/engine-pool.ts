/**
 * The engines of a server, one for each project, and one for all of them together. They are opened when first needed and closed together.
 * Invariants: nothing is searched for or loaded before the first question. In a project that the server was not started for, only a call of a
 * tool that writes may create an index.
 */
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, parse, resolve } from 'node:path';
import type { AppConfig } from '../config/options.ts';
import type { Engine } from '../engine/types.ts';
import { AppError } from '../model/error.ts';
import { allProjects } from '../tools/tool.ts';
import type { ProjectAccess, ProjectPlace } from '../tools/call-tool.ts';
import { realPath } from '../util/paths/real-path.ts';
import { isAtOrBelow } from '../util/paths/system-paths.ts';
import type { NamedProject } from './named-project.ts';
import type { ProjectsTogether } from './projects-together.ts';

export type { NamedProject } from './named-project.ts';

export type FoundRoot = { root: string } | { problem: string; hint: string };

/** The configuration of a served project. */
export interface ProjectSettings {
  config: AppConfig;
  /** The result of `usualLimit` in src/config/load.ts. */
  usualLimit: number | null;
}

export interface EngineSource {
  /** Returns an engine that opens nothing on disk before its first question. */
  openEngine(root: string, settings: ProjectSettings): Promise<Engine>;
  resolveRoot(start: string): FoundRoot;
  /** The settings of the project with this root. Throws `AppError('ConfigurationError')`. */
  settingsFor(root: string): ProjectSettings | Promise<ProjectSettings>;
}

/** Where the search for the server's own project starts. */
export interface StartFolder {
  /** Absolute. */
  folder: string;
  /** Whether the user named the folder. Then the folder itself is the project if no project contains it. */
  named: boolean;
}

function realOf(path: string): string {
  return realPath(path) ?? path;
}

function directoryProblem(path: string): string | null {
  try {
    return statSync(path).isDirectory() ? null : 'is not a folder';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : 'cannot be read';
  }
}

function checkDirectory(path: string, asked: string): void {
  const problem = directoryProblem(path);
  if (problem === null) return;
  const shown = JSON.stringify(asked.slice(0, 200));
  throw new AppError('ValidationError', 'Path must be a directory', {
    hint: `${shown} ${problem}. Give the absolute path of a folder, or leave path out for the project that is served.`,
    details: { field: 'path', expected: 'an existing folder', received: asked.slice(0, 200) },
  });
}

/** What servers ask of the projects that they serve. */
export type ServedProjects = Pick<EnginePool, 'names' | 'projects' | 'primary' | 'engineFor' | 'configOf'>;

export class EnginePool {
  readonly #load: () => Promise<EngineSource>;
  readonly #engines = new Map<string, Promise<Engine>>();
  /** The projects if there are several, the server's own first; empty if there is only one. */
  readonly projects: readonly NamedProject[];
  /** The names of `projects`. */
  readonly names: readonly string[];
  #start: StartFolder;
  #primary: { root: string } | null = null;
  #together: Promise<ProjectsTogether> | null = null;
  #closed = false;

  /**
   * @param load is called with the first question, and returns the same source each time
   * @param start the folder where the only project is searched for, or several projects
   */
  constructor(load: () => Promise<EngineSource>, start: StartFolder | readonly [NamedProject, ...NamedProject[]]) {
    this.#load = load;
    const several = 'folder' in start ? null : start;
    this.projects = several === null || several.length === 1 ? [] : several;
    this.names = this.projects.map(({ name }) => name);
    this.#start = 'folder' in start ? start : { folder: start[0].root, named: true };
    if (several !== null) this.#primary = { root: several[0].root };
  }

  /** Called when the client has opened another project. */
  setStart(start: StartFolder): void {
    this.#start = start;
    this.#primary = null;
  }

  /** The server's own project, or why it has none. */
  async primary(): Promise<FoundRoot> {
    if (this.#primary !== null) return this.#primary;
    const start = this.#start;
    const found = (await this.#load()).resolveRoot(start.folder);
    const primary = 'root' in found || !start.named ? found : { root: start.folder };
    // A missing project is not cached: the next question searches again, because the user may have created one.
    if ('root' in primary && start === this.#start) this.#primary = primary;
    return primary;
  }

  /** Throws `AppError`. */
  async primaryEngine(): Promise<Engine> {
    return this.#engineOf(await this.#rootNamed(null));
  }

  /** The root of a project. @param project its name; null for the first or only project */
  async #rootNamed(project: string | null): Promise<string> {
    const named = this.projects.find(({ name }) => name === project);
    if (named !== undefined) return named.root;
    if (project !== null) {
      throw new AppError('NotFoundError', `No project is named ${JSON.stringify(project.slice(0, 200))}`, {
        hint:
          this.names.length === 0
            ? 'This server has one project: leave project out.'
            : `The projects are ${this.names.join(', ')}; ${allProjects} is all of them.`,
        details: { field: 'project', expected: 'the name of a project', received: project.slice(0, 200) },
      });
    }
    const found = await this.primary();
    if ('root' in found) return found.root;
    throw new AppError('ConfigurationError', found.problem, { hint: found.hint });
  }

  /** The settings of the server's own project; if it has none, those of the folder where the search started. */
  async primaryConfig(): Promise<AppConfig> {
    const found = await this.primary();
    const settings =
      'root' in found ? this.#settingsOf(found.root) : (await this.#load()).settingsFor(this.#start.folder);
    return (await settings).config;
  }

  /** The settings of the project with this name; null for the server's own project, as `primaryConfig`. Throws `AppError`. */
  async configOf(project: string | null): Promise<AppConfig> {
    if (project === null) return this.primaryConfig();
    return (await this.#settingsOf(await this.#rootNamed(project))).config;
  }

  /** The engine of the project at a place. Throws `AppError`. */
  async engineFor({ project, path }: ProjectPlace, access: ProjectAccess): Promise<Engine> {
    if (project === allProjects && this.projects.length > 0) return this.#engineOfAll(path);
    if (path === null) return this.#engineOf(await this.#rootNamed(project));
    const baseProject = project === null ? await this.primary() : { root: await this.#rootNamed(project) };
    const folder = resolve('root' in baseProject ? baseProject.root : this.#start.folder, path);
    checkDirectory(folder, path);
    const root = await this.#rootOf(folder);
    if (project !== null && 'root' in baseProject && baseProject.root !== root) {
      throw new AppError('ValidationError', `path is not part of the project ${project}`, {
        hint: `It belongs to ${root}. Leave out project, or path.`,
        details: { field: 'path', expected: `a folder of ${baseProject.root}`, received: path.slice(0, 200) },
      });
    }
    const isOpenOrServed = this.#engines.has(root) || (await this.#servedRoots()).includes(root);
    if (!access.writes && !isOpenOrServed && !existsSync((await this.#settingsOf(root)).config.database.path)) {
      throw new AppError('NotFoundError', `There is no index of ${root}`, {
        hint: `Create it: call code-scout_index with path: ${JSON.stringify(root)}.`,
        details: { field: 'path', expected: 'a folder of an indexed project', received: path.slice(0, 200) },
      });
    }
    return this.#engineOf(root);
  }

  /** One engine for all projects of the server. It stays the same while their engines do. */
  async #engineOfAll(path: string | null): Promise<Engine> {
    if (path !== null) {
      throw new AppError('ValidationError', 'path is a folder of one project, and all are asked', {
        hint: `Leave out path, or project: ${allProjects}.`,
        details: { field: 'path', expected: 'no path', received: path.slice(0, 200) },
      });
    }
    // Loaded with the first question of this kind: most servers have one project.
    this.#together ??= import('./projects-together.ts').then(
      (module) => new module.ProjectsTogether(this.projects, (root) => this.#engineOf(root)),
    );
    return (await this.#together).engine();
  }

  /** The roots of the projects that this server was started for. */
  async #servedRoots(): Promise<string[]> {
    if (this.projects.length > 0) return this.projects.map(({ root }) => root);
    const primary = await this.primary();
    return 'root' in primary ? [primary.root] : [];
  }

  /**
   * The root of the innermost served or opened project that contains the folder. If there is none: of the project that a search finds; otherwise
   * the folder itself, because the caller named it.
   */
  async #rootOf(folder: string): Promise<string> {
    const real = realOf(folder);
    const served = [...(await this.#servedRoots()), ...this.#engines.keys()];
    const containing = served.filter((root) => isAtOrBelow(realOf(root), real)).toSorted((a, b) => b.length - a.length);
    if (containing[0] !== undefined) return containing[0];
    const found = (await this.#load()).resolveRoot(folder);
    if ('root' in found) return found.root;
    // A whole disk or home folder is never indexed by accident.
    if (real !== parse(real).root && real !== realOf(homedir())) return folder;
    throw new AppError('ValidationError', found.problem, {
      hint: found.hint,
      details: { field: 'path', expected: 'the folder of a project', received: folder },
    });
  }

  /**
   * The settings of a project. A database path outside the root (of `--db`, for example) holds only for the server's own project: the index
   * of another project is in that project's folder.
   */
  async #settingsOf(root: string): Promise<ProjectSettings> {
    const settings = await (await this.#load()).settingsFor(root);
    const primary = await this.primary();
    const { config } = settings;
    const { path } = config.database;
    if (('root' in primary && primary.root === root) || path === ':memory:' || isAtOrBelow(root, path)) return settings;
    const database = { ...config.database, path: join(root, '.code-scout', 'database.db') };
    return { ...settings, config: { ...config, database } };
  }

  async #engineOf(root: string): Promise<Engine> {
    const enginePromise = this.#engines.get(root);
    const engine = await enginePromise;
    if (engine?.isReplaced === false) return engine;
    const settings = await this.#settingsOf(root);
    // While this call waited, another call opened the project.
    if (this.#engines.get(root) !== enginePromise) return this.#engineOf(root);
    if (this.#closed) throw new AppError('CancelledError', 'The server is shutting down');
    const opened = this.#open(root, settings, engine);
    this.#engines.set(root, opened);
    opened.catch(() => this.#engines.delete(root));
    return opened;
  }

  /** @param replaced the engine whose index file was replaced; it is closed first */
  async #open(root: string, settings: ProjectSettings, replaced: Engine | undefined): Promise<Engine> {
    await replaced?.close();
    const engine = await (await this.#load()).openEngine(root, settings);
    if (replaced !== undefined && (await this.#servedRoots()).includes(root)) void engine.watch();
    return engine;
  }

  /** Stops all indexing and closes every engine. */
  async close(): Promise<void> {
    this.#closed = true;
    const open = [...this.#engines.values()];
    this.#together = null;
    this.#engines.clear();
    await Promise.allSettled(open.map(async (engine) => (await engine).close()));
  }
}
