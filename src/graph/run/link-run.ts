/**
 * One run of linking: makes the program of the project's files, finds the files that have to be linked again, and writes their links in
 * batches.
 * Invariants: memory is limited by `maxSummaryBytes` and `maxRetainedBytes`; a defect in one file costs only that file's links.
 */
import { AppError } from '../../model/error.ts';
import { unitPath } from '../../model/file-summary.ts';
import type { FileLinks, LinkBatch, LinkedFile } from '../../store/link-store.ts';
import { unpackSummaryFront, type SummaryFront } from '../../store/packed/packed-summary.ts';
import { changedNames, mentioningFiles, versionBefore } from '../incremental/changed-names.ts';
import { dependentsOf } from '../incremental/dependents.ts';
import { SummaryLoader } from '../program/summary-loader.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { linksOfFile, type LinksOfFile } from '../links/file-links.ts';
import { FileStates } from '../incremental/file-states.ts';
import { addImplicitLinks, joinResolution } from '../links/implicit-links.ts';
import { Implications } from './implications.ts';
import { startInference } from '../infer/inference.ts';
import { interfaceHash } from '../incremental/interface-hash.ts';
import { PreviousInterfaces } from '../incremental/previous-interfaces.ts';
import type { LinkReport, LinkRunOptions } from './link-run-options.ts';
import { noHeader, type LinkedProject } from '../incremental/linked-project.ts';
import { affectedByNames, reportedNames } from '../incremental/name-changes.ts';
import { unresolvedByName } from '../links/unresolved-references.ts';
import { definitionOf, packFileLinks } from './packed-file-links.ts';
import type { PreciseSources } from './precise-sources.ts';
import { Program } from '../program/program.ts';
import type { ProjectModules } from '../program/project-modules.ts';
import type { Inference } from '../questions/questions.ts';
import type { Target } from '../program/targets.ts';
import { dialectNamed } from '../languages/registry.ts';
import { Turns } from '../../util/turns/turns.ts';

/** The maximum size of summaries with derived results, in bytes. The results take about twice as much memory as the summaries. */
const maxSummaryBytes = 48 * 1024 * 1024;
/** The maximum size of all summaries in memory, in bytes: enough for five million lines. Reading a summary again takes longer than most questions. */
const maxRetainedBytes = 256 * 1024 * 1024;
/** When `maxSummaryBytes` is exceeded, derived results are dropped until this share of it is left. */
const remainingShare = 0.6;
/** After this many such reductions, all derived results and the `Inference` (with its environments) are dropped. */
const shrinksPerInference = 12;
/** The number of files whose links are written at once. */
const batchFiles = 256;

export class LinkRun {
  readonly #options: LinkRunOptions;
  readonly #project: LinkedProject;
  readonly #modules: ProjectModules;
  readonly #precise: PreciseSources;
  readonly #loader: SummaryLoader;
  readonly #states: FileStates;
  #program: Program = Program.of([], { resolve: () => null }, dialectNamed);
  #inference: Inference = startInference(this.#program);
  #shrinks = 0;
  readonly #failed: string[] = [];
  /** By place: the number of reads in the row of a file that this run wrote last. */
  readonly #readsWritten = new Map<number, number>();
  /** By place: the names that changed in a file whose interface is otherwise unchanged (`changedNames`). */
  readonly #changedNames = new Map<number, ReadonlySet<string>>();
  readonly #implications: Implications;
  readonly #turns = new Turns();

  constructor(options: LinkRunOptions, project: LinkedProject, modules: ProjectModules, precise: PreciseSources) {
    this.#options = options;
    this.#project = project;
    this.#modules = modules;
    this.#precise = precise;
    this.#loader = new SummaryLoader(options.store, project.files, options.loadedSummaries);
    this.#states = new FileStates(project, (place) => this.#loader.header(place) ?? noHeader);
    this.#implications = new Implications({
      project,
      states: this.#states,
      program: () => this.#program,
      inference: () => this.#inference,
      keys: (place) => this.#loader.keys(place),
      keyOf: (target) => this.#keyOf(target),
      guarded: (place, work, fallback) => this.#guarded(place, work, fallback),
      limitMemory: () => {
        this.#limitMemory();
      },
    });
  }

  async run(configsChanged: boolean): Promise<LinkReport> {
    const { files, changed, pathsChanged } = this.#project;
    await this.#loader.readAhead(() => this.#hearAbort());
    await this.#readFronts(changed);
    const reinterpreted = pathsChanged || configsChanged ? this.#resolveModules(new Set(changed)) : [];
    await this.#openProgram();
    // All files are linked anyway, as in a new index, so interfaces need not be compared.
    if (changed.length === files.length) {
      for (const place of changed) {
        this.#states.deferInterface(place);
        this.#states.deferMethods(place);
      }
      this.#implications.recompute({ methods: true, declarations: true });
      await this.#linkAll(changed, new Set(changed));
      return { linked: changed.length, dependents: 0, failed: this.#failed, places: changed };
    }
    const sources = { project: this.#project, loader: this.#loader };
    const affected = affectedByNames({
      ...sources,
      headerOf: (place) => this.#states.header(place),
      modulesOf: (place) => this.#states.modules(place),
    });
    reinterpreted.push(...affected.visible);
    const before = await PreviousInterfaces.read(this.#options.store, this.#project);
    const seeds = this.#collectSeeds(reinterpreted, before);
    const affectedImplications = this.#implications.recordAffected(reinterpreted, before);
    const mentioning = mentioningFiles({ ...sources, mentions: this.#options.mentions }, this.#changedNames);
    for (const place of mentioning.visible) seeds.add(this.#project.idOf(place));
    reinterpreted.push(...mentioning.places);
    reinterpreted.push(...this.#implications.recompute(affectedImplications));
    const dependents = seeds.size === 0 ? new Set<number>() : this.#dependents(seeds);
    const places = [...changed, ...dependents, ...reinterpreted, ...affected.places];
    const dirty = [...new Set(places)].sort((a, b) => a - b);
    await this.#linkAll(dirty, dependents.union(this.#filesOf(seeds)));
    return { linked: dirty.length, dependents: dirty.length - changed.length, failed: this.#failed, places: dirty };
  }

  async #readFronts(places: readonly number[]): Promise<void> {
    const use = (place: number, front: SummaryFront | null): void => {
      const { header, modules } = front ?? { header: noHeader, modules: null };
      this.#states.setFront(place, { header, modules: modules === null ? null : this.#resolution(place, modules) });
    };
    await this.#loader.eachFront(places, use, () => this.#hearAbort());
  }

  /** Throws where the run was aborted. Between two steps: no question may be in progress. */
  async #hearAbort(): Promise<void> {
    const { check } = this.#options;
    if (check === undefined) return;
    const turn = this.#turns.take();
    if (turn !== null) await turn;
    check();
  }

  /** The targets of a file's module specifiers and of the modules that settings import into it, as one text that is compared. */
  #resolution(place: number, modules: readonly string[]): string {
    const file = this.#project.files[place]!;
    const opened = this.#modules.opened(file).map(({ module, path }) => `\n${module} ${path}`);
    return this.#states.setResolved(place, this.#modules.resolveAll(file, modules)) + opened.join('');
  }

  /**
   * Resolves the module specifiers of unchanged files again. Returns the places of all files, changed or not, whose specifiers have other targets
   * now.
   */
  #resolveModules(changed: ReadonlySet<number>): number[] {
    const states = this.#states;
    const reinterpreted = [...changed].filter(
      (place) => this.#project.files[place]!.row !== null && states.modulesBefore(place) !== states.modules(place),
    );
    for (const place of this.#project.files.keys()) {
      const bytes = changed.has(place) || !states.hasSummary(place) ? null : this.#loader.packed(place);
      if (bytes === null) continue;
      const resolution = this.#resolution(place, unpackSummaryFront(bytes).modules);
      if (resolution === states.modules(place)) continue;
      states.setModules(place, resolution);
      reinterpreted.push(place);
    }
    return reinterpreted;
  }

  /** Gives every file and unit its id, and makes the program of them. */
  async #openProgram(): Promise<void> {
    const project = this.#project;
    const units = await project.open(this.#options.store, (place) => this.#states.header(place), dialectNamed);
    this.#options.written?.addUnits(units);
    this.#program = new Program({
      rules: dialectNamed,
      files: project.files,
      names: project.names,
      load: (place) => this.#loader.load(place),
      maxRetained: maxRetainedBytes,
      resolve: (place, modules) =>
        this.#states.takeResolved(place) ?? this.#modules.resolveAll(project.files[place]!, modules),
      opened: (place) => this.#modules.opened(project.files[place]!),
    });
    this.#inference = startInference(this.#program);
  }

  /**
   * Records the new interfaces of changed files. Returns the ids of the files and units whose interface changed or may have changed: their dependents
   * have to be linked again.
   * @param reinterpreted places of files in which names or module specifiers have another meaning now
   */
  #collectSeeds(reinterpreted: readonly number[], before: PreviousInterfaces): Set<number> {
    const project = this.#project;
    const seeds = new Set<number>();
    const addUnit = (unit: string): void => {
      const file = unit === '' ? undefined : this.#program.file(unitPath(unit));
      if (file !== undefined) seeds.add(project.idOf(file.index));
      const row = project.unit(unitPath(unit));
      if (row !== undefined) seeds.add(row.id);
    };
    // A new or removed file may be a module of a Python package: files that read the package may name that module.
    const addPackageOf = (path: string): void => {
      const packageFile = this.#program.file(`${path.slice(0, path.lastIndexOf('/') + 1)}__init__.py`);
      if (packageFile !== undefined) seeds.add(project.idOf(packageFile.index));
    };
    for (const place of project.changed) {
      const file = project.files[place]!;
      const isUnchanged = this.#recordInterface(place, before);
      this.#limitMemory();
      if (isUnchanged) continue;
      seeds.add(project.idOf(place));
      addUnit(this.#states.header(place).unit);
      if (file.row === null) addPackageOf(file.path);
      else addUnit(file.row.header.unit);
    }
    for (const row of project.removed) {
      seeds.add(row.id);
      addUnit(row.header.unit);
      addPackageOf(row.path);
    }
    for (const place of reinterpreted) seeds.add(project.idOf(place));
    return seeds;
  }

  /** The hash of a file's interface. Where it cannot be computed: a text that differs for each content, so that the interface counts as changed. */
  #interfaceOrFailure(place: number): string {
    const { fileId } = this.#project.files[place]!;
    return this.#guarded(
      place,
      () => this.#interface(place),
      () => `failed ${fileId}`,
    );
  }

  #interface(place: number): string {
    if (!this.#states.hasSummary(place)) return '';
    return interfaceHash(this.#program.at(place), () => this.#loader.keys(place));
  }

  /**
   * Records the interface of a changed file. Returns true where the interface is unchanged, or changed only in names that an affected file must
   * mention. These names are recorded in `#changedNames`.
   */
  #recordInterface(place: number, before: PreviousInterfaces): boolean {
    const file = this.#project.files[place]!;
    const previous = file.row === null ? null : before.of(file.row);
    if (previous === null || (previous.hash === null && previous.content !== file.fileId)) {
      this.#states.deferInterface(place);
      return false;
    }
    const { hash, text } = previous;
    // Null: the content is that of the previous interface, which therefore still holds.
    const newHash = previous.content === file.fileId ? null : this.#interfaceOrFailure(place);
    this.#states.setInterface(place, newHash === null || newHash === hash ? text : newHash);
    if (newHash === null || newHash === hash) return true;
    const names = this.#findChangedNames(place);
    if (names === null) return false;
    this.#changedNames.set(place, names);
    return true;
  }

  /** The result of `changedNames`; null also where the previous summary is unknown. */
  #findChangedNames(place: number): ReadonlySet<string> | null {
    const { path, language, row } = this.#project.files[place]!;
    const before = this.#options.before?.get(path);
    if (row === null || before?.fileId !== row.fileId) return null;
    return this.#guarded(
      place,
      () => {
        const file = this.#program.at(place);
        const header = this.#states.header(place);
        const old = versionBefore(before, file);
        if (old === null) return null;
        return changedNames(
          { ...old, reported: reportedNames(language, row.header, header) },
          { file, keys: this.#loader.keys(place), reported: reportedNames(language, header, row.header) },
        );
      },
      () => null,
    );
  }

  /** Places of the files that depend on the seeds, directly or through others. @param seeds ids of files and units */
  #dependents(seeds: ReadonlySet<number>): Set<number> {
    return this.#filesOf(dependentsOf(seeds, this.#project.readers));
  }

  /** Places of the files among files and units. @param ids of files and units */
  #filesOf(ids: ReadonlySet<number>): Set<number> {
    const places = new Set<number>();
    for (const id of ids) {
      const place = this.#project.placeOfId(id);
      if (place !== undefined && place < this.#project.files.length) places.add(place);
    }
    return places;
  }

  /** @param withReaders places of the files whose readers are all among `dirty`, direct ones and others */
  async #linkAll(dirty: readonly number[], withReaders: ReadonlySet<number>): Promise<void> {
    const { store, onProgress } = this.#options;
    let rows: LinkBatch['files'][number][] = [];
    const { files, removed, removedUnits } = this.#project;
    await store.writeLinks({ files: [], removed: [...removed, ...removedUnits].map(({ id }) => id) });
    for (const [done, place] of dirty.entries()) {
      await this.#hearAbort();
      const content = await this.#linksOf(place);
      const { row } = files[place]!;
      // Other files, which are not linked again, may depend through this file on what it read in earlier runs. So its old reads stay recorded.
      if (row !== null && !withReaders.has(place)) this.#addReads(place, row.reads);
      rows.push({ ...this.#rowOf(place), content });
      if (rows.length >= batchFiles) {
        await store.writeLinks({ files: rows, removed: [] });
        rows = [];
        onProgress?.(done + 1, dirty.length);
      }
      this.#limitMemory();
    }
    for (const row of this.#rowsWithMoreReads()) {
      rows.push(row);
      if (rows.length < batchFiles) continue;
      await store.writeLinks({ files: rows, removed: [] });
      rows = [];
    }
    await store.writeLinks({ files: rows, removed: [] });
    onProgress?.(dirty.length, dirty.length);
  }

  /** Rows of files whose reads grew after this run wrote their row, or that this run read but did not link. */
  *#rowsWithMoreReads(): Generator<LinkBatch['files'][number]> {
    for (const { index: place, reads } of this.#program.asked()) {
      const row = this.#project.files[place]?.row;
      // Units are not among the project's files, and their rows have no reads.
      if (row === undefined) continue;
      const written = this.#readsWritten.get(place);
      if (written === undefined && row !== null && reads.size > 0) this.#addReads(place, row.reads);
      if (reads.size > (written ?? row?.reads.length ?? 0)) yield { ...this.#rowOf(place), content: null };
    }
  }

  #addReads(place: number, ids: readonly number[]): void {
    const { reads } = this.#program.at(place);
    for (const id of ids) {
      const read = this.#project.placeOfId(id);
      if (read !== undefined) reads.add(read);
    }
  }

  #rowOf(place: number): LinkedFile {
    const { path, language, fileId } = this.#project.files[place]!;
    const { reads } = this.#program.at(place);
    this.#readsWritten.set(place, reads.size);
    const ids = reads.toArray().map((read) => this.#project.idOf(read));
    const row: LinkedFile = {
      id: this.#project.idOf(place),
      path,
      fileId,
      language,
      header: this.#states.header(place),
      interface: this.#states.interface(place),
      resolution: joinResolution({
        modules: this.#states.modules(place),
        methods: this.#states.methods(place),
        implicit: this.#states.implicit(place),
      }),
      reads: [...ids.sort()],
    };
    this.#options.written?.add(row);
    return row;
  }

  async #linksOf(place: number): Promise<FileLinks> {
    const file = this.#program.at(place);
    const inferred = this.#states.hasSummary(place)
      ? this.#guarded(
          place,
          () => this.#inferred(file),
          () => null,
        )
      : null;
    let links = inferred ?? (await unresolvedByName(this.#options.store, this.#project.files[place]!.fileId, place));
    if (this.#precise.has(place)) links = await this.#precise.replace(place, links, file.reads);
    return packFileLinks(
      new Map([...links.links].map(([target, list]) => [this.#project.idOf(target), list])),
      links.unresolved,
    );
  }

  /** The links that inference finds, and the implicit ones. */
  #inferred(file: ProgramFile): LinksOfFile {
    const found = linksOfFile(this.#inference, file, (target) => this.#keyOf(target));
    addImplicitLinks(found.links, file, {
      implicit: this.#states.implicit(file.index),
      keys: this.#loader.keys(file.index),
      program: this.#program,
    });
    return found;
  }

  #keyOf({ file, entity }: Target): number | null {
    const definition = definitionOf(file, entity);
    return definition === -1 ? null : (this.#loader.keys(file.index)[definition] ?? null);
  }

  /**
   * The result of `work`. Where `work` throws because of a defect of ours, the file is recorded as failed, and the result is that of
   * `fallback`. An `AppError`, such as one of the index or the disk, ends the run.
   */
  #guarded<T>(place: number, work: () => T, fallback: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof AppError) throw error;
      const { path } = this.#project.files[place]!;
      if (!this.#failed.includes(path)) this.#failed.push(path);
      this.#dropDerived();
      return fallback();
    }
  }

  /** Keeps memory within its limit: drops derived results, first those of the summaries that were used first, and from time to time all. */
  #limitMemory(): void {
    if (this.#program.bytes <= maxSummaryBytes) return;
    this.#program.shrink(maxSummaryBytes * remainingShare);
    if (++this.#shrinks % shrinksPerInference === 0) this.#dropDerived();
  }

  /** Drops all derived results; no question may be in progress. */
  #dropDerived(): void {
    this.#program.dropDerived();
    this.#inference = startInference(this.#program);
  }
}
