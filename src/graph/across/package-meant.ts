/** Which package of another repository a module means that code imports. */
import type { ProvidedPackage } from '../../languages/ecosystem.ts';
import { insideOf, type RepositoryPackages } from './repository.ts';

/** A module as the repository that provides it knows it. */
export interface MeantPackage {
  provided: ProvidedPackage;
  /** The specifier by the package's own name, where the asking repository has renamed the package. */
  specifier: string;
}

/** @param own the packages of the asking repository @param other those of the repository that may provide the module */
export function packageMeant(own: RepositoryPackages, other: RepositoryPackages, written: string): MeantPackage | null {
  const { separator } = own.ecosystem;
  const specifier = withoutSeparator(written, separator);
  const renamed = own.renamed.get(insideOf(specifier, separator, (module) => own.renamed.has(module)));
  if (renamed === undefined) {
    const provided = other.packageOf(specifier);
    return provided === null || !mayMean(own, provided) ? null : { provided, specifier };
  }
  const provided = other.providedAs(renamed.name);
  const [module] = provided?.modules ?? [];
  if (provided === null || module === undefined) return null;
  return { provided, specifier: module + specifier.slice(renamed.renamed!.length) };
}

/** Whether the module of a package is that package's for the asking repository (`Ecosystem.hasOtherModuleNames`). */
function mayMean({ ecosystem, requires, requiredAs }: RepositoryPackages, { name, modules }: ProvidedPackage): boolean {
  if (ecosystem.hasOtherModuleNames !== true || requires.length === 0 || requiredAs(name).length > 0) return true;
  const compared = (one: string): string => ecosystem.comparedName?.(one) ?? one;
  return modules.some((module) => compared(module) === compared(name));
}

/** `::serde` and `\Twig` are names from the root. */
export function withoutSeparator(specifier: string, separator: string): string {
  return specifier.startsWith(separator) ? specifier.slice(separator.length) : specifier;
}
