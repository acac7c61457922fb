/** What the namespace that a C# file names means: the unit of its files. */
import type { ModuleResolver } from '../../language.ts';
import { unitPath } from '../../../model/link-facts.ts';

/** The answer is a path that no file has where the project has no such namespace. */
export function createCsharpResolver(): ModuleResolver {
  return { resolve: (_from, specifier) => unitPath(`csharp:${specifier}`), configPaths: [] };
}
