/**
 * Rust: modules of which a build takes one (`#[cfg(unix)] use unix as io; #[cfg(windows)] use windows as io;`), and names that are imported from
 * them. A name means the definition in the first module. The definitions in the others override it, as implementations override an interface.
 * Invariant: only two things make alternatives: a name that a module declares several times, which Rust allows only for different builds, and
 * modules that some builds import whole.
 */
import {
  cfgModule,
  entityFields,
  entityFlags,
  entityKinds,
  exportForms,
  exportWidth,
  pathMark,
} from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import type { ExportRecord } from '../../program/tables/file-tables.ts';
import type { Exported } from '../../program/exported.ts';
import type { Inference } from '../../questions/questions.ts';
import { spaces } from '../../program/spaces.ts';
import type { Override } from '../../questions/values.ts';
import { includes, type Target } from '../../program/targets.ts';

/** A file's module (empty prefix), or an inline module, whose names in the file's exports start with the prefix. */
interface Module {
  file: ProgramFile;
  prefix: string;
}

type OverridesByFile = Map<ProgramFile, Override[]>;

/** How many levels of nested modules are compared. */
const maxLevels = 6;

/** Memo by the file that chooses among the alternatives; valid as long as the program. */
const overridesByChooser = new WeakMap<ProgramFile, OverridesByFile>();

export function cfgVariants(i: Inference, file: ProgramFile): Override[] {
  const found: Override[] = [];
  for (const name of file.summary.strings) {
    if (!name.startsWith(cfgModule) || name === cfgModule) continue;
    for (const choosing of i.program.declarers(name)) {
      if (choosing.language !== 'rust' || choosing.summary.unit !== file.summary.unit) continue;
      file.reads.add(choosing.index);
      for (const one of overridesOf(i, choosing).get(file) ?? []) addOverride(found, one);
    }
  }
  for (const { target } of found) file.reads.add(target.file.index);
  return found;
}

function addOverride(found: Override[], { member, target }: Override): void {
  const isKnown = found.some(
    (one) => one.member === member && one.target.file === target.file && one.target.entity === target.entity,
  );
  if (!isKnown) found.push({ member, target });
}

function overridesOf(i: Inference, choosing: ProgramFile): OverridesByFile {
  let found = overridesByChooser.get(choosing);
  if (found === undefined) {
    overridesByChooser.set(choosing, (found = new Map()));
    const overrides = new OverrideFinder(i, found);
    for (const group of byName(i, choosing)) overrides.addAll(group);
    for (const group of inInlineModules(i, choosing)) overrides.addAll(group);
    overrides.addModules(modulesOfBuilds(i, choosing));
  }
  return found;
}

/** The meanings of each top-level name that has several, in the order of the text. */
function* byName(i: Inference, file: ProgramFile): Iterable<Exported[]> {
  const groups = Map.groupBy(
    file.declaredIn(0).filter((entity) => file.get(entity, entityFields.parent) === -1),
    (entity) => file.get(entity, entityFields.name),
  );
  for (const entities of groups.values()) {
    if (entities.length < 2 || !entities.some((entity) => file.kind(entity) === entityKinds.import)) continue;
    const found: Exported[] = [];
    let last = -1;
    for (const entity of entities) {
      // One number for the line and the column.
      const position = file.get(entity, entityFields.line) * 10_000 + file.get(entity, entityFields.column);
      // One `use` may have several entities, one for each reading of its path; only the first that leads somewhere counts.
      if (position === last) continue;
      const meant = meantBy(i, file, entity);
      if (meant === null) continue;
      found.push(meant);
      if (!isFileOfAttribute(file, entity)) last = position;
    }
    if (found.length > 1) yield found;
  }
}

/** The meanings of names that inline modules re-export several times. */
function* inInlineModules(i: Inference, file: ProgramFile): Iterable<Exported[]> {
  const { exports } = file.summary;
  const names = new Set<number>();
  for (let at = 0; at < exports.length; at += exportWidth) {
    const name = exports[at]!;
    if (exports[at + 1] !== exportForms.from || names.has(name)) continue;
    names.add(name);
    const found: Exported[] = [];
    let isFound = true;
    for (const { form, a, b } of file.exports(file.text(name))) {
      // One `use` may have several exports, one for each reading of its path; only the first that leads somewhere counts.
      if (form !== exportForms.from || !file.text(b).includes('::')) isFound = false;
      const meant = isFound ? null : meantByExport(i, file, { form, a, b });
      if (meant === null) continue;
      found.push(meant);
      isFound = true;
    }
    if (found.length > 1) yield found;
  }
}

function meantByExport(
  i: Inference,
  file: ProgramFile,
  { form, a, b }: Pick<ExportRecord, 'form' | 'a' | 'b'>,
): Exported | null {
  if (form === exportForms.own) return { kind: 'entities', file, entities: [a] };
  const module = form === exportForms.from ? i.program.module(file, a) : null;
  if (module === null) return null;
  const name = file.text(b);
  const found = name === '*' ? { kind: 'module' as const, file: module } : i.program.exported(module, name, spaces.any);
  return found?.kind === 'external' ? null : found;
}

function meantBy(i: Inference, file: ProgramFile, entity: number): Exported | null {
  const found = i.program.followEntities(file, [entity], spaces.any);
  return found === null || found.kind === 'external' ? null : found;
}

function isFileOfAttribute(file: ProgramFile, entity: number): boolean {
  if (file.kind(entity) !== entityKinds.import) return false;
  return (file.summary.modules[file.get(entity, entityFields.listA)] ?? '').startsWith(pathMark);
}

/** The modules that a file imports whole, each for some builds. */
function modulesOfBuilds(i: Inference, file: ProgramFile): Module[] {
  return file
    .exports('*')
    .filter(({ form, b }) => form === exportForms.all && file.text(b) === cfgModule)
    .flatMap(({ a }) => i.program.module(file, a) ?? [])
    .map((module) => ({ file: module, prefix: '' }));
}

const typeKinds: ReadonlySet<number> = new Set([entityKinds.class, entityKinds.interface, entityKinds.typeAlias]);

class OverrideFinder {
  readonly #i: Inference;
  readonly #found: OverridesByFile;

  constructor(i: Inference, found: OverridesByFile) {
    this.#i = i;
    this.#found = found;
  }

  /** Adds the overrides among the meanings of one name. */
  addAll(all: readonly Exported[]): void {
    this.addModules(distinct(all.flatMap(moduleOf)));
    const targets = distinctTargets(all.flatMap(targetsOf));
    for (const [at, one] of targets.entries()) {
      const target = targets.slice(0, at).find((before) => this.#areAlike(before, one));
      if (target !== undefined) this.#add(one, target);
    }
  }

  /** Adds the overrides among modules that are alternatives: definitions in a module override those in the modules before it. */
  addModules(modules: readonly Module[]): void {
    for (const [at, one] of modules.entries()) if (at > 0) this.#addNames(one, modules.slice(0, at), one, 0);
  }

  /** Adds the overrides of a module's names. `from` is the module, or a nested one that it imports whole: the names are looked up in `from`. */
  #addNames(module: Module, earlier: readonly Module[], from: Module, level: number): void {
    if (level > maxLevels) return;
    const { file, prefix } = from;
    const { exports } = file.summary;
    for (let at = 0; at < exports.length; at += exportWidth) {
      const path = file.text(exports[at]!);
      if (path === '*' && exports[at + 1] === exportForms.all && prefix === '') {
        const inner = this.#i.program.module(file, exports[at + 2]!);
        if (inner !== null && inner !== file && isNestedIn(inner, file))
          this.#addNames(module, earlier, { file: inner, prefix: '' }, level + 1);
      }
      if (path === '*' || !path.startsWith(prefix)) continue;
      const name = path.slice(prefix.length);
      const meaning = name.includes('::') ? null : this.#exported(from, name);
      if (meaning !== null) this.#addNamed(name, meaning, { module, earlier, level });
    }
  }

  /** Adds the overrides of one name of a module: its definition overrides that of the name in an earlier module. A nested module is compared too. */
  #addNamed(
    name: string,
    meaning: Exported,
    { module, earlier, level }: { module: Module; earlier: readonly Module[]; level: number },
  ): void {
    const earlierMeanings = earlier.map((one) => this.#exported(one, name));
    const [inner] = moduleOf(meaning);
    if (inner !== undefined && (inner.file === module.file || isNestedIn(inner.file, module.file))) {
      const others = earlierMeanings
        .flatMap((one) => (one === null ? [] : moduleOf(one)))
        .filter((one) => !areSame(one, inner));
      if (others.length > 0) this.#addNames(inner, others, inner, level + 1);
    }
    for (const one of targetsOf(meaning)) {
      if (one.file !== module.file && !isNestedIn(one.file, module.file)) continue;
      const target = earlierMeanings
        .flatMap((other) => (other === null ? [] : targetsOf(other)))
        .find((other) => this.#areAlike(other, one) && isSeen(other) && isSeen(one));
      if (target !== undefined) this.#add(one, target);
    }
  }

  #exported({ file, prefix }: Module, name: string): Exported | null {
    const found = this.#i.program.exported(file, `${prefix}${name}`, spaces.any);
    return found?.kind === 'external' ? null : found;
  }

  #areAlike(one: Target, other: Target): boolean {
    if (one.file === other.file) return false;
    const [kind, others] = [one.file.kind(one.entity), other.file.kind(other.entity)];
    return kind === others || (typeKinds.has(kind) && typeKinds.has(others));
  }

  /** Adds an override of a target by an entity, and the overrides of its methods. */
  #add({ file, entity }: Target, target: Target): void {
    let all = this.#found.get(file);
    if (all === undefined) this.#found.set(file, (all = []));
    addOverride(all, { member: entity, target });
    for (const [name, [member]] of file.memberTable(entity) ?? []) {
      if (member === undefined || file.kind(member) !== entityKinds.method) continue;
      const [method] = target.file.members(target.entity, file.text(name));
      if (method !== undefined) addOverride(all, { member, target: { file: target.file, entity: method } });
    }
  }
}

function moduleOf(found: Exported): Module[] {
  if (found.kind === 'module') return [{ file: found.file, prefix: '' }];
  const [first] = targetsOf(found);
  if (first === undefined || first.file.kind(first.entity) !== entityKinds.namespace) return [];
  return [{ file: first.file, prefix: `${first.file.name(first.entity)}::` }];
}

function targetsOf(found: Exported): Target[] {
  return found.kind === 'entities' ? found.entities.map((entity) => ({ file: found.file, entity })) : [];
}

/** Modules without duplicates: each of several declarations of a module may name all of its files. */
function distinct(modules: readonly Module[]): Module[] {
  return modules.filter((module, at) => modules.findIndex((one) => areSame(one, module)) === at);
}

function distinctTargets(targets: readonly Target[]): Target[] {
  return targets.filter((target, at) => !includes(targets.slice(0, at), target));
}

function areSame(one: Module, other: Module): boolean {
  return one.file === other.file && one.prefix === other.prefix;
}

/** Whether a target is visible in other modules. */
function isSeen({ file, entity }: Target): boolean {
  return file.has(entity, entityFlags.exported);
}

/** Whether the module of the first file is nested in the module of the second. */
function isNestedIn({ path }: ProgramFile, { path: parent }: ProgramFile): boolean {
  return path.startsWith(`${parent.replace(/(?:\/mod)?\.rs$/, '')}/`);
}
