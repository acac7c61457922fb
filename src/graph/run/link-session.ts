/**
 * The state that one run of linking leaves for the next in the same thread.
 * Invariant: it is used only while nobody else has written links; a run that is broken off leaves nothing.
 */
import type { Store } from '../../store/store.ts';
import type { LinkedProject } from '../incremental/linked-project.ts';
import { MentionedTexts } from '../incremental/name-filter.ts';
import type { ProjectModules } from '../program/project-modules.ts';

export interface CachedProject {
  project: LinkedProject;
  /** Valid while paths and configurations are the same; null where none was made. */
  modules: ProjectModules | null;
}

/** State between two runs, so that one edit in a large project does not read the data of all its files again. */
export class LinkSession {
  #cached: CachedProject | null = null;
  /** The generation of the links when the project was cached. */
  #generation = '';
  /** By file id, so that it stays valid whatever is written. */
  readonly mentions = new MentionedTexts();

  /** The cached state, if nobody has written links since. It is removed: the caller puts it back when all went well. */
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
