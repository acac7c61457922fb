/**
 * What one sender of requests sees of a node: a world of the repositories that it may read, in which no other exists.
 * Invariant: names, counts and engines come from this list alone, so nothing of another repository can be in an answer, a completion or an error.
 */
import type { AppConfig } from '../../config/options.ts';
import type { QueryNode } from '../../engine/node/query-node.ts';
import type { Engine } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import type { FoundRoot, NamedProject, ServedProjects } from '../../mcp/engine-pool.ts';
import type { ProjectAccess, ProjectPlace } from '../../tools/call-tool.ts';
import { allProjects } from '../../tools/tool.ts';
import { withoutTurn } from './in-turn.ts';
import { engineOfAll, isShared, type AllQuestion } from './search-of-all.ts';
import type { ShareTurn } from './share-route.ts';
import { presentSender, type SeenRepository } from './sender.ts';

type SeeingNode = Pick<QueryNode, 'engineOf'> & AllQuestion['node'];

/** So many names stand in a message. */
const mostNamed = 10;

export class RepositoryView implements ServedProjects {
  readonly #node: SeeingNode;
  readonly #sender: string;
  readonly #turn: ShareTurn;
  readonly #seen: readonly SeenRepository[];
  readonly #config: AppConfig;
  readonly names: readonly string[];
  readonly projects: readonly NamedProject[];

  /** @param sender names whose turn it is @param seen at least one; the first is asked where a question names none */
  constructor(
    { node, sender, turn }: { node: SeeingNode; sender: string; turn: ShareTurn },
    seen: readonly SeenRepository[],
    config: AppConfig,
  ) {
    [this.#node, this.#sender, this.#turn] = [node, sender, turn];
    this.#seen = seen;
    this.#config = config;
    // Also a single one is named: what is sent does not depend on how many somebody may read.
    this.projects = seen.map(({ name }) => ({ name, root: name }));
    this.names = this.projects.map(({ name }) => name);
  }

  primary(): Promise<FoundRoot> {
    return Promise.resolve({ root: this.#seen[0]!.name });
  }

  /** The repository that a question is about; null where it is about all, or about one that is not seen. */
  idOf(project: string | null): number | null {
    if (project === null) return this.#seen[0]!.id;
    return this.#seen.find(({ name }) => name === project)?.id ?? null;
  }

  async engineFor(
    { project, path }: ProjectPlace,
    { isForCount = false }: Partial<ProjectAccess> = {},
  ): Promise<Engine> {
    // To count a question that reached no repository, another one would be fetched.
    if (isForCount) throw new AppError('NotFoundError', 'A node has no project of its own');
    if (path !== null)
      throw new AppError('ValidationError', 'This server has repositories and no folders', {
        hint: 'Leave out path; project names a repository.',
        details: { field: 'path', expected: 'no path', received: path.slice(0, 200) },
      });
    if (project === allProjects) return this.#engineOfAll();
    const id = this.idOf(project);
    if (id !== null) return this.#node.engineOf(id, this.#sender);
    throw new AppError('NotFoundError', `No project is named ${JSON.stringify(project!.slice(0, 200))}`, {
      hint: `The projects are ${this.#nearest(project!)}; ${allProjects} is all of them.`,
      details: { field: 'project', expected: 'the name of a project', received: project!.slice(0, 200) },
    });
  }

  /** Searches ask all nodes that have a share; without a token to pass on, and where this node has all, it answers itself. */
  async #engineOfAll(): Promise<Engine> {
    const question = { node: this.#node, turn: this.#turn, seen: this.#seen };
    const sender = presentSender();
    if (sender !== null && isShared(question)) return engineOfAll({ ...question, sender });
    const ids = this.#seen.map(({ id }) => id);
    return withoutTurn(() => this.#node.engineOfSeveral(ids, this.#sender));
  }

  /** Those whose names have the text first. */
  #nearest(text: string): string {
    const wanted = text.toLowerCase();
    const near = this.#seen.filter(({ name }) => name.toLowerCase().includes(wanted));
    const names = [...new Set([...near, ...this.#seen].map(({ name }) => name))];
    const more = names.length - mostNamed;
    return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }

  /** The same for all: what the page store is, and where things are on this machine, is nobody's business. */
  configOf(): Promise<AppConfig> {
    return Promise.resolve(this.#config);
  }
}
