/**
 * The links as a question meets them: up to date with its view of the index.
 * Several questions of one answer can share a view. The state of the index is then asked at the beginning and the end of the answer, where each question by
 * itself asks at its own.
 */
import { LinkIndex, type LinksAcross } from '../../graph/queries/index/link-index.ts';
import { languages } from '../../languages/registry.ts';
import type { NeighboursAnswer, NeighboursRequest } from '../../model/graph.ts';
import { viewOf, type IndexView, type Store } from '../../store/store.ts';
import type { AnswerSource } from '../live/watch-updates.ts';

const linkedLanguages: ReadonlySet<string> = new Set(languages.filter(({ isLinked }) => isLinked).map(({ id }) => id));

/** The parts of the engine that opening needs. */
export interface OpenerHost {
  /**
   * Opens the index, and starts to make one if there is none.
   * @param wants what must be up to date for the answer
   * @param begun the view of an answer that this is a part of: only what that did not wait for is waited for
   */
  prepare: (wants: AnswerSource, begun?: IndexView) => Promise<IndexView>;
  /** Whether a run is writing: changed files are left to it, and answers that name them say so. */
  isIndexing: () => boolean;
  /** Links files that were read again for an answer and that no run links; whether there were some. */
  makeLateLinks: (store: Store) => Promise<boolean>;
  /** The links between the repositories of an index that has several; absent: it has one. */
  across?: LinksAcross;
}

export interface OpenLinks {
  links: LinkIndex;
  view: IndexView;
}

export class LinkOpener {
  readonly #host: OpenerHost;
  readonly #readText: (path: string) => string | null;
  #index: LinkIndex | null = null;

  constructor(host: OpenerHost, readText: (path: string) => string | null) {
    this.#host = host;
    this.#readText = readText;
  }

  /** @param begun the view with which the answer began that the question is a part of */
  async open(wants: AnswerSource = 'links', begun?: IndexView): Promise<OpenLinks> {
    let view = await this.#host.prepare(wants, begun);
    const { store } = view;
    if (this.#index?.store !== store)
      this.#index = new LinkIndex(store, this.#readText, linkedLanguages, this.#host.across);
    const links = this.#index;
    // Other questions have met a newer state since the answer began.
    if (begun !== undefined && links.generation > view.state.generation) view = await viewOf(store);
    await links.refresh(view.state);
    if (await this.#host.makeLateLinks(store)) {
      view = await viewOf(store);
      await links.refresh(view.state);
    }
    return { links, view };
  }

  /** Whether these are the links of the state that they were opened with: another question may have brought them up to date with a newer one. */
  areCurrent({ links, view }: OpenLinks): boolean {
    return links === this.#index && links.generation === view.state.generation;
  }
}

/** Several questions of one answer, with a view of the index in common. */
export interface SharedQuestions {
  neighbours(request: NeighboursRequest): Promise<NeighboursAnswer>;
  /** Whether the index was the same for all of them. To be asked after the last one. */
  areOfOneState(): Promise<boolean>;
}

/** The links for the questions of one answer. */
export class SharedLinks {
  readonly #opener: LinkOpener;
  readonly #begun: IndexView;
  /** Null before the first question. */
  #opened: OpenLinks | null = null;
  /** Whether the index was written between two questions, by others or because files had changed. */
  #isMixed = false;

  /** @param begun the view with which the answer began */
  constructor(opener: LinkOpener, begun: IndexView) {
    this.#opener = opener;
    this.#begun = begun;
  }

  /** The links for the next question: those of the last one, unless the index was written in between. */
  async open(): Promise<OpenLinks> {
    if (this.#opened === null) return this.#share(await this.#opener.open('links', this.#begun));
    return this.#opener.areCurrent(this.#opened) ? this.#opened : this.openAgain();
  }

  /** The links after the index was written. */
  async openAgain(): Promise<OpenLinks> {
    this.#isMixed = true;
    return this.#share(await this.#opener.open());
  }

  #share({ links, view }: OpenLinks): OpenLinks {
    return (this.#opened = { links, view: { ...view, isShared: true } });
  }

  /** Whether the index was the same for all questions. To be asked after the last one. */
  async areOfOneState(): Promise<boolean> {
    if (this.#isMixed || this.#opened === null) return !this.#isMixed;
    const { store, state } = this.#opened.view;
    return (await store.state()).generation === state.generation;
  }
}

/** Languages of these files that are linked by name only. */
export function nameOnly(index: LinkIndex, paths: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of paths) {
    const file = index.file(index.idOf(path) ?? -1);
    if (file !== undefined && !linkedLanguages.has(file.language)) found.add(file.language);
  }
  return [...found].sort();
}
