/** The links between the repositories of a union: what they use of each other's packages. Nothing of it is read before a question needs it. */
import type { AcrossPlace, AcrossRepositories } from '../../graph/across/across.ts';
import type { Repository } from '../../graph/across/repository.ts';
import type { LinkAcross, LinksAcross } from '../../graph/queries/index/link-index.ts';
import type { UsesElsewhere } from '../../model/review.ts';
import { viewOf } from '../../store/store.ts';
import { manifestText } from '../files/manifest-text.ts';
import { knownLanguages } from '../indexing/plugin-languages.ts';
import type { ElsewhereQuestion } from '../types.ts';
import type { AskedParts } from './asked-parts.ts';

type SymbolRefs = Parameters<LinksAcross['into']>[0];

export class UnionAcross implements LinksAcross {
  readonly #parts: AskedParts;
  #across: AcrossRepositories | null = null;
  #isCurrent = false;
  /** Repositories in which not all files could be asked since the last state. */
  readonly #cut = new Set<string>();

  constructor(parts: AskedParts) {
    this.#parts = parts;
  }

  async refresh(): Promise<void> {
    this.#isCurrent = false;
    this.#cut.clear();
  }

  /** Why places may be missing; null if there is no reason. */
  get note(): string | null {
    if (this.#cut.size === 0) return null;
    const names = [...this.#cut].sort().join(', ');
    return `Uses of other repositories' packages may be missing, because there was no time to link all files that import them: ${names}.`;
  }

  async into(targets: SymbolRefs): Promise<readonly LinkAcross[]> {
    const { store } = this.#parts;
    const symbols = targets.flatMap(({ file, key }) => {
      const own = key === 0 ? null : store.ownLink(file);
      return own === null ? [] : [{ repository: own.repository, file: own.id, key }];
    });
    if (symbols.length === 0 || this.#parts.open.length < 2) return [];
    const { places, cut } = await (await this.#current()).into(symbols);
    for (const name of cut) this.#cut.add(name);
    return this.#linksOf(places);
  }

  async outOf(files: readonly number[]): Promise<readonly LinkAcross[]> {
    if (files.length === 0 || this.#parts.open.length < 2) return [];
    const own = files.flatMap((file) => this.#parts.store.ownLink(file) ?? []);
    const across = await this.#current();
    const found: LinkAcross[] = [];
    for (const [repository, group] of Map.groupBy(own, (one) => one.repository)) {
      const places = await across.outOf(
        repository,
        group.map(({ id }) => id),
      );
      found.push(...this.#linksOf(places));
    }
    return found;
  }

  async all(): Promise<readonly LinkAcross[]> {
    if (this.#parts.open.length < 2) return [];
    const { places, cut } = await (await this.#current()).all();
    for (const name of cut) this.#cut.add(name);
    return this.#linksOf(places);
  }

  /** The repositories with an index, with their packages read. */
  async repositories(): Promise<readonly Repository[]> {
    return (await this.#current()).opened();
  }

  /** What the other repositories use of what a change made of one. The parts must have been prepared. */
  async usesElsewhere(project: string, question: ElsewhereQuestion): Promise<UsesElsewhere['uses']> {
    const { usesElsewhere } = await import('./uses-elsewhere.ts');
    const across = await this.#current();
    const { uses, cut } = await usesElsewhere(across, project, question);
    for (const name of cut) this.#cut.add(name);
    return uses;
  }

  async #current(): Promise<AcrossRepositories> {
    if (this.#across === null) {
      const { AcrossRepositories: Repositories } = await import('../../graph/across/across.ts');
      this.#across = new Repositories(knownLanguages());
    }
    if (!this.#isCurrent) {
      const sources = this.#parts.open.map(async ({ name, part, store }) => ({
        name,
        view: await viewOf(store),
        read: (path: string) => manifestText(part.disk, path),
      }));
      this.#across.use(await Promise.all(sources));
      this.#isCurrent = true;
    }
    return this.#across;
  }

  #linksOf(places: readonly AcrossPlace[]): LinkAcross[] {
    const { store } = this.#parts;
    return places.flatMap((place): LinkAcross[] => {
      const from = store.linkOf(place.repository, place.file);
      const to = store.linkOf(place.to.repository, place.to.file);
      if (from === null || to === null) return [];
      const { package: name, range, alsoIn, link } = place;
      return [{ from, to, link, package: { name, range, alsoIn } }];
    });
  }
}
