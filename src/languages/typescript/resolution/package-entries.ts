/**
 * Finds the files that paths, folders and packages mean.
 * Invariant: source comes before build output, and output that is missing in the project is traced back to its source.
 */
import type { CompilerConfig } from './compiler-config.ts';
import { sourceOfOutput } from './output-sources.ts';
import type { BuiltPackage } from './output-sources.ts';
import { splitPackageSpecifier } from './package-lookup.ts';
import type { PackageLookup } from './package-lookup.ts';
import { fieldTargets, targetsOf } from './package-manifest.ts';
import type { ImportForm, PackageManifest, Targets } from './package-manifest.ts';
import { folderOf, isDeclarationFile, isTypeScriptSource, isWithin, joinPath, parentOf } from './project-tree.ts';
import type { ProjectTree } from './project-tree.ts';

export interface PackageEntries {
  /** The file of a path: with any extension that may be omitted, or the entry of a folder. */
  path(path: string, form: ImportForm): string | null;
  /** The entry of a folder: the one in its package.json, or its `index`. */
  folder(folder: string, form: ImportForm): string | null;
  /** The source of an output path; see `sourceOfOutput` for `mustBeAbsent`. */
  source(path: string, mustBeAbsent: boolean): string | null;
  /** The file that a package's name means in `folder`; a path inside the package may follow the name. */
  named(folder: string, specifier: string, form: ImportForm): string | null;
  /** The file that a specifier such as `#x` means by `imports` of the package that contains `folder`. */
  imported(folder: string, specifier: string, form: ImportForm): string | null;
}

interface Project {
  tree: ProjectTree;
  packages: PackageLookup;
  configs: readonly CompilerConfig[];
}

interface Entries {
  tree: ProjectTree;
  packages: PackageLookup;
  /** Packages with their configs, by the package's folder. */
  built: ReadonlyMap<string, BuiltPackage>;
}

/** The usual entries, tried where package.json declares no entry that can be found. */
const USUAL_ENTRIES = [
  'src/index',
  'index',
  'src/main',
  'lib/index',
  'source/index',
  'src/lib',
  'src/public-api',
  'src/public_api',
  'mod',
];

export function createPackageEntries(project: Project): PackageEntries {
  const entries: Entries = { tree: project.tree, packages: project.packages, built: builtPackages(project) };
  return {
    path: (path, form) => pathEntry(entries, path, form),
    folder: (folder, form) => folderEntry(entries, folder, form),
    source: (path, mustBeAbsent) => sourceEntry(entries, path, mustBeAbsent),
    named: (folder, specifier, form) => namedEntry(entries, folder, specifier, form),
    imported: (folder, specifier, form) => importedEntry(entries, folder, specifier, form),
  };
}

function pathEntry(entries: Entries, path: string, form: ImportForm): string | null {
  return entries.tree.file(path) ?? folderEntry(entries, path, form);
}

function folderEntry(entries: Entries, folder: string, form: ImportForm): string | null {
  if (!entries.tree.hasFolder(folder)) return null;
  const manifest = entries.packages.at(folder);
  const declaredEntry = manifest === null ? null : pick(fieldTargets(manifest, form), finderIn(entries, manifest));
  const found = declaredEntry ?? entries.tree.file(pathIn(folder, 'index'));
  return found ?? (manifest === null ? null : rootEntry(entries, manifest, form));
}

function sourceEntry(entries: Entries, path: string, mustBeAbsent: boolean): string | null {
  const folder = entries.packages.enclosing(folderOf(path))?.folder ?? '';
  return sourceOfOutput(entries.tree, path, builtAt(entries, folder), mustBeAbsent);
}

function namedEntry(entries: Entries, from: string, specifier: string, form: ImportForm): string | null {
  const split = splitPackageSpecifier(specifier);
  const manifest = split === null ? null : entries.packages.named(split.name, from);
  if (split === null || manifest === null) return null;
  if (split.subpath === '') return rootEntry(entries, manifest, form);
  const exported = exportedEntry(entries, manifest, `./${split.subpath}`, form);
  if (exported !== null) return exported.file;
  const direct = joinPath(manifest.folder, split.subpath);
  if (direct === null || !isWithin(direct, manifest.folder)) return null;
  const found = pathEntry(entries, direct, form) ?? sourceEntry(entries, direct, false);
  return found ?? pathEntry(entries, pathIn(manifest.folder, `src/${split.subpath}`), form);
}

/** Where `imports` of the innermost package lacks the key, the packages that enclose it are searched too. */
function importedEntry(entries: Entries, from: string, specifier: string, form: ImportForm): string | null {
  for (let folder: string | null = from; folder !== null; folder = parentOf(folder)) {
    const manifest = entries.packages.at(folder);
    const table = manifest?.imports ?? null;
    const targets = table === null ? null : targetsOf(table, specifier, form);
    if (manifest === null || targets === null) continue;
    const finder = finderIn(entries, manifest);
    return pick(targets, {
      findFile: (target) =>
        target.startsWith('.') ? finder.findFile(target) : namedEntry(entries, manifest.folder, target, form),
      findSource: (target) => (target.startsWith('.') ? finder.findSource(target) : null),
    });
  }
  return null;
}

/** The entry of a package that is imported by its name alone. */
function rootEntry(entries: Entries, manifest: PackageManifest, form: ImportForm): string | null {
  const exported = exportedEntry(entries, manifest, '.', form);
  if (exported !== null) return exported.file;
  const declaredEntry = pick(fieldTargets(manifest, form), finderIn(entries, manifest));
  if (declaredEntry !== null) return declaredEntry;
  for (const entry of USUAL_ENTRIES) {
    const found = entries.tree.file(pathIn(manifest.folder, entry));
    if (found !== null) return found;
  }
  return null;
}

/** The entry by `exports`; its `file` is null where the key is closed. Null where `exports` lacks the key or no target is found. */
function exportedEntry(
  entries: Entries,
  manifest: PackageManifest,
  key: string,
  form: ImportForm,
): { file: string | null } | null {
  const targets = manifest.exports === null ? null : targetsOf(manifest.exports, key, form);
  if (targets === null) return null;
  if (targets.usual.length + targets.other.length === 0) return { file: null };
  const file = pick(targets, finderIn(entries, manifest));
  return file === null ? null : { file };
}

/** A finder of targets as written in package.json. They are relative to the package; those outside of it are not found. */
function finderIn(entries: Entries, manifest: PackageManifest): Finder {
  const { tree } = entries;
  const { folder } = manifest;
  const pathOf = (target: string): string | null => {
    const path = joinPath(folder, target);
    return path !== null && isWithin(path, folder) ? path : null;
  };
  return {
    findFile(target) {
      const path = pathOf(target);
      if (path === null) return null;
      return tree.file(path) ?? (tree.hasFolder(path) ? tree.file(pathIn(path, 'index')) : null);
    },
    findSource(target) {
      const path = pathOf(target);
      return path === null ? null : sourceOfOutput(tree, path, builtAt(entries, folder), false);
    },
  };
}

function builtAt(entries: Entries, folder: string): BuiltPackage {
  return entries.built.get(folder) ?? { folder, configs: [] };
}

/** Finds the targets of one package. */
interface Finder {
  /** The file of a target, where the project has it. */
  findFile(target: string): string | null;
  /** The source of a target that is build output. */
  findSource(target: string): string | null;
}

/**
 * Picks the best target, in this order: TypeScript source, other code, the source of missing code, the source of missing
 * declarations (which may hold types only), declarations, targets for other platforms.
 */
function pick(targets: Targets, finder: Finder): string | null {
  let code: string | null = null;
  const missing: string[] = [];
  let types: string | null = null;
  // Declarations that were found beside a target that names code.
  let adjacentTypes: string | null = null;
  for (const target of targets.usual) {
    const found = finder.findFile(target);
    if (found !== null && isTypeScriptSource(found)) return found;
    if (found === null) missing.push(target);
    else if (!isDeclarationFile(found)) code ??= found;
    else if (isDeclarationFile(target)) types ??= found;
    else adjacentTypes ??= found;
  }
  return (
    code ??
    firstFound(
      missing.filter((target) => !isDeclarationFile(target)),
      finder.findSource,
    ) ??
    firstFound(missing.filter(isDeclarationFile), finder.findSource) ??
    types ??
    adjacentTypes ??
    firstFound(targets.other, finder.findFile) ??
    firstFound(targets.other, finder.findSource)
  );
}

function firstFound(targets: readonly string[], find: (target: string) => string | null): string | null {
  for (const target of targets) {
    const found = find(target);
    if (found !== null) return found;
  }
  return null;
}

function pathIn(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

/** Groups the configs by package: a config belongs to the innermost package that contains it. */
function builtPackages({ packages, configs }: Project): Map<string, BuiltPackage> {
  const built = new Map<string, BuiltPackage & { configs: CompilerConfig[] }>();
  for (const config of configs) {
    const folder = packages.enclosing(config.folder)?.folder ?? '';
    const entry = built.get(folder);
    if (entry === undefined) built.set(folder, { folder, configs: [config] });
    else entry.configs.push(config);
  }
  return built;
}
