/**
 * Maps a Java package to the unit of its files. In summaries, the module of an import is its package. Types in a unit are found by
 * name, so no file has to be read.
 */
import type { ModuleResolver } from '../../language.ts';
import { unitPath } from '../../../model/file-summary.ts';

/** For a package that the project does not have, the result is a path without files. */
export function createJavaResolver(): ModuleResolver {
  return {
    resolve: (_from, specifier) => (specifier === '' ? null : unitPath(`java:${specifier}`)),
    configPaths: [],
  };
}
