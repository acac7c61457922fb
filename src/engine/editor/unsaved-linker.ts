/**
 * Extracts and links unsaved texts over an index, in the thread that also updates it. The linker is reused for the next text, so that the cost of a
 * change depends on the change.
 * Invariant: the links are those that the index would have if the texts were saved; nothing is written to it.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { previousSummaries } from '../../graph/incremental/changed-names.ts';
import { LinkSession } from '../../graph/run/link-session.ts';
import type { FileAnalyser } from '../../indexer/analyse-file.ts';
import { analyseOver } from '../../indexer/outside-macros.ts';
import { ignoredPaths } from '../../source/ignore/confined-rules.ts';
import { textAsSource } from '../../source/read/source-text.ts';
import type { WalkOptions } from '../../source/source.ts';
import type { Store } from '../../store/store.ts';
import { interfaceRecorder, linkIndex } from '../indexing/linking.ts';
import { linkingVersion } from '../indexing/linking-version.ts';
import { firstShownId, type ShownFile, type ShownState, type ShownText } from './unsaved-links.ts';
import { ShownIndex } from './unsaved-store.ts';

export interface ShownLinkerHost {
  root: string;
  store: Store;
  analyser: FileAnalyser;
  /** Says which new files would be part of the project. */
  options: WalkOptions;
}

interface Shown {
  text: string;
  file: ShownFile;
  /** Whether the text would be read in the same way over an index of that generation. */
  isValidAt: (generation: number) => boolean;
}

export class ShownLinker {
  readonly #root: string;
  readonly #store: Store;
  readonly #analyser: FileAnalyser;
  readonly #options: WalkOptions;
  #over: { index: ShownIndex; generation: number; session: LinkSession } | null = null;
  /** What was shown last, by path. */
  #shown = new Map<string, Shown>();
  #lastId = firstShownId;

  constructor({ root, store, analyser, options }: ShownLinkerHost) {
    this.#root = root;
    this.#store = store;
    this.#analyser = analyser;
    this.#options = options;
  }

  /** Null while the index itself is not linked: then its links are made first. */
  async show(texts: readonly ShownText[]): Promise<ShownState | null> {
    const { generation } = await this.#store.state();
    if ((await this.#store.getMeta('linkingVersion')) !== linkingVersion) return null;
    const shown = await this.#analysed(texts, generation);
    if (this.#over?.generation !== generation)
      this.#over = { index: new ShownIndex(this.#store), generation, session: new LinkSession() };
    const { index, session } = this.#over;
    // What changes for other files shows in comparison with the text before, which is there for the last time now.
    const paths = [...new Set([...shown.keys(), ...this.#shown.keys()])];
    const before = new Map(await previousSummaries(index.store, paths));
    await interfaceRecorder(index.store)(paths);
    index.show([...shown.values()].map(({ file }) => file));
    this.#shown = shown;
    await linkIndex(this.#root, index.store, { session, before });
    return index.state(generation);
  }

  async #analysed(texts: readonly ShownText[], generation: number): Promise<Map<string, Shown>> {
    const records = await this.#store.filesByPath(texts.map(({ path }) => path));
    const ids = new Map(records.map(({ path, id }) => [path, id]));
    const shown = new Map<string, Shown>();
    for (const { path, text } of texts) {
      const indexId = ids.get(path) ?? null;
      const known = this.#shown.get(path);
      if (known?.text === text && known.file.indexId === indexId && known.isValidAt(generation)) {
        shown.set(path, known);
        continue;
      }
      if (indexId === null && known?.file.indexId !== null && !(await this.#isNewFile(path))) continue;
      const task = { path, rawPath: null, knownHash: null, text: textAsSource(path, text) };
      const outcome = await analyseOver(this.#store, (one) => this.#analyser.analyse(one), task);
      if (outcome.kind !== 'indexed') continue;
      const { language, lines, traits, definitions, definitionNames, imports, references, summary, fieldLengths } =
        outcome.file;
      const parts = { path, language, lines, traits, definitions, definitionNames, imports, references, summary };
      // What macros of other files make may change with the index.
      const { macros } = outcome.file;
      const isValidAt = (now: number): boolean => macros === null || macros.calls.length === 0 || now === generation;
      shown.set(path, { text, isValidAt, file: { ...parts, fieldLengths, id: ++this.#lastId, indexId } });
    }
    return shown;
  }

  /** Whether a path that the index does not have would be a file of the project once it is saved. */
  async #isNewFile(path: string): Promise<boolean> {
    const stat = lstatSync(join(this.#root, path), { throwIfNoEntry: false });
    if (stat !== undefined && !stat.isFile()) return false;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const [rule] = await ignoredPaths(folder, [{ path, isFolder: false, isIndexed: false }], {
      root: this.#root,
      options: this.#options,
    });
    return rule === null;
  }
}
