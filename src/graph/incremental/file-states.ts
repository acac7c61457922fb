/**
 * The state of each file of a project in one run of the linker: what the run has computed, else what the file's row says.
 * Invariant: rows do not change before the run ends.
 */
import type { LinkHeader } from '../../model/link-header.ts';
import { splitResolution } from '../links/implicit-links.ts';
import { dialectNamed } from '../languages/registry.ts';
import { noHeader, type LinkedProject } from './linked-project.ts';
import { uncomputedInterface, uncomputedMethods } from './named-interfaces.ts';

/**
 * The number of names in headers that are kept in memory. Other headers are read again when they are needed: those of a large tree of C have millions
 * of names.
 */
const maxKeptNames = 200_000;

/** What a run takes from the front of a file's packed summary. */
export interface FileFront {
  header: LinkHeader;
  /** The targets of the file's module specifiers (`FileStates.modules`); null for a file without a summary. */
  modules: string | null;
}

export class FileStates {
  readonly #project: LinkedProject;
  readonly #readHeader: (place: number) => LinkHeader;
  /** The fronts of summaries by place. The header is null where it has to be read again. */
  readonly #fronts = new Map<number, { header: LinkHeader | null; hasSummary: boolean }>();
  #keptNames = 0;
  readonly #modules = new Map<number, string>();
  /** Targets of module specifiers, until `takeResolved`. */
  readonly #resolved = new Map<number, readonly (string | null)[]>();
  readonly #interfaces = new Map<number, string>();
  readonly #methods = new Map<number, string>();
  readonly #implicit = new Map<number, string>();

  /** @param readHeader reads the header of the file at a place from the index */
  constructor(project: LinkedProject, readHeader: (place: number) => LinkHeader) {
    this.#project = project;
    this.#readHeader = readHeader;
  }

  #row(place: number): { interface: string; resolution: string } {
    return this.#project.files[place]?.row ?? { interface: '', resolution: '' };
  }

  setFront(place: number, { header, modules }: FileFront): void {
    this.#keptNames += header.globals.length + header.extensions.length;
    const isKept = modules === null || this.#keptNames <= maxKeptNames;
    this.#fronts.set(place, { header: isKept ? header : null, hasSummary: modules !== null });
    this.#modules.set(place, modules ?? '');
  }

  header(place: number): LinkHeader {
    const front = this.#fronts.get(place);
    if (front !== undefined) return front.header ?? this.#readHeader(place);
    return this.#project.files[place]?.row?.header ?? noHeader;
  }

  hasSummary(place: number): boolean {
    const front = this.#fronts.get(place);
    return front === undefined ? this.#row(place).interface !== '' : front.hasSummary;
  }

  /** The targets of a file's module specifiers, as one text that is compared. */
  modules(place: number): string {
    return this.#modules.get(place) ?? this.modulesBefore(place);
  }

  modulesBefore(place: number): string {
    return splitResolution(this.#row(place).resolution).modules;
  }

  setModules(place: number, modules: string): void {
    this.#modules.set(place, modules);
  }

  /** Stores the targets of a file's module specifiers, and returns them as one text. */
  setResolved(place: number, paths: readonly (string | null)[]): string {
    this.#resolved.set(place, paths);
    return paths.join('\n');
  }

  /** Removes and returns the targets of a file's module specifiers: a run needs them once. */
  takeResolved(place: number): readonly (string | null)[] | undefined {
    const paths = this.#resolved.get(place);
    this.#resolved.delete(place);
    return paths;
  }

  /** The interface of a file (`LinkedFile.interface`): a text that changes when the visible part of the file changes. */
  interface(place: number): string {
    return this.#interfaces.get(place) ?? this.#row(place).interface;
  }

  setInterface(place: number, text: string): void {
    this.#interfaces.set(place, text);
  }

  /** Records that the interface is not computed: only the next edit needs it. */
  deferInterface(place: number): void {
    this.setInterface(place, this.hasSummary(place) ? uncomputedInterface(this.#project.files[place]!.fileId) : '');
  }

  /** The `methodsHash` of a file, or `uncomputedMethods`. */
  methods(place: number): string {
    return this.#methods.get(place) ?? this.methodsBefore(place);
  }

  methodsBefore(place: number): string {
    return splitResolution(this.#row(place).resolution).methods;
  }

  setMethods(place: number, methods: string): void {
    this.#methods.set(place, methods);
  }

  /** Records that `methodsHash` is not computed. */
  deferMethods(place: number): void {
    this.setMethods(
      place,
      dialectNamed(this.#project.files[place]!.language).implementsImplicitly && this.hasSummary(place)
        ? uncomputedMethods
        : '',
    );
  }

  /** The lines of a file's implicit implementations. */
  implicit(place: number): string {
    return this.#implicit.get(place) ?? splitResolution(this.#row(place).resolution).implicit;
  }

  /** Sets the lines of files, and returns the places of those whose lines changed. @param places the places of all files that have or had lines */
  setImplicit(places: Iterable<number>, lines: ReadonlyMap<number, string>): number[] {
    const changed = [...places].filter((place) => (lines.get(place) ?? '') !== this.implicit(place));
    for (const place of changed) this.#implicit.set(place, lines.get(place) ?? '');
    return changed;
  }
}
