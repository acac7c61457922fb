/**
 * What is known of each file of a project in one run: what the run found out, else what is in the file's row.
 * Invariant: rows do not change until the run is over.
 */
import type { LinkHeader } from '../../model/link-header.ts';
import { splitResolution } from '../links/implicit-links.ts';
import { dialectNamed } from '../languages/registry.ts';
import { noHeader, type LinkedProject } from './linked-project.ts';
import { uncomputedInterface, uncomputedMethods } from './named-interfaces.ts';

/** The first part of a file's packed summary. */
export interface FileFront {
  header: LinkHeader;
  /** Null where there is no summary. */
  modules: string | null;
}

export class FileStates {
  readonly #project: LinkedProject;
  readonly #fronts = new Map<number, FileFront>();
  readonly #modules = new Map<number, string>();
  /** Targets of modules, until they are taken. */
  readonly #resolved = new Map<number, readonly (string | null)[]>();
  readonly #interfaces = new Map<number, string>();
  readonly #methods = new Map<number, string>();
  readonly #implicit = new Map<number, string>();

  constructor(project: LinkedProject) {
    this.#project = project;
  }

  #row(place: number): { interface: string; resolution: string } {
    return this.#project.files[place]?.row ?? { interface: '', resolution: '' };
  }

  setFront(place: number, front: FileFront): void {
    this.#fronts.set(place, front);
    this.#modules.set(place, front.modules ?? '');
  }

  header(place: number): LinkHeader {
    return this.#fronts.get(place)?.header ?? this.#project.files[place]?.row?.header ?? noHeader;
  }

  hasSummary(place: number): boolean {
    const front = this.#fronts.get(place);
    return front === undefined ? this.#row(place).interface !== '' : front.modules !== null;
  }

  /** The targets of the file's modules, as a text to compare. */
  modules(place: number): string {
    return this.#modules.get(place) ?? this.modulesBefore(place);
  }

  modulesBefore(place: number): string {
    return splitResolution(this.#row(place).resolution).modules;
  }

  setModules(place: number, modules: string): void {
    this.#modules.set(place, modules);
  }

  /** Stores the targets of the file's modules; returns them as a text to compare. */
  resolved(place: number, paths: readonly (string | null)[]): string {
    this.#resolved.set(place, paths);
    return paths.join('\n');
  }

  /** The targets of the file's modules, which are removed: they are needed once in a run. */
  takeResolved(place: number): readonly (string | null)[] | undefined {
    const paths = this.#resolved.get(place);
    this.#resolved.delete(place);
    return paths;
  }

  /** The interface of the file: a text that changes with what others see. */
  interface(place: number): string {
    return this.#interfaces.get(place) ?? this.#row(place).interface;
  }

  setInterface(place: number, text: string): void {
    this.#interfaces.set(place, text);
  }

  /** Leaves the interface uncomputed: only the next edit needs it. */
  deferInterface(place: number): void {
    this.setInterface(place, this.hasSummary(place) ? uncomputedInterface(this.#project.files[place]!.fileId) : '');
  }

  /** `methodsHash` of the file. */
  methods(place: number): string {
    return this.#methods.get(place) ?? this.methodsBefore(place);
  }

  methodsBefore(place: number): string {
    return splitResolution(this.#row(place).resolution).methods;
  }

  setMethods(place: number, methods: string): void {
    this.#methods.set(place, methods);
  }

  deferMethods(place: number): void {
    this.setMethods(
      place,
      dialectNamed(this.#project.files[place]!.language).implementsImplicitly && this.hasSummary(place)
        ? uncomputedMethods
        : '',
    );
  }

  /** The lines of the file's implicit implementations. */
  implicit(place: number): string {
    return this.#implicit.get(place) ?? splitResolution(this.#row(place).resolution).implicit;
  }

  /** @param places where there may be lines, or were; returns those whose lines have changed */
  setImplicit(places: Iterable<number>, lines: ReadonlyMap<number, string>): number[] {
    const changed = [...places].filter((place) => (lines.get(place) ?? '') !== this.implicit(place));
    for (const place of changed) this.#implicit.set(place, lines.get(place) ?? '');
    return changed;
  }
}
