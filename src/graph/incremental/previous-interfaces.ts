/** The interfaces that a project's files had when they were last linked, to be compared with their present ones. */
import type { LinkedFile, LinkStore } from '../../store/link-store.ts';
import { splitResolution } from '../links/implicit-links.ts';
import type { LinkedProject } from './linked-project.ts';
import { parseInterface, uncomputedMethods, type ParsedInterface } from './named-interfaces.ts';

export class PreviousInterfaces {
  /** Interfaces from the index, by path. They may be newer than those in the rows of a cached project: the hash was computed since. */
  readonly #texts: ReadonlyMap<string, string>;

  private constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  /** Reads the interfaces of a project's changed and removed files. */
  static async read(store: Pick<LinkStore, 'interfaces'>, project: LinkedProject): Promise<PreviousInterfaces> {
    const rows = [...project.changed.map((place) => project.files[place]!.row), ...project.removed];
    const uncomputed = rows.flatMap((row) =>
      row !== null && parseInterface(row.interface).hash === null ? [row.path] : [],
    );
    const found = uncomputed.length === 0 ? [] : await store.interfaces(uncomputed);
    return new PreviousInterfaces(new Map(found.map((one) => [one.path, one.interface])));
  }

  of(row: LinkedFile): ParsedInterface {
    return parseInterface(this.#texts.get(row.path) ?? row.interface);
  }

  /** The `methodsHash` of a row; null where it is unknown. */
  methods(row: LinkedFile): string | null {
    const { methods } = splitResolution(row.resolution);
    return methods === uncomputedMethods ? this.of(row).methods : methods;
  }
}
