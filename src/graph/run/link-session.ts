/**
 * The state that a run of the linker leaves for the next run in its thread.
 * Invariant: the state is used only if nobody else has written links meanwhile; an aborted run leaves no state.
 */
import type { Store } from '../../store/store.ts';
import type { LinkedProject } from '../incremental/linked-project.ts';
import { MentionedTexts } from '../incremental/name-filter.ts';
import type { ProjectModules } from '../program/project-modules.ts';

export interface CachedProject {
  project: LinkedProject;
  /** The module resolution: valid while no path or configuration changes; null where the run made none. */
  modules: ProjectModules | null;
}

/** State between two runs, so that the run after one edit in a large project does not read the data of all files again. */
export class LinkSession {
  #cached: CachedProject | null = null;
  /** The generation of the links when the project was cached. */
  #generation = '';
  /** Hashes of files' texts. They are stored by file id, so that writes do not make them wrong. */
  readonly mentions = new MentionedTexts();

  /** Removes and returns the cached state; null if somebody has written links since. The caller puts it back when its run succeeds. */
  async take(store: Store): Promise<CachedProject | null> {
    const cached = this.#cached;
    this.#cached = null;
    return cached !== null && (await store.getMeta('linkGeneration')) === this.#generation ? cached : null;
  }

  async keep(store: Store, cached: CachedProject): Promise<void> {
    this.#generation = (await store.getMeta('linkGeneration')) ?? '';
    this.#cached = cached;
  }
}
