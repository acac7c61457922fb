/**
 * A program: the files that are linked together. It resolves imports and exports among them.
 * Invariant: answers depend on the summaries and on the files that module specifiers mean, never on the order of questions.
 * This is the lowest folder of the linker: it imports no other folder of `graph/`.
 */
import { moduleRulesOf } from './module-rules.ts';
import { fitsSpace, type Exported } from './exported.ts';
import { entityFields, exportForms, ops, type FileSummary, entityFlags } from '../../model/file-summary.ts';
import { ProgramFile } from './program-file.ts';
import { Slot } from './memo.ts';
import type { ExportRecord } from './tables/file-tables.ts';
import { ReExportPath } from './re-export-path.ts';
import { GlobalDeclarations, hasFlag, type GlobalDeclaration } from './global-declarations.ts';
import { memberOfExport } from './exported-object-members.ts';
import { eachMeant, isMeantByImports, meantByImports, meantByStars, oneOf } from './import-alternatives.ts';
import { ModuleExports, type Wanted } from './module-exports.ts';
import { importedNear } from './nearest-in-package.ts';
import type { NamedFile, ProgramNames } from './program-names.ts';
import { sourcesInMemory, type SummaryFile, type Modules, type ProgramSources } from './program-sources.ts';
import { spaces } from './spaces.ts';
import { unitSummary } from './unit-summary.ts';
import { UsedSummaries } from './used-summaries.ts';
import type { Target } from './targets.ts';
import type { LanguageRules } from './language-rules.ts';

const noDeclarations: readonly GlobalDeclaration[] = [];

/** Up to this many star exports of a file are searched one by one, without a table. */
const fewStars = 8;

/** Memo of the meanings of imports, by entity and space. */
const knownImports = new Slot(() => new Map<number, Exported | null>());
/** Memo of the meanings of a module's exports, by name and space. */
const knownExports = new Slot(() => new Map<string, (Exported | null)[]>());

export class Program {
  readonly #sources: ProgramSources;
  readonly #names: ProgramNames;
  /** The files and units by place. Those that nothing has asked for are undefined. */
  readonly #filesByPlace: (ProgramFile | undefined)[];
  /** Tables of exports, by the place of a unit or of a file with many star exports. */
  readonly #moduleExports = new Map<number, ModuleExports>();
  readonly #globals = new GlobalDeclarations();
  readonly #used: UsedSummaries;

  constructor(sources: ProgramSources) {
    this.#sources = sources;
    this.#names = sources.names;
    this.#used = new UsedSummaries(sources.maxRetained);
    this.#filesByPlace = new Array<ProgramFile | undefined>(sources.names.count + sources.names.units.length);
  }

  /** A program of files whose summaries are in memory. */
  static of(files: readonly SummaryFile[], modules: Modules, rules: (language: string) => LanguageRules): Program {
    return new Program(sourcesInMemory(files, modules, rules));
  }

  readonly #resolveAll = (file: ProgramFile): Int32Array =>
    Int32Array.from(
      this.#sources.resolve(file.index, file.summary.modules),
      (path) => (path === null ? undefined : this.#names.place(path)) ?? -1,
    );

  /** Makes a file or unit at its first use: after a change, most files of a large project are not needed. */
  #make(place: number): ProgramFile {
    const source = this.#sources.files[place];
    const file = source === undefined ? this.#makeUnit(place) : this.#makeFile(place, source);
    this.#filesByPlace[place] = file;
    return file;
  }

  #makeFile(place: number, { path, language }: Pick<NamedFile, 'path' | 'language'>): ProgramFile {
    const load = (): FileSummary => this.#sources.load(place);
    const rules = this.#sources.rules(language);
    return new ProgramFile(place, { path, rules, load, loaded: this.#used.add, resolve: this.#resolveAll });
  }

  #makeUnit(place: number): ProgramFile {
    const { path, language, members } = this.#names.units[place - this.#names.count]!;
    const load = (): FileSummary => unitSummary(members.length);
    const resolve = (): Int32Array => Int32Array.from(members);
    const rules = this.#sources.rules(language);
    return new ProgramFile(place, { path, rules, load, loaded: this.#used.add, resolve });
  }

  get files(): readonly ProgramFile[] {
    return this.#sources.files.map((_, place) => this.at(place));
  }

  /** The files and units that were asked for. */
  asked(): ProgramFile[] {
    return this.#filesByPlace.filter((file) => file !== undefined);
  }

  /** Drops all derived results. No question may be in progress, and a new `Inference` must be made. */
  dropDerived(): void {
    // All files, not only those with a summary in memory: a file whose summary could not be loaded may have a memo of an unfinished question.
    for (const file of this.asked()) file.dropDerived();
    this.#used.dropDerived();
  }

  /**
   * Drops derived results, beginning with those of the summaries that were used first, until the remaining ones belong to at most `bytes` bytes of
   * summaries. Derived results take about twice as much memory as their summaries. No question may be in progress.
   */
  shrink(bytes: number): void {
    this.#used.shrink(bytes);
  }

  /** Bytes of the summaries that may have derived results. */
  get bytes(): number {
    return this.#used.bytes;
  }

  file(path: string): ProgramFile | undefined {
    const place = this.#names.place(path);
    return place === undefined ? undefined : this.at(place);
  }

  /** A file or unit by its place. */
  at(place: number): ProgramFile {
    return this.#filesByPlace[place] ?? this.#make(place);
  }

  /** The unit that a file belongs to, as a module. */
  unit(file: ProgramFile): ProgramFile | null {
    const unit = this.#names.unitOf(file.index);
    if (unit === undefined) return null;
    file.reads.add(unit);
    return this.at(unit);
  }

  /** The declarations of a name for the whole program that `asking` sees. */
  globals(asking: ProgramFile, name: string): readonly GlobalDeclaration[] {
    const places = this.#names.globals(name);
    return places.length === 0 ? noDeclarations : this.#globalsIn(places, asking, name);
  }

  #globalsIn(places: readonly number[], asking: ProgramFile, name: string): readonly GlobalDeclaration[] {
    const { family } = asking.rules;
    for (const place of places) if (this.at(place).rules.family === family) asking.reads.add(place);
    const found = this.declarations(name).filter(({ file }) => file.rules.family === family);
    const declared = found.length < 2 ? found : declaredFirst(found);
    return moduleRulesOf(asking).globalsSeen?.(asking, declared) ?? declared;
  }

  /** The path of the unit that a file belongs to; null for none. It is known without the file's summary, and records no read. */
  unitPath({ index }: ProgramFile): string | null {
    const unit = this.#names.unitOf(index);
    return unit === undefined ? null : this.#names.units[unit - this.#names.count]!.path;
  }

  /** All global declarations of a name, of any language. They are not recorded as reads: the caller records those that it uses. */
  declarations(name: string): readonly GlobalDeclaration[] {
    return this.#globals.of(
      name,
      () => this.#names.globals(name),
      (place, question) => this.#used.inPassing(this.at(place), question),
    );
  }

  /** Files that declare a name for the whole program. They are not recorded as reads: the caller records those that it uses. */
  declarers(name: string): readonly ProgramFile[] {
    return this.#names.globals(name).map((place) => this.at(place));
  }

  /** The entities in a unit that extend a type with this name. */
  extensions(file: ProgramFile, unit: string, name: string): readonly Target[] {
    return this.extending(file, unit, name).flatMap((other) =>
      other.extensions(name).map((entity): Target => ({ file: other, entity })),
    );
  }

  /** The files in a unit that extend a type with this name, or that add a member with this name to a type that may be external. */
  extending(file: ProgramFile, unit: string, name: string): readonly ProgramFile[] {
    return this.#names.extensions(unit, name).map((place) => {
      file.reads.add(place);
      return this.at(place);
    });
  }

  /** The file that a module specifier of a file means; null for an external one. @param index of the specifier */
  module(file: ProgramFile, index: number): ProgramFile | null {
    const target = file.modules[index] ?? -1;
    if (target === -1) return null;
    file.reads.add(target);
    return this.at(target);
  }

  /** Modules that the project's settings import into a file. */
  readonly opened = ({ index }: ProgramFile): ReturnType<ProgramSources['opened']> => this.#sources.opened(index);

  /** What `file` exports under a name; null when it does not export the name. */
  exported(file: ProgramFile, name: string, space: number): Exported | null {
    const records = file.exports(name);
    if (records.length === 1) {
      const { form, a } = records[0]!;
      if (form === exportForms.own && a !== -1) return { kind: 'entities', file, entities: [a] };
    }
    let bySpace = file.memo(knownExports).get(name);
    if (bySpace === undefined) file.memo(knownExports).set(name, (bySpace = []));
    const memoised = bySpace[space];
    return memoised === undefined
      ? (bySpace[space] = this.#findExport({ file, name, space }, new ReExportPath()))
      : memoised;
  }

  /** @param path the re-exports that led to this look-up. The look-up stops at a cycle. */
  #findExport(wanted: Wanted, path: ReExportPath): Exported | null {
    if (!path.enter(wanted.file.index, wanted.name)) return null;
    const found = this.#searchExport(wanted, path);
    path.leave();
    return found;
  }

  #searchExport(wanted: Wanted, path: ReExportPath): Exported | null {
    const { file, name, space } = wanted;
    let external: Exported | null = null;
    for (const record of file.exports(name)) {
      const found = this.#follow(wanted, record, path);
      if (found?.kind === 'external') external = found;
      else if (found !== null) return found;
    }
    if (external !== null) return external;
    // `import x from` a module with `module.exports = …` or `export = …` imports the whole value.
    if (name === 'default') return this.#followWhole(wanted, path);
    if (name === '=') return { kind: 'module', file };
    if (file.index >= this.#names.count) return this.#findInUnit(wanted, path);
    const rules = moduleRulesOf(file);
    const memberOfWhole = rules.addedExport?.(wanted) ?? this.#memberOfWhole(wanted, path);
    if (memberOfWhole !== null) return memberOfWhole;
    const within = rules.openedWithin?.(wanted) ?? null;
    const inModule = within === null ? null : this.#findByStars(within.wanted, path, within.opened);
    if (inModule !== null && inModule.kind !== 'external') return inModule;
    const reexported = this.#findByStars(wanted, path, file.exports('*'));
    if (reexported !== null && reexported.kind !== 'external') return reexported;
    if (rules.bindsAtRun) {
      const string = file.stringOf(name);
      const declared = string === -1 ? [] : file.lookUp(0, string, space, false);
      if (declared.length > 0) return this.followEntities(file, declared, space, path);
    }
    return reexported;
  }

  /**
   * The meaning of a name by star exports (`export *`): in the first module that has the name, or, where modules bind names at run time, by
   * `meantByStars`.
   */
  #findByStars({ file, name, space }: Wanted, path: ReExportPath, opened: readonly ExportRecord[]): Exported | null {
    if (opened.length === 0) return null;
    const stars = opened.filter(({ form }) => form === exportForms.all);
    const table = stars.length > fewStars && file.rules.importsByName ? this.#exportsOf(file, stars) : null;
    let hasExternal = false;
    const find = ({ a }: Pick<ExportRecord, 'a'>): Exported | null => {
      const next = this.module(file, a);
      hasExternal ||= next === null;
      return next === null || moduleRulesOf(next).givesByStar?.(this, next, name) === false
        ? null
        : this.#findExport({ file: next, name, space }, path);
    };
    if (file.rules.bindsAtRun) return meantByStars(stars, find) ?? (hasExternal ? { kind: 'external' } : null);
    for (let at = 0; at < stars.length; at++) {
      if (table !== null) at = table.next(name, at);
      if (at === -1) break;
      const found = find(stars[at]!);
      if (found !== null && found.kind !== 'external') return found;
    }
    // `hasExternal` is complete only after the search, which adds modules to the table.
    return hasExternal || table?.hasExternal === true ? { kind: 'external' } : null;
  }

  /** The files of a unit that export a name. */
  exporters(unit: ProgramFile, name: string): readonly ProgramFile[] {
    const modules = unit.exports('*').filter(({ form }) => form === exportForms.all);
    const table = this.#exportsOf(unit, unit.exports('*'));
    const found: ProgramFile[] = [];
    for (let at = table.next(name, 0); at !== -1; at = table.next(name, at + 1)) {
      const file = this.module(unit, modules[at]!.a);
      if (file !== null && file.exports(name).length > 0) found.push(file);
    }
    return found;
  }

  /** The table of exports of a unit's modules, or of the modules that a file re-exports whole. */
  #exportsOf(file: ProgramFile, modules: readonly Pick<ExportRecord, 'a'>[]): ModuleExports {
    let table = this.#moduleExports.get(file.index);
    if (table === undefined) {
      const indexes = modules.map(({ a }) => a);
      table = new ModuleExports(indexes.length, (position) => this.module(file, indexes[position]!));
      this.#moduleExports.set(file.index, table);
    }
    return table;
  }

  /**
   * What a unit exports under a name: from the first module that exports it in the space asked for (value, type), else from the first that
   * exports it.
   */
  #findInUnit({ file, name, space }: Wanted, path: ReExportPath): Exported | null {
    const table = this.#exportsOf(file, file.exports('*'));
    let other: Exported | null = null;
    for (let at = table.next(name, 0); at !== -1; at = table.next(name, at + 1)) {
      const next = this.module(file, at);
      const found = next === null ? null : this.#findExport({ file: next, name, space }, path);
      if (found !== null && found.kind !== 'external') {
        if (fitsSpace(found, space)) return found;
        other ??= found;
      }
    }
    return other;
  }

  /** The meaning of one export of a file; null for a star export (`#findByStars`). */
  #follow(wanted: { file: ProgramFile; space: number }, record: ExportRecord, path: ReExportPath): Exported | null {
    const { file, space } = wanted;
    switch (record.form) {
      case exportForms.own:
        if (record.a === -1) return this.#expression(file, record.b, wanted.space, path);
        return { kind: 'entities', file, entities: [record.a] };
      case exportForms.local: {
        const found = file.lookUp(0, record.a, space, false);
        return found.length === 0 ? null : this.followEntities(file, found, space, path);
      }
      case exportForms.from: {
        const next = this.module(file, record.a);
        if (next === null) return { kind: 'external' };
        const name = file.text(record.b);
        if (name === '*') return { kind: 'module', file: next };
        return this.#findExport({ file: next, name, space }, path);
      }
      default:
        return null;
    }
  }

  /** The meaning of an exported expression (`export default f()`). For `module.exports = require('m')`, what module `m` exports. */
  #expression(file: ProgramFile, node: number, space: number, path: ReExportPath): Exported | null {
    if (file.op(node) === ops.either) {
      const each = file.list(file.operand(node, 0)).map((one) => this.#expression(file, one, space, path));
      if (each.every((one) => one?.kind !== 'expression')) return oneOf(each);
    }
    if (file.op(node) !== ops.module) return { kind: 'expression', file, node };
    const target = this.module(file, file.operand(node, 0));
    return target === null ? { kind: 'external' } : this.#whole(target, space, path);
  }

  /** The result of `require` of a file: the value that it exports as a whole, else the module. */
  #whole(file: ProgramFile, space: number, path: ReExportPath): Exported | null {
    if (file.exports('=').length === 0 || !path.enter(file.index, '=')) return { kind: 'module', file };
    const found = this.#followWhole({ file, space }, path);
    path.leave();
    return found;
  }

  /** The value that a module exports as a whole; several where branches export different values. */
  #followWhole(wanted: { file: ProgramFile; space: number }, path: ReExportPath): Exported | null {
    const [whole, ...others] = wanted.file.exports('=');
    if (whole === undefined) return null;
    const first = this.#follow(wanted, whole, path);
    return others.length === 0 ? first : oneOf([first, ...others.map((one) => this.#follow(wanted, one, path))]);
  }

  /** The meaning of a name in a module that exports one value as a whole: the member of that value. */
  #memberOfWhole(wanted: Wanted, path: ReExportPath): Exported | null {
    const whole = wanted.file.exports('=').length === 0 ? null : this.#whole(wanted.file, wanted.space, path);
    return whole === null ? null : oneOf(eachMeant(whole).map((one) => this.#memberOf(one, wanted, path)));
  }

  #memberOf(whole: Exported, { file, name, space }: Wanted, path: ReExportPath): Exported | null {
    if (whole.kind === 'module')
      return whole.file === file ? null : this.#findExport({ file: whole.file, name, space }, path);
    if (whole.kind !== 'entities') return whole.kind === 'external' ? whole : null;
    return memberOfExport(whole, name, {
      follow: (entities) => this.followEntities(whole.file, entities, space, path),
      find: (module) => {
        const target = this.module(whole.file, module);
        return target === null ? null : this.#findExport({ file: target, name, space }, path);
      },
    });
  }

  /** The meaning of entities of one name: the entities themselves, or, for imports, what they import. */
  followEntities(file: ProgramFile, entities: readonly number[], space: number, path?: ReExportPath): Exported | null {
    if (entities.length === 0) return null;
    // The closure is in another method, because V8 allocates a context at each entry of a function that contains a closure.
    return isMeantByImports(file, entities)
      ? this.#followImports(file, entities, space, path)
      : { kind: 'entities', file, entities };
  }

  #followImports(
    file: ProgramFile,
    entities: readonly number[],
    space: number,
    path: ReExportPath | undefined,
  ): Exported | null {
    if (entities.length === 1) return this.#followImport(file, entities[0]!, space, path);
    const follow = (entity: number): Exported | null => this.#followImport(file, entity, space, path);
    return meantByImports(file, entities, { space, follow });
  }

  #followImport(file: ProgramFile, entity: number, space: number, path: ReExportPath | undefined): Exported | null {
    return path === undefined ? this.#memoisedImport(file, entity, space) : this.#imported(file, entity, space, path);
  }

  /** The meaning of an import, memoised: every use of the name asks for it. */
  #memoisedImport(file: ProgramFile, entity: number, space: number): Exported | null {
    const key = entity * (spaces.any + 1) + space;
    let found = file.memo(knownImports).get(key);
    if (found === undefined) file.memo(knownImports).set(key, (found = this.#imported(file, entity, space)));
    return found;
  }

  /** The submodule that an import means where the imported module does not export the name (Python). */
  #submodule(file: ProgramFile, entity: number): Exported | null {
    const node = file.get(entity, entityFields.value);
    const target = file.op(node) === ops.module ? this.module(file, file.operand(node, 0)) : null;
    return target === null ? null : { kind: 'module', file: target };
  }

  /** The meaning of an import. @param path absent outside of a look-up of re-exports: then exports of modules are taken from their memo */
  #imported(file: ProgramFile, entity: number, space: number, path?: ReExportPath): Exported | null {
    const target = this.module(file, file.get(entity, entityFields.listA));
    if (target === null) return this.#submodule(file, entity) ?? { kind: 'external' };
    const name = file.text(file.get(entity, entityFields.listB));
    if (name === '*') return { kind: 'module', file: target };
    if (name === '=') return this.#whole(target, space, path ?? new ReExportPath());
    const first =
      path === undefined ? this.exported(target, name, space) : this.#findExport({ file: target, name, space }, path);
    const found = importedNear(this, file, target, { name, space, first });
    if (found === null || found.kind === 'external') {
      const submodule = this.#submodule(file, entity);
      if (submodule !== null) return submodule;
    }
    return found;
  }
}

/** Sorts declarations before assignments to the global object, which carry less information. */
function declaredFirst(found: readonly GlobalDeclaration[]): readonly GlobalDeclaration[] {
  const isAssigned = (one: GlobalDeclaration): boolean => hasFlag(one, entityFlags.assigned);
  return found.some(isAssigned) ? found.toSorted((a, b) => Number(isAssigned(a)) - Number(isAssigned(b))) : found;
}
