/** What the namespace that a C# file names means: the unit of its files; and what its project opens for it. */
import type { ModuleProject, ModuleResolver } from '../../language.ts';
import { unitPath } from '../../../model/file-summary.ts';
import { readProjectUsings } from './project-usings.ts';

/** The answer is a path that no file has where the project has no such namespace. */
export function createCsharpResolver(project: ModuleProject): ModuleResolver {
  const usings = readProjectUsings(project);
  return {
    resolve: (_from, specifier) => unitPath(`csharp:${specifier}`),
    opened: (path) => usings.of(path),
    configPaths: usings.configPaths,
  };
}
