/** Which packages of one repository another uses, and in which files. */
import type { Ecosystem, ProvidedPackage } from '../../languages/ecosystem.ts';
import { packageMeant } from './package-meant.ts';
import type { ImportedModule } from './imports.ts';
import type { Repository } from './repository.ts';

/** A repository that may use packages of others: its packages, and the modules that its files import. */
export interface PackageUser extends Pick<Repository, 'packages'> {
  imported(ecosystem: Ecosystem): readonly Pick<ImportedModule, 'module' | 'names' | 'places'>[];
}
/** A repository whose packages may be used. */
export type PackageProvider = Pick<Repository, 'packages'>;

export interface UsedPackages {
  /** The packages, each once. */
  packages: readonly ProvidedPackage[];
  /** By the place of a file: the packages that it imports. */
  byPlace: ReadonlyMap<number, readonly ProvidedPackage[]>;
  /** The places of files that import something under the name `default`, or a module as one value. */
  asWhole: ReadonlySet<number>;
  /** Whether any file may use them, without an import of its own. */
  isAnywhere: boolean;
}

const known = new WeakMap<PackageUser, WeakMap<PackageProvider, UsedPackages>>();

/** What a repository uses of another, by imports and manifests. The packages of both and the imports of `user` must have been read. */
export function usedBy(user: PackageUser, provider: PackageProvider): UsedPackages {
  let byProvider = known.get(user);
  if (byProvider === undefined) known.set(user, (byProvider = new WeakMap()));
  let used = byProvider.get(provider);
  if (used === undefined) byProvider.set(provider, (used = findUsed(user, provider)));
  return used;
}

function findUsed(user: PackageUser, provider: PackageProvider): UsedPackages {
  const packages = new Set<ProvidedPackage>();
  const byPlace = new Map<number, ProvidedPackage[]>();
  const asWhole = new Set<number>();
  let isAnywhere = false;
  for (const [ecosystem, own] of user.packages) {
    const other = provider.packages.get(ecosystem);
    if (other === undefined || other.provides.length === 0) continue;
    for (const { module, names, places } of user.imported(ecosystem)) {
      // A name may be a module itself: in `from acme.cloud import store`, `acme.cloud` may be a namespace of several packages.
      const written = [module, ...[...names].map((name) => `${module}${ecosystem.separator}${name}`)];
      const found = written.map((one) => packageMeant(own, other, one)?.provided).find((one) => one !== undefined);
      if (found === undefined) continue;
      packages.add(found);
      for (const place of places) {
        const ofFile = byPlace.get(place);
        if (ofFile === undefined) byPlace.set(place, [found]);
        else if (!ofFile.includes(found)) ofFile.push(found);
        if (names.has('default') || names.has('*')) asWhole.add(place);
      }
    }
    for (const { name } of own.requires) {
      const provided = other.providedAs(name);
      if (provided === null) continue;
      packages.add(provided);
      isAnywhere ||= ecosystem.isSeenWithoutImport;
    }
  }
  return { packages: [...packages], byPlace, asWhole, isAnywhere };
}

/** The range of versions that the manifest nearest to a file requires of a package; null for none. */
export function requiredRange(user: Repository, { name }: ProvidedPackage, path: string): string | null {
  for (const { requiredAs } of user.packages.values()) {
    const [required] = requiredAs(name, path);
    if (required !== undefined) return required.range;
  }
  return null;
}
