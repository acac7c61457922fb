/** Finds the unit of files that a C# namespace means, and the namespaces that a project imports for its files. */
import type { ModuleProject, ModuleResolver } from '../../language.ts';
import { unitPath } from '../../../model/file-summary.ts';
import { readProjectUsings } from './project-usings.ts';

/** For a namespace that the project does not have, the result is a path without files. */
export function createCsharpResolver(project: ModuleProject): ModuleResolver {
  const usings = readProjectUsings(project);
  return {
    resolve: (_from, specifier) => unitPath(`csharp:${specifier}`),
    opened: (path) => usings.of(path),
    configPaths: usings.configPaths,
  };
}
