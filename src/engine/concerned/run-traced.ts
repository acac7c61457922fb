/** Runs a question on the graph of a union, and says what it needs to know of repositories that are not part of it. */
import { mentionsOfAll } from '../../graph/across/across.ts';
import { neededBy, providedBy, type NeededIn } from '../../graph/across/concerned.ts';
import type { Repository } from '../../graph/across/repository.ts';
import { toAppError, type AppError } from '../../model/error.ts';
import type { UnionStore } from '../../store/union/union-store.ts';
import { GraphAnswers, type GraphHost } from '../graph/graph-answers.ts';
import type { GraphPart } from '../lazy-part.ts';
import { AnswerCache } from '../search/answer-cache.ts';
import { longestName, mostNames, type UsersNeed } from './needs.ts';
import { QuestionTrace, type Elsewhere } from './traced-question.ts';

/** What is known before the question, and what has to be known of this union afterwards. */
export interface TraceRequest {
  elsewhere: Elsewhere;
  /** Repositories of which it is wanted what they need, besides those from which the question follows links. */
  joined: ReadonlySet<string>;
}

/** What a question has asked of all parts of the union. */
export interface TracedNeeds {
  definitions: readonly string[];
  defining: readonly string[];
  isOpen: readonly string[];
  openPlaces: readonly string[];
  /** Names, of these, of which there are open places in the union. */
  openHere: ReadonlySet<string>;
  words: readonly string[];
  readsAllNames: boolean;
  readsAllLinks: boolean;
  /** By repository to which it has followed links. */
  users: ReadonlyMap<string, UsersNeed>;
  /** The repositories from which it has followed links, and what these and the joined ones need. */
  outOf: readonly string[];
  needed: ReadonlyMap<string, readonly NeededIn[]>;
}

export interface Traced<T> {
  outcome: { answer: T } | { error: AppError };
  needs: TracedNeeds;
}

export interface TracedUnion {
  host: GraphHost;
  store: UnionStore;
  repositories: () => Promise<readonly Repository[]>;
}

/** Never rejects because of the question: its error may be due to what other repositories have. */
export async function runTraced<T>(
  { host, store, repositories }: TracedUnion,
  { elsewhere, joined }: TraceRequest,
  run: (graph: GraphPart) => Promise<T>,
): Promise<Traced<T>> {
  const trace = new QuestionTrace(elsewhere);
  const traced = trace.store(store);
  const graph = new GraphAnswers({
    ...host,
    prepare: async (...args) => ({ ...(await host.prepare(...args)), store: traced }),
    // What is kept of an earlier answer is not asked again, and would not be recorded.
    cache: new AnswerCache(host.disk, 0),
    onWord: (word) => trace.words.add(word),
    ...(host.across === undefined ? {} : { across: trace.across(host.across, (file) => store.ownLink(file)) }),
  });
  const outcome = await run(graph).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error: toAppError(error) }),
  );
  const names = [...new Set([...trace.isOpen, ...trace.openPlaces])];
  const wanted = new Set([...trace.outOf, ...joined, ...trace.into.keys()]);
  const all = wanted.size === 0 ? [] : await repositories();
  const users = new Map<string, UsersNeed>();
  const needed = new Map<string, readonly NeededIn[]>();
  for (const repository of all) {
    if (!wanted.has(repository.name)) continue;
    await repository.readImports();
    const symbols = trace.into.get(repository.name);
    const provided = symbols === undefined ? [] : providedBy(repository);
    if (symbols !== undefined && provided.length > 0) {
      const mentions = await mentionsOfAll(repository, symbols);
      const sent = { isWhole: mentions.isWhole, names: sentNames(mentions.names) };
      users.set(repository.name, { provided, mentions: sent });
    }
    if (trace.outOf.has(repository.name) || joined.has(repository.name))
      needed.set(repository.name, neededBy(repository));
  }
  return {
    outcome,
    needs: {
      ...{ definitions: [...trace.definitions], defining: [...trace.defining] },
      ...{ isOpen: [...trace.isOpen], openPlaces: [...trace.openPlaces] },
      openHere: new Set(await store.unresolvedNames(names)),
      words: [...trace.words],
      ...{ readsAllNames: trace.readsAllNames, readsAllLinks: trace.readsAllLinks },
      ...{ users, outOf: [...trace.outOf], needed },
    },
  };
}

/** Null, so that any name counts, where they are too many for a message. */
function sentNames(names: ReadonlySet<string> | null): string[] | null {
  const sent = [...(names ?? [])].filter(({ length }) => length <= longestName);
  return names === null || sent.length > mostNames ? null : sent;
}
