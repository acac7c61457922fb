/** The modules of Go that a project declares and needs: its go.mod files. */
import { factsOf, manifestsOf, type Ecosystem, type RequiredPackage } from '../../ecosystem.ts';
import { directivesOf } from './resolver.ts';

export const goModules: Ecosystem = {
  id: 'go',
  separator: '/',
  isSeenWithoutImport: false,
  unitsAreFolders: true,
  read: (project) =>
    factsOf(
      manifestsOf(project, (name) => name === 'go.mod'),
      ({ path: manifest, folder: root, text }) => {
        const directives = directivesOf(text);
        const path = directives.find(([word]) => word === 'module')?.[1];
        const replaced = new Map(
          directives.flatMap(([word, module, ...rest]) => {
            const [name, version] = rest.slice(rest.indexOf('=>') + 1);
            const isPath = name === undefined || /^\.{0,2}\//.test(name);
            return word !== 'replace' || module === undefined || isPath ? [] : [[module, { name, version }] as const];
          }),
        );
        return {
          provides: path === undefined ? [] : [{ name: path, root, manifest, modules: [path] }],
          requires: directives.flatMap(([word, module, range = null]): RequiredPackage[] => {
            if (word !== 'require' || module === undefined) return [];
            const by = replaced.get(module);
            if (by === undefined || by.name === module) return [{ name: module, range, root, manifest }];
            return [{ name: by.name, range: by.version ?? null, root, manifest, renamed: module }];
          }),
        };
      },
    ),
};
