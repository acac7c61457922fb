/** The module resolution of TypeScript and JavaScript as a `ModuleResolver`. */
import type { ModuleProject, ModuleResolver } from '../../language.ts';
import { createModuleResolver } from './module-resolver.ts';

export function ecmascriptModules(project: ModuleProject): ModuleResolver {
  const resolver = createModuleResolver(project);
  return {
    configPaths: resolver.configPaths,
    resolve: (from, specifier, required) => resolver.resolve(from, specifier, required ? 'require' : 'import'),
  };
}
