/** Files and chunks of repositories of which several nodes have a share each: each question is put to the repository of the path, and to no other. */
import { parseChunkId } from '../../model/chunk.ts';
import type { ChunkQueries, DirectoryListing, FileQueries } from '../types.ts';
import { toAppError } from '../../model/error.ts';
import type { EngineOfSeveral } from '../union/open-together.ts';
import { listAbove, ownerOf, trimmed, unknownRepository } from '../union/union-files.ts';
import { AskedShares } from '../phases/asked-shares.ts';
import { AnsweredNeeds } from './asked-needs.ts';
import { mostOpen, type ConcernedHost, type Opened } from './concerned-graph.ts';

export class OwnRepository {
  readonly #host: ConcernedHost;
  readonly #onOpened: (opened: Opened) => void;

  constructor(host: ConcernedHost, onOpened: (opened: Opened) => void) {
    [this.#host, this.#onOpened] = [host, onOpened];
  }

  /** The engine of the repository that a path begins with. Rejects with a `NotFoundError` where it begins with none. */
  async #engineAt(path: string): Promise<EngineOfSeveral> {
    const name = ownerOf(this.#host.names, `${trimmed(path)}/`);
    if (name === null) throw unknownRepository(this.#host.names, path);
    return this.#open([name]);
  }

  async #open(names: readonly string[]): Promise<EngineOfSeveral> {
    const engine = await this.#host.several(names);
    const { notAsked } = await engine.projects();
    this.#onOpened({ engine, names, notAsked });
    return engine;
  }

  readonly files: FileQueries = {
    read: async (request) => (await this.#engineAt(request.path)).files.read(request),
    list: async (request): Promise<DirectoryListing> => {
      const folder = trimmed(request.path);
      const above = listAbove(this.#host.names, folder, request);
      if (above === null) return (await this.#engineAt(request.path)).files.list(request);
      const names = this.#host.names.filter((name) => folder === '.' || folder === '' || name.startsWith(`${folder}/`));
      this.#onOpened({ engine: null, names, notAsked: [] });
      return above;
    },
  };

  readonly chunks: ChunkQueries = {
    file: async (path) => (await this.#engineAt(path)).chunks.file(path),
    chunk: async (id) => {
      const keys = parseChunkId(id);
      const found = keys === null ? null : await this.#holdersOf(keys);
      const [first = this.#host.names[0]!, ...rest] = found ?? [];
      return (await this.#open([first, ...rest].slice(0, mostOpen))).chunks.chunk(id);
    },
    list: async (request) => {
      const name = ownerOf(this.#host.names, request.pathPrefix ?? '');
      return (await (name === null ? this.#host.whole() : this.#open([name]))).chunks.list(request);
    },
  };

  async #holdersOf(keys: { pathKey: number; key: number }): Promise<string[]> {
    try {
      return await this.#host.ask(async (links) => {
        const [found] = await new AnsweredNeeds(new AskedShares(links, 'words')).of('chunk', [keys]);
        return this.#host.names.filter((name) => found!.names.includes(name));
      });
    } catch (error) {
      throw toAppError(error);
    }
  }
}
