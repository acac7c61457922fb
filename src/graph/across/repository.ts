/**
 * What one repository is to others: the packages that it declares and needs, the modules that its files import, and its files with their summaries.
 * Invariants: everything comes from the repository's index, but for the text of its manifests; each part is read when it is first needed, because most
 * of many repositories have nothing to do with a question.
 */
import type { Ecosystem, PackageFacts, ProvidedPackage, RequiredPackage } from '../../languages/ecosystem.ts';
import type { Language, LanguageEntry } from '../../languages/language.ts';
import { hasTrait } from '../../model/file.ts';
import type { LinkedFile } from '../../store/link-store.ts';
import type { DocumentTable, Store, StoreState } from '../../store/store.ts';
import { readersOf, type Readers } from '../incremental/dependents.ts';
import { ProjectModules } from '../program/project-modules.ts';
import { SummaryLoader } from '../program/summary-loader.ts';
import { importsOf, type ImportedModule, type Imports } from './imports.ts';

/** What is read of an index. */
export interface RepositoryView {
  readonly store: Pick<
    Store,
    'linkPlaces' | 'linkedFiles' | 'summaries' | 'summaryNow' | 'isLocal' | 'imports' | 'outlines'
  >;
  readonly state: Pick<StoreState, 'generation'> & {
    readonly documents: Pick<DocumentTable, 'paths' | 'languages' | 'traits'>;
  };
}

/** A repository that is asked together with others. */
export interface RepositorySource {
  /** Unique among those that are asked together. */
  name: string;
  view: RepositoryView;
  /** The text of a manifest or configuration file; null when it cannot be read, or is too long. */
  read: (path: string) => string | null;
}

/** A file that can be linked. */
export interface RepositoryFile {
  /** `LinkedFile.id` */
  readonly id: number;
  readonly path: string;
  readonly fileId: number;
  readonly language: string;
}

/** The packages of one ecosystem. */
export interface RepositoryPackages extends PackageFacts {
  ecosystem: Ecosystem;
  /** Requirements by the module under which a manifest has renamed them. */
  renamed: ReadonlyMap<string, RequiredPackage>;
  /** The package with a name; null for none of this repository. */
  providedAs(name: string): ProvidedPackage | null;
  /** The package that a module as code writes it belongs to; null for none of this repository. */
  packageOf(specifier: string): ProvidedPackage | null;
  /** What the manifests require under a name. The one nearest to `path` comes first. */
  requiredAs(name: string, path?: string): readonly RequiredPackage[];
}

/** Files of these kinds are no part of a package. */
const outsideOfPackages = ['test', 'vendored', 'example', 'documentation'] as const;

export class Repository {
  readonly name: string;
  readonly view: RepositoryView;
  /** In the order of their paths. */
  readonly files: readonly RepositoryFile[];
  readonly modules: ProjectModules;
  readonly loader: SummaryLoader;
  /** By language id. */
  readonly languages: ReadonlyMap<string, Language>;
  readonly #read: RepositorySource['read'];
  readonly #placeOfId: ReadonlyMap<number, number>;
  #packages: ReadonlyMap<Ecosystem, RepositoryPackages> | null = null;
  #imports: Imports | null = null;
  #rows: readonly (LinkedFile | undefined)[] | null = null;
  #readers: Readers | null = null;
  #isReadAhead = false;
  #vendored: ReadonlySet<string> | null = null;

  private constructor(
    { name, view, read }: RepositorySource,
    files: readonly RepositoryFile[],
    languages: ReadonlyMap<string, Language>,
  ) {
    this.name = name;
    this.view = view;
    this.files = files;
    this.languages = languages;
    this.modules = new ProjectModules({ paths: view.state.documents.paths, read }, languages);
    this.loader = new SummaryLoader(view.store, files);
    this.#read = read;
    this.#placeOfId = new Map(files.map(({ id }, place) => [id, place]));
  }

  static async open(source: RepositorySource, entries: ReadonlyMap<string, LanguageEntry>): Promise<Repository> {
    const { store, state } = source.view;
    const languageOf = new Map(state.documents.paths.map((path, row) => [path, state.documents.languages[row]!]));
    const files = (await store.linkPlaces()).flatMap(({ id, path, fileId }): RepositoryFile[] => {
      const language = languageOf.get(path);
      return language === undefined || entries.get(language)?.isLinked !== true ? [] : [{ id, path, fileId, language }];
    });
    const used = [...new Set(files.map(({ language }) => language))];
    const languages = new Map(await Promise.all(used.map(async (id) => [id, await entries.get(id)!.load()] as const)));
    return new Repository(source, files, languages);
  }

  /** The place of a linked file by its id; undefined for a file that is not linked. */
  placeOfId(id: number): number | undefined {
    return this.#placeOfId.get(id);
  }

  /** Whether a file, or a unit that is a folder, is a copy of another project's code. */
  isVendored(path: string): boolean {
    this.#vendored ??= vendoredFolders(this.view.state.documents);
    const folder = path.startsWith('//') ? path.slice(path.indexOf(':') + 1) : folderOf(path);
    return this.#vendored.has(folder);
  }

  /** Reads what `packages` answers. */
  async readPackages(): Promise<void> {
    if (this.#packages !== null) return;
    const ecosystems = new Set([...this.languages.values()].flatMap(({ packages = [] }) => packages));
    if ([...ecosystems].some(({ modulesAreUnits = false }) => modulesAreUnits)) await this.readRows();
    const { paths, traits } = this.view.state.documents;
    const packaged = paths.filter((_, row) => !outsideOfPackages.some((trait) => hasTrait(traits[row]!, trait)));
    const project = { paths: packaged, read: this.#read, units: this.#unitsOf(new Set(packaged)) };
    this.#packages = new Map([...ecosystems].map((one) => [one, withTables(one, one.read(project))]));
  }

  /** The files of `paths` by unit, as far as rows were read. */
  #unitsOf(paths: ReadonlySet<string>): Map<string, string[]> {
    const units = new Map<string, string[]>();
    for (const row of this.#rows ?? []) {
      if (row === undefined || row.header.unit === '' || !paths.has(row.path)) continue;
      const ofUnit = units.get(row.header.unit);
      if (ofUnit === undefined) units.set(row.header.unit, [row.path]);
      else ofUnit.push(row.path);
    }
    return units;
  }

  /** The packages of all ecosystems that the repository has files of. */
  get packages(): ReadonlyMap<Ecosystem, RepositoryPackages> {
    return needed(this.#packages);
  }

  /** The packages in the ecosystem of a language; null where it has none. */
  packagesFor(language: string): RepositoryPackages | null {
    const ecosystem = this.languages.get(language)?.packages;
    return ecosystem === undefined ? null : (this.packages.get(ecosystem) ?? null);
  }

  /** Reads what `imported` and `aliases` answer. */
  async readImports(): Promise<void> {
    this.#imports ??= await importsOf(this.view.store, this.files, this.languages);
  }

  /** The modules that files import from outside of the project. */
  imported(ecosystem: Ecosystem): readonly ImportedModule[] {
    return needed(this.#imports).modules.get(ecosystem) ?? [];
  }

  /** The names under which files import or re-export what has another name, by that name. */
  get aliases(): ReadonlyMap<string, ReadonlySet<string>> {
    return needed(this.#imports).aliases;
  }

  /** Reads what `row` and `readers` answer. */
  async readRows(): Promise<void> {
    if (this.#rows !== null) return;
    const byPath = new Map((await this.view.store.linkedFiles()).map((row) => [row.path, row]));
    this.#rows = this.files.map(({ path }) => byPath.get(path));
  }

  /** Reads what linking needs. */
  async readLinks(): Promise<void> {
    await this.readRows();
    if (!this.#isReadAhead) await this.loader.readAhead(() => Promise.resolve());
    this.#isReadAhead = true;
  }

  /** The row of the file at a place; undefined for a file that was not linked yet. */
  row(place: number): LinkedFile | undefined {
    return needed(this.#rows)[place];
  }

  /** By id of a file: the ids of the files whose links depend on it. */
  get readers(): Readers {
    return (this.#readers ??= readersOf(
      needed(this.#rows).flatMap((row) => (row === undefined ? [] : [[row.id, row.reads] as const])),
    ));
  }
}

function vendoredFolders({ paths, traits }: Pick<DocumentTable, 'paths' | 'traits'>): ReadonlySet<string> {
  return new Set(paths.filter((_, row) => hasTrait(traits[row]!, 'vendored')).map(folderOf));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function needed<T>(part: T | null): T {
  if (part === null) throw new Error('a part of a repository is used before it was read');
  return part;
}

export function withTables(ecosystem: Ecosystem, { provides, requires }: PackageFacts): RepositoryPackages {
  const compared = (name: string): string => ecosystem.comparedName?.(name) ?? name;
  const byModule = new Map<string, ProvidedPackage>();
  // Of two packages with one module, that with the shorter path: a copy in a fixture is deeper.
  for (const provided of [...provides].sort((a, b) => a.root.length - b.root.length || (a.root < b.root ? -1 : 1)))
    for (const module of provided.modules) if (!byModule.has(module)) byModule.set(module, provided);
  const byName = new Map(provides.map((one) => [compared(one.name), one]));
  const required = Map.groupBy(requires, ({ name }) => compared(name));
  return {
    ecosystem,
    provides,
    requires,
    renamed: new Map(requires.flatMap((one) => (one.renamed === undefined ? [] : [[one.renamed, one]]))),
    providedAs: (name) => byName.get(compared(name)) ?? null,
    packageOf: (specifier) =>
      byModule.get(insideOf(specifier, ecosystem.separator, (one) => byModule.has(one))) ?? null,
    requiredAs(name, path) {
      const found = required.get(compared(name)) ?? [];
      if (path === undefined || found.length < 2) return found;
      const isAbove = ({ root }: RequiredPackage): boolean => root === '' || path.startsWith(`${root}/`);
      return found.toSorted(
        (a, b) =>
          Number(isAbove(b)) - Number(isAbove(a)) || b.root.length - a.root.length || (a.root < b.root ? -1 : 1),
      );
    },
  };
}

/** The longest module that contains a specifier, among those that `has` knows; empty for none. */
export function insideOf(specifier: string, separator: string, has: (module: string) => boolean): string {
  for (let module = specifier; module !== '';) {
    if (has(module)) return module;
    module = module.slice(0, Math.max(0, module.lastIndexOf(separator)));
  }
  return '';
}
