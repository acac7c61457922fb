/** The distributions of Python that a project declares and needs: pyproject.toml, setup.cfg, setup.py (read as text) and requirements.txt. */
import {
  inFolder,
  isInFolder,
  manifestsOf,
  type Ecosystem,
  type PackageProject,
  type ProvidedPackage,
  type ReadManifest,
  type RequiredPackage,
} from '../../ecosystem.ts';
import { tomlField, tomlSections, tomlStrings } from '../../toml-sections.ts';
import { declaredFolders, usualFolders } from './resolver.ts';

/** The name of PEP 503. */
const compared = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');

const builds = ['pyproject.toml', 'setup.cfg', 'setup.py'];
const requirements = /^requirements(?:[-_.]\w+(?:[-.]\w+)*)?\.(?:txt|in)$/;

export const pythonPackages: Ecosystem = {
  id: 'python',
  hasOtherModuleNames: true,
  separator: '.',
  isSeenWithoutImport: false,
  comparedName: compared,
  read(project) {
    const manifests = manifestsOf(project, (name) => builds.includes(name) || requirements.test(name));
    const byFolder = Map.groupBy(
      manifests.filter(({ path }) => !requirements.test(fileName(path))),
      ({ folder }) => folder,
    );
    const named = [...byFolder].flatMap(([root, files]) => {
      const found = files.flatMap(({ path, text }) => {
        const name = nameIn(fileName(path), text);
        return name === null ? [] : [{ name, manifest: path }];
      });
      return found.length === 0 ? [] : [{ root, ...found[0]!, files }];
    });
    const roots = named.map(({ root }) => root);
    return {
      provides: named.map((one): ProvidedPackage => {
        const inner = roots.filter((root) => root !== one.root && isInFolder(root, one.root));
        return { name: one.name, root: one.root, manifest: one.manifest, modules: modulesOf(project, one, inner) };
      }),
      requires: manifests.flatMap(requiredBy),
    };
  },
};

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The name that a build file gives the distribution; null for none. */
function nameIn(file: string, text: string): string | null {
  if (file === 'setup.py')
    return nameInSetup(text) ?? /^[ \t]*name[ \t]*=[ \t]*["']([\w.-]{1,200})["']/m.exec(text)?.[1] ?? null;
  if (file === 'setup.cfg')
    return /^\[metadata\][^[]{0,20000}?^name[ \t]*=[ \t]*([\w.-]{1,200})[ \t]*$/m.exec(text)?.[1] ?? null;
  const sections = tomlSections(text);
  for (const section of ['project', 'tool.poetry', 'tool.flit.metadata']) {
    const name = sections.get(section)?.get('name') ?? sections.get(section)?.get('module');
    if (name !== undefined && /^[\w.-]{1,200}$/.test(name)) return name;
  }
  return null;
}

/** How far behind `setup(` the name is searched, and how long a list may be (UTF-16 units). */
const maxCall = 20_000;

/** The `name` of a call of `setup`. */
function nameInSetup(text: string): string | null {
  let from = -Infinity;
  for (const { index, 1: name } of text.matchAll(/\bsetup\s*\(|\bname\s*=\s*["']([\w.-]{1,200})["']/g)) {
    if (name === undefined) from = index;
    else if (index - from <= maxCall) return name;
  }
  return null;
}

/** What stands in each list, up to the first `]`. @param opening matches up to the bracket; its flags are `g` */
function listsIn(text: string, opening: RegExp, maxLength: number): string[] {
  const found: string[] = [];
  let end = 0;
  for (const { index, 0: opened } of text.matchAll(opening)) {
    if (index < end) continue;
    const list = text.slice(index + opened.length, index + opened.length + maxLength + 1);
    const length = list.indexOf(']');
    if (length === -1) continue;
    found.push(list.slice(0, length));
    end = index + opened.length + length;
  }
  return found;
}

interface Distribution {
  name: string;
  root: string;
  files: readonly ReadManifest[];
}

/**
 * The modules that a distribution installs: the outermost packages in the folders where packages lie. Outside of packages lie namespaces
 * (`google/cloud/storage`), whose name has several parts, and single modules, which count where the build file names them or the folder has nothing else.
 * @param inner the folders of distributions inside of this one
 */
function modulesOf({ paths }: PackageProject, { name, root, files }: Distribution, inner: readonly string[]): string[] {
  const own = paths.filter(
    (path) => /\.pyi?$/.test(path) && isInFolder(path, root) && !inner.some((folder) => isInFolder(path, folder)),
  );
  const inits = new Set(own.filter((path) => /(?:^|\/)__init__\.pyi?$/.test(path)).map((path) => folderOf(path)));
  const texts = files.map(({ text }) => text);
  const declared = texts.flatMap(declaredFolders);
  const folders = [...new Set([...declared, ...usualFolders])].map((folder) => inFolder(root, folder));
  const listed = new Set(texts.flatMap(listedModules));
  const modules = new Set<string>();
  for (const init of inits) {
    if (init === root || inits.has(folderOf(init))) continue;
    const parent = folders.filter((folder) => isInFolder(init, folder)).sort((a, b) => b.length - a.length)[0];
    if (parent === undefined) continue;
    const module = init.slice(parent === '' ? 0 : parent.length + 1).replaceAll('/', '.');
    if (parent !== root || !module.includes('.') || isNamedAfter(module, name)) modules.add(module);
  }
  for (const path of own) {
    const folder = folderOf(path);
    const module = fileName(path).replace(/\.pyi?$/, '');
    if (inits.has(folder) || !folders.includes(folder) || module === 'setup' || module === '__init__') continue;
    if (listed.has(module) || compared(module) === compared(name) || (folder !== root && modules.size === 0))
      modules.add(module);
  }
  return [...modules].sort();
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** Whether a namespace has the first part of a distribution's name: `google.cloud.storage` of `google-cloud-storage`. */
function isNamedAfter(module: string, name: string): boolean {
  return compared(name).split('-')[0] === compared(module).split('-')[0];
}

/** The single modules that a build file lists: `py_modules = six`, `py-modules = ["six"]`. */
function listedModules(text: string): string[] {
  const found: string[] = [];
  for (const list of listsIn(text, /\bpy[_-]modules\s*=\s*\[/g, 2000))
    for (const [, module] of list.matchAll(/["']([\w.]+)["']/g)) found.push(module!);
  for (const [, list] of text.matchAll(/^py_modules[ \t]*=(?:[ \t]*\r?\n)?([ \t]*[\w.]+,?(?:\r?\n?[ \t]*[\w.]+,?)*)/gm))
    found.push(...list!.split(/[\s,]+/).filter((module) => module !== ''));
  return found;
}

function requiredBy({ path: manifest, folder: root, text }: ReadManifest): RequiredPackage[] {
  const file = fileName(manifest);
  return specifiersIn(file, text).flatMap((written) => {
    const [, name, range = ''] = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?([^;#)]*)/.exec(written) ?? [];
    return name === undefined ? [] : [{ name, range: range.trim() === '' ? null : range.trim(), root, manifest }];
  });
}

/** The requirements in a manifest, in the form of PEP 508. */
function specifiersIn(file: string, text: string): string[] {
  if (requirements.test(file))
    return text.split('\n').filter((line) => /^\s*[A-Za-z0-9]/.test(line) && !line.includes('://'));
  if (file === 'setup.cfg') {
    return [...text.matchAll(/^(?:install_requires|[\w-]+)[ \t]*=[ \t]*\r?\n((?:[ \t]+[^\n]*\r?\n?)*)/gm)].flatMap(
      ([, lines]) => lines!.split('\n').filter((line) => /^\s+[A-Za-z0-9]/.test(line)),
    );
  }
  if (file === 'setup.py') {
    return listsIn(text, /\b\w*requires?\s*=\s*\[/g, maxCall).flatMap((list) =>
      [...list.matchAll(/["']([A-Za-z0-9][^"'\n]{0,300})["']/g)].map(([, one]) => one!),
    );
  }
  const found: string[] = [];
  for (const [section, keys] of tomlSections(text)) {
    if (section === 'project') found.push(...tomlStrings(keys.get('dependencies')));
    else if (section === 'project.optional-dependencies' || section === 'dependency-groups')
      for (const list of keys.values()) found.push(...tomlStrings(list));
    else if (/^tool\.poetry\.(?:.+\.)?(?:dev-)?dependencies$/.test(section))
      for (const [name, value] of keys) {
        const range = value.startsWith('{') ? (tomlField(value, 'version') ?? '') : value;
        if (name !== 'python') found.push(`${name} ${range}`);
      }
  }
  return found;
}
