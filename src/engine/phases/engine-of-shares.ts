/**
 * An engine over repositories of which several nodes have a share each. Searches over everything are asked of the shares, questions about symbols and files of
 * the repositories that these are in. Any other question is answered by an engine that has all repositories, which is opened for it where they can all be open at once.
 */
import type { CommitState } from '../../model/answers/commit-state.ts';
import { toAppError } from '../../model/error.ts';
import { ConcernedEngine } from '../concerned/concerned-engine.ts';
import { openWhole } from '../concerned/concerned-graph.ts';
import { knownLanguages } from '../indexing/plugin-languages.ts';
import { lazyPart } from '../lazy-part.ts';
import type { AskedProjects, Engine, EngineConfig, SearchLimits, SemanticQueries } from '../types.ts';
import { oneOnlyPart } from '../union/one-only.ts';
import type { EngineOfSeveral } from '../union/open-together.ts';
import type { ShareLink } from './asked-shares.ts';
import { completionInShares, listFilesInShares, listLeftOutInShares, statusOfShares } from './lists-in-shares.ts';
import {
  exploreInShares,
  nearestInShares,
  searchByMeaningInShares,
  searchRepoInShares,
  searchTagsInShares,
  tagFrequenciesInShares,
} from './search-shares.ts';
import { searchSymbolsInShares } from './symbols-in-shares.ts';
import { searchTextFilesInShares, searchTextInShares } from './text-in-shares.ts';

export { answerFault, isErrorData } from './answer-fault.ts';
export { isCount, isList, isName, isObject, isRecord } from './answer-shapes.ts';
export { questionsOfNode } from './bounds.ts';
export { ShareChanged, type ShareLink } from './asked-shares.ts';
export type { MessageKind, Messages, ShareQuestion, ShareReply } from './messages.ts';
export { readQuestion } from './read-question.ts';

export interface SharesHost {
  names: readonly string[];
  search: EngineConfig['search'];
  limits: SearchLimits;
  /** Asks the shares, and asks anew where one of them fails. */
  ask: <T>(question: (links: readonly ShareLink[]) => Promise<T>) => Promise<T>;
  /** Which repositories the last answer of shares is of, and which could not be asked; null where none was asked. */
  asked: () => { projects: AskedProjects; commits: readonly CommitState[] } | null;
  /** An engine that has these repositories itself, and whether a question about one of them waits for nothing. */
  several: (names: readonly string[]) => Promise<EngineOfSeveral>;
  isOpen: (name: string) => boolean;
  /** So many are opened for a question that follows links; absent: as usual. */
  most?: number;
  /** So many can be open at once. */
  mostTogether: number;
  /** The engine that has all repositories itself. */
  whole: () => Promise<EngineOfSeveral>;
}

/** An engine for one question. */
export function engineOfShares(host: SharesHost): EngineOfSeveral {
  let opened: EngineOfSeveral | null = null;
  const whole = async (): Promise<EngineOfSeveral> => (opened ??= await openWhole(host));
  const ask = async <T>(question: (links: readonly ShareLink[]) => Promise<T>): Promise<T> => {
    try {
      return await host.ask(question);
    } catch (error) {
      throw toAppError(error);
    }
  };
  const concerned = new ConcernedEngine({ ...host, ask, whole });
  const semantic: SemanticQueries = {
    search: (request) => ask((links) => searchByMeaningInShares(links, request)),
    nearest: (request) =>
      ask(async (links) => {
        const { shares: _, ...found } = await nearestInShares(links, request);
        return found;
      }),
  };
  return {
    ...{ root: '*', databasePath: '*', location: { union: host.names }, limits: host.limits, isReplaced: false },
    projects: async () =>
      (opened === null ? concerned.projects(host.asked()?.projects ?? null) : null) ?? (await whole()).projects(),
    commits: () => opened?.commits?.() ?? host.asked()?.commits ?? concerned.commits() ?? [],
    searchRepo: (query) => ask((links) => searchRepoInShares(links, query)),
    searchTags: (query) => ask((links) => searchTagsInShares(links, query, host.search)),
    tagFrequencies: (words) => ask((links) => tagFrequenciesInShares(links, words)),
    semantic,
    graph: withOwn(concerned.graph as Engine['graph'], {
      search: (request) => ask((links) => searchSymbolsInShares(links, request)),
    }),
    ...{ chunks: concerned.chunks, files: concerned.files },
    editor: oneOnlyPart('An editor asks', host.names),
    changes: lazyPart<Engine['changes']>(async () => (await whole()).changes),
    completion: completionOf(ask),
    text: textOf(ask),
    scip: oneOnlyPart('Precise indexes are read and written', host.names),
    usage: {
      // Nodes count no usage.
      count: () => {},
      report: async (request) => (await whole()).usage.report(request),
      forget: async () => (await whole()).usage.forget(),
    },
    languages: () =>
      knownLanguages().map(({ id, name, extensions, nature }) => ({
        id,
        name,
        extensions,
        isProse: nature === 'prose',
      })),
    indexExists: () => true,
    index: async (request) => (await whole()).index(request),
    indexInBackground: () => {},
    watch: () => Promise.resolve(),
    status: () => ask(statusOfShares),
    // Shares have no number together; whether something is new is seen by `status`.
    generation: () => Promise.resolve(null),
    listFiles: (filter) => ask((links) => listFilesInShares(links, filter)),
    listLeftOut: (filter) => ask((links) => listLeftOutInShares(links, filter)),
    code: (request) => concerned.code(request),
    explore: (request) => ask((links) => exploreInShares(links, request, (shares) => concerned.sharing(shares))),
    doctor: async () => (await whole()).doctor(),
    reply: async (question) => (await whole()).reply(question),
    traced: async (request, ask) => (await whole()).traced(request, ask),
    close: () => Promise.resolve(),
  };
}

/** Asks the shares. */
type Ask = <T>(question: (links: readonly ShareLink[]) => Promise<T>) => Promise<T>;

function textOf(ask: Ask): Engine['text'] {
  return {
    search: (query) => ask((links) => searchTextInShares(links, query)),
    files: (query) => ask((links) => searchTextFilesInShares(links, query)),
  };
}

function completionOf(ask: Ask): Engine['completion'] {
  return {
    paths: (typed, limit) => ask((links) => completionInShares(links, { of: 'paths', typed, limit })),
    symbols: (typed, limit) => ask((links) => completionInShares(links, { of: 'symbols', typed, limit })),
  };
}

/** A part of an engine of which some methods are of their own. */
function withOwn<T extends object>(part: T, own: Partial<T>): T {
  return new Proxy(part, {
    get: (target, name) => (Object.hasOwn(own, name) ? own[name as keyof T] : Reflect.get(target, name)),
  });
}
