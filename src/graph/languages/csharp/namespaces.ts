/** C#: names that are qualified by a namespace: by its full name, or by its name relative to an enclosing or imported namespace. */
import {
  entityFields,
  entityFlags,
  entityKinds,
  exportWidth,
  openedForAll,
  ops,
  unitPath,
} from '../../../model/file-summary.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { firstFile } from '../../program/first-file.ts';
import { spaces } from '../../program/spaces.ts';
import { exportedNear } from '../../resolve/nearest-declaration.ts';
import type { Exported } from '../../program/exported.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Target } from '../../program/targets.ts';

/** The unit of a namespace, as a module. @param name relative to one of the namespaces that enclose the code of `file`, or the full name */
function namespaceAt(i: Inference, file: ProgramFile, name: string): ProgramFile | null {
  const paths: string[] = [];
  let namespace = file.summary.unit.slice('csharp:'.length);
  for (; namespace !== ''; namespace = namespace.slice(0, Math.max(0, namespace.lastIndexOf('.'))))
    paths.push(unitPath(`csharp:${namespace}.${name}`));
  return firstFile(i.program, file, [...paths, unitPath(`csharp:${name}`)]);
}

/**
 * The meaning of a path's first names: a namespace as long as possible and a name in it. `next` is the index of the name after them; null for
 * none.
 */
export function inNamespace(
  i: Inference,
  file: ProgramFile,
  names: readonly string[],
): { found: Exported; next: number } | null {
  for (let count = names.length - 1; count > 0; count--) {
    const path = names.slice(0, count).join('.');
    const namespace = namespaceAt(i, file, path);
    const exported =
      namespace === null ? null : exportedNear(i, file, namespace, { name: names[count]!, space: spaces.any });
    const found = exported ?? inAnyPart(i, file, path, names[count]!);
    if (found !== null && found.kind !== 'external') return { found, next: count + 1 };
  }
  return null;
}

/**
 * The part of a namespace that is declared in files of an outer namespace. The outer namespace's unit exports the names of the part, prefixed with
 * `path` (the rest of the inner namespace's name).
 */
interface Part {
  unit: string;
  path: string;
}

/** The paths of inner namespaces under which a unit's files export names; valid as long as the program. */
const innerPaths = new WeakMap<ProgramFile, ReadonlySet<string>>();

function innerPathsOf(i: Inference, unit: ProgramFile): ReadonlySet<string> {
  let paths = innerPaths.get(unit);
  if (paths === undefined) {
    const found = new Set<string>();
    for (const { a } of unit.exports('*')) {
      const file = i.program.module(unit, a);
      if (file === null) continue;
      const { exports } = file.summary;
      for (let at = 0; at < exports.length; at += exportWidth) {
        const name = file.text(exports[at]!);
        const end = name.lastIndexOf('.');
        if (end !== -1) found.add(name.slice(0, end));
      }
    }
    innerPaths.set(unit, (paths = found));
  }
  return paths;
}

/** The parts of a namespace that are in files of outer namespaces. */
function partsOf(i: Inference, file: ProgramFile, namespace: string): Part[] {
  const parts: Part[] = [];
  for (let end = namespace.length; end > 0;) {
    end = Math.max(0, namespace.lastIndexOf('.', end - 1));
    const unit = unitPath(`csharp:${namespace.slice(0, end)}`);
    const path = end === 0 ? namespace : namespace.slice(end + 1);
    const outer = firstFile(i.program, file, [unit]);
    if (outer !== null && innerPathsOf(i, outer).has(path)) parts.push({ unit, path });
  }
  return parts;
}

function inParts(i: Inference, file: ProgramFile, parts: readonly Part[], name: string): Exported | null {
  for (const { unit, path } of parts) {
    const outer = firstFile(i.program, file, [unit]);
    const found = outer === null ? null : i.program.exported(outer, `${path}.${name}`, spaces.any);
    if (found !== null && found.kind !== 'external') return found;
  }
  return null;
}

/** The meaning of a name that is qualified by a namespace's full name, or by its name relative to an imported namespace. */
function inAnyPart(i: Inference, file: ProgramFile, namespace: string, name: string): Exported | null {
  let partsByName = partsFrom.get(file);
  if (partsByName === undefined) partsFrom.set(file, (partsByName = new Map<string, readonly Part[]>()));
  let parts = partsByName.get(namespace);
  if (parts === undefined) {
    const opened = ownAndOpened(file).filter((one) => one !== '');
    const fullNames = [...opened.map((one) => `${one}.${namespace}`), namespace];
    partsByName.set(namespace, (parts = fullNames.flatMap((full) => partsOf(i, file, full))));
  }
  return inParts(i, file, parts, name);
}

/** Memo by file and namespace's name: the parts that the name can mean in the file. Every member access that starts with a name asks for them. */
const partsFrom = new WeakMap<ProgramFile, Map<string, readonly Part[]>>();

/** The file's namespace and the namespaces that it imports. */
function ownAndOpened(file: ProgramFile): string[] {
  const opened = file.exports('*').filter(({ b }) => file.text(b) === '*');
  return [file.summary.unit.slice('csharp:'.length), ...opened.map(({ a }) => file.summary.modules[a]!)];
}

/** A namespace that other files of the project import for a file. */
interface OpenedByOthers {
  module: ProgramFile | null;
  /** The namespace's name. */
  name: string;
  /** The path of a type in it whose members are imported; `*` for the namespace itself. */
  path: string;
}

/** Memo of `openedForProject`; valid as long as the program. */
const openedByOthers = new WeakMap<ProgramFile, readonly OpenedByOthers[]>();

/** The namespaces that a file gets from `global using` in other files and from the project's settings. */
export function openedForProject(i: Inference, file: ProgramFile): readonly OpenedByOthers[] {
  let opened = openedByOthers.get(file);
  if (opened === undefined) {
    const ofFiles = openersFor(i, file).map(({ file: other, entity }): OpenedByOthers => {
      const at = other.get(entity, entityFields.listA);
      const module = i.program.module(other, at);
      if (module !== null) file.reads.add(module.index);
      return { module, name: other.summary.modules[at] ?? '', path: other.text(other.get(entity, entityFields.listB)) };
    });
    const ofSettings = i.program
      .opened(file)
      .map(({ module, name, path }): OpenedByOthers => ({ module: firstFile(i.program, file, [module]), name, path }));
    opened = [...ofFiles, ...ofSettings];
    openedByOthers.set(file, opened);
  }
  return opened;
}

/** The `global using` directives of other files that apply to a file. */
function openersFor(i: Inference, file: ProgramFile): readonly Target[] {
  return i.program.globals(file, openedForAll).filter(({ file: other }) => other !== file && isOfProject(other, file));
}

/**
 * Whether a file belongs to the project of a `global using`. The sources do not show where a project begins, so the directive's file is taken
 * to be in the project's folder or in a folder for settings.
 */
function isOfProject(opener: ProgramFile, { path }: ProgramFile): boolean {
  const folder = opener.path.slice(0, opener.path.lastIndexOf('/') + 1);
  return path.startsWith(folder.replace(/(?:^|(?<=\/))(?:Properties|GlobalUsings|Usings)\/$/i, ''));
}

/** The meaning of an alias that another file of the project declares for all files. */
export function aliasForProject(i: Inference, file: ProgramFile, name: string): Exported | null {
  for (const other of new Set(openersFor(i, file).map((target) => target.file))) {
    const string = other.stringOf(name);
    const alias = string === -1 ? undefined : other.declared(0, string).find((entity) => isAliasForAll(other, entity));
    if (alias !== undefined) return i.program.followEntities(other, [alias], spaces.any);
  }
  return null;
}

function isAliasForAll(file: ProgramFile, entity: number): boolean {
  return file.kind(entity) === entityKinds.import && file.has(entity, entityFlags.exported);
}

/** Memo by file: the parts of all namespaces that the file sees. */
const openedParts = new WeakMap<ProgramFile, readonly Part[]>();

/** A name of an imported namespace that is declared in a file of an outer namespace. */
export function inOpenedPart(i: Inference, file: ProgramFile, name: string): Exported | null {
  let parts = openedParts.get(file);
  if (parts === undefined) {
    const others = openedForProject(i, file).filter(({ module, path }) => module === null && path === '*');
    const namespaces = [...ownAndOpened(file), ...others.map(({ name }) => name)];
    parts = namespaces.flatMap((namespace) => partsOf(i, file, namespace));
    openedParts.set(file, parts);
  }
  return inParts(i, file, parts, name);
}

/** The maximum length of a qualified name, in names. */
const maxNames = 12;

/** The meaning of a member access that starts with a namespace. */
export function qualified(i: Inference, file: ProgramFile, node: number): Exported | null {
  const names: string[] = [];
  let at = node;
  for (; file.op(at) === ops.member && names.length < maxNames; at = file.operand(at, 0))
    names.unshift(file.text(file.operand(at, 1)));
  if (file.op(at) !== ops.name) return null;
  names.unshift(file.text(file.operand(at, 0)));
  const inside = inNamespace(i, file, names);
  return inside === null || inside.next !== names.length ? null : inside.found;
}
