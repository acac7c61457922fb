/** The packages of Composer that a project declares and needs: its composer.json files. */
import { parseTolerantJson, membersOf, stringOf } from '../tolerant-json.ts';
import { factsOf, manifestsOf, type Ecosystem, type RequiredPackage } from '../ecosystem.ts';

export const composer: Ecosystem = {
  id: 'composer',
  separator: '\\',
  // Composer loads classes by their full names, and files that declare functions at the start.
  isSeenWithoutImport: true,
  comparedName: (name) => name.toLowerCase(),
  read: (project) =>
    factsOf(
      manifestsOf(project, (name) => name === 'composer.json'),
      ({ path: manifest, folder: root, text }) => {
        const members = membersOf(parseTolerantJson(text));
        const name = stringOf(members?.get('name'));
        const autoload = membersOf(members?.get('autoload'));
        const prefixes = ['psr-4', 'psr-0'].flatMap((kind) => [...(membersOf(autoload?.get(kind))?.keys() ?? [])]);
        const modules = [...new Set(prefixes.map((one) => one.replace(/(?<!\\)\\+$/, '')))].filter((one) => one !== '');
        // A package that contains others (laravel/framework) is required by their names too.
        const names = name === null ? [] : [name, ...(membersOf(members?.get('replace'))?.keys() ?? [])];
        return {
          provides: names.map((one) => ({ name: one, root, manifest, modules })),
          requires: ['require', 'require-dev'].flatMap((list) =>
            [...(membersOf(members?.get(list)) ?? [])].flatMap(([required, range]): RequiredPackage[] =>
              required.includes('/') ? [{ name: required, range: stringOf(range), root, manifest }] : [],
            ),
          ),
        };
      },
    ),
};
