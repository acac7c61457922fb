/**
 * Which repositories have to do with one whose index is not here: those that use its packages and write the names of what is asked for, and those that provide
 * what it uses. By the same rules as `usedBy`, on what the repository says of itself.
 */
import type { Ecosystem, ProvidedPackage, RequiredPackage } from '../../languages/ecosystem.ts';
import { candidatesIn } from './across.ts';
import type { Mentions } from './mentions.ts';
import { withTables, type Repository, type RepositoryPackages } from './repository.ts';
import { usedBy, type PackageUser } from './requirements.ts';

export type { Mentions };

/** The packages that a repository provides in one ecosystem. */
export interface ProvidedIn {
  ecosystem: Ecosystem['id'];
  packages: readonly Pick<ProvidedPackage, 'name' | 'modules'>[];
}

/** What a repository needs in one ecosystem. */
export interface NeededIn {
  ecosystem: Ecosystem['id'];
  requires: readonly Pick<RequiredPackage, 'name' | 'renamed'>[];
  /** Modules as code writes them, also with each name that is taken from one: the name may be a module itself. */
  modules: readonly string[];
}

export function providedBy({ packages }: Repository): ProvidedIn[] {
  return [...packages].flatMap(([{ id }, { provides }]) => {
    if (provides.length === 0) return [];
    return [{ ecosystem: id, packages: provides.map(({ name, modules }) => ({ name, modules: [...modules] })) }];
  });
}

/** The imports of the repository must have been read. */
export function neededBy(repository: Repository): NeededIn[] {
  return [...repository.packages].flatMap(([ecosystem, { requires }]) => {
    const modules = new Set<string>();
    for (const { module, names } of repository.imported(ecosystem)) {
      modules.add(module);
      for (const name of names) if (name !== '*' && name !== 'default') modules.add(`${module}${ecosystem.separator}${name}`); // prettier-ignore
    }
    const required = requires.map(({ name, renamed }) => (renamed === undefined ? { name } : { name, renamed }));
    const distinct = [...new Map(required.map((one) => [`${one.name}\0${one.renamed ?? ''}`, one])).values()];
    return distinct.length + modules.size === 0 ? [] : [{ ecosystem: ecosystem.id, requires: distinct, modules: [...modules] }]; // prettier-ignore
  });
}

/** Whether files of a repository use one of the packages and write a name of what is asked for. The packages of the repository must have been read. */
export async function mayUse(user: Repository, provided: readonly ProvidedIn[], mentions: Mentions): Promise<boolean> {
  const packages = new Map<Ecosystem, RepositoryPackages>();
  for (const ecosystem of user.packages.keys()) {
    const own = provided.find((one) => one.ecosystem === ecosystem.id)?.packages ?? [];
    const provides = own.map((one) => ({ ...one, root: '', manifest: '' }));
    if (provides.length > 0) packages.set(ecosystem, withTables(ecosystem, { provides, requires: [] }));
  }
  if (packages.size === 0) return false;
  await user.readImports();
  const provider = { packages };
  if (usedBy(user, provider).packages.length === 0) return false;
  await user.readRows();
  return (await candidatesIn(user, provider, mentions)).length > 0;
}

/** Whether a repository provides some of what another needs. Its packages must have been read. */
export function provides(provider: Repository, needed: readonly NeededIn[]): boolean {
  const packages = new Map<Ecosystem, RepositoryPackages>();
  const modules = new Map<Ecosystem, ReturnType<PackageUser['imported']>>();
  for (const [ecosystem, own] of provider.packages) {
    const found = needed.find((one) => one.ecosystem === ecosystem.id);
    if (found === undefined || own.provides.length === 0) continue;
    const requires = found.requires.map((one) => ({ ...one, range: null, root: '', manifest: '' }));
    packages.set(ecosystem, withTables(ecosystem, { provides: [], requires }));
    modules.set(ecosystem, found.modules.map((module) => ({ module, names: none, places: [] }))); // prettier-ignore
  }
  const user: PackageUser = { packages, imported: (ecosystem) => modules.get(ecosystem) ?? [] };
  return packages.size > 0 && usedBy(user, provider).packages.length > 0;
}

const none: ReadonlySet<string> = new Set();
