/**
 * Graph questions on a project: made sure to be true of the disk, within bounds, before they are given.
 * Invariant: the files behind an answer that have changed are read and linked again first, or the answer says that they are not.
 */
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerCallees, answerCallers, answerImpact } from '../graph/queries/calls.ts';
import { answerDump } from '../graph/queries/dump.ts';
import { LinkIndex } from '../graph/queries/link-index.ts';
import { answerNeighbours } from '../graph/queries/neighbours.ts';
import { answerPaths } from '../graph/queries/paths.ts';
import { chooseSymbol } from '../graph/queries/resolve-symbol.ts';
import { answerSymbolSearch } from '../graph/queries/symbol-search.ts';
import { answerUsage } from '../graph/queries/usage.ts';
import { languages } from '../languages/registry.ts';
import { toAppError } from '../model/error.ts';
import type { GraphFreshness, GraphState } from '../model/graph.ts';
import type { Store } from '../store/store.ts';
import type { GraphQueries } from './types.ts';

export interface GraphHost {
  root: string;
  /** Opens the index and makes sure that one is there or on its way. */
  prepare: () => Promise<Store>;
  /** What is known of how fresh the index is. */
  freshness: (store: Store) => Promise<Omit<GraphFreshness, 'refreshed'>>;
  /** Reads and links again those of the files that have changed; how many. */
  refresh: (store: Store, fileIds: readonly number[]) => Promise<number>;
}

/** Times an answer is made anew because files behind it had changed. */
const maxRefreshes = 2;
/** Files behind an answer that are compared with the disk: the first ones, which are shown first. */
const maxChecked = 300;
/** Larger manifests say nothing; larger sources are not shown (bytes). */
const maxTextBytes = 4_000_000;

const linkedLanguages = new Set(languages.filter(({ modules }) => modules !== undefined).map(({ id }) => id));

export function openGraph(host: GraphHost): GraphQueries {
  let index: LinkIndex | null = null;
  const readText = (path: string): string | null => {
    try {
      const place = join(host.root, path);
      if (lstatSync(place).size > maxTextBytes) return null;
      return readFileSync(place, 'utf8');
    } catch {
      return null;
    }
  };

  async function open(): Promise<LinkIndex> {
    const store = await host.prepare();
    if (index?.store !== store) index = new LinkIndex(store, readText);
    await index.refresh();
    return index;
  }

  /** Answers, and answers again when files behind the answer had changed. */
  async function fresh<T>(
    answer: (index: LinkIndex) => Promise<T>,
    pathsOf: (answer: T) => string[],
  ): Promise<T & { state: GraphState }> {
    try {
      let refreshed = 0;
      for (let round = 0; ; round++) {
        const links = await open();
        const result = await answer(links);
        const paths = [...new Set(pathsOf(result))];
        const fileIds = paths.slice(0, maxChecked).flatMap((path) => links.file(links.idOf(path) ?? -1)?.fileId ?? []);
        const changed = round < maxRefreshes ? await host.refresh(links.store, fileIds) : 0;
        refreshed += changed;
        if (changed > 0) continue;
        const freshness = { ...(await host.freshness(links.store)), refreshed };
        return { ...result, state: { freshness, nameOnlyLanguages: nameOnly(links, paths) } };
      }
    } catch (error) {
      throw toAppError(error);
    }
  }

  return {
    async resolve(query) {
      try {
        return (await chooseSymbol(await open(), query)).choice;
      } catch (error) {
        throw toAppError(error);
      }
    },
    search: (request) =>
      fresh(
        (links) => answerSymbolSearch(links, request),
        ({ symbols }) => symbols.map(({ path }) => path),
      ),
    callers: (request) =>
      fresh(
        (links) => answerCallers(links, request),
        ({ target, reached }) => [target.path, ...reached.map(({ node }) => node.path)],
      ),
    callees: (request) =>
      fresh(
        (links) => answerCallees(links, request),
        ({ target, reached }) => [target.path, ...reached.map(({ node }) => node.path)],
      ),
    impact: (request) =>
      fresh(
        (links) => answerImpact(links, request),
        ({ target, reached }) => [target.path, ...reached.map(({ node }) => node.path)],
      ),
    paths: (request) =>
      fresh(
        (links) => answerPaths(links, request),
        ({ from, to, paths }) => [
          from.path,
          to.path,
          ...paths.flat().flatMap((edge) => [edge.from.path, edge.to.path]),
        ],
      ),
    neighbours: (request) =>
      fresh(
        (links) => answerNeighbours(links, request),
        ({ center, nodes }) => [center.path, ...nodes.map(({ node }) => node.path)],
      ),
    usage: (request) => {
      const texts = new Map<string, readonly string[] | null>();
      const linesOf = (path: string): readonly string[] | null => {
        let lines = texts.get(path);
        if (lines === undefined) texts.set(path, (lines = readText(path)?.split('\n') ?? null));
        return lines;
      };
      return fresh(
        (links) => {
          texts.clear();
          return answerUsage(links, request, linesOf);
        },
        ({ definitions, uses }) => [...definitions.map(({ node }) => node.path), ...uses.map(({ path }) => path)],
      );
    },
    async dump(request) {
      try {
        return await answerDump(await open(), request);
      } catch (error) {
        throw toAppError(error);
      }
    },
  };
}

/** Languages of these files that are linked by name alone. */
function nameOnly(index: LinkIndex, paths: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of paths) {
    const file = index.file(index.idOf(path) ?? -1);
    if (file !== undefined && !linkedLanguages.has(file.language)) found.add(file.language);
  }
  return [...found].sort();
}
