/** What others saw of a project's files when these were linked, for a run that compares it with what they see now. */
import type { LinkedFile, LinkStore } from '../../store/link-store.ts';
import { splitResolution } from '../links/implicit-links.ts';
import type { LinkedProject } from './linked-project.ts';
import { seenInterface, uncomputedMethods, type SeenInterface } from './named-interfaces.ts';

export class PreviousInterfaces {
  /** Interfaces in the index, by path; the rows of a cached project are older. */
  readonly #texts: ReadonlyMap<string, string>;

  private constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  /** Reads those of a project's changed and removed files. */
  static async read(store: Pick<LinkStore, 'interfaces'>, project: LinkedProject): Promise<PreviousInterfaces> {
    const rows = [...project.changed.map((place) => project.files[place]!.row), ...project.removed];
    const uncomputed = rows.flatMap((row) =>
      row !== null && seenInterface(row.interface).hash === null ? [row.path] : [],
    );
    const found = uncomputed.length === 0 ? [] : await store.interfaces(uncomputed);
    return new PreviousInterfaces(new Map(found.map((one) => [one.path, one.interface])));
  }

  of(row: LinkedFile): SeenInterface {
    return seenInterface(this.#texts.get(row.path) ?? row.interface);
  }

  /** `methodsHash` of what was linked; null where it is not known. */
  methods(row: LinkedFile): string | null {
    const { methods } = splitResolution(row.resolution);
    return methods === uncomputedMethods ? this.of(row).methods : methods;
  }
}
