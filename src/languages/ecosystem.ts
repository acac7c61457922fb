/**
 * The contract of an ecosystem of packages: what the manifests of a project say about the packages that it declares and those that it needs.
 * Invariant: a manifest is input like any other. What is not as it should be declares nothing, and nothing throws.
 */

/** The files of a project, without tests, examples and copies of other projects. */
export interface PackageProject {
  /** Relative to the root, '/'-separated. */
  paths: readonly string[];
  /** The text of a file; null when it cannot be read. */
  read: (path: string) => string | null;
  /** Files by the unit (package, namespace) that they belong to, for an ecosystem with `modulesAreUnits`. */
  units: ReadonlyMap<string, readonly string[]>;
}

/** A package that a project declares. */
export interface ProvidedPackage {
  /** As other manifests require it: `@scope/name`, `github.com/a/b/v2`, `com.google.code.gson:gson`. */
  name: string;
  /** The folder of its manifest; empty for the root. */
  root: string;
  /** The path of its manifest. */
  manifest: string;
  /**
   * The modules by which code imports it. Code may also import what is inside of them (`hono` gives `hono/jsx`). Empty where nothing can be
   * imported from it.
   */
  modules: readonly string[];
}

/** A package that a project needs. */
export interface RequiredPackage {
  name: string;
  /** The required versions as written; null where the manifest names none. */
  range: string | null;
  /** The folder of the manifest. */
  root: string;
  manifest: string;
  /** The module by which code imports the package, where the manifest gives it another name; else absent. */
  renamed?: string;
}

export interface PackageFacts {
  provides: readonly ProvidedPackage[];
  requires: readonly RequiredPackage[];
}

export interface Ecosystem {
  id: 'npm' | 'go' | 'python' | 'cargo' | 'maven' | 'nuget' | 'composer' | 'rubygems';
  /** Between the parts of a module's name. What begins with the name of a module and this is inside of the module. */
  separator: string;
  /** Whether units of files (`FileSummary.unit`) are folders. Otherwise code names them, and several repositories may have parts of one. Default: no. */
  unitsAreFolders?: boolean;
  /**
   * Whether modules often have other names than their package, so that packages that have nothing to do with each other may have one of a name
   * (`utils`). Such a module is of a package only where a manifest of the importing project requires the package, or no manifest requires anything.
   */
  hasOtherModuleNames?: boolean;
  /** Whether the modules of packages are units of their files, so that `read` needs these. Default: no. */
  modulesAreUnits?: boolean;
  /** Whether what a file declares for its whole program is declared for other projects too. Default: yes. */
  sharesGlobals?(path: string): boolean;
  /** Whether code may use what a required package declares without an import in the file. */
  isSeenWithoutImport: boolean;
  read(project: PackageProject): PackageFacts;
  /** The form in which names of packages are compared. Default: as written. */
  comparedName?(name: string): string;
}

/** Longer manifests are not read (UTF-16 units). */
const maxManifestLength = 1_000_000;
/** Further manifests of a project are not read. */
const maxManifests = 5_000;
/** Further requirements of one manifest are dropped. */
const maxRequired = 5_000;

export interface ReadManifest {
  path: string;
  /** Empty for the root. */
  folder: string;
  text: string;
}

/** The manifests of a project that can be read, in the order of their paths. @param isManifest gets the name of a file */
export function manifestsOf(project: PackageProject, isManifest: (name: string) => boolean): ReadManifest[] {
  const found: ReadManifest[] = [];
  for (const path of project.paths) {
    const slash = path.lastIndexOf('/');
    if (!isManifest(path.slice(slash + 1))) continue;
    if (found.length >= maxManifests) break;
    const text = project.read(path);
    if (text === null || text.length > maxManifestLength) continue;
    found.push({ path, folder: slash === -1 ? '' : path.slice(0, slash), text });
  }
  return found;
}

/** Reads each manifest by itself. One on which `read` fails declares nothing. */
export function factsOf(
  manifests: readonly ReadManifest[],
  read: (manifest: ReadManifest) => Partial<PackageFacts>,
): PackageFacts {
  const provides: ProvidedPackage[] = [];
  const requires: RequiredPackage[] = [];
  for (const manifest of manifests) {
    let facts: Partial<PackageFacts> = {};
    try {
      facts = read(manifest);
    } catch {
      // Whatever the text is, the other manifests count.
    }
    provides.push(...(facts.provides ?? []));
    requires.push(...(facts.requires ?? []).slice(0, maxRequired));
  }
  return { provides, requires };
}

/** The path of something inside of a folder. */
export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : name === '' ? folder : `${folder}/${name}`;
}

export function isInFolder(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** The units (packages, namespaces) of each manifest, by its folder: those of the files that have no manifest nearer to them. */
export function unitsByFolder(project: PackageProject, folders: ReadonlySet<string>): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const [unit, paths] of project.units) {
    const module = unit.slice(unit.indexOf(':') + 1);
    // Files without a package have a unit after their folder, and cannot be imported.
    if (module === '' || module.includes('/')) continue;
    for (const path of paths) {
      let folder = path;
      do folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
      while (folder !== '' && !folders.has(folder));
      if (!folders.has(folder)) continue;
      let modules = found.get(folder);
      if (modules === undefined) found.set(folder, (modules = new Set()));
      modules.add(module);
    }
  }
  return new Map([...found].map(([folder, modules]) => [folder, [...modules].sort()]));
}
