/**
 * Text search in repositories of which several nodes have a share each: one search, each step of which is asked of all shares.
 * Invariant: the steps and the ranking are those of one index over all files.
 */
import type { TextEnd } from '../../text/text-search.ts';
import { bestFiles, countedTo } from '../text/text-ranking.ts';
import { searchText, searchTextFiles, textBounds } from '../text/text-search.ts';
import type { AskedText, CountedFiles, CountRequest, FindRequest, FoundLines, LinesRequest, TextDifferences, TextPart, TextScope } from '../text/text-part.ts'; // prettier-ignore
import type { TextFiles, TextHit, TextQuery, TextSearchResult } from '../types.ts';
import { AskedShares, piecesOf, type ShareLink } from './asked-shares.ts';
import { requireHits } from './bounds.ts';
import { indexOfShares } from './lists-in-shares.ts';
import { mostPlaces } from './other-messages.ts';

/** Rejects as `TextQueries.search` does, with a `ShareChanged`, or as `ShareLink.send`. */
export function searchTextInShares(
  links: readonly ShareLink[],
  query: TextQuery,
  bounds = textBounds,
): Promise<TextSearchResult> {
  requireHits((query.offset ?? 0) + query.limit);
  const shares = new AskedShares(links, 'words');
  return searchText(query, (asked, answer) => answer(new TextOfShares(shares, asked), asked), bounds);
}

/** As `searchTextInShares`. */
export function searchTextFilesInShares(
  links: readonly ShareLink[],
  query: TextQuery,
  bounds = textBounds,
): Promise<TextFiles> {
  requireHits((query.offset ?? 0) + query.limit);
  const shares = new AskedShares(links, 'words');
  return searchTextFiles(query, (asked, answer) => answer(new TextOfShares(shares, asked), asked), bounds);
}

class TextOfShares implements TextPart {
  readonly index: TextPart['index'];
  readonly #shares: AskedShares;
  readonly #text: AskedText;
  #scope: Promise<TextScope> | null = null;
  /** The share of each file that was found. */
  readonly #owners = new Map<string, number>();

  constructor(shares: AskedShares, text: AskedText) {
    [this.#shares, this.#text] = [shares, text];
    this.index = indexOfShares(shares);
  }

  scope(): Promise<TextScope> {
    return (this.#scope ??= this.#askScope());
  }

  async #askScope(): Promise<TextScope> {
    const all = await this.#shares.askAll('textScope', { text: this.#text });
    return {
      files: sumOf(all, ({ files }) => files),
      isIndexed: all.every(({ isIndexed }) => isIndexed),
      candidates: sumOf(all, ({ candidates }) => candidates),
      hasPath: all.some(({ hasPath }) => hasPath),
      unsearched: sumOf(all, ({ unsearched }) => unsearched),
    };
  }

  async find(request: FindRequest): Promise<FoundLines> {
    const all = request.paths === null ? await this.#findAll(request) : await this.#findIn(request, request.paths);
    const paths: FoundLines['paths'] = [];
    const lines: FoundLines['lines'] = [];
    for (const { share, found } of all) {
      const before = paths.length;
      for (const one of found.paths) {
        this.#owners.set(one[0], share);
        paths.push(one);
      }
      for (const [file, line, marks] of found.lines) lines.push([before + file, line, marks]);
    }
    const joined = joinedSearches(all.map(({ found }) => found));
    const { most } = request;
    return { ...joined, end: most !== null && joined.total > most ? 'limit' : joined.end, paths, lines };
  }

  async #findAll(request: FindRequest): Promise<{ share: number; found: FoundLines }[]> {
    const all = await this.#shares.askAll('textFind', { text: this.#text, request });
    return all.map((found, share) => ({ share, found }));
  }

  /** Each share is asked about its own files, some at a time. */
  async #findIn(request: FindRequest, paths: readonly string[]): Promise<{ share: number; found: FoundLines }[]> {
    const pieces = [...this.#byOwner(paths, (path) => path)].flatMap(([share, own]) =>
      piecesOf(own, mostPlaces).map((piece) => ({ share, paths: piece })),
    );
    return Promise.all(
      pieces.map(async ({ share, paths: piece }) => {
        const asked = { text: this.#text, request: { ...request, paths: piece } };
        return { share, found: await this.#shares.askOne(share, 'textFind', asked) };
      }),
    );
  }

  async count(request: CountRequest): Promise<CountedFiles> {
    const all = await this.#shares.askAll('textCount', { text: this.#text, request });
    for (const [share, { best }] of all.entries()) for (const { path } of best) this.#owners.set(path, share);
    const best = bestFiles(
      all.flatMap((one) => one.best),
      request,
    );
    return countedTo({ ...joinedSearches(all), best }, request);
  }

  async lines({ places, context }: LinesRequest): Promise<(TextHit | null)[]> {
    const hits: (TextHit | null)[] = places.map(() => null);
    const owned = this.#byOwner([...places.entries()], ([, [path]]) => path);
    await Promise.all([...owned].map(async ([share, own]) => {
      // A share gives as many at once as fit into a message.
      for (let at = 0; at < own.length;) {
        const piece = own.slice(at, at + mostPlaces).map(([, place]) => place);
        const asked = { text: this.#text, request: { places: piece, context } };
        const found = await this.#shares.askOne(share, 'textLines', asked);
        for (const [number, hit] of found.entries()) hits[own[at + number]![0]] = hit;
        at += found.length;
      }
    })); // prettier-ignore
    return hits;
  }

  #byOwner<T>(items: readonly T[], pathOf: (item: T) => string): Map<number, T[]> {
    return Map.groupBy(items, (item) => this.#owners.get(pathOf(item))!);
  }
}

type Searched = Pick<FoundLines, 'end' | 'total' | 'files' | 'differences'>;

function joinedSearches(all: readonly Searched[]): Searched {
  return {
    end: joinedEnd(all.map(({ end }) => end)),
    total: sumOf(all, ({ total }) => total),
    files: sumOf(all, ({ files }) => files),
    differences: joinedDifferences(all.map(({ differences }) => differences)),
  };
}

function joinedEnd(ends: readonly TextEnd[]): TextEnd {
  return ends.includes('time') ? 'time' : ends.includes('limit') ? 'limit' : 'whole';
}

function joinedDifferences(all: readonly TextDifferences[]): TextDifferences {
  const reasons = all.map(({ unseen }) => unseen);
  return {
    paths: sumOf(all, ({ paths }) => paths),
    unseen: reasons.includes('many') ? 'many' : reasons.includes('slow') ? 'slow' : null,
  };
}

function sumOf<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0);
}
