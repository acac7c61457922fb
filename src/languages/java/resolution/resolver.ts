/**
 * What a Java import means: the unit of a package's files. The collector names the package of each import; which of its types is meant is
 * told by name, so that no file has to be read.
 */
import { unitPath } from '../../../model/link-facts.ts';

export interface JavaResolver {
  /** @param specifier a package's name; the answer is a path that no file has where the project has no such package */
  resolve(from: string, specifier: string): string | null;
}

export function createJavaResolver(): JavaResolver {
  return { resolve: (_from, specifier) => (specifier === '' ? null : unitPath(`java:${specifier}`)) };
}
