/**
 * The projects of the folders that the editor has open, each with its engine.
 * Invariants: a file belongs to the innermost project that contains it; nothing outside of these projects is read.
 */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Engine, EngineConfig } from '../engine/types.ts';
import { AppError, toAppError } from '../model/error.ts';
import { belowRoot, rootIn } from '../util/paths/root-names.ts';

export interface ProjectSettings {
  config: EngineConfig;
  usualLimit: number | null;
}

export interface WorkspaceHost {
  /** Throws `AppError('ConfigurationError')`. */
  settingsFor: (root: string) => ProjectSettings;
  /** Called with each engine that was opened. */
  onOpened: (engine: Engine) => void;
  /** Called with an error that the user should see. */
  onProblem: (error: AppError) => void;
}

/** A file of a project. */
export interface ProjectFile {
  engine: Engine;
  /** From the root, with slashes. */
  path: string;
}

export class Workspace {
  readonly #host: WorkspaceHost;
  /** Roots of projects by the URI of the folder; null for a folder without a project. */
  readonly #folders = new Map<string, string | null>();
  readonly #engines = new Map<string, Promise<Engine>>();
  /** How the client writes the roots of projects, which links and the spelling of a drive give other names. */
  readonly #names = new Map<string, string>();
  #turn: Promise<void> = Promise.resolve();

  constructor(host: WorkspaceHost) {
    this.#host = host;
  }

  /** Adds and removes folders, after the changes before. Never rejects. */
  change(added: readonly string[], removed: readonly string[]): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      for (const uri of removed) this.#folders.delete(uri);
      for (const uri of added) await this.#add(uri);
      const used = new Set(this.#folders.values());
      for (const [root, engine] of this.#engines) {
        if (used.has(root)) continue;
        this.#engines.delete(root);
        this.#names.delete(root);
        await engine.then((one) => one.close()).catch(() => {});
      }
    });
    return this.#turn;
  }

  async #add(uri: string): Promise<void> {
    const folder = pathOf(uri);
    if (folder === null) return;
    try {
      const { openEngine, resolveRoot } = await import('../engine/engine.ts');
      const found = resolveRoot(folder);
      this.#folders.set(uri, 'root' in found ? found.root : null);
      if (!('root' in found))
        throw new AppError('ConfigurationError', `Code Scout has no project to index. ${found.problem}`, {
          hint: found.hint,
        });
      const { root } = found;
      if (this.#engines.has(root)) return;
      this.#names.set(root, rootIn(folder, root) ?? root);
      const settings = this.#host.settingsFor(root);
      const engine = openEngine({ root, ...settings, indexing: 'thread' });
      this.#engines.set(root, engine);
      this.#host.onOpened(await engine);
    } catch (error) {
      this.#host.onProblem(toAppError(error));
    }
  }

  /** All engines, in the order of their folders. */
  async engines(): Promise<Engine[]> {
    await this.#turn;
    const opened = await Promise.allSettled(this.#engines.values());
    return opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  /** The project's file of a URI; null for what is not a file of an open project. */
  async fileOf(uri: string): Promise<ProjectFile | null> {
    const path = pathOf(uri);
    if (path === null) return null;
    const containing = (await this.engines()).filter(({ root }) => rootIn(path, root) !== null);
    const [engine] = containing.toSorted((a, b) => b.root.length - a.root.length);
    if (engine === undefined) return null;
    return { engine, path: belowRoot(path, engine.root) };
  }

  /** The URI of a project's file, below its folder as the client writes that. */
  uriOf({ root }: Pick<Engine, 'root'>, path: string): string {
    return uriOf(join(this.#names.get(root) ?? root, path));
  }

  async close(): Promise<void> {
    await this.change([], [...this.#folders.keys()]);
  }
}

/** The path of a file's URI; null for any other URI. */
export function pathOf(uri: string): string | null {
  try {
    const path = fileURLToPath(uri);
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}

/** @param path an absolute one */
export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

/** One key for all ways to write the URI of a file. */
export function keyOf(uri: string): string {
  const path = pathOf(uri);
  return path === null ? uri : uriOf(path);
}
