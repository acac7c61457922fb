/**
 * What is known of each file of a project in one run: what the run found out, else what the file's row says.
 * Invariant: rows stay as they are until the run is over.
 */
import type { LinkHeader } from '../../model/link-header.ts';
import { splitResolution } from '../links/implicit-links.ts';
import { dialectNamed } from '../languages/registry.ts';
import { noHeader, type LinkedProject } from './linked-project.ts';
import { unnamedInterface, unnamedMethods } from './named-interfaces.ts';

/** What a file's packed facts begin with. */
export interface FileFront {
  header: LinkHeader;
  /** Null where there are no facts. */
  modules: string | null;
}

export class FileStates {
  readonly #project: LinkedProject;
  readonly #fronts = new Map<number, FileFront>();
  readonly #modules = new Map<number, string>();
  /** What modules mean, until it is taken. */
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

  /** Names what the file's modules mean. */
  modules(place: number): string {
    return this.#modules.get(place) ?? this.modulesBefore(place);
  }

  modulesBefore(place: number): string {
    return splitResolution(this.#row(place).resolution).modules;
  }

  setModules(place: number, modules: string): void {
    this.#modules.set(place, modules);
  }

  /** Keeps what the file's modules mean, and names it. */
  resolved(place: number, paths: readonly (string | null)[]): string {
    this.#resolved.set(place, paths);
    return paths.join('\n');
  }

  /** What the file's modules mean, for who asks once in a run. */
  takeResolved(place: number): readonly (string | null)[] | undefined {
    const paths = this.#resolved.get(place);
    this.#resolved.delete(place);
    return paths;
  }

  /** Names what others see of the file. */
  interface(place: number): string {
    return this.#interfaces.get(place) ?? this.#row(place).interface;
  }

  setInterface(place: number, shape: string): void {
    this.#interfaces.set(place, shape);
  }

  /** It is the next edit that will have to know. */
  leaveInterface(place: number): void {
    this.setInterface(place, this.hasSummary(place) ? unnamedInterface(this.#project.files[place]!.fileId) : '');
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

  leaveMethods(place: number): void {
    this.setMethods(
      place,
      dialectNamed(this.#project.files[place]!.language).implementsUnsaid && this.hasSummary(place)
        ? unnamedMethods
        : '',
    );
  }

  /** The lines of what implements what without saying so. */
  implicit(place: number): string {
    return this.#implicit.get(place) ?? splitResolution(this.#row(place).resolution).implicit;
  }

  /** @param places where there may be lines, or were; gives those whose lines are others now */
  setImplicit(places: Iterable<number>, lines: ReadonlyMap<number, string>): number[] {
    const moved = [...places].filter((place) => (lines.get(place) ?? '') !== this.implicit(place));
    for (const place of moved) this.#implicit.set(place, lines.get(place) ?? '');
    return moved;
  }
}
