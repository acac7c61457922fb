/**
 * Answers an editor's questions: the graph with the texts that are open and not saved in place of their files. A thread extracts and links the texts; a
 * question waits for that.
 * Invariant: nothing of an unsaved text is written to the index or to the disk.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { viewOf, type Store } from '../../store/store.ts';
import type { GraphAnswers, GraphHost } from '../graph/graph-answers.ts';
import { AnswerCache } from '../search/answer-cache.ts';
import type { EditorQueries, FileQueries, GraphQueries, PlaceQueries } from '../types.ts';
import type { ShownState, ShownText } from './unsaved-links.ts';
import type { ShownIndex } from './unsaved-store.ts';

/** Longer files are not read (characters). */
const maxChars = 4_000_000;

type Graph = GraphQueries & PlaceQueries;

export interface EditorHost extends Pick<GraphHost, 'disk' | 'prepare' | 'freshness' | 'chunkedFiles'> {
  root: string;
  /** The graph of the index alone. */
  graph: Graph;
  files: FileQueries;
  /** Extracts and links texts in another thread; null: there is none, and texts that are not saved are not seen. */
  link: ((texts: readonly ShownText[]) => Promise<ShownState | null>) | null;
}

/** A text of an open file. `onDisk`: whether it is that of the file, for the file's time and size. */
interface Shown {
  text: string;
  onDisk: { stamp: string; isSame: boolean } | null;
}

/** An index with unsaved texts in the place of the saved ones. */
interface Over {
  base: Store;
  index: ShownIndex;
  graph: GraphAnswers;
}

/** The graph for some unsaved texts over one state of the index. */
interface Linked {
  texts: readonly ShownText[];
  store: Store;
  generation: number;
}

export class EditorAnswers implements EditorQueries<Graph> {
  readonly #host: EditorHost;
  readonly #shown = new Map<string, Shown>();
  #over: Over | null = null;
  #linked: Linked | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(host: EditorHost) {
    this.#host = host;
  }

  show(path: string, text: string | null): void {
    if (text === null) this.#shown.delete(path);
    else if (this.#shown.get(path)?.text !== text) this.#shown.set(path, { text, onDisk: null });
  }

  async text(path: string): Promise<string | null> {
    return this.#shown.get(path)?.text ?? this.#textOnDisk(path);
  }

  async #textOnDisk(path: string): Promise<string | null> {
    const request = { path, startLine: 1, startColumn: 1, endLine: null, maxChars };
    const page = await this.#host.files.read(request).catch(() => null);
    return page?.content.kind === 'text' ? page.content.text : null;
  }

  /** The unsaved texts that differ from the disk. */
  async #unsaved(): Promise<ShownText[]> {
    const unsaved: ShownText[] = [];
    for (const [path, shown] of this.#shown) {
      const stamp = stampOf(join(this.#host.root, path));
      if (shown.onDisk?.stamp !== stamp)
        shown.onDisk = { stamp, isSame: (await this.#textOnDisk(path)) === shown.text };
      if (!shown.onDisk.isSame) unsaved.push({ path, text: shown.text });
    }
    return unsaved;
  }

  async graph(): Promise<Graph> {
    const { link, graph } = this.#host;
    if (link === null || this.#shown.size === 0) return graph;
    // One after the other: what two questions need is made once.
    const turn = this.#turn.then(() => this.#graphNow(link));
    this.#turn = turn.catch(() => {});
    // Without the thread's answer, the index is the best that there is.
    return turn.catch(() => graph);
  }

  async #graphNow(link: NonNullable<EditorHost['link']>): Promise<Graph> {
    const texts = await this.#unsaved();
    if (texts.length === 0) return this.#host.graph;
    const { store, state: base } = await this.#host.prepare('links');
    const { generation } = base;
    const over = await this.#openOver(store);
    const linked = this.#linked;
    const isCurrent = linked?.store === store && linked.generation === generation && areEqual(linked.texts, texts);
    if (isCurrent) return over.graph;
    const state = await link(texts);
    if (state === null) return this.#host.graph;
    over.index.take(state);
    this.#linked = { texts, store, generation: state.generation };
    return over.graph;
  }

  async #openOver(base: Store): Promise<Over> {
    if (this.#over?.base === base) return this.#over;
    const [{ ShownIndex }, { GraphAnswers }] = await Promise.all([
      import('./unsaved-store.ts'),
      import('../graph/graph-answers.ts'),
    ]);
    const { disk, freshness, chunkedFiles } = this.#host;
    const index = new ShownIndex(base);
    const graph = new GraphAnswers({
      disk,
      chunkedFiles,
      prepare: () => viewOf(index.store),
      freshness: async (_, wants) => freshness(await viewOf(base), wants),
      shownText: (path) => this.#shown.get(path)?.text,
      // Files that change on disk are indexed by the watcher, and then `graph` has the texts linked again.
      isIndexing: () => true,
      readAgain: async () => {},
      cache: new AnswerCache(disk, 0),
      makeLateLinks: async () => false,
    });
    return (this.#over = { base, index, graph });
  }
}

function areEqual(some: readonly ShownText[], others: readonly ShownText[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ path, text }, at) => path === others[at]!.path && text === others[at]!.text)
  );
}

/** Changes whenever a file is written. */
function stampOf(location: string): string {
  const stat = lstatSync(location, { throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
}
