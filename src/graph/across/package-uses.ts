/**
 * What a repository provides and requires, as rows by the names of packages: who has those of many repositories finds with them which ones may use a
 * package, without opening any. Whether a repository does use it, `usedBy` tells.
 */
import type { Ecosystem, ProvidedPackage } from '../../languages/ecosystem.ts';
import { withoutSeparator } from './package-meant.ts';
import { insideOf, type Repository, type RepositoryPackages } from './repository.ts';

export interface ProvidedRow {
  /** `Ecosystem.id` */
  ecosystem: string;
  /** In the form in which the ecosystem compares names. */
  package: string;
  /** The folder, without a slash at its end; empty for the whole repository. */
  root: string;
}

export interface RequiredRow {
  ecosystem: string;
  /**
   * In the form in which the ecosystem compares names. Where no manifest says which package a module is of: the module and everything that it is inside of,
   * each in a row, because one of them may be a module of the package.
   */
  package: string;
  /** As code writes it; empty where only a manifest requires the package. */
  module: string;
  /** A name that is taken from the module; `*` for the whole of it. */
  name: string;
  /** Ids of the linked files that import something of the module, ascending; empty where not known: any file may. */
  files: number[];
}

export interface PackageRows {
  provides: ProvidedRow[];
  requires: RequiredRow[];
}

export interface PackageLimits {
  /** Rows of either kind; of those that require, what manifests say comes first. */
  rows: number;
  /** Ids of files in one row; with more it has none. */
  files: number;
  /** Of the texts and numbers of all rows together (UTF-16 units): rows that do not fit have no files, and where they do not fit without them, are left out. */
  size: number;
}

const usualLimits: PackageLimits = { rows: 30_000, files: 50_000, size: 8_000_000 };
/** Longer names are none of packages or symbols (UTF-16 units), and packages are named by their first parts. */
const maxLength = 300;
const maxParts = 12;
/** What names a row is the key of a database's index, some of which have room for 2,700 bytes (bytes). */
const mostKeyBytes = 2000;
/** About what a row and the id of a file need as JSON. */
const [rowSize, idSize] = [70, 7];

export async function packageRows(repository: Repository, limits = usualLimits): Promise<PackageRows> {
  await repository.readPackages();
  await repository.readImports();
  const provides = new Map<string, ProvidedRow>();
  const requires = new Map<string, RequiredRow>();
  for (const [ecosystem, { provides: provided }] of repository.packages)
    for (const { name, root } of provided) {
      const row = { ecosystem: ecosystem.id, package: compared(ecosystem, name), root };
      const key = keyOf(row.ecosystem, row.package, root);
      if (provides.size < limits.rows && isUsable(key)) provides.set(key, row);
    }
  let size = 0;
  for (const row of requiredRows(repository)) {
    const key = keyOf(row.ecosystem, row.package, row.module, row.name);
    if (requires.has(key) || !isUsable(key)) continue;
    const hasRoom = row.files.length <= limits.files && size + sizeOf(row) <= limits.size;
    const cut = hasRoom ? row : { ...row, files: [] };
    size += sizeOf(cut);
    if (requires.size >= limits.rows || size > limits.size) break;
    requires.set(key, cut);
  }
  return { provides: [...provides.values()], requires: [...requires.values()] };
}

/** Under which names the rows of others require a package (`RequiredRow.package`). */
export function namesOfUses(
  ecosystem: Ecosystem,
  { name, modules }: Pick<ProvidedPackage, 'name' | 'modules'>,
): string[] {
  return [...new Set([name, ...modules].map((one) => compared(ecosystem, one)))];
}

const sizeOf = ({ package: of, module, name, files }: RequiredRow): number =>
  rowSize + of.length + module.length + name.length + files.length * idSize;

const keyOf = (...parts: string[]): string => parts.join('\n');

/** A repository may name packages by what no database takes. */
const isUsable = (key: string): boolean =>
  Buffer.byteLength(key) <= mostKeyBytes && key.isWellFormed() && !key.includes('\0');

const compared = (ecosystem: Ecosystem, name: string): string => ecosystem.comparedName?.(name) ?? name;

function* requiredRows(repository: Repository): Generator<RequiredRow> {
  const all = [...repository.packages.values()].map((packages) => {
    const { ecosystem } = packages;
    const required = new Set(packages.requires.map(({ name }) => compared(ecosystem, name)));
    const imports = repository.imported(ecosystem).filter(({ module }) => module.length <= maxLength);
    return { packages, imports: imports.map((one) => ({ ...one, of: packageOf(one.module, packages, required) })) };
  });
  for (const { packages, imports } of all) yield* rowsOfManifests(packages, new Set(imports.map(({ of }) => of)));
  for (const { packages, imports } of all) {
    const { ecosystem } = packages;
    for (const { module, names, places, of } of imports) {
      const files = places.map((place) => repository.files[place]!.id).toSorted((a, b) => a - b);
      for (const name of [...names].filter((one) => one.length <= maxLength))
        for (const key of of === null ? mayBeOf(module, name, ecosystem) : [of])
          yield { ecosystem: ecosystem.id, package: key, module, name, files };
    }
  }
}

/** What a manifest requires, unless imports tell more. @param imported packages of imports */
function rowsOfManifests(
  { ecosystem, requires }: RepositoryPackages,
  imported: ReadonlySet<string | null>,
): RequiredRow[] {
  const { id, isSeenWithoutImport, hasOtherModuleNames = false } = ecosystem;
  return requires.flatMap(({ name }) => {
    const row = { ecosystem: id, package: compared(ecosystem, name), module: '', name: '*', files: [] };
    return imported.has(row.package) && !isSeenWithoutImport && !hasOtherModuleNames ? [] : [row];
  });
}

/** The package of a module by the names that manifests require; null where none of them is that of the module. */
function packageOf(
  written: string,
  { ecosystem, renamed }: RepositoryPackages,
  required: ReadonlySet<string>,
): string | null {
  const { separator } = ecosystem;
  const module = withoutSeparator(written, separator);
  const other = renamed.get(insideOf(module, separator, (one) => renamed.has(one)));
  if (other !== undefined) return compared(ecosystem, other.name);
  const found = insideOf(module, separator, (one) => required.has(compared(ecosystem, one)));
  return found === '' ? null : compared(ecosystem, found);
}

/** A module, what it is inside of, and what may be inside of it: in `from acme.cloud import store` the name may be a module. */
function mayBeOf(written: string, name: string, ecosystem: Ecosystem): string[] {
  const { separator } = ecosystem;
  const module = withoutSeparator(written, separator);
  const parts = module.split(separator).slice(0, maxParts);
  const around = parts.map((_, at) => parts.slice(0, at + 1).join(separator));
  const inside = name === '*' || name === 'default' ? [] : [`${module}${separator}${name}`];
  return [...new Set([...around, ...inside].map((one) => compared(ecosystem, one)))].filter((one) => one !== '');
}
