/** Lists of files, statistics and completions of repositories of which several nodes have a share each. */
import type { Store } from '../../store/store.ts';
import { sumOfStatistics } from '../../store/union/union-statistics.ts';
import { listLeftOut, defaultPage } from '../files/file-listing.ts';
import { rankedCompletions } from '../graph/completion.ts';
import type { CompletionQueries, Completions, Engine, FileListing, FileListingFilter, LeftOutListing, ProjectStatus } from '../types.ts'; // prettier-ignore
import { joinedSums, unionStatus } from '../union/union-status.ts';
import { AskedShares, type ShareLink } from './asked-shares.ts';
import { requireHits } from './bounds.ts';
import { inOrder } from './in-order.ts';
import { joinedFreshness } from './joined-freshness.ts';
import { longestPath } from './read-other.ts';

/** What questions take from the store of one index over all files: lists of it. */
export function indexOfShares(shares: AskedShares): Pick<Store, 'leftOut' | 'statistics'> {
  return {
    leftOut: async ({ reason, offset, limit }) => {
      const last = offset + limit;
      requireHits(last);
      const all = await shares.askAll('leftOut', { ...(reason === undefined ? {} : { reason }), limit: last });
      const joined = inOrder(all.map(({ leftOut }) => leftOut), ({ path }) => path, last); // prettier-ignore
      return { total: all.reduce((sum, { total }) => sum + total, 0), leftOut: joined.slice(offset) };
    },
    statistics: async () => sumOfStatistics(await shares.askAll('statistics', {}), 0),
  };
}

/** As `Engine.listLeftOut`. */
export function listLeftOutInShares(
  links: readonly ShareLink[],
  filter: Parameters<Engine['listLeftOut']>[0],
): Promise<LeftOutListing> {
  return listLeftOut(indexOfShares(new AskedShares(links, 'words')), filter);
}

/** As `Engine.listFiles`. */
export async function listFilesInShares(links: readonly ShareLink[], asked: FileListingFilter): Promise<FileListing> {
  const { offset = 0, limit = defaultPage, ...filter } = asked;
  const last = offset + limit;
  requireHits(last);
  const all = await new AskedShares(links, 'words').askAll('listed', { filter: { ...filter, limit: last } });
  const joined = inOrder(all.map(({ files }) => files), ({ path }) => path, last); // prettier-ignore
  return { total: all.reduce((sum, { total }) => sum + total, 0), files: joined.slice(offset) };
}

/** As `Engine.status`, without what a node does not show. */
export async function statusOfShares(links: readonly ShareLink[]): Promise<ProjectStatus> {
  const all = await new AskedShares(links, 'words').askAll('status', {});
  const freshness = joinedFreshness(all.map((one) => one.freshness));
  return unionStatus(joinedSums(all.map(({ sums }) => sums)), { projectPath: '*', databasePath: '', freshness });
}

export async function completionInShares(
  links: readonly ShareLink[],
  { of, typed, limit }: { of: keyof CompletionQueries; typed: string; limit: number },
): Promise<Completions> {
  // No name or path is longer.
  if (typed.length > longestPath) return { values: [], total: 0 };
  const all = await new AskedShares(links, 'words').askAll('completions', { of, typed });
  const values = [...new Set(all.flatMap((one) => one.values))];
  const ranked = await rankedCompletions(of, values, { typed, limit });
  const totals = all.map(({ total }) => total);
  if (of === 'paths') return { ...ranked, total: totals.reduce((sum, total) => sum + total, 0) };
  // Shares have names in common. Where not all are known, there are at least so many.
  const isWhole = all.every((one) => one.values.length === one.total);
  return isWhole ? ranked : { ...ranked, total: Math.max(ranked.total, ...totals) };
}
