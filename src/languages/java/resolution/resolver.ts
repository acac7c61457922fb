/**
 * What a Java import means: the unit of a package's files. The collector names the package of each import; which of its types is meant is
 * told by name, so that no file has to be read.
 */
import type { ModuleResolver } from '../../language.ts';
import { unitPath } from '../../../model/file-summary.ts';

/** The answer is a path that no file has where the project has no such package. */
export function createJavaResolver(): ModuleResolver {
  return {
    resolve: (_from, specifier) => (specifier === '' ? null : unitPath(`java:${specifier}`)),
    configPaths: [],
  };
}
