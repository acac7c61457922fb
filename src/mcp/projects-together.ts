/**
 * The engine of all projects of a server, `project: "*"`.
 * Invariants: a project without an index is not given one; one that cannot be opened does not keep the others from answering. The engine stays the same
 * while the engines of its parts do.
 */
import type { AskedProjects, Engine } from '../engine/types.ts';
import { openTogether } from '../engine/union/open-together.ts';
import type { NamedEngine } from '../engine/engine.ts';
import { toAppError, type AppError } from '../model/error.ts';
import type { NamedProject } from './named-project.ts';

export class ProjectsTogether {
  readonly #projects: readonly NamedProject[];
  readonly #open: (root: string) => Promise<Engine>;
  #kept: { parts: readonly NamedEngine[]; engine: Promise<Engine> } | null = null;
  /** Of the last question. */
  #failures: AskedProjects['notAsked'] = [];

  /** @param open the engine of a project by its root; it stays open for the next question */
  constructor(projects: readonly NamedProject[], open: (root: string) => Promise<Engine>) {
    this.#projects = projects;
    this.#open = open;
  }

  /** Rejects with an `AppError` if no project can be opened. */
  async engine(): Promise<Engine> {
    const opened = await Promise.all(this.#projects.map((project) => this.#openPart(project)));
    const parts = opened.filter((one) => 'engine' in one);
    const failed = opened.filter((one) => 'error' in one);
    if (parts.length === 0 && failed[0] !== undefined) throw failed[0].error;
    this.#failures = failed.map(({ name, error }) => ({ project: name, reason: error.message }));
    const kept = this.#kept;
    if (kept !== null && isSame(kept.parts, parts)) return kept.engine;
    const engine = openTogether(parts, () => this.#failures);
    this.#kept = { parts, engine };
    // What it keeps of indexes that were replaced is of no more use.
    void kept?.engine.then((old) => old.close()).catch(() => {});
    return engine;
  }

  async #openPart({ name, root }: NamedProject): Promise<NamedEngine | { name: string; error: AppError }> {
    try {
      return { name, engine: await this.#open(root) };
    } catch (error) {
      const failure = toAppError(error);
      if (failure.code === 'CancelledError') throw failure;
      return { name, error: failure };
    }
  }
}

function isSame(kept: readonly NamedEngine[], parts: readonly NamedEngine[]): boolean {
  return kept.length === parts.length && parts.every(({ engine }, at) => kept[at]?.engine === engine);
}
