/** The parts of an engine over shares that open the repositories that a question is about, and no others. */
import type { CodePage, NamesRequest } from '../../model/code-questions.ts';
import type { GraphPart } from '../lazy-part.ts';
import type { AskedProjects, ChunkQueries, CommitState, FileQueries } from '../types.ts';
import type { AskedShares } from '../phases/asked-shares.ts';
import { ConcernedGraph, type ConcernedHost, type Opened, type SharedGraph } from './concerned-graph.ts';
import { OwnRepository } from './own-repository.ts';

export class ConcernedEngine {
  readonly #graph: ConcernedGraph;
  readonly #own: OwnRepository;
  /** What the last answer is of; null before the first one. */
  #opened: Opened | null = null;

  constructor(host: ConcernedHost) {
    const onOpened = (opened: Opened): void => {
      this.#opened = opened;
    };
    this.#graph = new ConcernedGraph(host, onOpened);
    this.#own = new OwnRepository(host, onOpened);
  }

  get graph(): GraphPart {
    return this.#graph.graph;
  }

  sharing(shares: AskedShares): SharedGraph {
    return this.#graph.sharing(shares);
  }

  get files(): FileQueries {
    return this.#own.files;
  }

  get chunks(): ChunkQueries {
    return this.#own.chunks;
  }

  async code(request: NamesRequest): Promise<CodePage> {
    const { codePage } = await import('../files/code-page.ts');
    return codePage({ chunks: this.chunks, graph: this.graph }, request);
  }

  /**
   * Which repositories the last answer is of: those that shares were asked about, but for what could not be opened; null where nothing was asked yet.
   * @param asked of the shares; null where none was asked
   */
  projects(asked: AskedProjects | null): AskedProjects | null {
    const { names = [], notAsked = [] } = this.#opened ?? {};
    if (asked === null && this.#opened === null) return null;
    const missing = new Set(notAsked.map(({ project }) => project));
    const all = asked?.asked ?? names.map((project) => ({ project, root: project }));
    const others = (asked?.notAsked ?? []).filter(({ project }) => !missing.has(project));
    return { asked: all.filter(({ project }) => !missing.has(project)), notAsked: [...others, ...notAsked] };
  }

  commits(): readonly CommitState[] | null {
    return this.#opened?.engine?.commits?.() ?? null;
  }
}
