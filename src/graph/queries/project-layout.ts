/** The package and module of a path: the package is named by the nearest manifest, the module is the first folder below the package's source root. */

export interface LayoutPlace {
  package: string | null;
  module: string | null;
}

/** Files that name a package, with the pattern of the name. */
const manifests: readonly { file: string; name: RegExp }[] = [
  { file: 'package.json', name: /^[ \t]*(?:\{[^{}]*?)?"name"\s*:\s*"([^"\\]{1,200})"/m },
  { file: 'pyproject.toml', name: /^[ \t]*name[ \t]*=[ \t]*["']([^"'\n]{1,200})["']/m },
  { file: 'go.mod', name: /^[ \t]*module[ \t]+"?([^\s"]{1,500})"?/m },
  { file: 'Cargo.toml', name: /^[ \t]*name[ \t]*=[ \t]*"([^"\n]{1,200})"/m },
  { file: 'composer.json', name: /"name"\s*:\s*"([^"\\]{1,200})"/ },
];

/** Source roots: folders that contain all sources of a package, so that their names are no modules. */
const sourceRoots = [
  'src/main/java',
  'src/main/kotlin',
  'src/main/scala',
  'src/test/java',
  'src',
  'lib',
  'source',
  'sources',
];

export class ProjectLayout {
  readonly #readText: (path: string) => string | null;
  readonly #manifests = new Map<string, { path: string; name: RegExp }>();
  readonly #names = new Map<string, string | null>();
  readonly #packageFolders = new Map<string, string | null>();
  readonly #places = new Map<string, LayoutPlace>();

  constructor(paths: readonly string[], readText: (path: string) => string | null) {
    this.#readText = readText;
    for (const path of paths) {
      const folder = folderOf(path);
      const file = path.slice(folder === '' ? 0 : folder.length + 1);
      const format = manifests.find((manifest) => manifest.file === file);
      if (format !== undefined && !this.#manifests.has(folder))
        this.#manifests.set(folder, { path, name: format.name });
    }
  }

  /** The folders whose manifest names a package; the empty text is the root. */
  packages(): { folder: string; name: string }[] {
    return [...this.#manifests.keys()].flatMap((folder) => {
      const name = this.#nameOf(folder);
      return name === null ? [] : [{ folder, name }];
    });
  }

  placeOf(path: string): LayoutPlace {
    const cached = this.#places.get(path);
    if (cached !== undefined) return cached;
    const place = this.#find(path);
    this.#places.set(path, place);
    return place;
  }

  #find(path: string): LayoutPlace {
    const packageFolder = this.#packageFolderOf(folderOf(path));
    const inside = packageFolder === null || packageFolder === '' ? path : path.slice(packageFolder.length + 1);
    const root = sourceRoots.find((one) => inside.startsWith(`${one}/`));
    const rest = root === undefined ? inside : inside.slice(root.length + 1);
    const module = rest.includes('/') ? rest.slice(0, rest.indexOf('/')) : null;
    return { package: packageFolder === null ? null : this.#nameOf(packageFolder), module };
  }

  /** The nearest folder, from a folder upwards, whose manifest names a package; null for none. */
  #packageFolderOf(folder: string): string | null {
    const cached = this.#packageFolders.get(folder);
    if (cached !== undefined) return cached;
    const isPackageFolder = this.#manifests.has(folder) && this.#nameOf(folder) !== null;
    const packageFolder = isPackageFolder ? folder : folder === '' ? null : this.#packageFolderOf(folderOf(folder));
    this.#packageFolders.set(folder, packageFolder);
    return packageFolder;
  }

  #nameOf(folder: string): string | null {
    const cached = this.#names.get(folder);
    if (cached !== undefined) return cached;
    const manifest = this.#manifests.get(folder);
    const text = manifest === undefined ? null : this.#readText(manifest.path);
    const name = text === null ? null : nameIn(manifest!, text);
    this.#names.set(folder, name);
    return name;
  }
}

function nameIn(manifest: { path: string; name: RegExp }, text: string): string | null {
  if (manifest.path.endsWith('.json')) {
    try {
      const { name } = JSON.parse(text) as { name?: unknown };
      return typeof name === 'string' && name !== '' ? name.slice(0, 200) : null;
    } catch {
      // The pattern often finds the name in a broken manifest too.
    }
  }
  return manifest.name.exec(text)?.[1] ?? null;
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}
